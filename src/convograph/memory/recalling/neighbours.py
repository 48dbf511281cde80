"""The turns before and after a turn in its session, if the caller of a recall may see them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from convograph.graph.turns import TurnTable
from convograph.retrieval import evidence_turns
from convograph.types import Recall, SourceTurn

if TYPE_CHECKING:
    from convograph.context import Neighbours


def neighbours_for(recall: Recall, turns: TurnTable, hidden: Collection[int] = ()) -> Neighbours:
    """A function that returns a turn's neighbours that pass the filters of `recall` and whose keys are not `hidden`.

    All filters apply: `as_of` and also speakers, times and metadata. A turn that was forgotten since has no neighbours,
    and a forgotten neighbour is `None`, not replaced by the next turn.
    """
    allowed = evidence_turns(turns, recall.filters)

    def neighbours(turn: SourceTurn) -> tuple[SourceTurn | None, SourceTurn | None]:
        row = int(np.searchsorted(turns.keys.values, turn.key))
        if row >= len(turns) or turns.keys.values[row] != turn.key:
            return None, None
        session = turns.of_session(int(turns.sessions.values[row]))
        before, after = _beside(turns, session, turn.ordinal - 1), _beside(turns, session, turn.ordinal + 1)
        return shown(before), shown(after)

    def shown(row: int | None) -> SourceTurn | None:
        if row is None or (allowed is not None and not allowed[row]) or turns.rows[row].key in hidden:
            return None
        return turns.source_turn(row)

    return neighbours


def _beside(turns: TurnTable, session: np.ndarray, ordinal: int) -> int | None:
    """The row of the turn at `ordinal` among the rows of a session, which are sorted by ordinal."""
    ordinals = turns.ordinals.values[session]
    place = int(np.searchsorted(ordinals, ordinal))
    return int(session[place]) if place < len(session) and ordinals[place] == ordinal else None
