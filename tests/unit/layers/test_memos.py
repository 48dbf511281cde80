"""The memos nearest to a question, computed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import convograph
from convograph.architectures.rag import Rag
from convograph.architectures.sgmem import SGMem
from convograph.memory import Memory
from convograph.types import MemoHit
from support.encoders import TableEncoder

# Cosines with the question (1, 0, 0): the first component.
ENCODER = TableEncoder(
    {
        "question": (1, 0, 0),
        "far": (0, 1, 0),
        "near": (0.8, 0.6, 0),
        "nearer": (1, 0, 0),
        "opposite": (-1, 0, 0),
        "as near": (0.8, 0, 0.6),
        "in sum": (0.6, 0.8, 0),
    }
)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Two sessions on two days, and memos of all kinds about them."""
    with convograph.open(tmp_path / "m.db", architecture=Rag(ENCODER, memos=("summary", "fact", "insight"))) as opened:
        turns = [{"speaker": "Ana", "text": "one"}, {"speaker": "Ben", "text": "two"}]
        opened.add(turns, session="a", said="2024-03-01 10:00")
        opened.add([{"speaker": "Ana", "text": "three"}], session="b", said="2024-03-02 10:00")
        opened.bring(
            [
                {"kind": "fact", "text": "far", "turns": ["a:0"]},
                {"kind": "fact", "text": "as near", "turns": ["b:0"]},
                {"kind": "fact", "text": "nearer", "turns": ["a:1"], "time": "2030-01-01"},
                {"kind": "fact", "text": "near", "turns": ["a:0"]},
                {"kind": "fact", "text": "opposite", "turns": ["a:0"]},
                {"kind": "summary", "text": "in sum", "session": "a"},
                {"kind": "insight", "text": "nearer", "turns": ["a:0", "b:0"]},
                {"kind": "insight", "text": "no word that is known", "turns": ["a:0"]},
            ]
        )
        yield opened


def shown(memory: Memory, **options: object) -> list[tuple[int, str, str]]:
    return [(memo.rank, memo.kind, memo.text) for memo in memory.recall("question", **options).memos]


def test_each_kind_gives_its_k_best(memory: Memory) -> None:
    """Kind by kind in the paper's order; ties (0.8) go to the memo about the earlier turn."""
    assert shown(memory, k=3) == [
        (1, "summary", "in sum"),
        (1, "fact", "nearer"),
        (2, "fact", "near"),
        (3, "fact", "as near"),
        (1, "insight", "nearer"),
        (2, "insight", "no word that is known"),
    ]


def test_scores_times_and_sources(memory: Memory) -> None:
    """cos + 1, rounded to 16 bits in the store; a memo has its own time, else that of its last turn."""
    found = {(memo.kind, memo.text): memo for memo in memory.recall("question", k=9).memos}

    def said_and_turns(memo: MemoHit) -> tuple[str, list[str]]:
        return (memo.said.raw if memo.said else "none", [turn.id for turn in memo.turns])

    assert [found["fact", name].score for name in ("nearer", "far", "opposite")] == [2.0, 1.0, 0.0]
    assert found["fact", "near"].score == pytest.approx(1.8, abs=1e-3)
    assert said_and_turns(found["fact", "nearer"]) == ("2030-01-01", ["a:1"])
    assert said_and_turns(found["summary", "in sum"]) == ("2024-03-01 10:00", ["a:0", "a:1"])
    assert said_and_turns(found["insight", "nearer"]) == ("2024-03-02 10:00", ["a:0", "b:0"])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"speakers": "ben"}, ["in sum", "nearer"]),
        ({"between": ("2024-03-02", None)}, ["as near", "nearer"]),
        ({"between": ("2024-03-02", None), "speakers": "ben"}, []),
        ({"as_of": "2024-03-01"}, ["in sum", "nearer", "near", "far", "opposite", "no word that is known"]),
        ({"as_of": "2024-02-01"}, []),
    ],
    ids=str,
)
def test_memos_are_masked_by_their_turns(memory: Memory, options: dict[str, object], expected: list[str]) -> None:
    """One turn must pass `speakers` and `between`; all must exist by `as_of`. The memo's own time plays no part."""
    assert [text for _, _, text in shown(memory, k=9, **options)] == expected


def test_a_question_without_a_known_word_finds_no_memos(memory: Memory) -> None:
    """Its vector is zero: near to nothing."""
    assert memory.recall("unheard of").memos == ()


def test_an_architecture_takes_only_its_kinds(memory: Memory, tmp_path: Path) -> None:
    """Layers that others derived are left alone; those that are missing are derived at the first recall."""
    path = tmp_path / "m.db"
    with convograph.open(path, architecture=SGMem(ENCODER, memos=("insight",))) as other:
        assert {kind for _, kind, _ in shown(other)} == {"insight"}
        assert [layer.name.split("-")[0] for layer in other.stats().layers] == ["text", "memos"]
    with convograph.open(path, architecture=SGMem(ENCODER)) as other:
        assert shown(other) == []
        assert len(other.memos()) == 8


def test_what_comes_later_is_appended(memory: Memory) -> None:
    """A memo brought to a living memory is found like those that were there, and a forgotten one is not."""
    memory.recall("question")
    memory.bring([{"kind": "summary", "text": "nearer", "session": "b"}])
    assert shown(memory, k=2)[:2] == [(1, "summary", "nearer"), (2, "summary", "in sum")]
    memory.forget(session="b")
    assert [text for _, _, text in shown(memory, k=9)] == [
        "in sum",
        "nearer",
        "near",
        "far",
        "opposite",
        "no word that is known",
    ]


@pytest.mark.parametrize("order", [("near", "as near"), ("as near", "near")])
def test_of_equals_about_the_same_turn_what_they_say_decides(order: tuple[str, str]) -> None:
    """Not which came first."""
    with convograph.open(":memory:", architecture=Rag(ENCODER, memos=("fact",))) as memory:
        memory.add([{"speaker": "Ana", "text": "one"}], session="a")
        for text in order:
            memory.bring([{"kind": "fact", "text": text, "turns": ["a:0"]}])
        assert [memo.text for memo in memory.recall("question").memos] == ["as near", "near"]
