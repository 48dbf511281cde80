"""What is stated of a relation, and what its sentence says besides: since when, and whether another value goes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from convograph.extraction.asides import is_new
from convograph.extraction.asking import asks_without_mark
from convograph.extraction.lexicon import word_list
from convograph.extraction.times import times_in
from convograph.facts.acts import StatedAct
from convograph.types import Said, When

UNPLACED = -1
"""The row and the place of a turn as long as nothing tells where it stands among others."""
_WORKS_AS = re.compile(r"\bwork(?:s|ing)? as\b", re.IGNORECASE)
_TITLE_DOT = r"(?:(?<=\bDr)|(?<=\bMr)|(?<=\bMs)|(?<=\bMrs)|(?<=\bProf))\."
"""A full stop that ends no sentence, as a pattern: "Dr. Osei"."""
_WITHIN_NUMBER = r"(?<=\d)\.(?=\d)"
"""Another one: "0470/55.01.02"."""
_EMAIL = r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"
SENTENCE = rf"(?:{_EMAIL}|[^.!?;\n…]|{_TITLE_DOT}|{_WITHIN_NUMBER})+"
"""A sentence without the marks that end it, as a pattern."""
_SENTENCE_END = re.compile(rf"(?!{_TITLE_DOT}|{_WITHIN_NUMBER})[.!?;\n…]")
_FIRST = re.compile(r"\b(?:i|i['’]m|im|we|my|our|me|us)\b", re.IGNORECASE)
_TO_BEGIN = re.compile(
    r"(?<!been )\b(?:start(?:s|ing)?|begin(?:s|ning)?|moving(?: in)?|joining)(?: there)?(?: (?:on|from|in))?(?: the)? "
    r"(?:\Z|(?=\d))",
    re.IGNORECASE,
)
_CALLED = re.compile(r"\W*([^\W\d_]+),? ")
_FAR = 200  # characters before a clause in which its sentence begins


@dataclass(frozen=True, slots=True)
class Statement:
    """What a turn states of a relation.

    The `value` of what ends is empty where it is not named ("I quit my job"): the one that holds is meant.
    `start` is the character of the turn at which it is stated, or its number among what is read in the same way. `turn`
    is the row of the turn, `place` the position among all turns in the order of saying. `precise` says that another
    value may take the place of this one, `replaces` that this one may take another's; `further` that it comes on top.
    `since` is when what holds or begins began, or what ends ended, as far as told. `instead_of` is the wrong value of a
    correction, or the former one of a change, where it is named. `over` says that an end is told as one ("anymore",
    "gave up"), and not only denied ("I don't eat seafood that often"). `unsure` says that the relation is meant only if
    `instead_of` is a value of it, or, where none is named, if no value holds any more; `generic` that it may be a like
    one ("at … now"). `likely` is how sure the learned reader is that this is stated, from 0 to 1; what rules read is
    certain. `borne_out` is the place and the row of a later turn by which alone it is sure. `former` says of an end
    that the same turn names what took the value's place, so that the value held until then.
    """

    subject: str
    relation: str
    value: str
    told: StatedAct
    claimed_by: str | None
    start: int
    turn: int = UNPLACED
    place: int = UNPLACED
    precise: bool = True
    replaces: bool = True
    further: bool = False
    taken_back: bool = False
    since: When | None = None
    instead_of: str | None = None
    over: bool = False
    unsure: bool = False
    generic: bool = False
    brought: bool = False
    likely: float = 1.0
    borne_out: tuple[int, int] | None = None
    former: bool = False

    @property
    def known(self) -> tuple[int, int]:
        """Place and row of the turn since which it is known: its own, or the one that bears it out."""
        return self.borne_out or (self.place, self.turn)


def tells_a_change(relation: str, told: StatedAct, sentence: str) -> bool:
    """Whether a value takes another's place: who says "I'm a gardener" may have another job besides."""
    return relation != "occupation" or told != "holds" or is_new(sentence) or _WORKS_AS.search(sentence) is not None


def sentence_of(text: str, start: int, end: int) -> str:
    """The sentence of a clause: "two years ago", "too" and "last May" may stand around what it was read from."""
    begins = max((mark.end() for mark in _SENTENCE_END.finditer(text, max(start - _FAR, 0), start)), default=0)
    found = _SENTENCE_END.search(text, end)
    return text[max(begins, start - _FAR, 0) : len(text) if found is None else found.start()]


def is_asked(text: str, start: int, end: int, *, of_speaker: bool) -> bool:
    """Whether the sentence of a clause asks what the clause says: it opens as a question, or ends as one.

    Either may still tell of the speaker: "Did I tell you that I moved?", "I moved to Porto, can you believe it?"
    """
    sentence = sentence_of(text, start, end)
    if of_speaker and _FIRST.search(sentence):
        return False
    found, called = _SENTENCE_END.search(text, end), _CALLED.match(sentence)
    if called is not None and called[1].lower() in word_list("first_names"):  # "ben how's your dog"
        sentence = sentence[called.end() :]
    return asks_without_mark(sentence) or (not of_speaker and found is not None and "?" in found[0])


def since_in(clause: str, said: Said | None) -> When | None:
    """The first time that the clause names and that does not recur; what is to begin lies ahead: "start on 6 May"."""
    found = next((one for one in times_in(clause, said) if one.when is not None and one.when.every is None), None)
    if found is None:
        return None
    if not _TO_BEGIN.match(found.text) and not _TO_BEGIN.search(clause, 0, found.start):
        return found.when
    ahead = (one.when for one in times_in(clause, said, tense="future") if one.start == found.start)
    return next(ahead, found.when)
