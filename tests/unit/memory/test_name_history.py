"""How names came to be taken for the same or not: grounds, turns, times, decisions taken out, forgetting, exports."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from convograph.build import open_memory
from convograph.errors import InputError, NotFoundError, UnsupportedError
from convograph.llm.scripted import ScriptedChat
from convograph.memory import Memory
from convograph.types import Memo, NameChange, Triplet, Turn
from support.entities import lightgmem, resolving
from support.resolutions import chosen, crowd, prompt_of

LINES = (
    ("My sister Clara Lopez lives in Porto.", "Ana", "clara"),
    ("Clara likes chess.", "Ben", "chess"),
    ("My sister met Tom in Lisbon.", "Ana", "tom"),
    ("Zoe called.", "Ana", "zoe"),
)


@pytest.fixture
def memory() -> Iterator[Memory]:
    with open_memory(":memory:", architecture=lightgmem()) as opened:
        opened.add([Turn(text, who, id=name) for text, who, name in LINES], session="s1", said="2024-05-01 10:00")
        yield opened


def steps(memory: Memory) -> list[tuple[str, str, str, str, bool]]:
    """What was done to which names, why, and whether that is in effect."""
    return [(one.step, one.text, one.other, one.ground, one.holds) for one in memory.name_history()]


def last(memory: Memory) -> NameChange:
    return memory.name_history()[-1]


def test_what_joined_by_itself_has_its_ground_and_the_turn_that_joined_it(memory: Memory) -> None:
    """Whatever was said first; the score is that of the resolver."""
    noun, short = memory.name_history()
    assert (noun.step, noun.text, noun.other, noun.ground) == ("merge", "Ana's sister", "Clara Lopez", "description")
    assert ([turn.id for turn in noun.turns], noun.score, noun.id) == (["clara"], None, None)
    assert (short.text, short.other, short.ground) == ("Clara", "Clara Lopez", "score")
    assert [turn.id for turn in short.turns] == ["chess"]
    assert short.said == short.turns[0].said
    assert short.score is not None
    assert 0 < short.score <= 1
    assert [(one.ground, one.caused_by.id) for one in memory.merges()] == [("description", "clara"), ("score", "chess")]


def test_what_a_model_chose_is_its_ground() -> None:
    """It gives no score."""
    with open_memory(":memory:", architecture=resolving()) as memory:
        memory.add(crowd(1))
        assert {one.ground for one in memory.merges()} <= {"score", "alias", "same name", "spelling"}
        memory.enrich(ScriptedChat(lambda request: chosen(prompt_of(request))), kinds=["resolution"])
        by_model = [one for one in memory.name_history() if one.ground == "model"]
        assert by_model
        assert {one.score for one in by_model} == {None}


def test_a_decision_that_is_taken_out_stays_in_the_history(memory: Memory) -> None:
    """With when it was made and when it was taken out; nothing else has it any more."""
    before = steps(memory)
    merge = memory.merge("Tom", "Zoe")
    assert steps(memory) == [*before, ("merge", "Tom", "Zoe", "decision", True)]
    assert memory.undo(merge.id[:6]) == merge
    assert steps(memory) == [
        *before,
        ("merge", "Tom", "Zoe", "decision", False),
        ("undo", "Tom", "Zoe", "decision", True),
    ]
    undone = last(memory)
    assert (undone.id, undone.decided) == (merge.id, merge.said)
    assert undone.said is not None
    assert merge.said is not None
    assert undone.said.local > merge.said.local
    assert [turn.id for turn in undone.turns] == ["tom", "zoe"]
    assert memory.decisions() == []
    assert {one.name for one in memory.entities()} >= {"Tom", "Zoe"}
    with pytest.raises(NotFoundError, match="was taken out already; `convograph entity history` shows when"):
        memory.undo(merge.id)


def test_what_was_taken_out_can_be_decided_again(memory: Memory) -> None:
    """In the same second, too: it is another decision; and what it overruled holds again without it."""
    first = memory.merge("Tom", "Zoe")
    memory.undo(first.id)
    again = memory.merge("Tom", "Zoe")
    assert again.id != first.id
    assert memory.decisions() == [again]
    split = memory.split("Tom", "Zoe")
    assert [one.holds for one in memory.decisions()] == [False, True]
    memory.undo(split.id)
    assert memory.decisions() == [again]
    assert [one[0] for one in steps(memory)[-5:]] == ["merge", "undo", "merge", "split", "undo"]
    assert [one[4] for one in steps(memory)[-5:]] == [False, True, True, False, True]


def test_the_history_is_forgotten_with_its_turns(memory: Memory) -> None:
    """A decision, and that it was taken out, rest on the same."""
    memory.undo(memory.merge("Tom", "Zoe").id)
    memory.forget(turn="zoe")
    assert [one[0] for one in steps(memory)] == ["merge", "merge"]
    assert memory.memos("decision") == []


def test_an_export_has_what_was_taken_out(memory: Memory, tmp_path: Path) -> None:
    """And a decision that is brought again stays out."""
    merge = memory.merge("Tom", "Zoe")
    (memo,) = memory.memos("decision")
    memory.undo(merge.id)
    memory.export_to(tmp_path / "out.jsonl")
    assert '"version":13' in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()[0].replace(" ", "")
    with open_memory(":memory:", architecture=lightgmem()) as other:
        other.import_from(tmp_path / "out.jsonl")
        assert steps(other) == steps(memory)
        turns = tuple(turn.id for turn in memo.turns)
        assert other.bring([Memo("decision", memo.text, None, turns, memo.said, memo.triplets)]).added == 0
        assert other.decisions() == []


@pytest.mark.parametrize(
    ("relation", "when_text", "message"),
    [("undone by", None, "of a decision is 'undone by'"), ("is", "2024-05-01", "only an event has one")],
)
def test_only_what_is_taken_out_has_a_moment(
    memory: Memory, relation: str, when_text: str | None, message: str
) -> None:
    """A decision has its own time; what is no decision cannot be taken out."""
    memo = Memo("decision", "Tom", None, ("tom",), None, (Triplet("Tom", relation, "Zoe"),), when_text=when_text)
    with pytest.raises(InputError, match=message):
        memory.bring([memo])


def test_an_architecture_that_joins_nothing_has_no_history() -> None:
    """It is named, with those that do."""
    with open_memory(":memory:", architecture="bm25") as other, pytest.raises(UnsupportedError, match="joins no near"):
        other.name_history()
