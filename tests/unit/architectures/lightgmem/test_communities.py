"""Communities of entities in a recall: which there are, what they are called, which a question is about."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import numpy as np
import pytest

from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.architectures.lightgmem.communities import asked_about, entity_communities, weighted_edges
from convograph.build import make_reader, open_memory
from convograph.communities.ego_splitting import SplittingSettings
from convograph.communities.partitions import PartitionMethod
from convograph.memory import Memory
from convograph.types import Session, Turn
from support.conversations import said_at
from support.encoders import HashingEncoder
from support.entities import graph_of

READER = make_reader()


def meeting(number: int, *lines: str) -> Session:
    """A session of Ana's in January."""
    turns = tuple(Turn(line, "Ana", id=f"s{number}.t{place}") for place, line in enumerate(lines))
    return Session(turns, f"s{number}", said_at(datetime(2024, 1, number + 1)))


SESSIONS = (
    meeting(0, "Tom and Maria sailed to Lisbon.", "The boat was old."),
    meeting(1, "Tom met Maria in Lisbon, on the boat."),
    meeting(2, "Oscar and Bella played the violin."),
    meeting(3, "Bella met Oscar at the concert, with her violin."),
    meeting(4, "Kim called."),
)


@pytest.fixture
def memory() -> Iterator[Memory]:
    architecture = LightGMEM(HashingEncoder(64), READER, LightGMEMSettings(profiles=0))
    with open_memory(":memory:", architecture=architecture) as opened:
        opened.add(SESSIONS)
        yield opened


def communities(memory: Memory, **filters: object) -> list[tuple[set[str], list[str]]]:
    """The names of the members of each community, and the ids of the first turns of its episodes."""
    graph = graph_of(memory, **filters)
    episodes = graph.snapshot.layers[graph.keys.episodes]
    turns = graph.snapshot.turns
    return [
        (
            {graph.name(entity) for entity in one.entities.tolist()},
            [turns.rows[row].id for row in episodes.first_turns()[one.episodes].tolist()],
        )
        for one in entity_communities(graph, episodes)
    ]


def test_entities_that_two_episodes_have_in_common_are_a_community(memory: Memory) -> None:
    """The speaker is in both, since she is beside everybody; Kim, whom one episode mentions, is in none."""
    found = communities(memory)
    assert [members - {"Ana"} for members, _ in found] == [{"Tom", "Maria", "Lisbon"}, {"Oscar", "Bella"}]
    assert [episodes for _, episodes in found] == [["s1.t0", "s0.t0"], ["s3.t0", "s2.t0"]]


def test_how_communities_are_found_is_a_setting(memory: Memory) -> None:
    """Where the persona graph falls into single nodes, there is none."""
    apart = SplittingSettings(overall=PartitionMethod("leiden", resolution=1e6))
    architecture = LightGMEM(HashingEncoder(64), READER, LightGMEMSettings(profiles=0, splitting=apart))
    with open_memory(":memory:", architecture=architecture) as other:
        other.add(SESSIONS)
        assert len(memory.communities()) == 2
        assert other.communities() == []


def test_a_question_is_told_of_the_communities_near_to_it(memory: Memory) -> None:
    """The best first, with the hits that lie in their episodes; no score changes for it."""
    with open_memory(
        ":memory:", architecture=LightGMEM(HashingEncoder(64), READER, LightGMEMSettings(communities=1, profiles=0))
    ) as one:
        one.add(SESSIONS)
        found = {hit.id: hit.evidence[0].reason.path for hit in one.recall("who has a violin at a concert", k=9).hits}
        told = [path for path in found.values() if path]
        assert len(told) == 2
        assert all("Oscar" in path[0] and "Bella" in path[0] for path in told)
        assert all(path[0].startswith("community “") for path in told)
    with open_memory(
        ":memory:", architecture=LightGMEM(HashingEncoder(64), READER, LightGMEMSettings(communities=0, profiles=0))
    ) as none:
        none.add(SESSIONS)
        question = "where is the boat"
        assert [hit.score for hit in none.recall(question).hits] == [hit.score for hit in memory.recall(question).hits]
        assert not any(hit.evidence[0].reason.path for hit in none.recall(question).hits)


def test_a_community_has_a_name_and_a_description(memory: Memory) -> None:
    """By rules: its members, what relates them, the words of its episodes."""
    sea, music = memory.communities()
    assert sea.name.startswith("Ana, Lisbon, Maria: ")
    assert "Tom meet Maria" in sea.description
    assert "violin" in music.name
    assert (sorted(sea.members), sorted(music.members)) == (
        ["Ana", "Lisbon", "Maria", "Tom"],
        ["Ana", "Bella", "Oscar"],
    )
    assert sea.members[0] == "Ana"
    assert [(one.session, one.turns) for one in sea.episodes] == [("s1", ("s1.t0",)), ("s0", ("s0.t0", "s0.t1"))]
    assert sea.episodes[0].said == said_at(datetime(2024, 1, 2))


def test_communities_are_drawn_as_groups_of_those_that_are_drawn(memory: Memory) -> None:
    """Under their names; an entity may be in both, and what the picture leaves out is in none."""
    picture = memory.picture()
    names = {node.id: node.label for node in picture.nodes}
    drawn = [(group.name, {names[node] for node in group.nodes}) for group in picture.groups]
    assert drawn == [(one.name, set(one.members)) for one in memory.communities()]
    small = memory.picture(12)
    assert {node for group in small.groups for node in group.nodes} <= {node.id for node in small.nodes}
    assert len(small.groups) < len(picture.groups)


def test_what_is_said_later_makes_no_community_before(memory: Memory) -> None:
    """On the first two days there is one; each version of a memory has its own."""
    assert len(communities(memory, as_of=datetime(2024, 1, 2, 12))) == 1
    memory.add(meeting(5, "Kim met Lou in Cork."))
    memory.add(meeting(6, "Lou and Kim left Cork."))
    assert {"Kim", "Lou", "Cork"} in [members - {"Ana"} for members, _ in communities(memory)]
    with open_memory(":memory:", architecture=LightGMEM(HashingEncoder(64), READER)) as whole:
        whole.add([*SESSIONS, meeting(5, "Kim met Lou in Cork."), meeting(6, "Lou and Kim left Cork.")])
        assert communities(whole) == communities(memory)


def test_edges_weigh_what_is_stated_and_what_is_beside_each_other(memory: Memory) -> None:
    """Tom and Maria: one episode relates them, another has both; whoever is beside whom once weighs 1."""
    graph = graph_of(memory)
    edges = weighted_edges(graph, graph.snapshot.layers[graph.keys.episodes])
    names = [graph.name(entity) for entity in range(graph.structure.entities)]
    weights = {
        frozenset((names[one], names[other])): weight
        for (one, other), weight in zip(edges.ends.tolist(), edges.weights.tolist(), strict=True)
    }
    assert weights[frozenset(("Tom", "Maria"))] == 2
    assert weights[frozenset(("Ana", "Kim"))] == 1
    assert frozenset(("Tom", "Oscar")) not in weights


def test_no_question_is_about_a_community_that_is_not_there() -> None:
    """Nor is one of no known word about any."""
    assert asked_about([], np.zeros(3, np.float32), 2) == []
