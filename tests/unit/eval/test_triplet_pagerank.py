"""PageRank over triplets, on graphs small enough to solve by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from convograph.architectures.glong import GLong, GLongSettings
from convograph.build import open_memory
from convograph.extraction.reading import Reader
from convograph.memory import Memory
from convograph.types import Memo, Session, Triplet, Turn
from convograph_eval.architectures import architecture_for
from convograph_eval.baselines import TripletPageRank
from support.conversations import said_at
from support.encoders import HashingEncoder, TableEncoder
from support.parses import ThreeWordParser

QUESTION = "Where is Ana?"
VECTORS = {QUESTION: (1.0, 0.0), "Ana": (0.75, 0.0), "Ben": (0.25, 0.0), "Cleo": (-0.5, 0.0)}
SESSIONS = [
    Session((Turn("one", id="a0"), Turn("two", id="a1")), "A", said_at(datetime(2024, 1, 1))),
    Session((Turn("three", id="b0"), Turn("four", id="b1")), "B", said_at(datetime(2024, 2, 1))),
]

Stated = dict[tuple[str, str, str], str]
Remember = Callable[..., Memory]


@pytest.fixture
def remember(tmp_path: Path) -> Iterator[Remember]:
    """Opens a memory of triplets, each stated by a turn; one anchor if not said otherwise."""
    opened: list[Memory] = []

    def make(stated: Stated, anchors: int = 1) -> Memory:
        settings = GLongSettings(anchors=anchors, triplets="brought")
        made = TripletPageRank(GLong(TableEncoder(VECTORS, dimensions=2), Reader(ThreeWordParser()), settings))
        opened.append(open_memory(tmp_path / f"{len(opened)}.db", architecture=made))
        opened[-1].add(SESSIONS)
        triplets = [(Triplet(*parts), turn) for parts, turn in stated.items()]
        opened[-1].bring(Memo("triplet", one.text, None, (turn,), triplets=(one,)) for one, turn in triplets)
        return opened[-1]

    yield make
    for memory in opened:
        memory.close()


@pytest.mark.parametrize(("least", "found"), [(0.8, ["a0", "b0"]), (0.95, ["a0"]), (None, ["a0"])])
def test_names_that_are_near_are_linked(tmp_path: Path, least: float | None, found: list[str]) -> None:
    """Porto and Oporto have a cosine of .9: from Ana in Porto the walk comes to what is said of Oporto, or does not."""
    encoder = TableEncoder({**VECTORS, "Porto": (0.0, 1.0), "Oporto": (0.0, 0.9)}, dimensions=2)
    settings = GLongSettings(anchors=1, triplets="brought")
    made = TripletPageRank(GLong(encoder, Reader(ThreeWordParser()), settings), synonyms=least)
    stated = {"a0": Triplet("Ana", "lives in", "Porto"), "b0": Triplet("Oporto", "has", "river")}
    with open_memory(tmp_path / "memory.db", architecture=made) as memory:
        memory.add(SESSIONS)
        memory.bring(Memo("triplet", one.text, None, (turn,), triplets=(one,)) for turn, one in stated.items())
        assert list(masses(memory)) == found


def masses(memory: Memory, **options: object) -> dict[str, float]:
    return {hit.id: hit.score for hit in memory.recall(QUESTION, **options).hits}


def test_one_triplet_is_a_triangle_of_its_names_and_its_turn(remember: Remember) -> None:
    """Seed Ana. With x the mass of Porto and of the turn: ana = .5 x + .5, x = .5 (ana/2 + x/2), so x = .2."""
    memory = remember({("Ana", "lives in", "Porto"): "a0"})
    assert masses(memory) == pytest.approx({"a0": 0.2})


def test_seeds_share_by_their_cosines(remember: Remember) -> None:
    """Ana .75 and Ben .25 in triangles of their own: three quarters and one quarter of .2 (see above)."""
    memory = remember({("Ana", "lives in", "Porto"): "b0", ("Ben", "lives in", "Rome"): "a0"}, anchors=2)
    found = masses(memory)
    assert found == pytest.approx({"b0": 0.15, "a0": 0.05})
    assert list(found) == ["b0", "a0"]


def test_turns_beyond_the_next_name_are_found_and_unconnected_ones_are_not(remember: Remember) -> None:
    """a0 names Ana, a1 shares Porto with it, b0 shares Rome with that; b1 shares nothing."""
    memory = remember(
        {
            **{("Rome", "is", "old"): "b0", ("Porto", "is nicer than", "Rome"): "a1"},
            **{("Ana", "lives in", "Porto"): "a0", ("Cleo", "has", "cat"): "b1"},
        }
    )
    assert list(masses(memory)) == ["a0", "a1", "b0"]
    assert list(masses(memory, k=2)) == ["a0", "a1"]
    assert list(masses(memory, as_of="2024-01-15")) == ["a0", "a1"]


def test_a_turn_counts_by_how_much_it_states_of_a_name(remember: Remember) -> None:
    """Two triplets of Ana in a1, one in a0; alike turns stay in the order of the conversation."""
    stated = {("Ana", "has", "cat"): "a0", ("Ana", "lives in", "Porto"): "a1", ("Ana", "is", "cook"): "a1"}
    assert list(masses(remember(stated))) == ["a1", "a0"]
    assert list(masses(remember({("Ana", "has", "cat"): "b0", ("Ana", "has", "dog"): "a0"}))) == ["a0", "b0"]


def test_names_that_are_not_near_are_no_seeds(remember: Remember) -> None:
    """The one name has a negative cosine, or nothing may serve as evidence: nothing is found."""
    assert masses(remember({("Cleo", "knows", "Cleo"): "a0"})) == {}
    memory = remember({("Ana", "knows", "Ana"): "a0", ("Ana", "has", "cat"): "b0"})
    assert masses(memory, between=("2025-01-01", None)) == {}
    assert list(masses(memory)) == ["a0", "b0"]


def test_it_is_known_by_name() -> None:
    """With the paper's anchors; another encoder reaches the memory inside."""
    made = architecture_for("hipporag-glong", HashingEncoder(), "turn")
    assert isinstance(made, TripletPageRank)
    assert (made.name, made.memory.settings.anchors, made.damping) == ("hipporag-glong", 5, 0.5)
    other = HashingEncoder(dimensions=64)
    assert made.with_encoder(other) == replace(made, memory=made.memory.with_encoder(other))
