"""Intuitive association: the tree of the event graph that a question retrieves (Associa, section 3.4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.architectures.associa.event_graph import EventGraph
from convograph.architectures.associa.growth import by_growth
from convograph.architectures.associa.paths import by_paths
from convograph.architectures.associa.pcst_library import by_library
from convograph.architectures.associa.prizes import edge_prizes, node_prizes
from convograph.architectures.associa.settings import AssociaSettings, Solver
from convograph.architectures.associa.steiner import Solve, Subgraph, steiner_tree
from convograph.architectures.associa.structure import EVENT, UTTERANCE
from convograph.graph.arrays import Rows, Scores, Vector
from convograph.graph.vectors import finalists
from convograph.layers.associations import FACT

_SOLVERS: dict[Solver, Solve] = {"growth": by_growth, "paths": by_paths, "pcst-fast": by_library}


@dataclass(frozen=True, slots=True)
class AssociatedQuestion:
    """A question prepared for comparison: its text and vector, with word matches and time bonuses of nodes.

    `words` (nodes,) is the match of utterances and events from 0 to 1, `None` if words do not count. `times` (nodes,)
    is added to the similarity of nodes of a time that the question names, `None` if it names none.
    """

    text: str
    vector: Vector
    words: Scores | None = None
    times: Scores | None = None


@dataclass(frozen=True, slots=True)
class Association:
    """A retrieved tree, nodes and edges by number, with the prizes of all nodes and edges of the graph."""

    tree: Subgraph
    node_prizes: Scores
    edge_prizes: Scores

    def joined(self, other: Association) -> Association:
        """The union of both trees, each node and edge with its higher prize [R]."""
        tree = Subgraph(np.union1d(self.tree.nodes, other.tree.nodes), np.union1d(self.tree.edges, other.tree.edges))
        return Association(
            tree,
            np.maximum(self.node_prizes, other.node_prizes),
            np.maximum(self.edge_prizes, other.edge_prizes),
        )


def associated(graph: EventGraph, asked: AssociatedQuestion, settings: AssociaSettings) -> Association:
    """The tree of a question."""
    nodes, edges = _node_prizes(graph, asked, settings), _edge_prizes(graph, asked, settings)
    seen = np.flatnonzero(graph.seen_edges)
    tree = steiner_tree(
        nodes,
        graph.structure.edges[seen],
        edges[seen],
        edge_cost=settings.edge_cost,
        solve=_SOLVERS[settings.solver],
        trees=settings.trees,
    )
    found = Subgraph(tree.nodes, seen[tree.edges])
    return Association(_with_grounds(graph, found) if settings.grounds else found, nodes, edges)


def _with_grounds(graph: EventGraph, tree: Subgraph) -> Subgraph:
    """The tree with the utterances that ground its events and the edges between them (ours)."""
    facts = np.flatnonzero(graph.seen_edges & (graph.structure.edge_kinds == FACT))
    facts = facts[np.isin(graph.structure.edges[facts, 0], tree.nodes)]
    return Subgraph(np.union1d(tree.nodes, graph.structure.edges[facts, 1]), np.union1d(tree.edges, facts))


def node_scores(graph: EventGraph, nodes: Rows, asked: AssociatedQuestion, share: float) -> Scores:
    """The similarities of `nodes` to a question: cosines, mixed with word matches by `share`, plus time bonuses."""
    return _with_words_and_times(graph.cosines(nodes, asked.vector), nodes, asked, share)


def nearest_nodes(
    graph: EventGraph, nodes: Rows, asked: AssociatedQuestion, share: float, count: int
) -> npt.NDArray[np.bool_]:
    """A mask of `nodes` that includes the `count` with the best `node_scores`; much faster than scoring all exactly."""
    rough = graph.roughly(nodes, asked.vector)
    return finalists(_with_words_and_times(rough, nodes, asked, share), count)


def _with_words_and_times(scores: Scores, nodes: Rows, asked: AssociatedQuestion, share: float) -> Scores:
    if asked.words is not None:
        scores = (1 - share) * scores + share * asked.words[nodes]
    return scores if asked.times is None else scores + asked.times[nodes]


def _node_prizes(graph: EventGraph, asked: AssociatedQuestion, settings: AssociaSettings) -> Scores:
    allowed = np.flatnonzero(graph.allowed)
    near = allowed[nearest_nodes(graph, allowed, asked, settings.source, settings.nodes)]
    prizes = np.zeros(len(graph.allowed))
    prizes[near] = node_prizes(node_scores(graph, near, asked, settings.source), settings.nodes)
    return prizes


def _edge_prizes(graph: EventGraph, asked: AssociatedQuestion, settings: AssociaSettings) -> Scores:
    """Edge prizes: enough edges are compared exactly to find the `settings.edges` best distinct similarities."""
    allowed = np.flatnonzero(graph.allowed_edges)
    prizes = np.zeros(len(graph.structure.edges))
    rough = graph.edges_roughly(asked.vector)[allowed]
    count = settings.edges
    while True:
        near = allowed[finalists(rough, count)]
        exact = graph.edge_cosines(near, asked.vector)
        leading = np.sort(exact)[::-1][:count]
        if len(near) == len(allowed) or len(np.unique(leading)) >= settings.edges:
            break
        count *= 4
    if len(near):
        prizes[near] = edge_prizes(exact, settings.edges, settings.tie)
    return prizes


def matched_words(graph: EventGraph, terms: npt.NDArray[np.uint64]) -> Scores:
    """The word matches of utterances and events with a question: BM25, divided by the highest score of each kind."""
    structure = graph.structure
    scores = np.zeros(len(structure.kinds))
    for number, table in enumerate(graph.layers[:-1]):
        nodes = np.flatnonzero((graph.stand_ins.tables == number) & graph.allowed)
        scores[nodes] = table.postings.scores(terms, table.alive)[graph.stand_ins.items[nodes]]
    for kind in (UTTERANCE, EVENT):
        nodes = np.flatnonzero(structure.kinds == kind)
        highest = scores[nodes].max(initial=0.0)
        scores[nodes] /= highest if highest > 0 else 1.0
    return scores
