"""Ego-splitting against a plain reading of its definition, node by node; and what a change makes it compute again."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.communities.ego_splitting import LIGHTGMEM, SPLITTING, EgoSplitting, SplittingSettings, ego_splitting
from convograph.communities.partitions import LEIDEN, NOTHING, PARTITIONS, MethodName, PartitionMethod
from convograph.communities.weighted_graph import graph_of
from support.graphs import Edges, clique, edges, graph, weighted

NODES = 9
names = st.sampled_from(sorted(PARTITIONS))
PROPAGATION = PartitionMethod("label_propagation")


def settings_of(local: MethodName, overall: MethodName) -> SplittingSettings:
    return SplittingSettings(PartitionMethod(local), PartitionMethod(overall))


@given(of=edges(NODES), local=names, overall=names, hubs=st.sets(st.integers(0, NODES - 1), max_size=2))
def test_invariants(of: Edges, local: MethodName, overall: MethodName, hubs: set[int]) -> None:
    """The persona graph has the edges of the graph, each with its weight; each node with edges is in a community.

    Members are nodes, no community has one twice, and each is in as many as its personas are in clusters.
    """
    made = weighted(NODES, of)
    found = ego_splitting(made, settings_of(local, overall), hubs=hubs)
    owners, personas = found.personas.owners, found.personas.graph
    originals = [tuple(sorted(pair)) for pair in owners[personas.ends].tolist()]
    assert dict(zip(originals, personas.weights.tolist(), strict=True)) == of
    assert set(owners.tolist()) == {end for pair in of for end in pair}
    assert sorted(owners.tolist()) == owners.tolist()
    assert set(personas.ends.ravel().tolist()) == set(range(len(owners)))
    expected = sorted(set(zip(found.clusters.tolist(), owners.tolist(), strict=True)))
    assert list(map(tuple, found.memberships.tolist())) == expected
    assert [members.tolist() for members in found.communities] == _grouped(expected)


def _grouped(memberships: list[tuple[int, int]]) -> list[list[int]]:
    groups = defaultdict(list)
    for community, member in memberships:
        groups[community].append(member)
    return [groups[community] for community in range(len(groups))]


@given(of=edges(NODES))
def test_it_is_what_the_definition_says(of: Edges) -> None:
    """With connected components of each ego net and of the persona graph, node by node."""
    found = ego_splitting(weighted(NODES, of), settings_of("components", "components"))
    assert {frozenset(members.tolist()) for members in found.communities} == _serial(of)


def _serial(of: Edges) -> set[frozenset[int]]:
    """The communities, from dictionaries and sets."""
    around = {node: {end for pair in of if node in pair for end in pair} - {node} for node in range(NODES)}
    personas: dict[tuple[int, int], tuple[int, int]] = {}  # of a node, for a neighbour: the lowest in its part
    for node, neighbours in around.items():
        for neighbour in neighbours:
            part = _reached(neighbour, {end: around[end] & neighbours for end in neighbours})
            personas[node, neighbour] = (node, min(part))
    beside = defaultdict(set)
    for low, high in of:
        beside[personas[low, high]].add(personas[high, low])
        beside[personas[high, low]].add(personas[low, high])
    return {frozenset(node for node, _ in _reached(persona, beside)) for persona in beside}


def _reached(start: object, around: dict) -> set:
    reached, queue = {start}, [start]
    while queue:
        queue += (new := around[queue.pop()] - reached)
        reached |= new
    return reached


@given(of=edges(NODES).filter(bool), local=names, data=st.data())
def test_the_order_of_edges_does_not_matter(of: Edges, local: MethodName, data: st.DataObject) -> None:
    """Nor which end comes first."""
    pairs = data.draw(st.permutations(list(of.items())))
    turned = np.array([pair[::-1] for pair, _ in pairs])
    other = graph_of(NODES, turned, np.array([weight for _, weight in pairs]))
    assert _same(
        ego_splitting(weighted(NODES, of), settings_of(local, "leiden")),
        ego_splitting(other, settings_of(local, "leiden")),
    )


def _same(one: EgoSplitting, other: EgoSplitting) -> bool:
    return (
        one.memberships.tolist() == other.memberships.tolist()
        and one.clusters.tolist() == other.clusters.tolist()
        and one.personas.owners.tolist() == other.personas.owners.tolist()
        and one.personas.graph.ends.tolist() == other.personas.graph.ends.tolist()
    )


changes = st.lists(
    st.tuples(st.sampled_from(clique(range(NODES))), st.sampled_from([0.0, 1.0, 2.0])), min_size=1, max_size=12
)


@given(start=edges(NODES), steps=changes, local=names, overall=names, hubs=st.sets(st.integers(0, NODES - 1)))
def test_what_was_known_before_never_shows(
    start: Edges, steps: list[tuple[tuple[int, int], float]], local: MethodName, overall: MethodName, hubs: set[int]
) -> None:
    """After any sequence of edges that come (weight 1 or 2) and go (0), the result is that of a fresh start."""
    settings, known, current = settings_of(local, overall), NOTHING, dict(start)
    for pair, weight in steps:
        current.pop(pair, None)
        if weight:
            current[pair] = weight
        made = weighted(NODES, current)
        refreshed = ego_splitting(made, settings, hubs=hubs, known=known)
        assert _same(refreshed, ego_splitting(made, settings, hubs=hubs))
        known = refreshed.known


def test_only_what_changed_is_computed_again() -> None:
    """A chain of a hundred wheels, each with a different weight: an edge within one changes its ego nets alone."""
    settings = SplittingSettings(PROPAGATION, LEIDEN)
    of = {pair: weight for wheel in range(100) for pair, weight in _wheel(wheel).items()}
    first = ego_splitting(weighted(600, of), settings)
    assert first.ego_nets >= 100
    assert first.clusterings >= 100
    again = ego_splitting(weighted(600, of), settings, known=first.known)
    assert (again.ego_nets, again.clusterings) == (0, 0)
    changed = {**of, (42 * 6 + 1, 42 * 6 + 2): 0.5}
    found = ego_splitting(weighted(600, changed), settings, known=again.known)
    assert 0 < found.ego_nets <= 4  # those of the hub, of the edge's ends and of nobody outside of the wheel
    assert found.clusterings == 1
    assert _same(found, ego_splitting(weighted(600, changed), settings))
    back = ego_splitting(weighted(600, of), settings, known={**again.known, **found.known})
    assert (back.ego_nets, back.clusterings) == (0, 0)


def _wheel(number: int) -> Edges:
    """A hub and a rim of five."""
    hub, weight = 6 * number, 1.0 + number
    rim = [(hub + 1 + place, hub + 1 + (place + 1) % 5) for place in range(5)]
    return {**{(hub, hub + place): weight for place in range(1, 6)}, **{_ordered(pair): weight for pair in rim}}


def _ordered(pair: tuple[int, int]) -> tuple[int, int]:
    return min(pair), max(pair)


def test_what_is_known_does_not_grow() -> None:
    """A splitting keeps what it was put together from, and nothing of graphs before."""
    known = NOTHING
    for weight in (1.0, 2.0, 3.0):
        found = ego_splitting(weighted(3, dict.fromkeys(clique(range(3)), weight)), known=known)
        known = found.known
        assert len(known) == 1


def test_a_speaker_who_knows_everybody_makes_one_circle_of_two() -> None:
    """Unless left out of their ego nets: 1 is in two triangles, and 0 is connected with all five.

    Without the option, 0 ties together what surrounds 1, so 1 has one persona. With it, 1 has two; the edge to 0
    belongs to that whose part 0 is tied to the most: by weight, to 4 and 5.
    """
    of = dict.fromkeys([*clique((1, 2, 3)), *clique((1, 4, 5)), *((0, node) for node in range(1, 6))], 1.0)
    of[0, 4] = 2.0
    assert np.bincount(ego_splitting(weighted(6, of)).personas.owners).tolist() == [1, 1, 1, 1, 1, 1]
    personas = ego_splitting(weighted(6, of), hubs=[0]).personas
    assert np.bincount(personas.owners).tolist() == [1, 2, 1, 1, 1, 1]
    (edge,) = np.flatnonzero((personas.owners[personas.graph.ends] == (0, 1)).all(axis=1))
    persona = personas.graph.ends[edge, 1]
    edges_there = personas.graph.ends[(personas.graph.ends == persona).any(axis=1)]
    assert set(personas.owners[edges_there].ravel().tolist()) == {0, 1, 4, 5}


def test_a_hub_without_ties_has_a_persona_of_its_own_at_the_other_end() -> None:
    """A star around a hub: each leaf has one persona, with the hub as its part."""
    found = ego_splitting(graph(4, (0, 1), (0, 2), (0, 3)), hubs=[0])
    assert found.personas.owners.tolist() == [0, 0, 0, 1, 2, 3]


def test_a_hub_is_a_node() -> None:
    """The message names the one that is not."""
    with pytest.raises(ValueError, match="hub 4 is not among 4 nodes"):
        ego_splitting(graph(4, (0, 1)), hubs=[0, 4])


def test_a_graph_without_edges_has_no_communities() -> None:
    """Nor has one without nodes."""
    for nodes in (0, 3):
        found = ego_splitting(graph(nodes))
        assert (len(found.personas.owners), len(found.clusters), len(found.memberships)) == (0, 0, 0)
        assert found.communities == []


@pytest.mark.parametrize("settings", [SPLITTING, LIGHTGMEM])
def test_a_large_graph_with_hubs_keeps_its_edges(settings: SplittingSettings) -> None:
    """5,000 nodes, among them three with a thousand neighbours, and 20,000 edges."""
    chance = np.random.default_rng(0)
    pairs = {(hub, int(node)) for hub in range(3) for node in chance.choice(np.arange(3, 5_000), 1_000, replace=False)}
    while len(pairs) < 20_000:
        start = int(chance.integers(3, 4_980))
        pairs |= {(start + low, start + high) for low, high in clique(sorted(chance.choice(20, 6, replace=False)))}
    made = graph_of(5_000, np.array(sorted(pairs)), np.ones(len(pairs)))
    found = ego_splitting(made, settings)
    assert len(found.personas.graph.weights) == len(pairs)
    assert found.personas.owners[found.personas.graph.ends].shape == (len(pairs), 2)
    assert (np.bincount(found.personas.owners) > 1).any()
