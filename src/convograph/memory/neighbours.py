"""The turns beside a turn in its session, as far as the caller of a recall may see them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from convograph.context import Neighbours
from convograph.graph.turns import TurnTable
from convograph.retrieval import evidence_turns
from convograph.types import Recall, SourceTurn


def neighbours_for(recall: Recall, turns: TurnTable, hidden: Collection[int] = ()) -> Neighbours:
    """The neighbours of stored turns that the filters of `recall` let through and whose keys are not `hidden`.

    Every filter counts: not only what was said after `as_of` stays away, but also what other than the wanted speakers
    said, or at other times, or with other metadata. A turn that was forgotten since has no neighbours, and none stands
    for a gap.
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
    """The row of the turn at `ordinal` among the rows of a session, which are sorted by it."""
    ordinals = turns.ordinals.values[session]
    place = int(np.searchsorted(ordinals, ordinal))
    return int(session[place]) if place < len(session) and ordinals[place] == ordinal else None
