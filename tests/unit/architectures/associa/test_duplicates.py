"""Near duplicates in the graph around events: joined, shown, decided about, forgotten."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime

import pytest

import convograph
from convograph.architectures.associa import PAPER, Associa, AssociaSettings
from convograph.build import make_reader, open_memory
from convograph.errors import ConflictError, InputError, NotFoundError, UnsupportedError
from convograph.memory import Memory
from convograph.protocols import Query
from convograph.types import Memo, Session, Triplet, Turn
from support.conversations import said_at
from support.encoders import HashingEncoder
from support.pictures import exported

READER = make_reader()
NEAR = {"same_name": 0.6, "same_relation": 0.6, "same_event": 0.8}
NAMES = ("green tea", "tea", "old green tea", "green", "red wine", "old red wine", "wine cellar", "cellar")
VERBS = ("drinks", "drinks slowly", "buys", "buys often", "slowly buys")


def opened(**settings: object) -> Memory:
    architecture = Associa(HashingEncoder(64), READER, AssociaSettings(events="brought", **{**NEAR, **settings}))
    return open_memory(":memory:", architecture=architecture)


@pytest.fixture
def memory() -> Iterator[Memory]:
    with opened() as made:
        yield made


def told(memory: Memory, *triplets: tuple[str, str, str], speaker: str = "Ana") -> None:
    """A turn on a day of its own for each triplet, with an event that has it."""
    days = range(1, 1 + len(triplets))
    turns = [Turn(f"Turn {day}.", speaker, said_at(datetime(2024, 1, day)), id=f"t{day}") for day in days]
    memory.add(Session(tuple(turns), id="s"))
    memory.bring([_event(f"t{day}", parts) for day, parts in zip(days, triplets, strict=True)])


def _event(turn: str, parts: tuple[str, str, str]) -> Memo:
    return Memo("event", f"{turn} says {' '.join(parts)}", None, (turn,), None, (Triplet(*parts),), turn)


def merged(memory: Memory) -> list[tuple[str, str, str]]:
    return [(one.kind, one.text, one.into) for one in memory.merges()]


def seen(memory: Memory, **filters: object) -> tuple[list[str], list[str]]:
    """The texts of all nodes, and all edges, that a question may see."""
    architecture = memory.architecture
    assert isinstance(architecture, Associa)
    graph = architecture.event_graph(memory._keeper.caught_up(), Query("q", 5, architecture.unit, **filters))
    edges = [graph.edge_text(edge) for edge, there in enumerate(graph.seen_edges.tolist()) if there]
    return [graph.text(node) for node, there in enumerate(graph.seen.tolist()) if there], edges


def test_what_is_nearly_the_same_is_one_node_and_one_edge(memory: Memory) -> None:
    """Names and relations join what was said first; what was said most often stands for them, then the longest."""
    told(memory, ("Eva", "drinks", "tea"), ("Eva", "drinks slowly", "green tea"), ("Eva", "drinks slowly", "green tea"))
    assert merged(memory)[:2] == [("entity", "green tea", "tea"), ("relation", "drinks slowly", "drinks")]
    texts, edges = seen(memory)
    assert [text for text in texts if text.endswith("tea") and not text.startswith("t")] == ["green tea"]
    assert [edge for edge in edges if "drinks" in edge and "says" not in edge] == ["Eva —drinks slowly→ green tea"]
    assert {f"t{day} —include→ green tea" for day in (1, 2, 3)} <= set(edges)


def test_a_merge_says_why(memory: Memory) -> None:
    """Their cosine, what it is above, and the turns that first say either."""
    told(memory, ("Eva", "drinks", "tea"), ("Eva", "buys", "green tea"))
    (one,) = [one for one in memory.merges() if one.kind == "entity"]
    encoded = HashingEncoder(64).encode(["tea", "green tea"], "passage")
    assert one.similarity == pytest.approx(float(encoded[0] @ encoded[1]), abs=1e-3)
    assert one.similarity > one.threshold == 0.6
    assert [turn.id for turn in one.turns] == ["t2", "t1"]


def test_events_of_the_same_words_are_one(memory: Memory) -> None:
    """It rests on the turns of all, and leads to each."""
    memory.add(Session(tuple(Turn("We met.", "Ana", id=name) for name in ("one", "two", "three")), id="s"))
    said = {"one": "Ana met Ben in town.", "two": "Ana met Ben in town.", "three": "It rained all day."}
    memory.bring([Memo("event", text, None, (turn,), None, (), None) for turn, text in said.items()])
    texts, edges = seen(memory)
    assert texts.count("Ana met Ben in town.") == 1
    assert [edge for edge in edges if "town" in edge] == [
        "Ana met Ben in town. —event fact→ one",
        "Ana met Ben in town. —event fact→ two",
    ]
    nodes = memory.recall("Who met Ben in town?").tree.nodes
    assert ("one", "two") in [node.turns for node in nodes if node.kind == "event"]


def test_kept_duplicates_join_when_a_person_says_so() -> None:
    """And not by similarity."""
    with opened(duplicates="kept") as memory:
        told(memory, ("Eva", "drinks", "tea"), ("Eva", "buys", "green tea"))
        assert merged(memory) == []
        memory.merge("tea", "green tea")
        assert merged(memory) == [("entity", "green tea", "tea")]
        assert "tea" not in seen(memory)[0]


def test_speakers_join_nobody(memory: Memory) -> None:
    """However similar the names; a person may decide otherwise."""
    told(memory, ("Ana Lopez Silva", "met", "Ana Lopez"), speaker="Ana Lopez Silva")
    assert merged(memory) == []
    memory.merge("Ana Lopez", "Ana Lopez Silva")
    assert [{one.text, one.into} for one in memory.merges()] == [{"Ana Lopez", "Ana Lopez Silva"}]


def test_who_speaks_later_joins_nobody_from_then_on(memory: Memory) -> None:
    """As if they had spoken before; what had joined them is on its own again, too."""
    told(memory, ("Ana Lopez Silva", "met", "Ana Lopez"))
    assert merged(memory) == [("entity", "Ana Lopez Silva", "Ana Lopez")]
    memory.add(Session((Turn("Hello.", "Ana Lopez Silva", said_at(datetime(2024, 2, 1))),), id="later"))
    assert merged(memory) == []


@pytest.mark.parametrize(
    ("one", "other"), [("room 12 key", "room 14 key"), ("not sure thing", "sure thing"), ("can't sleep", "can sleep")]
)
def test_numbers_and_denials_keep_apart_when_asked_to(one: str, other: str) -> None:
    """They join otherwise: an encoder hardly tells them apart."""
    for tell_apart in (False, True):
        with opened(tell_apart=tell_apart, same_name=0.3) as memory:
            told(memory, ("Eva", "says", one), ("Eva", "says", other))
            assert (("entity", other, one) in merged(memory)) is not tell_apart


@pytest.mark.parametrize(("gone", "left"), [("t1", "green tea"), ("t2", "tea")])
def test_forgetting_one_of_two_leaves_what_the_other_says(memory: Memory, gone: str, left: str) -> None:
    """Whichever of them it is; and nothing of the one that is gone."""
    told(memory, ("Eva", "drinks", "tea"), ("Eva", "buys", "green tea"))
    memory.forget(turn=gone)
    texts = seen(memory)[0]
    assert merged(memory) == []
    assert [text for text in texts if text.endswith("tea") and "says" not in text] == [left]
    assert not any(gone in text for text in texts)


def test_what_was_said_later_does_not_stand_for_what_was_said_before(memory: Memory) -> None:
    """As of the second day nobody had said "green tea", the words that stand for it now."""
    told(memory, ("Eva", "drinks", "tea"), ("Eva", "buys", "wine"), ("Eva", "drinks", "green tea"))
    assert "green tea" in seen(memory)[0]
    texts, edges = seen(memory, as_of=datetime(2024, 1, 2))
    assert "tea" in texts
    assert "Eva —drinks→ tea" in edges
    assert not any("green" in text or "t3" in text for text in (*texts, *edges))


def test_a_person_decides_and_changes_their_mind(memory: Memory) -> None:
    """The last decision holds, also within one second; exports carry all of them."""
    told(memory, ("Eva", "drinks", "tea"), ("Eva", "buys", "green tea"), ("Eva", "likes", "the cellar"))
    parted = memory.split("tea", "green tea")
    assert merged(memory) == []
    assert {"tea", "green tea"} <= set(seen(memory)[0])
    joined = memory.merge("Green tea", "tea")
    (again,) = memory.merges()
    assert (again.text, again.into, again.threshold) == ("green tea", "tea", None)
    assert memory.merge("tea", "green tea") == joined
    assert [(one.id, one.holds) for one in memory.decisions()] == [(parted.id, False), (joined.id, True)]
    memory.undo(joined.id[:4])
    assert merged(memory) == []
    memory.merge("the cellar", "tea")
    assert merged(memory) == [("entity", "the cellar", "tea")]
    with opened() as other:
        other.import_from(exported(memory))
        assert other.merges() == memory.merges()
    memory.forget(turn="t3")
    assert merged(memory) == []


def test_the_last_decision_holds_also_over_several_steps(memory: Memory) -> None:
    """Tea is wine and wine is ale; that tea is not ale came last, so one of the others no longer holds, the older."""
    told(memory, ("Eva", "drinks", "tea"), ("Eva", "buys", "wine"), ("Eva", "likes", "ale"))
    memory.merge("tea", "wine")
    memory.merge("wine", "ale")
    (ale,) = [one for one in memory.merges() if one.text == "ale"]
    assert (ale.into, len(memory.merges())) == ("tea", 2)
    memory.split(ale.text, ale.into)
    assert merged(memory) == [("entity", "ale", "wine")]
    assert [(one.text, one.other, one.holds) for one in memory.decisions()] == [
        ("tea", "wine", False),
        ("wine", "ale", True),
        ("ale", "tea", True),
    ]
    memory.merge("tea", "wine")
    assert ("entity", "wine", "tea") in merged(memory)


def test_what_was_decided_not_to_be_the_same_does_not_meet_in_a_third(memory: Memory) -> None:
    """Both would join "tea" by their cosines."""
    told(memory, ("Eva", "drinks", "tea"), ("Eva", "buys", "green tea"), ("Eva", "likes", "old tea"))
    assert [one[1:] for one in merged(memory) if one[0] == "entity"] == [("green tea", "tea"), ("old tea", "tea")]
    memory.bring([{"kind": "decision", "names": ["old tea", "green tea"], "same": False, "turns": ["t1"]}])
    assert [one[1:] for one in merged(memory) if one[0] == "entity"] == [("green tea", "tea")]
    memory.add(Session((Turn("More.", "Ana", said_at(datetime(2024, 2, 1)), id="more"),), id="late"))
    memory.bring([_event("more", ("Eva", "sells", "fresh tea"))])
    assert [one[1:] for one in merged(memory) if one[0] == "entity"] == [("green tea", "tea"), ("fresh tea", "tea")]


def test_what_joined_a_thing_follows_it(memory: Memory) -> None:
    """Tea is decided to be wine: green tea, which joined it, comes along."""
    told(memory, ("Eva", "buys", "wine"), ("Eva", "drinks", "tea"), ("Eva", "likes", "green tea"))
    memory.merge("tea", "wine")
    assert merged(memory) == [("entity", "tea", "wine"), ("entity", "green tea", "tea")]
    assert sorted(text for text in seen(memory)[0] if "says" not in text and "Turn" not in text) == [
        "Ana",
        "Eva",
        "green tea",
    ]


def test_an_event_may_be_called_by_its_name_or_its_description(memory: Memory) -> None:
    """Of two of one name, the first is meant."""
    memory.add(Session(tuple(Turn("We met.", "Ana", id=name) for name in ("one", "two")), id="s"))
    memory.bring(
        [
            Memo("event", "Ana sold a car.", None, ("one",), None, (), "the sale"),
            Memo("event", "The fence was painted.", None, ("two",), None, (), "the fence"),
        ]
    )
    memory.merge("The sale", "The fence was painted.")
    (made,) = memory.merges()
    assert {made.text, made.into} == {"the sale. Ana sold a car.", "the fence. The fence was painted."}
    assert made.similarity <= 1


def test_long_events_are_decided_about_by_their_beginnings(memory: Memory) -> None:
    """A name of a decision has a limit, which the text of an event may exceed."""
    memory.add(Session(tuple(Turn("We met.", "Ana", id=name) for name in ("one", "two")), id="s"))
    texts = [f"{first} " + " ".join(f"thing {n}" for n in range(300)) for first in ("Ana", "Then Ana")]
    memory.bring([Memo("event", text, None, (turn,)) for text, turn in zip(texts, ("one", "two"), strict=True)])
    (one,) = memory.merges()
    decided = memory.split(one.text, one.into)
    assert memory.merges() == []
    assert memory.split(one.into, one.text) == decided
    assert memory.undo(decided.id) == decided
    assert memory.merges() == [one]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (("tea", "Tea "), InputError, "are one name"),
        (("tea", "coffee"), NotFoundError, "nothing here is called 'coffee'"),
        (("tea", "drinks"), ConflictError, "are of different kinds"),
        (("tea", ""), InputError, "other"),
        (("tea", 5), InputError, "other"),
    ],
)
def test_what_cannot_be_merged_is_refused(memory: Memory, given: tuple[str, str], error: type, message: str) -> None:
    """By one error that names it; nothing is stored."""
    told(memory, ("Eva", "drinks", "tea"), ("Eva", "buys", "wine"))
    with pytest.raises(error, match=message):
        memory.merge(*given)
    with pytest.raises(error, match=message):
        memory.split(*given)
    assert memory.memos("decision") == []


def test_an_unknown_decision_is_not_taken_out(memory: Memory) -> None:
    """By its id; and other architectures join nothing."""
    told(memory, ("Eva", "drinks", "tea"), ("Eva", "buys", "green tea"))
    with pytest.raises(NotFoundError, match="no decision has the id 'zzzz'"):
        memory.undo("zzzz")
    for short in ("", "zzz"):
        with pytest.raises(InputError, match="too little of an id"):
            memory.undo(short)
    with (
        convograph.open(":memory:", architecture="bm25") as other,
        pytest.raises(UnsupportedError, match="bm25 joins no near duplicates"),
    ):
        other.merges()


@pytest.mark.parametrize("duplicates", ["nearest", "clusters"])
@pytest.mark.parametrize("seed", range(6))
def test_neither_order_nor_batches_matter(duplicates: str, seed: int) -> None:
    """Sessions stored in any order, and memories asked after each, end with the same merges and the same graph."""
    chance = random.Random(seed)
    sessions = [_session(f"s{number}", chance) for number in range(6)]
    with opened(duplicates=duplicates) as whole:
        whole.add([session for session, _ in sessions])
        whole.bring([memo for _, memos in sessions for memo in memos])
        expected = whole.merges(), seen(whole)
    assert len(expected[0]) > 2
    chance.shuffle(sessions)
    with opened(duplicates=duplicates) as slowly:
        for session, memos in sessions:
            slowly.add(session)
            slowly.bring(memos)
            slowly.merges()
        found = [(one.kind, one.text, one.into, one.similarity) for one in slowly.merges()]
        assert found == [(one.kind, one.text, one.into, one.similarity) for one in expected[0]]
        assert seen(slowly) == expected[1]
        forgotten = sessions.pop()[0].id
        slowly.forget(session=forgotten)
        left = merged(slowly)
    with opened(duplicates=duplicates) as never:
        never.add([session for session, _ in sessions])
        never.bring([memo for _, memos in sessions for memo in memos])
        assert merged(never) == left


def _session(name: str, chance: random.Random) -> tuple[Session, list[Memo]]:
    said = said_at(datetime(2024, 1, chance.randint(1, 9)))
    turns = tuple(Turn(f"Turn {place}.", "Ana", id=f"{name}.{place}") for place in range(3))
    people = ("Eva", "Eva Reed", "Tom")
    events = [
        _event(turn.id or "", (chance.choice(people), chance.choice(VERBS), chance.choice(NAMES))) for turn in turns
    ]
    return Session(turns, name, said), events


def test_what_is_said_at_the_end_only_adds(memory: Memory) -> None:
    """Items of earlier duplicates keep their keys: an append does not write the layer again."""
    told(memory, ("Eva", "drinks", "tea"), ("Eva", "buys", "green tea"))
    layer = memory.architecture.layers[-1].key
    before = memory._keeper.caught_up().layers[layer].keys.values.tolist()
    memory.add(Session((Turn("More.", "Ana", said_at(datetime(2024, 2, 1)), id="more"),), id="late"))
    memory.bring([_event("more", ("Eva", "drinks slowly", "old green tea"))])
    table = memory._keeper.caught_up().layers[layer]
    assert table.keys.values[table.living()].tolist()[: len(before)] == before
    assert len(table) > len(before)


def test_the_default_settings_are_those_of_the_encoder() -> None:
    """Calibrated for the bundled one, our reading of the paper for another; each can be set."""
    assert PAPER.same("static-sentences").entity == 0.93
    assert PAPER.same("other").event == 0.92
    assert AssociaSettings(same_event=0.5).same("static-sentences").event == 0.5
