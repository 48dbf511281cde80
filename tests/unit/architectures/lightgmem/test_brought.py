"""Triplets that were brought or written, in the graph of entities: mentions, relations, anchors, forgetting."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import datetime

import numpy as np
import pytest

from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.architectures.lightgmem.weak_edges import explicit_edges, weak_edges
from convograph.build import make_reader, open_memory
from convograph.chat import ChatRequest
from convograph.llm.scripted import ScriptedChat
from convograph.memory import Memory
from convograph.types import Memo, Session, Triplet, Turn
from support.conversations import said_at
from support.encoders import HashingEncoder
from support.entities import graph_of, resolved, resolving
from support.naming import meetings

READER = make_reader()
SESSIONS = (
    Session(
        (
            Turn("We had a lovely evening.", "Ana", id="evening"),
            Turn("Tom Weber lives in Porto.", "Ana", id="porto"),
            Turn("Nice weather today.", "Ben", id="weather"),
        ),
        "s1",
        said_at(datetime(2024, 1, 1)),
    ),
    Session((Turn("What a cold morning.", "Ben", id="morning"),), "s2", said_at(datetime(2024, 3, 1))),
)


@pytest.fixture
def memory() -> Iterator[Memory]:
    architecture = LightGMEM(HashingEncoder(64), READER, LightGMEMSettings(), unit="turn")
    with open_memory(":memory:", architecture=architecture) as opened:
        opened.add(SESSIONS)
        yield opened


def triplet(subject: str, relation: str, object_: str, *turns: str) -> Memo:
    return Memo("triplet", turns=turns, triplets=(Triplet(subject, relation, object_),))


def related(memory: Memory) -> list[tuple[str, str, str, str]]:
    """The statements between entities, with their turns."""
    graph = graph_of(memory)
    rows = graph.relations.turns.tolist()
    return [(*graph.triplet(place).parts, graph.snapshot.turns.rows[row].id) for place, row in enumerate(rows)]  # type: ignore[misc]


def present(memory: Memory) -> set[tuple[str, str]]:
    """The entities with the turns that mention them, that they said, or that memos about them rest on."""
    graph = graph_of(memory)
    return {(graph.name(entity), graph.snapshot.turns.rows[row].id) for entity, row in graph.presence.tolist()}


def mentioned(memory: Memory) -> dict[str, tuple[int, str, str]]:
    """How often each entity is mentioned, first and last where."""
    return {one.name: (one.mentions, one.first.id, one.last.id) for one in memory.entities()}


def test_ends_of_brought_triplets_are_mentions_and_relations_of_their_turn(memory: Memory) -> None:
    """Of names that no turn says, too; a word that is no name is nobody."""
    memory.bring([triplet("Marta", "married", "Tom Weber", "evening"), triplet("Marta", "likes", "rain", "weather")])
    assert mentioned(memory)["Marta"] == (2, "evening", "weather")
    assert mentioned(memory)["Tom Weber"] == (2, "evening", "porto")
    assert "rain" not in mentioned(memory)
    assert ("Marta", "married", "Tom Weber", "evening") in related(memory)


def test_brought_names_are_resolved_and_anchors(memory: Memory) -> None:
    """The Tom of a triplet is Tom Weber, and a question about a name that only it has finds its turn."""
    memory.bring([triplet("Marta", "met", "Tom", "evening")])
    assert {"Tom"} == {alias for one in memory.entities() if one.name == "Tom Weber" for alias in one.aliases}
    (hit,) = memory.recall("What did Marta do that lovely evening?", k=1).hits
    assert hit.turns[0].id == "evening"
    assert any("Marta, named in the question" in step for step in hit.evidence[0].reason.path)


def test_what_a_turn_mentions_and_states_is_not_counted_twice(memory: Memory) -> None:
    """Neither its names, nor its statements in other spelling, nor who speaks; another statement is one more."""
    before, stated = mentioned(memory), related(memory)
    assert [one[:3] for one in stated] == [("Tom Weber", "lives_in", "Porto")]
    same = [triplet("Tom Weber", "Lives in", "Porto", "porto"), triplet("Tom Weber", "lives  in", "porto", "porto")]
    memory.bring([*same, triplet("Ben", "greets", "Ana", "weather")])
    assert mentioned(memory) == before
    assert related(memory) == [*stated, ("Ben", "greets", "Ana", "weather")]
    memory.bring([triplet("Tom Weber", "moved to", "Porto", "porto")])
    assert mentioned(memory) == before
    assert ("Tom Weber", "moved to", "Porto", "porto") in related(memory)


def test_what_rests_on_several_turns_is_said_with_the_last(memory: Memory) -> None:
    """Whatever order they are given in; as of a time before that, nobody is mentioned or related."""
    memory.bring([triplet("Marta", "left", "Porto", "morning", "evening")])
    assert mentioned(memory)["Marta"] == (1, "morning", "morning")
    earlier = graph_of(memory, as_of=datetime(2024, 2, 1))
    assert earlier.named("Marta") == []
    assert len(earlier.relations) == 1


def test_what_rests_on_several_turns_is_evidence_of_all_of_them(memory: Memory) -> None:
    """Of the names and of the relation, also of a name that the last turn says anyway; each counts as one mention."""
    memory.bring(
        [triplet("Marta", "met", "Porto", "evening", "morning"), triplet("Zoe", "knows", "Tom Weber", "weather")]
    )
    memory.bring([triplet("Tom Weber", "left", "Zoe", "evening", "porto")])
    assert present(memory) >= {("Marta", "evening"), ("Marta", "morning"), ("Tom Weber", "evening"), ("Zoe", "evening")}
    assert mentioned(memory)["Marta"] == (1, "morning", "morning")
    assert {one.name: one.episodes for one in memory.entities()}["Marta"] == 2
    (hit,) = memory.recall("Did Marta ever see Porto that lovely evening?", k=1).hits
    assert hit.turns[0].id == "evening"
    path = hit.evidence[0].reason.path
    assert {"Marta, named in the question", "Porto, named in the question", "Marta —met→ Porto"} <= set(path)


def test_the_picture_tells_all_turns_of_a_relation(memory: Memory) -> None:
    """Which counts once all the same."""
    memory.bring([triplet("Marta", "left", "Tom Weber", "porto", "evening", "morning")])
    (link,) = (one for one in memory.picture(100).links if one.label == "left")
    assert (link.weight, link.turns) == (1.0, ("evening", "porto", "morning"))


def test_what_is_related_in_several_turns_is_weakly_associated_in_none(memory: Memory) -> None:
    """The relation counts once; as of a time before the last of the turns, none of it is there."""
    memory.bring([triplet("Marta", "left", "Zoe", "evening", "morning")])
    graph = graph_of(memory)
    (marta,), (zoe,) = graph.named("Marta"), graph.named("Zoe")
    episodes = graph.snapshot.layers[graph.keys.episodes]
    pair = sorted((marta, zoe))
    assert pair not in weak_edges(graph, episodes).pairs.tolist()
    assert pair in explicit_edges(graph).pairs.tolist()
    assert explicit_edges(graph).counts.tolist() == [1, 1]
    earlier = graph_of(memory, as_of=datetime(2024, 2, 1))
    assert not np.isin(earlier.presence[:, 0], (marta, zoe)).any()
    without = graph_of(memory, hidden=(int(graph.snapshot.turns.keys.values[0]),))
    assert ("Marta", "evening") in present(memory)
    assert np.unique(without.presence[without.presence[:, 0] == marta, 1]).tolist() == [3]
    assert without.turns_stating(np.arange(len(without.relations))).tolist() == [1, 3]


def test_forgetting_a_turn_takes_what_rests_on_it(memory: Memory) -> None:
    """The entity, its relation, and the mention of the other."""
    before = mentioned(memory), related(memory)
    memory.bring([triplet("Marta", "married", "Tom Weber", "weather", "evening")])
    assert (mentioned(memory), related(memory)) != before
    memory.forget(turn="weather")
    assert "Marta" not in mentioned(memory)
    assert related(memory) == before[1]


@pytest.mark.parametrize("seed", range(4))
def test_neither_the_order_of_bringing_nor_batches_matter(seed: int) -> None:
    """Brought all at once, or one by one in between sessions that arrive in any order."""
    chance = random.Random(seed)
    sessions = meetings(seed)
    turns = [turn.id or "" for session in sessions for turn in session.turns]
    names = ("Maria", "MARIA", "Maria Lopez", "Zoe", "Zoe Silva", "Tom")
    memos = [
        triplet(*chance.sample(names, 1), "knows", chance.choice(names), *chance.sample(turns, 2)) for _ in range(9)
    ]
    with open_memory(":memory:", architecture=resolving()) as whole:
        whole.add(sessions)
        whole.bring(memos)
        wanted = resolved(whole), _known(whole)
    with open_memory(":memory:", architecture=resolving()) as pieces:
        for session in chance.sample(sessions, len(sessions)):
            pieces.add([session])
            pieces.bring(_brought(pieces, chance.sample(memos, len(memos))))
            pieces.entities()
        assert (resolved(pieces), _known(pieces)) == wanted


def _known(memory: Memory) -> tuple[object, ...]:
    entities = [(one.name, one.aliases, one.mentions, one.first.id, one.last.id) for one in memory.entities()]
    return entities, sorted(related(memory))


def _brought(memory: Memory, memos: Sequence[Memo]) -> list[Memo]:
    there = {turn.id for session in memory.sessions() for turn in memory.turns(session.id)}
    return [one for one in memos if there.issuperset(one.turns)]


def test_what_a_model_wrote_counts_like_what_was_brought(memory: Memory) -> None:
    """Of each turn by itself; it goes with the turn."""

    def model(request: ChatRequest) -> object:
        stated = {"subject": "Marta", "relation": "visited", "object": "Oslo"}
        return {"triplets": [stated] if "lovely evening" in request.messages[1].content else []}

    memory.enrich(ScriptedChat(model), kinds=["triplet"])
    assert ("Marta", "visited", "Oslo", "evening") in related(memory)
    assert mentioned(memory)["Oslo"] == (1, "evening", "evening")
    memory.forget(turn="evening")
    assert "Oslo" not in mentioned(memory)
