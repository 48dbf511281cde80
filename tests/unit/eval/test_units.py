"""Units of evaluation, and what hits credit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from convograph.errors import InputError, UnsupportedError
from convograph.retrieval import hit
from convograph.types import Conversation, Hit, Session, SourceTurn, Triplet, Turn, Unit
from convograph_eval.architectures import architecture_for
from convograph_eval.brought import Share, SourcedTriplet
from convograph_eval.units import Credited, UnitMap, unit_map
from support.encoders import HashingEncoder

TALK = Conversation(
    "talk",
    (
        Session(
            tuple(Turn(f"t{n}", speaker) for n, speaker in enumerate(("user", "assistant", "user", "user"))), id="A"
        ),
        Session((Turn("x", "user", id="own"),), id="B"),
    ),
)


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("turn", {"A:0": ("A:0",), "A:1": ("A:1",), "A:2": ("A:2",), "A:3": ("A:3",), "own": ("own",)}),
        ("user-turn", {"A:0": ("A:0",), "A:2": ("A:2",), "A:3": ("A:3",), "own": ("own",)}),
        ("round", {"A:0": ("A:0", "A:1"), "A:2": ("A:2", "A:3"), "own": ("own",)}),
        ("block4", {"A:0": ("A:0", "A:1", "A:2", "A:3"), "own": ("own",)}),
        ("chunk500", {"A:0": ("A:0", "A:1", "A:2", "A:3"), "own": ("own",)}),
        ("session", {"A": ("A:0", "A:1", "A:2", "A:3"), "B": ("own",)}),
    ],
)
def test_units_cover_a_conversation(unit: str, expected: dict[str, tuple[str, ...]]) -> None:
    """Each unit with its turns, named by its first turn or its session; user turns leave out the rest."""
    assert dict(unit_map(TALK, unit).turns_of_unit) == expected


def test_an_unknown_unit_is_named() -> None:
    """The error lists the units there are."""
    with pytest.raises(InputError, match="no unit is called 'page'; there are turn, user-turn"):
        unit_map(TALK, "page")


def test_gold_units_hold_a_gold_turn() -> None:
    """Turns outside every unit have none."""
    assert unit_map(TALK, "block4").gold(["A:1", "A:3", "own", "nowhere"]) == {"A:0", "own"}
    assert unit_map(TALK, "user-turn").gold(["A:1"]) == frozenset()


def found(*turns: str, score: float = 1.0, unit: Unit = "turn") -> Hit:
    """A hit on turns, whose session is their first letter."""
    sources = [SourceTurn(0, name, name[0], int(name[1]), None, name, None) for name in turns]
    return hit(1, unit, score, sources, [])


def map_of(**members: str) -> UnitMap:
    """Units by name, from the ids of their turns."""
    turns_of_unit = {unit: tuple(turns.split()) for unit, turns in members.items()}
    turns = {turn for unit in turns_of_unit.values() for turn in unit}
    return UnitMap(
        {turn: tuple(u for u, held in turns_of_unit.items() if turn in held) for turn in turns}, turns_of_unit
    )


OVERLAPPING = map_of(first="a0 a1 a2", second="a2 a3", third="a4")


def test_a_unit_is_credited_once_with_its_best_hit() -> None:
    """Hits in order a1, b0, a0: unit A with the score of a1, then B."""
    credited = Credited(map_of(A="a0 a1", B="b0"))
    for turn, score in (("a1", 0.9), ("b0", 0.8), ("a0", 0.7)):
        credited.take(found(turn, score=score))
    assert credited.ranked == {"A": 0.9, "B": 0.8}


def test_a_turn_credits_every_unit_that_holds_it() -> None:
    """A turn in two chunks is gold in both, and finds both; a turn in no unit finds none."""
    assert OVERLAPPING.gold(["a2"]) == {"first", "second"}
    assert OVERLAPPING.found_by(found("a2")) == ("first", "second")
    assert OVERLAPPING.found_by(found("a2", "a4")) == ("first", "second", "third")
    assert OVERLAPPING.found_by(found("b7")) == ()


def test_a_hit_on_a_whole_unit_is_that_unit() -> None:
    """The second chunk found does not credit the first, which shares a turn with it."""
    assert OVERLAPPING.found_by(found("a2", "a3")) == ("second",)


def test_a_coarser_hit_credits_no_finer_unit() -> None:
    """A session found says nothing of the units within it; a round still credits the units that it lies in."""
    whole = found("a0", "a1", "a2", "a3", "a4", unit="session")
    assert OVERLAPPING.found_by(whole) == ()
    assert OVERLAPPING.found_by(found("a1", "a2", unit="round")) == ("first", "second")
    assert OVERLAPPING.found_by(found("a3", "a4", unit="round")) == ("second",)


def test_chunks_count_the_words_and_the_speaker() -> None:
    """Turns of `user: ` (2 tokens) and 248 words each: two to a chunk of 500; with a word more, one."""
    for words, chunks in ((248, 2), (249, 4)):
        session = Session(tuple(Turn("boat " * words, "user") for _ in range(4)), id="A")
        assert len(unit_map(Conversation("talk", (session,)), "chunk500").turns_of_unit) == chunks


def test_a_unit_is_shown_with_its_speakers() -> None:
    """A line a turn; a turn of unknown speaker is its text."""
    talk = Conversation("talk", (Session((Turn("Hi", "Ana"), Turn("Oh")), id="A"),))
    assert unit_map(talk, "round").text("A:0") == "Ana: Hi\nOh"


TRIPLETS = (
    SourcedTriplet(Triplet("Ana", "has a", "Cat"), ("A:0", "own")),
    SourcedTriplet(Triplet("Ben", "likes", "tea"), ("A:0",)),
)


def test_a_triplet_is_a_unit_of_its_own() -> None:
    """Found by its name, whatever turns it rests on; gold when one of these is."""
    units = unit_map(TALK, "triplet", triplets=TRIPLETS)
    assert dict(units.turns_of_unit) == {"ana | has a | cat": ("A:0", "own"), "ben | likes | tea": ("A:0",)}
    assert units.gold(["A:0"]) == {"ana | has a | cat", "ben | likes | tea"}
    assert units.gold(["own"]) == {"ana | has a | cat"}
    assert units.text("ana | has a | cat") == "Ana has a Cat"
    assert units.found_by(found("a0")) == ()
    assert units.found_by(replace(found("a0"), id="ben | likes | tea")) == ("ben | likes | tea",)


def test_searches_need_triplets_that_were_brought() -> None:
    """The error names the option; no triplet in the file is no error."""
    with pytest.raises(InputError, match="needs triplets; name their file with --triplets FILE"):
        architecture_for("bm25", HashingEncoder(), "triplet")
    assert unit_map(TALK, "triplet", triplets=()).turns_of_unit == {}


def test_an_architecture_with_triplets_of_its_own_takes_none() -> None:
    """Every hit is a unit of its own, with the turns that it rests on; a file of triplets is refused."""
    units = unit_map(TALK, "triplet")
    assert units.derived
    turns = [SourceTurn(n, name, "A", n, "Ana", "words", None) for n, name in enumerate(("A:0", "A:1"))]
    credited = Credited(units)
    credited.take(Hit(1, "triplet", "Ana | has | cat", 0.9, tuple(turns), ()))
    credited.take(Hit(2, "triplet", "Ana | likes | tea", 0.4, tuple(turns[:1]), ()))
    assert credited.ranked == {"Ana | has | cat": 0.9, "Ana | likes | tea": 0.4}
    assert credited.turns["Ana | has | cat"] == {"A:0", "A:1"}
    assert units.text("Ana | has | cat") == "Ana | has | cat"
    assert "triplet" in architecture_for("glong", HashingEncoder(), "triplet").units
    with pytest.raises(UnsupportedError, match="bring its own with --memos"):
        architecture_for("glong", HashingEncoder(), "triplet", brought=Share(triplets=()))


def test_a_coarser_architecture_is_refused_for_finer_units() -> None:
    """A session that was found says nothing of its turns."""
    with pytest.raises(UnsupportedError, match="say nothing of the finer 'turn'"):
        architecture_for("rag-s", HashingEncoder(), "turn")
    assert architecture_for("rag-s", HashingEncoder(), "session").units == ("session",)
    assert architecture_for("sgmem", HashingEncoder(), "block4").units == ("turn",)
    with pytest.raises(InputError, match="no architecture is called 'magic'"):
        architecture_for("magic", HashingEncoder(), "turn")


@pytest.mark.parametrize("name", ["sgmem", "rag-t", "recent", "full", "longmemeval-uf", "bm25-events"])
def test_turns_say_nothing_of_triplets(name: str) -> None:
    """Only searches of triplets find triplets."""
    with pytest.raises(UnsupportedError, match="say nothing of triplets; take bm25, dense"):
        architecture_for(name, HashingEncoder(), "triplet", brought=Share(TRIPLETS, ()))


@pytest.mark.parametrize(
    ("name", "unit", "option"),
    [
        ("bm25", "triplet", "--triplets FILE"),
        ("longmemeval-uf", "turn", "--memos FILE"),
        ("bm25-events", "turn", "--memos FILE"),
    ],
)
def test_what_must_be_brought_is_named(name: str, unit: str, option: str) -> None:
    """The error says which option is missing."""
    with pytest.raises(InputError, match=option):
        architecture_for(name, HashingEncoder(), unit)


def test_only_the_baselines_can_omit_speakers() -> None:
    """What makes its texts itself is refused, not run with them."""
    assert architecture_for("dense", HashingEncoder(), "turn", speakers=False).units == ("turn",)
    with pytest.raises(UnsupportedError, match="rag makes its texts itself"):
        architecture_for("rag", HashingEncoder(), "turn", speakers=False)
