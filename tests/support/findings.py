"""What was read in turns, written by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from convograph.extraction.reading import Reading
from convograph.extraction.types import EntityKind, FoundEvent, FoundTriplet, ParsedTurn, Stated, TurnInContext
from convograph.syntax import Parse
from convograph.types import SourceTurn, Triplet, When


def turn(text: str, *, name: str = "t", speaker: str | None = "Alex", session: str = "s") -> SourceTurn:
    """A turn without a time."""
    return SourceTurn(0, name, session, 0, speaker, text, None)


def triplet(
    subject: str,
    relation: str,
    object_: str,
    *,
    phrase: str | None = None,
    kind: EntityKind = "thing",
    negated: bool = False,
    hypothetical: bool = False,
) -> FoundTriplet:
    """A triplet in the present; its phrase is the relation unless another is given."""
    words = relation if phrase is None else phrase
    stated = Stated(Triplet(subject, relation, object_), words, "person", kind, "present", negated)
    return FoundTriplet(turn(""), 0, 0, stated, hypothetical)


def event(description: str, when: When | None) -> FoundEvent:
    """An event without triplets."""
    return FoundEvent(turn(description), 0, len(description), description, description, when, ())


def reads(
    triplets: Mapping[str, Sequence[FoundTriplet]], events: Mapping[str, Sequence[FoundEvent]] | None = None
) -> Callable[[Sequence[SourceTurn]], list[Reading]]:
    """A reader that finds in a turn what is listed under its text, and nothing elsewhere."""

    def read(session: Sequence[SourceTurn]) -> list[Reading]:
        return [
            Reading(
                TurnInContext(ParsedTurn(one, ()), (), (), None),
                (),
                tuple(triplets.get(one.text, ())),
                tuple((events or {}).get(one.text, ())),
            )
            for one in session
        ]

    return read


class WordlessParser:
    """Parses every sentence to one without words; can be sent to other processes."""

    name = fingerprint = "wordless"

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        return [Parse(()) for _ in sentences]
