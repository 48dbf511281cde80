"""The triplet graph for `show` to draw and count: names, the turns that mention them, weighted statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np

from convograph.architectures.glong.importance import Weighing
from convograph.architectures.glong.triplet_graph import TripletGraph
from convograph.graph.arrays import Items
from convograph.layers.sketches import NAME, short
from convograph.protocols import Drawing, Sketch
from convograph.quotation import relation_in_words
from convograph.types import PictureLink, PictureNode


def triplet_sketch(graph: TripletGraph) -> Sketch:
    """The names in a graph, and its edges as in recall: identical ones merged, or parallel.

    Names are numbered alphabetically; spellings and weights are computed when drawn.
    """
    edges = np.flatnonzero(graph.alive)
    keys = list(graph.numbering.nodes)
    nodes = np.array(sorted(np.unique(graph.numbers[edges, :2]).tolist(), key=keys.__getitem__), np.int64)
    numbers = np.zeros(len(keys), np.int64)
    numbers[nodes] = np.arange(len(nodes))
    owners, rows = graph.stating(edges)
    ends = numbers[graph.numbers[edges, :2]][owners]
    pairs = np.unique(np.stack((np.repeat(rows, 2), ends.ravel()), axis=1), axis=0)

    def draw(drawn_rows: Items, chosen: Items) -> Drawing:
        spellings = _spellings(graph, edges, nodes[chosen])
        ids = {int(nodes[number]): f"e{number}" for number in chosen.tolist()}
        drawn = [PictureNode(name, "entity", short(spellings[node], NAME), None) for node, name in ids.items()]
        return drawn, list(_links(graph, edges, ids, drawn_rows))

    statements = len(np.unique(graph.statements[edges]))
    return Sketch("mentions", pairs[:, 0], pairs[:, 1], len(nodes), statements, draw)


def _links(graph: TripletGraph, edges: Items, ids: Mapping[int, str], rows: Items) -> Iterator[PictureLink]:
    """The statements with both ends among the nodes and a source among the turns, in their first wording."""
    between = edges[np.isin(graph.numbers[edges, :2], list(ids)).all(axis=1)]
    owners, sources = graph.stating(between)
    statements = graph.statements[between]
    drawn = between[np.isin(statements, statements[owners[np.isin(sources, rows)]])]
    drawn = drawn[np.lexsort((graph.alphabetic(drawn), *reversed(graph.reading_order_key(drawn))))]
    same: dict[int, list[int]] = {}
    for edge, statement in zip(drawn.tolist(), graph.statements[drawn].tolist(), strict=True):
        same.setdefault(statement, []).append(edge)
    weighing = Weighing(graph)
    turns = {row: graph.snapshot.turns.rows[row].id for row in rows.tolist()}
    for group in same.values():
        subject, object_ = (ids[end] for end in graph.numbers[group[0], :2].tolist())
        label = short(relation_in_words(graph.triplet(group[0]).relation), NAME)
        stated = tuple(turns[row] for row in graph.rows(group) if row in turns)
        yield PictureLink(subject, object_, "triplet", max(map(weighing.weight, group)), label, stated)


def _spellings(graph: TripletGraph, edges: Items, nodes: Items) -> dict[int, str]:
    """The most frequent spelling of each node in its triplets."""
    counts: dict[int, Counter[str]] = {node: Counter() for node in nodes.tolist()}
    ends = graph.numbers[edges, :2]
    for edge in edges[np.isin(ends, nodes).any(axis=1)].tolist():
        triplet, (subject, object_) = graph.triplet(edge), graph.numbers[edge, :2].tolist()
        for node, name in ((subject, triplet.subject), (object_, triplet.object)):
            if node in counts:
                counts[node][name] += 1
    return {node: min(names, key=lambda name: (-names[name], name)) for node, names in counts.items()}
