"""Turns that another cannot be understood without: "What's it called?" and "Pepper"."""

from __future__ import annotations

from collections.abc import Callable

from convograph.extraction.asking import ends_asking
from convograph.terms import Analyzer
from convograph.types import SourceTurn

FEW_TERMS = 2  # a turn with so few search terms says too little by itself
SHORT = 300  # characters: no longer turn has so few
REPLY_TERMS = 8  # a turn with so few may be no more than the reply to a question

Neighbours = Callable[[SourceTurn], tuple[SourceTurn | None, SourceTurn | None]]
"""The turns right before and after a turn in its session, each `None` where there is none that may be shown."""


def no_neighbours(turn: SourceTurn) -> tuple[None, None]:
    """No turn has any."""
    return None, None


def question_of(turn: SourceTurn, before: SourceTurn | None, analyzer: Analyzer) -> SourceTurn | None:
    """The turn before a short one: it says what this is about. `None` where this one speaks for itself."""
    if before is None or len(turn.text) > SHORT:
        return None
    most = REPLY_TERMS if ends_asking(before.text) else FEW_TERMS
    return before if len(analyzer.terms(turn.text)) <= most else None


def reply_of(turn: SourceTurn, after: SourceTurn | None) -> SourceTurn | None:
    """The turn after one that ends with a question."""
    return after if ends_asking(turn.text) else None
