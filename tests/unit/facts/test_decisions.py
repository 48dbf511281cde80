"""Decisions about facts: which of several holds, and which facts they are about."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from convograph.facts.decisions import Decisions, ended_fact, fact_key, kept_fact, struck_fact, time_of_deciding
from convograph.facts.statement import Statement
from convograph.graph.rows import MemoRow
from convograph.memory import Memory
from convograph.times import parse_said
from convograph.types import Fact, Said
from support.facts import JANUARY, MARCH, tell

MAY, JUNE = parse_said("2024-05-01 10:00"), parse_said("2024-06-01 10:00")


@pytest.fixture
def facts(memory: Memory) -> list[Fact]:
    """Where Ana lived, and lives."""
    tell(memory, (JANUARY, "Ana: I live in Porto."), (MARCH, "Ana: I moved to Lisbon."))
    return memory.facts("Ana", "lives_in", outdated=True)


def rows(memory: Memory, *decided: tuple[str, Fact, Said]) -> list[MemoRow]:
    """Decisions as a store has them, in the order of bringing."""
    make = {"keep": kept_fact, "end": ended_fact, "strike": struck_fact}
    memory.bring([make[what](fact, said) for what, fact, said in decided])
    return list(memory._keeper.newest().memos)


def test_a_decision_says_what_it_is_about(facts: list[Fact]) -> None:
    """As a triplet; one that keeps a fact rests on what had ended it, too."""
    porto, lisbon = facts
    kept, ended = kept_fact(porto, MAY), ended_fact(lisbon, MAY)
    assert (kept.kind, kept.text, kept.turns, kept.said) == (
        "decision",
        "Ana still lives_in Porto",
        ("s0:0", "s1:0"),
        MAY,
    )
    assert (ended.text, ended.turns) == ("Ana no longer lives_in Lisbon", ("s1:0",))


def test_of_two_the_later_one_holds(memory: Memory, facts: list[Fact]) -> None:
    """By the time of deciding, in whatever order they were brought."""
    porto, lisbon = facts
    made = rows(memory, ("keep", lisbon, JUNE), ("end", lisbon, MAY), ("keep", porto, MAY))
    decisions = Decisions.of(made)
    turn = porto.ended_by[0].key
    assert decisions.applied(lisbon) == lisbon
    assert decisions.keeps(fact_key("ana", "Lives In", "the porto"), turn)
    assert not decisions.keeps(fact_key("Ana", "lives_in", "Porto"), turn + 1)
    assert not decisions.keeps(fact_key("Ana", "lives_in", "Rome"), turn)
    until = Decisions.of(made, MAY.local)
    ended = until.applied(lisbon)
    assert (ended.status, ended.reason, ended.valid_to, ended.superseded_at) == ("outdated", "decided", MAY.local, MAY)
    assert Decisions.of(made, MAY.local - timedelta(days=1)) == Decisions({}, {})


def test_what_is_struck_out_is_what_its_turns_state(memory: Memory, facts: list[Fact]) -> None:
    """In whatever words, until it is decided that the fact holds; what other turns state is not struck out."""
    porto, lisbon = facts
    decisions = Decisions.of(rows(memory, ("strike", lisbon, MAY)))
    turn = lisbon.turns[0].key
    said = Statement("ana", "lives in", "Lisbon, Portugal", "holds", "Ana", 0, 0, 0)
    (striking,) = decisions.strikings
    assert (striking.fact.parts, striking.said) == (("Ana", "lives_in", "Lisbon"), MAY)
    assert decisions.striking(said, turn) == striking
    assert decisions.striking(said, turn + 1) is None
    assert decisions.striking(replace(said, value="Porto"), turn) is None
    assert decisions.striking(replace(said, subject="Ben"), turn) is None
    assert Decisions.of(rows(memory, ("keep", porto, JUNE))).strikings == (striking,)
    assert Decisions.of(rows(memory, ("keep", lisbon, JUNE))).strikings == ()


def test_an_ending_is_of_facts_that_rest_on_its_turns(memory: Memory, facts: list[Fact]) -> None:
    """What is outdated already keeps its reason, and what others said or say later is another fact."""
    porto, lisbon = facts
    decisions = Decisions.of(rows(memory, ("end", lisbon, MAY), ("end", porto, MAY)))
    assert decisions.applied(porto) == porto
    memory.add([{"speaker": "Ana", "text": "Lisbon is sunny."}], session="other")
    (other,) = memory.turns("other")
    assert decisions.applied(replace(lisbon, turns=(other,))).status == "current"


def test_decisions_about_names_are_none_about_facts(memory: Memory) -> None:
    """They are memos of the same kind."""
    memory.add([{"speaker": "Ana", "text": "Call me Annie."}], session="s")
    memory.bring([{"kind": "decision", "names": ["Ana", "Annie"], "same": True, "turns": ["s:0"]}])
    assert Decisions.of(memory._keeper.newest().memos[:]) == Decisions({}, {})


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (datetime(2024, 6, 1, 10, 0, 0, 5), datetime(2024, 6, 1, 10, 0, 1)),  # within the second
        (datetime(2024, 6, 1, 10, 0, 2), datetime(2024, 6, 1, 10, 0, 2)),
        (datetime(1999, 1, 1), datetime(2024, 6, 1, 10, 0, 1)),  # the clock was set back
    ],
)
def test_the_time_of_a_decision_is_behind_the_latest(
    memory: Memory, facts: list[Fact], now: datetime, expected: datetime
) -> None:
    """Of the same fact; of another, it is now. At the end of time there is no later one."""
    porto, lisbon = facts
    made = rows(memory, ("end", lisbon, MAY), ("end", lisbon, JUNE))
    assert time_of_deciding(lisbon, made, now) == expected
    assert time_of_deciding(porto, made, now) == now
    last = Said(datetime.max.replace(microsecond=0), None, "9999-12-31 23:59:59")
    assert time_of_deciding(lisbon, rows(memory, ("end", lisbon, last)), now) == last.local


def test_a_decision_about_a_pet_lasts_when_its_name_is_told(memory: Memory) -> None:
    """It is about the pet as it was first stated; it goes with any turn that it is about."""
    tell(memory, (JANUARY, "Ana: I have a cat."), (MARCH, "Ana: My cat died."))
    (cat,) = memory.history("Ana", "has_pet")
    memory.keep_fact(cat.id)
    memory.add([{"speaker": "Ana", "text": "My cat is called Milo."}], session="name", said="2024-05-01")
    (milo,) = memory.facts()
    assert (milo.id, milo.value, milo.status) == (cat.id, "cat Milo", "current")
    memory.strike_fact(milo.id)
    assert memory.facts() == []
    memory.forget(session="name")
    assert [one.value for one in memory.facts()] == ["cat"]
