"""Decisions about names in a memory: stored, listed, exported and imported, forgotten with their turns, never found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import convograph
from convograph.errors import InputError
from convograph.layers.verdicts import Verdicts
from convograph.memory import Memory
from convograph.types import BringReport, Memo, Triplet
from support.encoders import HashingEncoder
from support.pictures import exported

SAME = {"kind": "decision", "names": ["Mary", "Maria Lopez"], "same": True, "turns": ["s:0"]}
OTHER = {"kind": "decision", "names": ["Mary", "Mary Smith"], "same": False, "turns": ["s:1", "t:0"], "text": "No kin."}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Two sessions with people of several names."""
    with convograph.open(tmp_path / "m.db", architecture="sgmem-tmfi", encoder=HashingEncoder()) as opened:
        opened.add([{"text": "Call me Mary, not Maria Lopez."}, {"text": "Mary is late."}], session="s")
        opened.add([{"text": "I met Mary Smith."}], session="t")
        yield opened


def test_they_are_stored_with_their_names(memory: Memory, tmp_path: Path) -> None:
    """And read again by another process; brought again, also as objects, they are known."""
    assert memory.bring([SAME, OTHER]) == BringReport(2, 0)
    with convograph.open(tmp_path / "m.db", encoder=HashingEncoder()) as again:
        same, other = again.memos("decision")
        assert again.stats().memos == {"decision": 2}
    assert (same.text, same.triplets) == ("Mary is Maria Lopez", (Triplet("Mary", "is", "Maria Lopez"),))
    assert (other.text, other.triplets) == ("No kin.", (Triplet("Mary", "is not", "Mary Smith"),))
    assert [turn.id for turn in other.turns] == ["s:1", "t:0"]
    decided = Memo("decision", turns=("s:0",), triplets=(Triplet("Mary", "is", "Maria Lopez"),))
    assert memory.bring([OTHER, decided]) == BringReport(0, 2)
    assert memory.bring([{**SAME, "same": False}]) == BringReport(1, 0)


def test_names_are_joined_by_them(memory: Memory) -> None:
    """What a layer of names reads in them."""
    memory.bring([SAME, OTHER])
    verdicts = Verdicts.of(memory._keeper.newest().memos)
    assert verdicts.root("mary") == verdicts.root("Maria Lopez") != verdicts.root("Mary Smith")
    assert frozenset((verdicts.root("Mary"), verdicts.root("Mary Smith"))) in verdicts.apart


def test_no_question_and_no_model_sees_them(memory: Memory) -> None:
    """They are neither recalled nor packed, and nothing is written in their place."""
    memory.bring([SAME, OTHER])
    assert memory.recall("Is Mary Maria Lopez?", k=9).memos == ()
    assert "Mary is Maria Lopez" not in memory.context("Is Mary Maria Lopez?").text
    assert dict(memory.enrich_plan().calls) == {"summary": 2, "fact": 2, "insight": 1}
    kinds = "summary, fact, insight, triplet, event, resolution, profile, community"
    with pytest.raises(InputError, match=f"not a kind of memo: 'decision'; name some of {kinds}$"):
        memory.enrich_plan(["decision"])  # type: ignore[list-item]


def test_an_export_with_them_comes_back_whole(memory: Memory) -> None:
    """It is of version 6, which earlier readers refuse, whatever order they came in."""
    memory.bring([{"kind": "fact", "text": "Mary is late.", "turns": ["s:1"]}])
    assert json.loads(exported(memory)[0])["version"] == 2
    memory.bring([OTHER, SAME])
    first = exported(memory)
    assert json.loads(first[0])["version"] == 6
    (line,) = [json.loads(line) for line in first if "Mary is Maria Lopez" in line]
    assert (line["memo"], line["details"]) == ("decision", {"triplets": [["Mary", "is", "Maria Lopez"]]})
    other = memory.for_owner("other")
    assert other.import_from(first).memos == BringReport(3, 0)
    assert exported(other) == first


@pytest.mark.parametrize(
    ("former", "words"),
    [
        ('["Mary","is","Maria Lopez"]', "line 5: triplets[0].relation of a decision is 'was'; give 'is' or 'is not'"),
        ('[["Mary","is","Maria Lopez"]]', "line 5: triplets has 0 of them; a memo of kind 'decision' has exactly one"),
    ],
)
def test_what_decides_nothing_is_not_imported(memory: Memory, former: str, words: str) -> None:
    """The message names the line; nothing is stored."""
    memory.bring([SAME])
    altered = "[]" if former.startswith("[[") else '["Mary","was","Maria Lopez"]'
    given = [line.replace(former, altered) for line in exported(memory)]
    with pytest.raises(InputError) as caught:
        memory.for_owner("other").import_from(given)
    assert words in str(caught.value)
    assert "other" not in memory.owners()


def test_they_go_with_any_of_their_turns(memory: Memory) -> None:
    """As every memo does; the export is then of an earlier version again."""
    memory.bring([SAME, OTHER])
    assert memory.forget(session="t").memos == 1
    assert [memo.text for memo in memory.memos()] == ["Mary is Maria Lopez"]
    assert memory.forget(turn="s:0").memos == 1
    assert memory.memos() == []
    assert json.loads(exported(memory)[0])["version"] == 1
