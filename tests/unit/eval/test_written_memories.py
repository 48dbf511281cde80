"""MemoryBank and LD-Agent over questions, computed by hand; and what a model writes for each architecture."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from math import exp
from pathlib import Path

import pytest

from convograph.build import make_encoder, open_memory
from convograph.memory import Memory
from convograph.types import Memo, Session, Turn
from convograph_eval.architectures import architecture_for
from convograph_eval.baselines import FORMS, WrittenMemory
from convograph_eval.retrieval.upkeep import written_kinds
from support.conversations import said_at
from support.encoders import TableEncoder

QUESTION = "Where is the cat?"
NEW, OLD = datetime(2024, 3, 2), datetime(2024, 3, 1)
ROUNDS = {"A": "Ana: old one\nBen: old two", "B": "Ana: new one\nBen: new two"}
SUMMARIES = {"A": "The cat is in the attic.", "B": "It rained all day."}
FACT = "Ana likes rain."
VECTORS = {
    QUESTION: (1.0, 0.0),
    ROUNDS["A"]: (0.75, 0.0),
    ROUNDS["B"]: (0.5, 0.0),
    SUMMARIES["A"]: (0.5, 0.0),
    SUMMARIES["B"]: (0.5, 0.0),
    FACT: (-0.5, 0.0),
}
SESSIONS = [
    Session((Turn("old one", "Ana"), Turn("old two", "Ben")), "A", said_at(OLD)),
    Session((Turn("new one", "Ana"), Turn("new two", "Ben")), "B", said_at(NEW)),
]


@pytest.fixture
def memories(tmp_path: Path) -> Iterator[dict[str, Memory]]:
    """A memory in each form, of two sessions with a summary each, and a fact about the second."""
    made = {
        name: open_memory(
            tmp_path / f"{name}.db", architecture=WrittenMemory(TableEncoder(VECTORS, dimensions=2), form)
        )
        for name, form in FORMS.items()
    }
    for memory in made.values():
        memory.add(SESSIONS)
        memory.bring(Memo("summary", text, session) for session, text in SUMMARIES.items())
        memory.bring([Memo("fact", FACT, "B")])
    yield made
    for memory in made.values():
        memory.close()


def test_memorybank_forgets_a_round_by_the_days_since_it_was_said(memories: dict[str, Memory]) -> None:
    """Asked on the day after: .75 exp(-2) of the older round, .5 exp(-1) of the newer one, which is first."""
    found = memories["memorybank"].recall(QUESTION, asked_at=NEW + timedelta(days=1))
    assert [(hit.turns[0].session, hit.score) for hit in found.hits] == [
        ("B", pytest.approx(0.5 * exp(-1))),
        ("A", pytest.approx(0.75 * exp(-2))),
    ]
    assert [(memo.text, memo.rank, memo.score) for memo in found.memos] == [
        (SUMMARIES["B"], 1, pytest.approx(0.5 * exp(-1))),
        (SUMMARIES["A"], 2, pytest.approx(0.5 * exp(-2))),
    ]


def test_without_forgetting_the_nearer_round_is_first(memories: dict[str, Memory]) -> None:
    """Cosines alone."""
    found = memories["memorybank-no-forgetting"].recall(QUESTION, asked_at=NEW)
    assert [(hit.turns[0].session, hit.score) for hit in found.hits] == [("A", 0.75), ("B", 0.5)]


def test_after_years_what_is_left_is_in_order(memories: dict[str, Memory]) -> None:
    """Both scores are too small for a number, and the newer round is still first."""
    found = memories["memorybank"].recall(QUESTION, asked_at=NEW + timedelta(days=4000))
    assert [(hit.turns[0].session, hit.score) for hit in found.hits] == [("B", 0.0), ("A", 0.0)]


def test_ld_agent_finds_sessions_by_cosine_words_and_age(memories: dict[str, Memory]) -> None:
    """The question's one word is "cat": (.5 + 1) / 2 for A, (.5 + 0) / 2 for B, times exp(-1e-7 seconds)."""
    found = memories["ld-agent"].recall(QUESTION, asked_at=NEW)
    assert [(hit.id, hit.unit, hit.score) for hit in found.hits] == [
        ("A", "session", pytest.approx(0.75 * exp(-1e-7 * 86_400))),
        ("B", "session", pytest.approx(0.25)),
    ]
    assert [len(hit.turns) for hit in found.hits] == [2, 2]
    assert [memo.text for memo in found.memos] == [SUMMARIES["A"], SUMMARIES["B"]]  # the fact is not near at all


def test_as_many_as_asked_for(memories: dict[str, Memory]) -> None:
    """Of rounds, and of memos of a kind."""
    found = memories["memorybank"].recall(QUESTION, k=1, asked_at=NEW)
    assert (len(found.hits), len(found.memos)) == (1, 1)


@pytest.mark.parametrize(
    ("name", "unit", "kinds"),
    [
        ("glong", "turn", ("triplet",)),
        ("associa", "turn", ("event",)),
        ("unified", "turn", ("summary", "fact", "insight")),
        ("ld-agent", "session", ("summary", "fact")),
        ("memorybank", "round", ("summary",)),
        ("sgmem-sf", "session", ("fact",)),
        ("sgmem-si", "session", ("fact", "insight")),  # insights are made of facts
        ("lightgmem", "chunk500", ("resolution", "profile", "community")),
        ("bm25", "turn", ()),
        ("rag-s", "session", ()),
    ],
)
def test_a_model_writes_what_an_architecture_reads(name: str, unit: str, kinds: tuple[str, ...]) -> None:
    """And nothing else."""
    assert written_kinds(architecture_for(name, make_encoder("static"), unit)) == kinds
