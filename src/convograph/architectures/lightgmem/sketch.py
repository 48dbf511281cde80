"""Entities as `show` draws and counts them: the turns that mention them, relations, weak association, communities."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.weak_edges import weak_edges
from convograph.communities.description import Description
from convograph.graph.arrays import Rows
from convograph.graph.snapshot import LayerTable
from convograph.layers.sketches import NAME, short
from convograph.protocols import Drawing, Sketch
from convograph.quotation import relation_in_words
from convograph.types import PictureGroup, PictureLink, PictureNode

LEAST_DRAWN = 2  # members of a community in a picture: a single one has nobody to be grouped with


def entity_sketch(
    graph: EntityGraph, episodes: LayerTable, communities: Callable[[], Sequence[tuple[Description, Rows]]]
) -> Sketch:
    """The entities, numbered in the order in which they were first mentioned, in their `communities`."""
    pairs = np.unique(np.stack((graph.mentions.turns, graph.mentions.entities), axis=1), axis=0)

    def draw(turns: Rows, chosen: Rows) -> Drawing:
        nodes = [PictureNode(f"e{one}", "entity", short(graph.name(one), NAME), None) for one in chosen.tolist()]
        return nodes, [*_relations(graph, chosen, turns), *_associations(graph, episodes, chosen)]

    def group(chosen: Rows) -> list[PictureGroup]:
        there = [(one.name, entities[np.isin(entities, chosen)]) for one, entities in communities()]
        return [
            PictureGroup(short(name, NAME), tuple(f"e{one}" for one in members.tolist()))
            for name, members in there
            if len(members) >= LEAST_DRAWN
        ]

    return Sketch("mentions", pairs[:, 0], pairs[:, 1], graph.structure.entities, len(graph.relations), draw, group)


def _relations(graph: EntityGraph, chosen: Rows, turns: Rows) -> Iterator[PictureLink]:
    """A link for each distinct statement between two of the `chosen` entities that rests on one of `turns`."""
    rows, turns_of = graph.stating().T
    ends = graph.relations.pairs
    between = np.isin(ends[rows], chosen).all(axis=1) & np.isin(turns_of, turns)
    stated: dict[tuple[int, int, str], list[tuple[int, int]]] = {}
    for row, turn in zip(rows[between].tolist(), turns_of[between].tolist(), strict=True):
        label = relation_in_words(graph.triplet(row).relation)
        subject, object_ = ends[row].tolist()
        stated.setdefault((subject, object_, label), []).append((turn, row))
    for (subject, object_, label), pairs in sorted(stated.items()):
        ids = tuple(dict.fromkeys(graph.snapshot.turns.rows[turn].id for turn, _ in sorted(pairs)))
        often = len({row for _, row in pairs})
        yield PictureLink(f"e{subject}", f"e{object_}", "triplet", float(often), short(label, NAME), ids)


def _associations(graph: EntityGraph, episodes: LayerTable, chosen: Rows) -> Iterator[PictureLink]:
    edges = weak_edges(graph, episodes)
    drawn = np.isin(edges.pairs, chosen).all(axis=1)
    for (one, other), count in zip(edges.pairs[drawn].tolist(), edges.counts[drawn].tolist(), strict=True):
        yield PictureLink(f"e{one}", f"e{other}", "beside", float(count))
