"""Turns needed to understand another turn: "What's it called?" and "Pepper", "It's 100." and "Sorry, 88."."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from convograph.extraction.asking import ends_asking
from convograph.extraction.corrections import kinds_of_values, opens_a_correction
from convograph.graph.turns import speaker_key
from convograph.terms import Analyzer
from convograph.types import SourceTurn

FEW_TERMS = 2  # a turn with at most this many search terms says too little by itself
SHORT = 300  # characters: longer turns have more search terms than that
SOON = 2  # turns of the session within which a speaker returns to what they said
REPLY_TERMS = 8  # a turn with at most this many may be just the reply to a question

Neighbours = Callable[[SourceTurn], tuple[SourceTurn | None, SourceTurn | None]]
"""The turns right before and after a turn in its session, each `None` if there is none that may be shown."""


def no_neighbours(turn: SourceTurn) -> tuple[None, None]:
    """Gives no turn any neighbours."""
    return None, None


def question_of(turn: SourceTurn, before: SourceTurn | None, analyzer: Analyzer) -> SourceTurn | None:
    """The turn before a short one, which tells what it is about; `None` if the turn is clear by itself."""
    if before is None or len(turn.text) > SHORT:
        return None
    most = REPLY_TERMS if ends_asking(before.text) else FEW_TERMS
    return before if len(analyzer.terms(turn.text)) <= most else None


def reply_of(turn: SourceTurn, after: SourceTurn | None) -> SourceTurn | None:
    """The turn after one that ends with a question, else `None`."""
    return after if ends_asking(turn.text) else None


def correction_of(turn: SourceTurn, neighbours: Neighbours) -> SourceTurn | None:
    """The speaker's own correction soon after: a turn that opens like one, with a value of a kind that `turn` has."""
    kinds = None
    for one in sayings_after(turn, neighbours):
        if opens_a_correction(one.text):
            kinds = kinds_of_values(turn.text) if kinds is None else kinds
            if not kinds.isdisjoint(kinds_of_values(one.text)):
                return one
    return None


def sayings_after(turn: SourceTurn, neighbours: Neighbours) -> Iterator[SourceTurn]:
    """The turns by the same speaker among the next two of the session."""
    after = neighbours(turn)[1]
    for _ in range(SOON):
        if after is None:
            return
        if speaker_key(after.speaker or "") == speaker_key(turn.speaker or ""):
            yield after
        after = neighbours(after)[1]


def saying_before(turn: SourceTurn, neighbours: Neighbours) -> SourceTurn | None:
    """The latest turn by the same speaker among the two before it in the session; `None` if there is none."""
    before = neighbours(turn)[0]
    for _ in range(SOON):
        if before is None or speaker_key(before.speaker or "") == speaker_key(turn.speaker or ""):
            return before
        before = neighbours(before)[0]
    return None
