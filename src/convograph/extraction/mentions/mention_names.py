"""The names of a turn, with kinds from the whole context: "Foley" is a person if "Mary Jo Foley" was one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.mentions.name_kinds import name_kind
from convograph.extraction.mentions.names import familiar_words, name_spans
from convograph.extraction.mentions.phrases import WordSpan, spelled
from convograph.extraction.types import EntityKind, ParsedSentence, ParsedTurn, TurnInContext


@dataclass(frozen=True, slots=True)
class Name:
    """A proper name: its words in a sentence, its spelling in lower case, its kind, and whether that is certain."""

    sentence: ParsedSentence
    span: WordSpan
    spelled: str
    kind: EntityKind
    certain: bool


def names_in(turn: TurnInContext) -> list[Name]:
    """The proper names of a turn, in order.

    If its own sentence leaves the kind of a name open, it gets the kind that is certain elsewhere in the turn or in
    those before it, for the same name or for the name of a person that contains it.
    """
    familiar = familiar_words(turn.participants) | _capitalised(turn)
    own = list(names_alone(turn.parsed, familiar, turn.participants))
    if all(name.certain for name in own):
        return own
    earlier = (name for one in turn.before for name in names_alone(one, familiar, turn.participants))
    known = _known_kinds([*own, *earlier])
    return [name if name.certain else replace(name, kind=known.get(name.spelled, name.kind)) for name in own]


def _capitalised(turn: TurnInContext) -> frozenset[str]:
    """The words of names in earlier turns, in lower case: this turn may write them without a capital."""
    return frozenset(
        lower
        for one in turn.before
        for sentence in one.sentences
        for word in sentence.parse.words
        if word.tag == "PROPN"
        and len(lower := word.form.lower()) > 2
        and word.form[0].isupper()
        and lower not in word_list("names_or_words")
        and lower not in word_list("sentence_openers")
    )


def names_alone(turn: ParsedTurn, familiar: frozenset[str], participants: Sequence[str]) -> Iterator[Name]:
    """The names of a turn, each with its kind as judged by its own sentence."""
    for sentence in turn.sentences:
        words = sentence.parse.words
        for span in name_spans(words, familiar):
            kind, certain = name_kind(words, span, participants)
            yield Name(sentence, span, spelled(words, span), kind, certain)


def _known_kinds(names: Iterable[Name]) -> dict[str, EntityKind]:
    """Certain kinds by spelling; for names of people, also by each word. The first kind of a spelling wins."""
    known: dict[str, EntityKind] = {}
    parts: dict[str, EntityKind] = {}
    for name in names:
        if name.certain:
            known.setdefault(name.spelled, name.kind)
            if name.kind == "person":
                parts.update(dict.fromkeys(name.spelled.split(), name.kind))
    return parts | known
