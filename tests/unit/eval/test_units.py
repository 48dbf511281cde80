"""Units of evaluation, and what hits credit."""

from __future__ import annotations

import pytest

from convograph.errors import InputError, UnsupportedError
from convograph.retrieval import hit
from convograph.types import Conversation, Session, SourceTurn, Turn
from convograph_eval.architectures import architecture_for
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


def test_a_unit_is_credited_once_with_its_best_hit() -> None:
    """Hits in order a1, b0, a0: unit A with the score of a1, then B."""
    turns = {name: SourceTurn(0, name, name[0], 0, None, name, None) for name in ("a0", "a1", "b0")}
    credited = Credited(UnitMap({"a0": "A", "a1": "A", "b0": "B"}, {}))
    for rank, (name, score) in enumerate((("a1", 0.9), ("b0", 0.8), ("a0", 0.7)), start=1):
        credited.take(hit(rank, "turn", score, [turns[name]], []))
    assert credited.ranked == {"A": 0.9, "B": 0.8}


def test_a_coarser_architecture_is_refused_for_finer_units() -> None:
    """A session that was found says nothing of its turns."""
    with pytest.raises(UnsupportedError, match="say nothing of the finer 'turn'"):
        architecture_for("rag-s", HashingEncoder(), "turn")
    assert architecture_for("rag-s", HashingEncoder(), "session").units == ("session",)
    assert architecture_for("sgmem", HashingEncoder(), "block4").units == ("turn",)
    with pytest.raises(InputError, match="no architecture is called 'magic'"):
        architecture_for("magic", HashingEncoder(), "turn")
