"""The graph that `show` draws: sessions, turns and what the architecture adds to them, as values for a page."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from convograph.graph.arrays import Rows
from convograph.graph.snapshot import Snapshot
from convograph.layers.sketches import short
from convograph.protocols import Architecture, Sketch
from convograph.types import Picture, PictureLink, PictureNode, Stats

DEFAULT_NODES = 1_000  # as many as a page can show and stay readable


def picture(snapshot: Snapshot, architecture: Architecture, stats: Stats, limit: int) -> Picture:
    """The latest sessions that fit into `limit` nodes; the latest one is truncated if it alone exceeds the limit."""
    sketch = architecture.sketch(snapshot)
    rows = _newest_rows(snapshot, sketch, limit)
    pairs = _pairs(sketch, rows, len(snapshot.turns))
    numbers = list(dict.fromkeys(sketch.nodes[pairs].tolist()))[: max(limit - len(rows) - 1, 0)]
    chosen = np.array(numbers, np.int64)
    drawn, links = sketch.draw(rows, chosen)
    ids = {number: node.id for number, node in zip(numbers, drawn, strict=True)}
    nodes = (*_sessions(snapshot, rows), *_turns(snapshot, rows), *drawn)
    shown = tuple(snapshot.turns.source_turn(row) for row in rows.tolist())
    total = len(snapshot.turns.session_rows) + len(snapshot.turns) + len(np.unique(sketch.nodes))
    edges = (*_contained(snapshot, rows), *_resting(sketch, pairs, ids), *links)
    return Picture(stats, nodes, edges, shown, total, tuple(sketch.group(chosen)))


def _pairs(sketch: Sketch, rows: Rows, turns: int) -> Rows:
    """The pairs of a sketch that have one of these turns, in the order of the turns, then of the nodes."""
    places = np.full(turns, -1)
    places[rows] = np.arange(len(rows))
    found = np.flatnonzero(places[sketch.turns] >= 0)
    ordered: Rows = found[np.lexsort((sketch.nodes[found], places[sketch.turns[found]]))]
    return ordered


def _newest_rows(snapshot: Snapshot, sketch: Sketch, limit: int) -> Rows:
    """The turn rows to draw, in reading order: the latest sessions that fit, whole."""
    turns = snapshot.turns
    sessions = turns.sessions.values[sketch.turns]
    counted: set[int] = set()
    chosen: list[Rows] = []
    for session in sorted(turns.session_rows, reverse=True):
        rows = turns.of_session(session)
        further = set(sketch.nodes[sessions == session].tolist()) - counted
        size = 1 + len(rows) + len(further)
        if size > limit and chosen:
            break
        limit -= size
        counted |= further
        chosen.append(rows[: max(limit + size - 1, 1)])
    return np.concatenate(chosen[::-1]) if chosen else np.empty(0, np.int64)


def _sessions(snapshot: Snapshot, rows: Rows) -> Iterator[PictureNode]:
    for key in dict.fromkeys(snapshot.turns.sessions.values[rows].tolist()):
        name = snapshot.turns.session_rows[key].name
        yield PictureNode(f"s{key}", "session", name, name)


def _turns(snapshot: Snapshot, rows: Rows) -> Iterator[PictureNode]:
    for row in rows.tolist():
        turn = snapshot.turns.source_turn(row)
        yield PictureNode(f"t{row}", "turn", short(turn.text), turn.session, turn.id, 0, len(turn.text))


def _contained(snapshot: Snapshot, rows: Rows) -> Iterator[PictureLink]:
    for row, session in zip(rows.tolist(), snapshot.turns.sessions.values[rows].tolist(), strict=True):
        yield PictureLink(f"s{session}", f"t{row}", "contains", 1.0)


def _resting(sketch: Sketch, pairs: Rows, ids: dict[int, str]) -> Iterator[PictureLink]:
    """The edges from the turns to the drawn nodes derived from them."""
    for row, number in zip(sketch.turns[pairs].tolist(), sketch.nodes[pairs].tolist(), strict=True):
        if number in ids:
            yield PictureLink(f"t{row}", ids[number], sketch.relation, 1.0)
