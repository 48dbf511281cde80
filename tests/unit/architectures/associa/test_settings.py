"""What each of Associa's settings changes, on the graph by hand of `support.associa`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace

import numpy as np
import pytest

from convograph.architectures.associa import Associa, AssociaSettings, Deliberation, association
from convograph.architectures.associa.association import Association, associated
from convograph.architectures.associa.event_graph import EventGraph
from convograph.architectures.associa.ranking import importance
from convograph.architectures.associa.steiner import Instance
from convograph.build import open_memory
from convograph.extraction.reading import Reader
from convograph.graph.arrays import Indices
from convograph.protocols import TextKind
from convograph.types import Session, Turn
from support.associa import (
    ASKED,
    DOG_NODE,
    EVENT_NODE,
    QUESTION,
    UTTERANCE_OF_DOG,
    VECTORS,
    Scripted,
    associa,
    graph_of,
    memory_by_hand,
)
from support.encoders import TableEncoder
from support.parses import ThreeWordParser

SMALL = AssociaSettings(nodes=2, edges=1)
THREE = replace(SMALL, nodes=3)

HELD_ELSEWHERE = {
    "source": "tests/papers/test_associa_sources.py",
    "time": "tests/papers/test_associa_sources.py",
    "events": "test_architecture.py",
    **dict.fromkeys(
        ("duplicates", "same_name", "same_relation", "same_event", "tell_apart"),
        "test_duplicates.py",
    ),
}


def found_with(settings: AssociaSettings) -> tuple[EventGraph, Association]:
    """The graph, and what the question calls to mind in one pass."""
    with memory_by_hand(settings) as memory:
        architecture = associa(settings)
        graph = graph_of(memory, architecture)
        return graph, associated(graph, architecture._asked(graph, QUESTION, None), settings)


def tree(settings: AssociaSettings) -> list[int]:
    """The nodes of the tree."""
    nodes: list[int] = found_with(settings)[1].tree.nodes.tolist()
    return nodes


def edge_prizes(settings: AssociaSettings) -> list[float]:
    """The prizes of edges that have any, the highest first."""
    prizes = found_with(settings)[1].edge_prizes
    return sorted(prizes[prizes > 0].tolist(), reverse=True)


def ranks(settings: AssociaSettings) -> list[float]:
    """The ranks of the nodes of the tree."""
    graph, found = found_with(settings)
    return [round(rank, 6) for rank in importance(graph, found, settings).tolist()]


def hits(settings: AssociaSettings) -> list[tuple[str, float]]:
    """Ids and scores, without deliberation."""
    with memory_by_hand(settings) as memory:
        architecture = associa(replace(settings, passes=1))
        return [(hit.id, round(hit.score, 6)) for hit in architecture.recall(memory._keeper.caught_up(), ASKED).hits]


def asked(settings: AssociaSettings) -> list[str]:
    """What is encoded, where "rain" is missing after the first pass and "Friday" after the second."""
    texts: list[str] = []

    class Recording(TableEncoder):
        def encode(self, given: Sequence[str], kind: TextKind) -> np.ndarray:
            texts.extend(given)
            return super().encode(given, kind)

    with memory_by_hand() as memory:
        deliberator = Scripted(Deliberation(("rain",)), Deliberation(("Friday",)))
        brought = replace(settings, events="brought")
        architecture = Associa(Recording(VECTORS), Reader(ThreeWordParser()), brought, deliberator=deliberator)
        architecture.recall(memory._keeper.caught_up(), ASKED)
    return [text.removeprefix(QUESTION).strip() for text in texts]


def left(settings: AssociaSettings) -> bool:
    """Whether the event is still there once it was called unrelated."""
    with memory_by_hand() as memory:
        said = Deliberation((), ("Ana got a dog.",))
        architecture = associa(settings, deliberator=Scripted(said))
        found = architecture.recall(memory._keeper.caught_up(), ASKED).tree
        assert found is not None
        return any(node.kind == "event" for node in found.nodes)


def similarity_of_fact(settings: AssociaSettings) -> float:
    """The highest cosine of an edge."""
    graph, _ = found_with(settings)
    every = np.arange(len(graph.structure.edges))
    return float(graph.edge_cosines(every, np.array([1, 0, 0], np.float32)).max())


def trees_of_two_people(settings: AssociaSettings) -> bool:
    """Whether Ben's rain is called to mind beside Ana's dog, with which nothing connects it."""
    with open_memory(":memory:", architecture=associa(settings)) as memory:
        memory.add(Session((Turn("I got a dog.", "Ana", id="dog"), Turn("It rained.", "Ben", id="rain")), id="s"))
        graph = graph_of(memory, associa(settings))
        found = associated(graph, associa(settings)._asked(graph, QUESTION, None), settings)
        return "It rained." in [graph.text(node) for node in found.tree.nodes.tolist()]


# option: base, value, what is observed, that with the base, that with the value; reasons in the comments
CASES: dict[str, tuple[AssociaSettings, object, Callable[[AssociaSettings], object], object, object]] = {
    # the third most similar node, the dog at .375, gets the prize 1, more than the .5 that its edge costs
    "nodes": (SMALL, 3, tree, [UTTERANCE_OF_DOG, EVENT_NODE], [UTTERANCE_OF_DOG, EVENT_NODE, DOG_NODE]),
    # "event fact" at .875, then "Ana got dog" at .625
    "edges": (SMALL, 2, edge_prizes, [1], [2, 1]),
    # the dog's prize is 1, and the way there costs 2; that to the utterance costs 2 - 1 and brings 2
    "edge_cost": (THREE, 2, tree, [UTTERANCE_OF_DOG, EVENT_NODE, DOG_NODE], [UTTERANCE_OF_DOG, EVENT_NODE]),
    # the second value would get 1, but no more than 2 × (1 - .9)
    "tie": (replace(SMALL, edges=2), 0.9, edge_prizes, [2, 1], [2, pytest.approx(0.2)]),
    "passes": (replace(SMALL, passes=1), 3, asked, [""], ["", "rain", "rain Friday"]),
    "accumulate": (replace(SMALL, passes=3), False, asked, ["", "rain", "rain Friday"], ["", "rain", "Friday"]),
    "drop_unrelated": (SMALL, True, left, True, False),
    "ranking": (SMALL, "similarity", hits, [("dog", 0.486486), ("rain", -0.875)], [("dog", 0.5), ("rain", 0.125)]),
    # r_u = .5 / 3 + .5 r_e and r_e = 1 / 3 + .5 r_u: r_u = 1 / 3 : .75
    "damping": (SMALL, 0.5, ranks, [0.486486, 0.513514], [0.444444, 0.555556]),
    "directed": (SMALL, True, ranks, [0.486486, 0.513514], [0.574468, 0.425532]),
    "pad": (SMALL, False, hits, [("dog", 0.486486), ("rain", -0.875)], [("dog", 0.486486)]),
    "edge_texts": (SMALL, "label", similarity_of_fact, 0.875, 0.9375),
    # .5 of the turn and so many times the .75 of its event
    "event_weight": (
        replace(SMALL, ranking="events"),
        2.0,
        hits,
        [("dog", 0.875), ("rain", 0.125)],
        [("dog", 2.0), ("rain", 0.125)],
    ),
    "trees": (replace(SMALL, nodes=4), 2, trees_of_two_people, False, True),
    # the way to the utterance costs 2 - 1, and it has no prize
    "grounds": (replace(SMALL, nodes=1, edge_cost=2.0), True, tree, [EVENT_NODE], [UTTERANCE_OF_DOG, EVENT_NODE]),
}


@pytest.mark.parametrize("option", CASES)
def test_every_setting_does_what_it_says(option: str) -> None:
    """One setting is changed, and what it is there for with it."""
    base, value, observed, before, after = CASES[option]
    assert observed(base) == before
    assert observed(replace(base, **{option: value})) == after


def test_every_setting_is_held_by_a_test() -> None:
    """A new one has to come with an example."""
    assert {one.name for one in fields(AssociaSettings)} == {"solver", *CASES, *HELD_ELSEWHERE}


@pytest.mark.parametrize("solver", ["growth", "paths", "pcst-fast"])
def test_the_solver_that_is_named_solves(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them finds the same small tree; no other is called."""
    solve, called = association._SOLVERS[solver], []

    def recording(instance: Instance, trees: int) -> tuple[Indices, Indices]:
        called.append(solver)
        return solve(instance, trees)

    monkeypatch.setitem(association._SOLVERS, solver, recording)
    assert tree(replace(SMALL, solver=solver)) == [UTTERANCE_OF_DOG, EVENT_NODE]
    assert called == [solver]
    assert solve.__name__ == {"growth": "by_growth", "paths": "by_paths", "pcst-fast": "by_library"}[solver]
