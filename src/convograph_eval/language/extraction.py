"""The type of the measured function, which reads a session, and the sessions that it reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from convograph.extraction.reading import Reading
from convograph.types import Session, SourceTurn
from convograph_eval.datasets import Dataset, turn_ids

Read = Callable[[Sequence[SourceTurn]], Sequence[Reading]]
"""Returns what was extracted from each turn of a session, in order."""


def sessions(dataset: Dataset) -> Iterator[list[SourceTurn]]:
    """The non-empty sessions of all conversations, in order."""
    for case in dataset.cases:
        for number, session in enumerate(case.conversation.sessions):
            if session.turns:
                yield _source_turns(session, f"{case.conversation.name}/{number}")


def _source_turns(session: Session, name: str) -> list[SourceTurn]:
    """The turns as `Memory` stores them, with keys from 0; `name` is the session's id if it has none."""
    return [
        SourceTurn(place, turn_id, session.id or name, place, turn.speaker, turn.text, turn.said or session.said)
        for place, (turn_id, turn) in enumerate(zip(turn_ids(session), session.turns, strict=True))
    ]
