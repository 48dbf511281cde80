"""Associa's worked examples, computed by hand from the paper (ACL 2025 Findings, sections 3.3 to 3.6)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from convograph.architectures.associa import Associa, AssociaSettings, Deliberation, Retrieved
from convograph.architectures.associa.association import Association, associated
from convograph.architectures.associa.growth import by_growth
from convograph.architectures.associa.prizes import edge_prizes, node_prizes
from convograph.architectures.associa.ranking import importance, ranked
from convograph.architectures.associa.steiner import Subgraph, steiner_tree, transformed
from convograph.extraction.reading import Reader
from convograph.memory import Memory
from convograph.types import Memo
from support.associa import (
    ANA,
    ASKED,
    DOG,
    DOG_NODE,
    EVENT,
    EVENT_NODE,
    QUESTION,
    RAIN,
    UTTERANCE_OF_DOG,
    UTTERANCE_OF_RAIN,
    VECTORS,
    Scripted,
    associa,
    graph_of,
    memory_by_hand,
)
from support.encoders import TableEncoder
from support.parses import ThreeWordParser


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Two turns and an event."""
    with memory_by_hand() as opened:
        yield opened


def test_the_graph_has_the_nodes_and_edges_of_section_3_2(memory: Memory) -> None:
    """Utterances, event, entities, time; and each of the six kinds of edges, from subject to object."""
    graph = graph_of(memory)
    assert [graph.text(node) for node in range(6)] == [DOG, RAIN, EVENT, "Ana", "dog", "May 2023"]
    assert len(graph.structure.kinds) == 6
    assert sorted(graph.edge_text(edge) for edge in range(len(graph.structure.edges))) == sorted(
        [
            f"{EVENT} —event occur at→ May 2023",
            f"{EVENT} —event fact→ dog",
            f"{EVENT} —event include→ Ana",
            f"{EVENT} —event include→ dog",
            "dog —include→ Ana",
            "dog —include→ dog",
            "Ana —ask→ dog",
            "Ana —ask→ rain",
            "Ana —got→ dog",
        ]
    )


def test_prizes_of_nodes_are_k_down_to_1() -> None:
    """Equation 6 with k = 3 of four nodes; with k = 15, k is their number; ties go to the earlier one."""
    similarities = np.array([0.1, 0.9, 0.5, 0.5])
    assert node_prizes(similarities, 3).tolist() == [0, 3, 2, 1]
    assert node_prizes(similarities, 15).tolist() == [1, 4, 3, 2]


def test_edges_of_one_similarity_share_a_prize() -> None:
    """Values .9, .5 (three edges), .4, .1; k = 3 of 4 distinct values.

    .9 gets 3 / 1 = 3; .5 gets 2 / 3 each; .4 would get 1 / 1, but no more than 2 / 3 × .99 = .66; .1 gets nothing.
    """
    similarities = np.array([0.5, 0.9, 0.5, 0.4, 0.5, 0.1])
    assert edge_prizes(similarities, 3, 0.01).tolist() == pytest.approx([2 / 3, 3, 2 / 3, 0.66, 2 / 3, 0])


def test_an_edge_worth_more_than_it_costs_becomes_a_node() -> None:
    """Equations 7 to 9: of prizes 2, .3 and 0 at a cost of .5 the first becomes node 3 with prize 1.5."""
    edges = np.array([[0, 1], [1, 2], [0, 2]])
    instance, kept, replaced = transformed(np.array([1.0, 0, 4]), edges, np.array([2.0, 0.3, 0]), 0.5)
    assert instance.prizes.tolist() == [1, 0, 4, 1.5]
    assert instance.edges.tolist() == [[1, 2], [0, 2], [0, 3], [1, 3]]
    assert instance.costs.tolist() == pytest.approx([0.2, 0.5, 0, 0])
    assert (kept.tolist(), replaced.tolist()) == ([1, 2], [0])


def test_the_tree_is_mapped_back_with_both_ends_of_each_edge() -> None:
    """0 - 1 - 2 with prizes 3, 0, 3 and an edge prize of 2 on 0 - 1: worth 3 + 2 + 3 less 2 × .5; node 3 is too far.

    The way to node 3, of prize .5, costs 1.
    """
    edges = np.array([[0, 1], [1, 2], [2, 4], [4, 3]])
    tree = steiner_tree(np.array([3.0, 0, 3, 0.5, 0]), edges, np.array([2.0, 0, 0, 0]), edge_cost=0.5, solve=by_growth)
    assert (tree.nodes.tolist(), tree.edges.tolist()) == ([0, 1, 2], [0, 1])


def test_without_edges_the_nodes_are_returned_as_they_are() -> None:
    """No tree can be grown; what has a prize is what was found."""
    tree = steiner_tree(np.array([0.0, 2]), np.empty((0, 2), np.int64), np.empty(0), edge_cost=0.5, solve=by_growth)
    assert (tree.nodes.tolist(), tree.edges.tolist()) == ([1], [])


def test_a_question_calls_to_mind_what_is_similar_and_what_connects_it(memory: Memory) -> None:
    """With top_k = 2 and top_e = 1: the event has prize 2, its utterance 1, the edge between them 1.

    No other node has a prize, and every other edge costs .5: the tree is these two and the edge.
    """
    architecture = associa(AssociaSettings(nodes=2, edges=1))
    graph = graph_of(memory, architecture)
    found = associated(graph, architecture._asked(graph, QUESTION, None), architecture.settings)
    assert found.tree.nodes.tolist() == [UTTERANCE_OF_DOG, EVENT_NODE]
    assert [graph.edge_text(edge) for edge in found.tree.edges.tolist()] == [f"{EVENT} —event fact→ dog"]
    assert found.node_prizes.tolist() == [1, 0, 2, 0, 0, 0]


def test_importance_is_the_rank_of_equation_11(memory: Memory) -> None:
    """Seeds 1/3 and 2/3; one edge of weight 1 in both directions, so that with a damping of .85

    r_u = .15 / 3 + .85 r_e and r_e = .15 · 2 / 3 + .85 r_u: r_u = .135 / .2775 = .486486, r_e = .513514.
    """
    architecture = associa(AssociaSettings(nodes=2, edges=1, passes=1))
    graph = graph_of(memory, architecture)
    found = associated(graph, architecture._asked(graph, QUESTION, None), architecture.settings)
    assert importance(graph, found, architecture.settings).tolist() == pytest.approx([0.486486, 0.513514], abs=1e-6)
    recall = architecture.recall(graph.snapshot, ASKED)
    assert [hit.id for hit in recall.hits] == ["dog", "rain"]
    assert recall.hits[0].score == pytest.approx(0.486486, abs=1e-6)
    assert recall.hits[1].score == 0.125 - 1  # padded: similarity less 1
    assert [memo.text for memo in recall.memos] == [EVENT]
    assert [hit.evidence[0].reason.path for hit in recall.hits] == [(f"{EVENT} —event fact→ dog",), ()]


def test_directed_ranks_flow_from_subject_to_object_only(memory: Memory) -> None:
    """The event gives all to its utterance, which leads nowhere, so that its mass restarts at the seeds:

    r_e = .15 · 2/3 + .85 · 2/3 r_u and r_u = .15 / 3 + .85 (r_e + r_u / 3), with r_e + r_u = 1.
    r_e = .1 + .566667 (1 - r_e): r_e = .666667 / 1.566667 = .425532.
    """
    architecture = associa(AssociaSettings(nodes=2, edges=1, directed=True))
    graph = graph_of(memory, architecture)
    found = associated(graph, architecture._asked(graph, QUESTION, None), architecture.settings)
    assert importance(graph, found, architecture.settings).tolist() == pytest.approx([0.574468, 0.425532], abs=1e-6)


def test_an_ordinary_edge_weighs_less(memory: Memory) -> None:
    """Equation 12: cost .5 gives 1 / (1 + ln 1.5) = .711531, cost 0 gives 1."""
    architecture = associa(AssociaSettings(nodes=3, edges=1))
    graph = graph_of(memory, architecture)
    found = associated(graph, architecture._asked(graph, QUESTION, None), architecture.settings)
    # prizes: event 3, utterance 2, dog (.375) 1; dog joins by its first edge, to the event or the utterance, at .5
    assert found.tree.nodes.tolist() == [UTTERANCE_OF_DOG, EVENT_NODE, DOG_NODE]
    ranks = importance(graph, found, architecture.settings)
    (joining,) = [e for e in found.tree.edges.tolist() if DOG_NODE in graph.structure.edges[e]]
    (hub,) = [n for n in graph.structure.edges[joining].tolist() if n != DOG_NODE]
    weight = 1 / (1 + math.log(1.5))
    # by hand: the dog only gets from the hub, which shares between the dog and the other in proportion weight : 1
    at = dict(zip(found.tree.nodes.tolist(), ranks.tolist(), strict=True))
    assert at[DOG_NODE] == pytest.approx(0.15 / 6 + 0.85 * at[hub] * weight / (1 + weight), abs=1e-7)


def test_equal_ranks_go_to_the_more_similar(memory: Memory) -> None:
    """An event of both turns gives them the same rank; with "rain" asked for, the later one is at .75, not at 0."""
    memory.bring([Memo("event", "It snowed.", None, ("dog", "rain"))])
    architecture = associa()
    graph = graph_of(memory, architecture)
    (snow,) = [node for node in range(len(graph.structure.kinds)) if graph.text(node) == "It snowed."]
    edges = np.flatnonzero((graph.structure.edges == snow).any(axis=1))
    found = Association(
        Subgraph(np.unique(graph.structure.edges[edges]), edges),
        np.eye(len(graph.structure.kinds))[snow],
        np.zeros(len(graph.structure.edges)),
    )
    first, second = ranked(graph, found, architecture._asked(graph, f"{QUESTION} rain", None), architecture.settings, 2)
    assert first.score == second.score
    assert [first.node, second.node] == [UTTERANCE_OF_RAIN, UTTERANCE_OF_DOG]


SMALL = AssociaSettings(nodes=2, edges=1)


def nodes_of(memory: Memory, settings: AssociaSettings, deliberator: Scripted) -> list[int]:
    """The nodes that all passes called to mind."""
    architecture = associa(settings, deliberator=deliberator)
    graph = graph_of(memory, architecture)
    asked = architecture._asked(graph, QUESTION, None)
    found = architecture._called_to_mind(graph, asked, ASKED).found
    nodes: list[int] = found.tree.nodes.tolist()
    return nodes


def test_what_is_missing_is_asked_for_again(memory: Memory) -> None:
    """Algorithm 1: the deliberator sees the first tree, and the answer to its clue is joined to it."""
    scripted = Scripted(Deliberation(("rain",)))
    # for "Which pet? rain": utterance of rain .75 gets 2, utterance of the dog 1 (of nodes at 0 the first);
    # "Ana ask rain" gets 1: Ana joins, and the dog's utterance by "Ana ask dog"
    assert nodes_of(memory, SMALL, scripted) == [UTTERANCE_OF_DOG, UTTERANCE_OF_RAIN, EVENT_NODE, ANA]
    assert scripted.shown == [Retrieved((EVENT,), (), (f"Ana: {DOG}",))]


def test_one_pass_never_deliberates(memory: Memory) -> None:
    """max_iter = 1 is plain association ("w/o DM")."""
    scripted = Scripted(Deliberation(("rain",)))
    assert nodes_of(memory, replace(SMALL, passes=1), scripted) == [UTTERANCE_OF_DOG, EVENT_NODE]
    assert scripted.shown == []


def test_nothing_missing_ends_the_loop(memory: Memory) -> None:
    """With max_iter = 5, a deliberator that misses nothing is asked once."""
    scripted = Scripted(Deliberation())
    assert nodes_of(memory, replace(SMALL, passes=5), scripted) == [UTTERANCE_OF_DOG, EVENT_NODE]
    assert len(scripted.shown) == 1


@pytest.mark.parametrize(("accumulate", "queries"), [(True, ["rain", "rain Friday"]), (False, ["rain", "Friday"])])
def test_clues_accumulate_unless_told_otherwise(memory: Memory, accumulate: bool, queries: list[str]) -> None:
    """The query grows with each clue as printed, or each clue is asked for by itself [R]."""
    asked: list[str] = []

    class Recording(TableEncoder):
        def encode(self, texts, kind):
            asked.extend(texts)
            return super().encode(texts, kind)

    architecture = Associa(
        Recording(VECTORS),
        Reader(ThreeWordParser()),
        replace(SMALL, events="brought", accumulate=accumulate),
        deliberator=Scripted(Deliberation(("rain", "Friday"))),
    )
    architecture.recall(memory._keeper.caught_up(), ASKED)
    assert asked == [QUESTION, *(f"{QUESTION} {query}" for query in queries)]


def test_a_node_keeps_its_highest_prize(memory: Memory) -> None:
    """The utterance of rain gets 2 in the second pass, 0 in the first; that of the dog 1 in both."""
    architecture = associa(SMALL, deliberator=Scripted(Deliberation(("rain",))))
    graph = graph_of(memory, architecture)
    asked = architecture._asked(graph, QUESTION, None)
    found = architecture._called_to_mind(graph, asked, ASKED).found
    assert found.node_prizes.tolist() == [1, 2, 2, 0, 0, 0]


def test_an_edge_keeps_its_highest_prize(memory: Memory) -> None:
    """Each of three passes gives 1 to another edge: that to the dog's turn, to the rain's, and to May."""
    scripted = Scripted(Deliberation(("rain",)), Deliberation(("Friday",)))
    architecture = associa(replace(SMALL, passes=3), deliberator=scripted)
    graph = graph_of(memory, architecture)
    found = architecture._called_to_mind(graph, architecture._asked(graph, QUESTION, None), ASKED).found
    prized = np.flatnonzero(found.edge_prizes)
    assert found.edge_prizes[prized].tolist() == [1, 1, 1]
    assert sorted(graph.edge_text(edge) for edge in prized.tolist()) == sorted(
        ["Ana —ask→ rain", f"{EVENT} —event fact→ dog", f"{EVENT} —event occur at→ May 2023"]
    )


def test_events_come_as_memos_by_their_prizes(memory: Memory) -> None:
    """At most k, the highest prize first; none without one: the prize of an edge brings "It hailed." into the tree."""
    memory.bring(
        [Memo("event", text, None, ("rain",)) for text in ("It poured.", "It snowed.", "It hailed.", "It froze.")]
    )
    for k, texts in ((5, [EVENT, "It snowed.", "It poured."]), (2, [EVENT, "It snowed."])):
        architecture = associa(AssociaSettings(nodes=4, edges=2, passes=1))
        recall = architecture.recall(memory._keeper.caught_up(), replace(ASKED, k=k))
        assert recall.tree is not None
        assert "It hailed." in [node.text for node in recall.tree.nodes]
        assert [memo.text for memo in recall.memos] == texts
        assert [memo.score for memo in recall.memos] == [4, 3, 2][:k]


def test_what_is_unrelated_is_dropped_when_asked_for(memory: Memory) -> None:
    """By default it is ignored [R]; with `drop_unrelated`, the nodes and their edges go."""
    said = Deliberation(("rain",), (EVENT, f"Ana: {DOG}"))
    assert {EVENT_NODE, UTTERANCE_OF_DOG} <= set(nodes_of(memory, SMALL, Scripted(said)))
    left = nodes_of(memory, replace(SMALL, drop_unrelated=True), Scripted(said))
    assert left == [UTTERANCE_OF_RAIN, ANA]


def test_relations_that_are_unrelated_are_dropped(memory: Memory) -> None:
    """By their line, and with it nothing else; of a node that is dropped, all edges go."""
    settings = AssociaSettings(nodes=4, edges=2, drop_unrelated=True)  # "event fact" and "Ana got dog" have prizes

    def edges_without(*unrelated: str) -> tuple[list[int], list[str]]:
        architecture = associa(settings, deliberator=Scripted(Deliberation((), unrelated)))
        graph = graph_of(memory, architecture)
        tree = architecture._called_to_mind(graph, architecture._asked(graph, QUESTION, None), ASKED).found.tree
        return tree.nodes.tolist(), sorted(graph.edge_text(edge) for edge in tree.edges.tolist())

    nodes, edges = edges_without()
    assert {"Ana —got→ dog", f"{EVENT} —event fact→ dog"} <= set(edges)
    assert edges_without("Ana —got→ dog") == (nodes, [edge for edge in edges if edge != "Ana —got→ dog"])
    assert edges_without(EVENT) == (
        [node for node in nodes if node != EVENT_NODE],
        [edge for edge in edges if not edge.startswith(EVENT)],
    )


def test_rankings_of_the_ablation(memory: Memory) -> None:
    """Similarity alone ("w/o AM"): the dog at .5, the rain at .125; the tree's order ("w/o EIR"): as they were said."""
    snapshot = memory._keeper.caught_up()
    found = associa(replace(SMALL, ranking="similarity")).recall(snapshot, ASKED)
    assert [(hit.id, hit.score) for hit in found.hits] == [("dog", 0.5), ("rain", 0.125)]
    found = associa(replace(SMALL, ranking="none", pad=False)).recall(snapshot, ASKED)
    assert [hit.id for hit in found.hits] == ["dog"]
