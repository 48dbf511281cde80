"""The event graph as `show` draws and counts it: events, entities and times, with the edges between them."""

from __future__ import annotations

import numpy as np

from convograph.architectures.associa.event_graph import EventGraph
from convograph.architectures.associa.structure import EVENT, UTTERANCE
from convograph.graph.arrays import Rows
from convograph.layers.sketches import NAME, short
from convograph.protocols import Drawing, Sketch
from convograph.types import PictureLink, PictureNode


def event_sketch(graph: EventGraph) -> Sketch:
    """The nodes other than utterances, with the turns they come from; drawings have the edges between them."""
    structure = graph.structure
    nodes = np.flatnonzero((structure.kinds != UTTERANCE) & graph.seen)
    rows, owners = _mentions(graph, nodes)
    entities = int((structure.kinds[nodes] != EVENT).sum())

    def draw(turns: Rows, chosen: Rows) -> Drawing:
        shown = frozenset(turns.tolist())
        return [_node(graph, node, shown) for node in chosen.tolist()], _links(graph, chosen)

    return Sketch("mentions", rows, owners, entities, int(graph.relations.sum()), draw)


def _mentions(graph: EventGraph, nodes: Rows) -> tuple[Rows, Rows]:
    """Pairs of a turn row and a node that comes from it, as two arrays."""
    structure, layer = graph.structure, graph.associations
    named = np.flatnonzero(structure.rests.nodes >= 0)
    pairs = [np.stack((layer.first_turns()[structure.rests.rows[named]], structure.rests.nodes[named]), axis=1)]
    pairs += [
        np.array([(row, node) for row in graph.turns(node)], np.int64)
        for node in nodes[structure.kinds[nodes] == EVENT].tolist()
    ]
    rows, owners = np.unique(np.concatenate(pairs), axis=0).T
    return rows, owners


def _node(graph: EventGraph, node: int, shown: frozenset[int]) -> PictureNode:
    """A drawn node; an event is placed at the first of its turns that is shown."""
    if graph.structure.kinds[node] != EVENT:
        return PictureNode(f"e{node}", "entity", short(graph.text(node), NAME), None)
    turn = graph.snapshot.turns.source_turn(next(row for row in graph.turns(node) if row in shown))
    return PictureNode(f"e{node}", "event", short(graph.text(node)), turn.session, turn.id, 0, len(turn.text))


def _links(graph: EventGraph, chosen: Rows) -> list[PictureLink]:
    """The edges between the nodes that are drawn."""
    edges = graph.structure.edges
    drawn = np.flatnonzero(np.isin(edges, chosen).all(axis=1) & graph.seen_edges)
    links = []
    for edge in drawn.tolist():
        first, second = edges[edge].tolist()
        kind, label = graph.label(edge)  # the page treats a link with a label as a triplet
        links.append(PictureLink(f"e{first}", f"e{second}", kind, 1.0, label if kind == "triplet" else None))
    return links
