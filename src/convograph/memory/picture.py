"""What `show` draws: sessions, turns and sentences with their edges, as values for a page."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.protocols import Architecture
from convograph.types import Picture, PictureLink, PictureNode, Span, Stats

DEFAULT_NODES = 1_000  # what a page shows at once without becoming a hairball
_LABEL = 48  # characters

Rows = npt.NDArray[np.int64]


def picture(snapshot: Snapshot, architecture: Architecture, stats: Stats, limit: int) -> Picture:
    """The newest sessions as far as `limit` nodes reach; the newest of all is cut short where it must be."""
    sentences = _sentences(snapshot)
    rows = _newest_rows(snapshot, sentences, limit)
    drawn = [item for row in rows.tolist() for item in sentences.get(row, ())]
    drawn = drawn[: max(limit - len(rows) - 1, 0)]
    nodes = [*_sessions(snapshot, rows), *_turns(snapshot, rows), *_sentence_nodes(snapshot, drawn)]
    links = [*_containing(snapshot, rows, drawn), *_edges(snapshot, architecture, drawn)]
    total = len(snapshot.turns.session_rows) + len(snapshot.turns) + sum(map(len, sentences.values()))
    shown = tuple(snapshot.turns.source_turn(row) for row in rows.tolist())
    return Picture(stats, tuple(nodes), tuple(links), shown, total)


def _sentences(snapshot: Snapshot) -> dict[int, list[int]]:
    """The items of the text layer by turn row; empty for an architecture without sentences."""
    layer = _text_layer(snapshot)
    found: dict[int, list[int]] = {}
    if layer is not None:
        rows = layer.source_turns.values[layer.source_starts.values]
        for item, row in enumerate(rows.tolist()):
            found.setdefault(row, []).append(item)
    return found


def _newest_rows(snapshot: Snapshot, sentences: dict[int, list[int]], limit: int) -> Rows:
    """The turn rows to draw, in reading order: whole sessions, from the newest back."""
    turns = snapshot.turns
    chosen: list[Rows] = []
    left = limit
    for session in sorted(turns.session_rows, reverse=True):
        rows = turns.of_session(session)
        size = 1 + len(rows) + sum(len(sentences.get(row, ())) for row in rows.tolist())
        if size > left and chosen:
            break
        left -= size
        chosen.append(rows[: max(limit - 1, 1)])
    return np.concatenate(chosen[::-1]) if chosen else np.empty(0, np.int64)


def _sessions(snapshot: Snapshot, rows: Rows) -> Iterator[PictureNode]:
    for key in dict.fromkeys(snapshot.turns.sessions.values[rows].tolist()):
        name = snapshot.turns.session_rows[key].name
        yield PictureNode(f"s{key}", "session", name, name)


def _turns(snapshot: Snapshot, rows: Rows) -> Iterator[PictureNode]:
    for row in rows.tolist():
        turn = snapshot.turns.source_turn(row)
        yield PictureNode(f"t{row}", "turn", _label(turn.text), turn.session, turn.id, 0, len(turn.text))


def _sentence_nodes(snapshot: Snapshot, drawn: list[int]) -> Iterator[PictureNode]:
    for item in drawn:
        span = _span(snapshot, item)
        turn = span.turn
        yield PictureNode(f"c{item}", "sentence", _label(span.text), turn.session, turn.id, span.start, span.end)


def _containing(snapshot: Snapshot, rows: Rows, drawn: list[int]) -> Iterator[PictureLink]:
    for row, session in zip(rows.tolist(), snapshot.turns.sessions.values[rows].tolist(), strict=True):
        yield PictureLink(f"s{session}", f"t{row}", "contains", 1.0)
    by_id = {snapshot.turns.rows[row].id: row for row in rows.tolist()}
    for item in drawn:
        yield PictureLink(f"t{by_id[_span(snapshot, item).turn.id]}", f"c{item}", "contains", 1.0)


def _edges(snapshot: Snapshot, architecture: Architecture, drawn: list[int]) -> Iterator[PictureLink]:
    for link in architecture.links(snapshot, np.array(drawn, np.int64)) if drawn else ():
        yield PictureLink(f"c{link.source}", f"c{link.target}", link.relation, link.weight)


def _span(snapshot: Snapshot, item: int) -> Span:
    layer = _text_layer(snapshot)
    if layer is None:
        raise LookupError(item)
    return snapshot.span(layer, layer.sources(item).start)


def _text_layer(snapshot: Snapshot) -> LayerTable | None:
    return next((table for key, table in snapshot.layers.items() if key.name.startswith("text")), None)


def _label(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LABEL else line[: _LABEL - 1] + "…"
