"""The results of recall: utterances as hits with the tree edges that end there, brought events as memos, the tree."""

from __future__ import annotations

from collections.abc import Sequence

from convograph.architectures.associa.association import Association
from convograph.architectures.associa.event_graph import EventGraph
from convograph.architectures.associa.ranking import RankedUtterance
from convograph.architectures.associa.structure import KINDS, UTTERANCE
from convograph.protocols import Query
from convograph.retrieval import FoundUnit, unit_hits
from convograph.terms import Analyzer
from convograph.types import Hit, MemoHit, Reason, Tree, TreeEdge, TreeNode


def utterance_hits(
    graph: EventGraph, found: Sequence[RankedUtterance], association: Association, query: Query, analyzer: Analyzer
) -> list[Hit]:
    """A hit for each utterance: its evidence is the turns that pass the filters, its path the tree edges to it."""
    paths = _paths(graph, association)
    units = []
    for rank, utterance in enumerate(found, start=1):
        reason = Reason(
            "tree" if utterance.in_tree else "unit",
            utterance.similarity,
            rank=rank,
            path=paths.get(utterance.node, ()),
            parts=(("prize", float(association.node_prizes[utterance.node])),) if utterance.in_tree else (),
        )
        units.append(FoundUnit(graph.turns(utterance.node), utterance.score, reason))
    return unit_hits(graph.snapshot, units, query, analyzer)


def event_memos(graph: EventGraph, association: Association, k: int) -> list[MemoHit]:
    """The k brought events of the tree with the highest prizes; read events say nothing that their turns do not."""
    prizes = association.node_prizes
    events = [node for node in association.tree.nodes.tolist() if graph.is_brought(node) and graph.allowed[node]]
    best = sorted((node for node in events if prizes[node] > 0), key=lambda node: (-prizes[node], node))[:k]
    memos = []
    for rank, node in enumerate(best, start=1):
        turns = tuple(graph.snapshot.turns.source_turn(row) for row in graph.turns(node))
        memos.append(MemoHit(rank, "event", graph.text(node), float(prizes[node]), turns[-1].said, turns))
    return memos


def tree_of(graph: EventGraph, association: Association, clues: Sequence[str]) -> Tree:
    """The tree of an association as a value for callers, its nodes numbered from 0."""
    nodes = association.tree.nodes.tolist()
    numbers = {node: number for number, node in enumerate(nodes)}
    return Tree(
        tuple(
            _tree_node(graph, number, node, float(association.node_prizes[node])) for node, number in numbers.items()
        ),
        tuple(
            TreeEdge(numbers[one], numbers[other], graph.label(edge)[1], float(association.edge_prizes[edge]))
            for edge, (one, other) in zip(
                association.tree.edges.tolist(), graph.structure.edges[association.tree.edges].tolist(), strict=True
            )
        ),
        tuple(clues),
    )


def _tree_node(graph: EventGraph, number: int, node: int, prize: float) -> TreeNode:
    kind = KINDS[graph.structure.kinds[node]]
    rows = graph.turns(node) if kind in ("utterance", "event") else []
    return TreeNode(
        number, kind, graph.text(node), prize, tuple(graph.snapshot.turns.source_turn(row).id for row in rows)
    )


def _paths(graph: EventGraph, association: Association) -> dict[int, tuple[str, ...]]:
    """For each utterance of the tree, the texts of the tree edges that end there."""
    kinds = graph.structure.kinds
    paths: dict[int, tuple[str, ...]] = {}
    for edge in association.tree.edges.tolist():
        for node in graph.structure.edges[edge].tolist():
            if kinds[node] == UTTERANCE:
                paths[node] = (*paths.get(node, ()), graph.edge_text(edge))
    return paths
