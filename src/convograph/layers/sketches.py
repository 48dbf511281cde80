"""Drawing helpers that architectures share: sentences with the edges between them, and labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from convograph.graph.arrays import Items
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import Ranked
from convograph.protocols import Drawing, Sketch
from convograph.types import PictureLink, PictureNode

LABEL = 48  # characters that fit on a label
NAME = 240  # characters of a name or relation: all of it, unless somebody brought a whole text as one


def sentence_sketch(
    snapshot: Snapshot, layer: LayerTable, relation: str, neighbours: Callable[[Items], Sequence[Ranked]]
) -> Sketch:
    """The sentences of a text layer; `neighbours` gives the outgoing edges of each, named `relation`."""
    items = layer.living()
    turns = layer.source_turns.values[layer.first_source(items)].astype(np.int64)

    def draw(rows: Items, nodes: Items) -> Drawing:
        wanted = set(nodes.tolist())
        links = [
            PictureLink(f"c{source}", f"c{target}", relation, weight)
            for source, ranked in zip(nodes.tolist(), neighbours(nodes) if wanted else (), strict=True)
            for target, weight in zip(ranked.items.tolist(), ranked.similarities.tolist(), strict=True)
            if target in wanted
        ]
        return [_sentence(snapshot, layer, item) for item in nodes.tolist()], links

    return Sketch(turns=turns, nodes=items, draw=draw)


def short(text: str, most: int = LABEL) -> str:
    """A text as a label: on one line, of at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def _sentence(snapshot: Snapshot, layer: LayerTable, item: int) -> PictureNode:
    span = snapshot.span(layer, layer.sources(item).start)
    turn = span.turn
    return PictureNode(f"c{item}", "sentence", short(span.text), turn.session, turn.id, span.start, span.end)
