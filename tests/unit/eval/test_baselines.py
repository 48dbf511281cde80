"""Baselines on a conversation small enough to know every rank."""

from __future__ import annotations

from pathlib import Path

import pytest

import convograph
from convograph.protocols import Architecture
from convograph.types import Memo, Recall, Session, SourceTurn, Triplet, Turn
from convograph_eval.architectures import architecture_for
from convograph_eval.baselines import Dialogue, PieceSearch, Triplets, WithFacts
from convograph_eval.brought import Share, SourcedTriplet
from support.encoders import HashingEncoder, TableEncoder

SAID = {
    "A": (("Ana", "The cat sleeps on the boiler."), ("Ben", "I bought a blue bicycle.")),
    "B": (("Ana", "We sail to Lisbon in June."), ("Ben", "The harbour was closed.")),
}
SESSIONS = tuple(
    Session(tuple(Turn(text, speaker) for speaker, text in lines), id=name) for name, lines in SAID.items()
)
SESSION_B = [SourceTurn(n, f"B:{n}", "B", n, speaker, text, None) for n, (speaker, text) in enumerate(SAID["B"])]

FACTS = (
    Memo("fact", "Ben could not sail", None, ("B:1", "B:0")),
    Memo("fact", "They talked about a holiday", "B", ()),
    Memo("fact", "Ben rides to work", "A", ("A:1",)),
)
TRIPLETS = (
    SourcedTriplet(Triplet("Ana", "has", "cat"), ("A:0",)),
    SourcedTriplet(Triplet("Ben", "bought", "bicycle"), ("A:1",)),
    SourcedTriplet(Triplet("Ana", "is friend of", "Ben"), ("A:0", "A:1", "B:1")),
    SourcedTriplet(Triplet("Ben", "was at", "harbour"), ("B:1",)),
)


def recall(folder: Path, architecture: Architecture, question: str, k: int = 10) -> Recall:
    with convograph.open(folder / "memory.db", architecture=architecture) as memory:
        memory.add(list(SESSIONS))
        return memory.recall(question, k=k)


def found(folder: Path, architecture: Architecture, question: str, k: int = 10) -> list[str]:
    return [hit.id for hit in recall(folder, architecture, question, k).hits]


@pytest.mark.parametrize(("name", "expected"), [("full", ["A:0", "A:1", "B:0"]), ("recent", ["B:1", "B:0", "A:1"])])
def test_the_history_comes_whatever_the_question(tmp_path: Path, name: str, expected: list[str]) -> None:
    """In reading order or newest first, k turns."""
    assert found(tmp_path, architecture_for(name, HashingEncoder(), "turn"), "cat", k=3) == expected


def test_long_chunks_reach_over_sessions(tmp_path: Path) -> None:
    """Two sessions fit into 4,096 tokens, the third does not: the nearer chunk first, each as its sessions."""
    lengths = {"A": ("boiler", 2_000), "B": ("harbour", 2_000), "C": ("bicycle", 3_000)}
    sessions = [Session((Turn(f"{word} " * count, "Ana"),), id=name) for name, (word, count) in lengths.items()]
    made = architecture_for("rag-4096", HashingEncoder(), "session")
    with convograph.open(tmp_path / "memory.db", architecture=made) as memory:
        assert memory.recall("bicycle").hits == ()
        memory.add(sessions)
        assert [hit.id for hit in memory.recall("bicycle").hits] == ["C", "A", "B"]
        assert [hit.id for hit in memory.recall("harbour").hits] == ["A", "B", "C"]
        assert [hit.id for hit in memory.recall("harbour", k=1).hits] == ["A"]


@pytest.mark.parametrize(("speakers", "first"), [(True, ["B:1", "A:1"]), (False, [])])
def test_a_speaker_is_found_by_name_unless_left_out(tmp_path: Path, speakers: bool, first: list[str]) -> None:
    """With speakers, Ben's turns come first, the shorter one before; without, no turn has the word."""
    made = architecture_for("bm25", HashingEncoder(), "turn", speakers=speakers)
    assert found(tmp_path, made, "Ben") == first


def test_texts_with_and_without_speakers() -> None:
    """A line a turn."""
    assert [piece.text for piece in Dialogue("round").of_session(SESSION_B)] == [
        "Ana: We sail to Lisbon in June.\nBen: The harbour was closed."
    ]
    assert [piece.text for piece in Dialogue("round", speakers=False).of_session(SESSION_B)] == [
        "We sail to Lisbon in June.\nThe harbour was closed."
    ]


def test_a_fact_stands_in_the_key_of_every_unit_that_it_rests_on() -> None:
    """Two turns share a fact; what is known of the session as a whole is in no turn's key, and counted."""
    assert [piece.text for piece in WithFacts(Dialogue("turn"), FACTS).of_session(SESSION_B)] == [
        "Ana: We sail to Lisbon in June.\nBen could not sail",
        "Ben: The harbour was closed.\nBen could not sail",
    ]
    assert Share(memos=FACTS).facts_without_place("turn") == 1


def test_a_sessions_key_has_its_facts_once() -> None:
    """The fact of two turns once, and the fact of the session; where turns are named, they decide, not the session."""
    facts = (*FACTS, Memo("fact", "Ben was wrong about the session", "B", ("A:1",)))
    assert [piece.text for piece in WithFacts(Dialogue("session"), facts).of_session(SESSION_B)] == [
        "Ana: We sail to Lisbon in June.\nBen: The harbour was closed.\nBen could not sail\nThey talked about a holiday"
    ]
    assert Share(memos=FACTS).facts_without_place("session") == 0


def test_facts_find_the_turns_that_they_rest_on(tmp_path: Path) -> None:
    """The question is near to nothing but the turn that goes on with the fact; the turn itself is the value."""
    near = TableEncoder({"Does he ride?": (1, 0, 0), "Ben: I bought a blue bicycle.\nBen rides to work": (1, 0, 0)})
    made = architecture_for("longmemeval-uf", near, "turn", brought=Share(memos=FACTS))
    best = recall(tmp_path, made, "Does he ride?").hits[0]
    assert (best.id, best.score, best.turns[0].text) == ("A:1", 1.0, "I bought a blue bicycle.")


def test_events_find_the_turns_that_they_rest_on(tmp_path: Path) -> None:
    """By words that the turn does not have, of name, description, time and triplets; facts are left alone."""
    event = Memo(
        "event", "Ben cycled home.", None, ("A:1",), None, (Triplet("Ben", "owns", "Rex"),), "tour", None, "May"
    )
    made = architecture_for("bm25-events", HashingEncoder(), "turn", brought=Share(memos=(event, *FACTS)))
    for question in ("Who cycled?", "the tour", "in May", "Rex"):
        assert found(tmp_path, made, question) == ["A:1"]
    assert found(tmp_path, made, "rides") == []


def test_a_triplet_is_found_under_its_name_with_its_turns(tmp_path: Path) -> None:
    """The words `bicycle` and `bought` are in one triplet only."""
    made = architecture_for("bm25", HashingEncoder(), "triplet", brought=Share(triplets=TRIPLETS))
    best = recall(tmp_path, made, "Who bought a bicycle?").hits[0]
    assert (best.id, [turn.id for turn in best.turns]) == ("ben | bought | bicycle", ["A:1"])


def test_a_triplet_of_two_sessions_is_found_in_each(tmp_path: Path) -> None:
    """Under one name, with the turns of either session; the others have none of the words."""
    made = architecture_for("bm25", HashingEncoder(), "triplet", brought=Share(triplets=TRIPLETS))
    hits = recall(tmp_path, made, "Are they friends?").hits
    assert [(hit.id, [turn.id for turn in hit.turns]) for hit in hits] == [
        ("ana | is friend of | ben", ["A:0", "A:1"]),
        ("ana | is friend of | ben", ["B:1"]),
    ]


def test_names_stay_right_when_turns_are_forgotten_and_added(tmp_path: Path) -> None:
    """Items of a session that was derived again lie behind those of others, and dropped ones are passed over."""
    made = architecture_for("bm25+dense", HashingEncoder(), "triplet", brought=Share(triplets=TRIPLETS))
    with convograph.open(tmp_path / "memory.db", architecture=made) as memory:
        memory.add(list(SESSIONS))
        memory.forget(turn="A:0")
        memory.add(Session((Turn("Really?", "Ana"),), id="A", first_ordinal=2))
        hits = memory.recall("Who bought a bicycle at the harbour?", k=10).hits
    assert {(hit.id, *(turn.id for turn in hit.turns)) for hit in hits} == {
        ("ben | bought | bicycle", "A:1"),
        ("ana | is friend of | ben", "A:1"),
        ("ana | is friend of | ben", "B:1"),
        ("ben | was at | harbour", "B:1"),
    }


def test_a_unit_spoken_in_part_by_someone_is_evidence(tmp_path: Path) -> None:
    """A session counts for Ana though Ben speaks in it too."""
    made = architecture_for("bm25", HashingEncoder(), "session")
    with convograph.open(tmp_path / "memory.db", architecture=made) as memory:
        memory.add(list(SESSIONS))
        assert [hit.id for hit in memory.recall("harbour, boiler", k=10, speakers="Ana").hits] == ["B", "A"]


def test_layers_that_would_differ_have_other_keys() -> None:
    """Units, speakers, facts and triplets each change the key; the same make the same."""
    kinds = [
        Dialogue("turn"),
        Dialogue("chunk500"),
        Dialogue("turn", speakers=False),
        WithFacts(Dialogue("turn"), FACTS),
        WithFacts(Dialogue("turn"), FACTS[:2]),
        WithFacts(Dialogue("turn"), ()),
        Triplets(TRIPLETS),
        Triplets(TRIPLETS[:3]),
    ]
    keys = [PieceSearch(HashingEncoder(), "dense", kind).layers[0].key for kind in kinds]
    assert len(set(keys)) == len(kinds)
    assert keys[3] == PieceSearch(HashingEncoder(), "bm25", WithFacts(Dialogue("turn"), FACTS)).layers[0].key


def test_a_conversation_without_such_units_has_nothing_to_search(tmp_path: Path) -> None:
    """Nobody is called user: no unit is derived, that is not tried for ever, and nothing is found."""
    architecture = architecture_for("bm25", HashingEncoder(), "user-turn")
    with convograph.open(tmp_path / "memory.db", architecture=architecture) as memory:
        memory.add([Session((Turn("Hello.", "Ana"), Turn("Hi.", "Ben")), id="s")])
        assert memory.recall("hello").hits == ()
        assert memory.stats().layers[0].waiting == 0
