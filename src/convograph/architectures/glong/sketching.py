"""The graph of triplets as `show` draws and counts it: names, the turns that mention them, weighted statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from convograph.architectures.glong.edges import Items, node_of, tuple_of
from convograph.architectures.glong.importance import Weighing
from convograph.architectures.glong.triplet_graph import TripletGraph
from convograph.layers.drawing import short
from convograph.protocols import Drawing, Sketch
from convograph.types import PictureLink, PictureNode, Triplet

NAME = 240  # characters of a name or a relation: whole, unless somebody brought a text for one


@dataclass(frozen=True, slots=True)
class _Statement:
    """Edges that count as one: the first wording, the nodes of its ends, the rows of all turns that state it."""

    triplet: Triplet
    ends: tuple[str, str]
    rows: tuple[int, ...]
    items: tuple[int, ...]
    weighing: Weighing

    @property
    def weight(self) -> float:
        """W of equation 3; of edges that say the same, the highest."""
        return max(self.weighing.weight(item) for item in self.items)


def triplet_sketch(graph: TripletGraph) -> Sketch:
    """The names of a graph's edges, and these edges as recall has them: what says the same is one, or each is."""
    statements = list(_statements(graph))
    spellings = _spellings(graph)
    known = sorted(spellings)
    numbers = {name: number for number, name in enumerate(known)}
    pairs = sorted({(row, numbers[end]) for one in statements for row in one.rows for end in one.ends})
    turns, nodes = np.array(pairs, np.int64).reshape(len(pairs), 2).T

    turn_rows = graph.graph.turns.rows

    def draw(rows: Items, chosen: Items) -> Drawing:
        names = {number: spellings[known[number]] for number in chosen.tolist()}
        drawn = [PictureNode(f"e{number}", "entity", short(name, NAME), None) for number, name in names.items()]
        ids = {known[number]: node.id for number, node in zip(names, drawn, strict=True)}
        return drawn, list(_links(statements, ids, {row: turn_rows[row].id for row in rows.tolist()}))

    return Sketch("mentions", turns, nodes, len(numbers), len(statements), draw)


def _links(statements: Sequence[_Statement], ids: Mapping[str, str], turns: Mapping[int, str]) -> Iterator[PictureLink]:
    """The statements with both ends among the nodes and a source among the turns."""
    for one in statements:
        stated = tuple(turns[row] for row in one.rows if row in turns)
        subject, object_ = (ids.get(end) for end in one.ends)
        if stated and subject and object_:
            label = short(one.triplet.relation.replace("_", " "), NAME)
            yield PictureLink(subject, object_, "triplet", one.weight, label, stated)


def _statements(graph: TripletGraph) -> Iterator[_Statement]:
    """In the order in which they were first stated."""
    items = np.flatnonzero(graph.alive)
    items = items[np.lexsort((graph.alphabetic(items), *reversed(graph.place(items))))]
    same: dict[int, list[int]] = {}
    for item, statement in zip(items.tolist(), graph.statements[items].tolist(), strict=True):
        same.setdefault(statement, []).append(item)
    weighing = Weighing(graph)
    for group in same.values():
        triplet = graph.triplet(group[0])
        ends = (node_of(triplet.subject, graph.settings.same_name), node_of(triplet.object, graph.settings.same_name))
        yield _Statement(triplet, ends, tuple(graph.rows(group)), tuple(group), weighing)


def _spellings(graph: TripletGraph) -> dict[str, str]:
    """Each node in the spelling that its triplets have most often."""
    counts: dict[str, Counter[str]] = {}
    for item in np.flatnonzero(graph.alive).tolist():
        subject, _, object_ = tuple_of(graph.triplet(item))
        for name in (subject, object_):
            counts.setdefault(node_of(name, graph.settings.same_name), Counter())[name] += 1
    return {node: min(names, key=lambda name: (-names[name], name)) for node, names in counts.items()}
