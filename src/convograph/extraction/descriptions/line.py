"""The words of a turn as one line, with its names: a description and its name may be in different sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from convograph.extraction.descriptions.nouns import bare_word, is_kin
from convograph.extraction.lexicon import word_list
from convograph.extraction.types import EntityKind, Mention, ParsedTurn, TurnInContext
from convograph.graph.turns import speaker_key
from convograph.syntax import Word

_OPENS = frozenset({",", "(", "-", "–", "—", ":"})
STOPS = frozenset({".", "!", "?", ";"})


@dataclass(frozen=True, slots=True)
class LineWord:
    """A word at characters `[start, end)` of its turn, also in lower case."""

    start: int
    end: int
    lower: str
    word: Word


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A name at places `[first, last)` of the line; `spoken_to` is true for the name of a participant."""

    first: int
    last: int
    text: str
    name: str
    kind: EntityKind
    start: int
    end: int
    spoken_to: bool


@dataclass(frozen=True, slots=True)
class Line:
    """The words of a turn and its names, both in order, and the name at each place that is part of one."""

    words: tuple[LineWord, ...]
    names: tuple[NameSpan, ...]
    at: dict[int, NameSpan]

    def lower(self, place: int) -> str:
        """The word at a place in lower case; empty outside the line."""
        return self.words[place].lower if 0 <= place < len(self.words) else ""

    def before_titles(self, name: NameSpan) -> int:
        """The place where a name and its titles begin: that of "Mr" in "Mr Oduya"."""
        first = name.first
        while first and is_title(self.words[first - 1].lower):
            first -= 1
        return first

    def opens(self, place: int) -> bool:
        """Whether there is a comma, a colon, a dash or an opening bracket at a place."""
        return self.lower(place) in _OPENS


def line_of(turn: TurnInContext, mentioned: Iterable[Mention]) -> Line:
    """The line of a turn. Mentions that are times, or common nouns taken for names ("Mum", "van"), are left out."""
    words = tuple(_words(turn.parsed))
    names = tuple(_names(turn, words, mentioned))
    return Line(words, names, {place: one for one in names for place in range(one.first, one.last)})


def _words(turn: ParsedTurn) -> Iterator[LineWord]:
    for sentence in turn.sentences:
        for word in sentence.parse.words:
            yield LineWord(sentence.start + word.start, sentence.start + word.end, word.form.lower(), word)


def _names(turn: TurnInContext, words: tuple[LineWord, ...], mentioned: Iterable[Mention]) -> Iterator[NameSpan]:
    participants = {speaker_key(one) for one in turn.participants}
    for one in mentioned:
        if not one.is_name or one.kind == "time" or is_common(one.text):
            continue
        places = [place for place, word in enumerate(words) if one.start <= word.start < one.end]
        if places:
            spoken_to = speaker_key(one.name) in participants
            yield NameSpan(places[0], places[-1] + 1, one.text, one.name, one.kind, one.start, one.end, spoken_to)


def is_title(lower: str) -> bool:
    """Whether a word is a title, other than a noun for kin: "mr", not "cousin"."""
    return lower in word_list("titles") and not is_kin(lower)


def is_common(text: str) -> bool:
    """Whether a mention taken for a name is a noun for kin, or a lower-case one for people, animals or belongings."""
    lower = text.lower()
    if is_kin(bare_word(lower.rpartition(" ")[2])):
        return " " not in lower or text == lower
    return text == lower and lower in word_list("person_nouns", "animals", "belongings")
