"""The names of stored pieces, recovered from their position: a store has no names of items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.types import Hit
from convograph_eval.baselines.pieces import Piece, Pieces


def named_hits(
    graph: Snapshot, layer: LayerTable, pieces: Pieces, items: npt.NDArray[np.int64], hits: Sequence[Hit]
) -> list[Hit]:
    """The hits on `items` with the names of their pieces as ids; a session's items are in the order of its pieces."""
    sessions = graph.turns.sessions.values[layer.first_turns()]
    if layer.alive is not None:
        sessions = np.where(layer.alive, sessions, -1)
    cut: dict[int, list[Piece]] = {}
    named = []
    for item, found in zip(items.tolist(), hits, strict=True):
        session = int(sessions[item])
        if session not in cut:
            turns = [graph.turns.source_turn(row) for row in graph.turns.of_session(session).tolist()]
            cut[session] = pieces.of_session(turns)
        piece = cut[session][np.count_nonzero(sessions[:item] == session)]
        named.append(replace(found, id=piece.name or found.id))
    return named
