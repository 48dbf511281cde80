"""Facts of subjects that nothing new was said of are not folded again; what is remembered never shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from convograph.facts.decisions import Decisions
from convograph.facts.folding import known_folds
from convograph.facts.folding.known_folds import KnownFolds
from convograph.facts.relations import DEFAULT_RELATIONS
from convograph.facts.statement import Statement
from convograph.memory import Memory
from support.facts import JANUARY, JUNE, MARCH, another, lines_of, tell, without_keys


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The subjects that are folded, as that happens."""
    made: list[str] = []
    fold = known_folds.folded

    def told(graph, stated, *rest, **options):  # type: ignore[no-untyped-def]
        made.append(stated[0].subject)
        return fold(graph, stated, *rest, **options)

    monkeypatch.setattr(known_folds, "folded", told)
    return made


def test_what_is_said_of_one_subject_folds_that_one(memory: Memory, folds: list[str]) -> None:
    """A question folds nothing, nor does a turn that states nothing; a decision is about all."""
    tell(memory, (JANUARY, "Ana: I live in Porto.\nBen: I work at Siemens."))
    memory.facts()
    assert folds == ["Ana", "Ben"]
    memory.facts("Ana")
    memory.append({"speaker": "Ben", "text": "Nice!"}, "later", said=MARCH)
    memory.facts()
    assert folds == ["Ana", "Ben"]
    memory.append({"speaker": "Ben", "text": "I live in Rome."}, "later", said=MARCH)
    memory.facts()
    assert folds == ["Ana", "Ben", "Ben"]
    memory.end_fact(memory.facts("Ana")[0].id)
    assert set(folds[3:]) == {"Ana", "Ben"}


def test_what_was_known_once_changes_nothing_that_is_remembered(memory: Memory, folds: list[str]) -> None:
    """Facts of another time are folded from less, and are not kept."""
    tell(memory, (JANUARY, "Ana: I live in Porto."), (MARCH, "Ana: I moved to Lisbon."))
    before = memory.facts(outdated=True)
    assert [fact.value for fact in memory.facts(known_at="2024-02-01")] == ["Porto"]
    memory.append({"speaker": "Ben", "text": "I live in Rome."}, "later", said=JUNE)
    assert memory.facts(outdated=True)[:2] == before
    assert folds == ["Ana", "Ana", "Ben"]


def test_a_turn_that_takes_the_row_of_a_forgotten_one_is_its_own(memory: Memory) -> None:
    """Though it says the same at the same place, a fact names the turn that is there."""
    memory.add([{"speaker": "Ana", "text": "I live in Porto.", "id": "doomed"}], session="s", said=JANUARY)
    assert lines_of(memory.facts()) == ["lives_in Porto: current, doomed"]
    memory.forget(turn="doomed")
    memory.add([{"speaker": "Ana", "text": "I live in Porto.", "id": "new"}], session="s", said=JANUARY)
    assert lines_of(memory.facts()) == ["lives_in Porto: current, new"]


def test_facts_stand_in_the_order_in_which_they_were_stated(memory: Memory) -> None:
    """Whoever they are about, and whichever were folded before."""
    lines = ["Ana: I live in Porto.", "Ben: I live in Rome.", "Ana: I work at Siemens.", "Ben: I work at Bosch."]
    whole = another(memory)
    tell(whole, (JANUARY, "\n".join(lines)))
    for line in lines:
        speaker, _, text = line.partition(": ")
        memory.append({"speaker": speaker, "text": text}, "s0", said=JANUARY)
        memory.facts()
    assert without_keys(memory.facts()) == without_keys(whole.facts())
    assert [fact.value for fact in memory.facts()] == ["Porto", "Rome", "Siemens", "Bosch"]


class _Interrupted(KnownFolds[str]):
    """Whatever is remembered, another thread asks next."""

    __slots__ = ("ask",)

    def __init__(self, ask: Callable[[], None]) -> None:
        super().__init__()
        self.ask = ask

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name != "ask" and hasattr(self, "ask"):
            self.ask()


def test_another_thread_never_sees_what_was_folded_under_other_decisions(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two steps by which it is remembered."""
    memory.add([{"speaker": "Ana", "text": "Hm."}], session="s")
    graph = memory._keeper.newest()
    decided = Decisions({("ana", "likes", "tea"): frozenset({1})}, {})
    about = {"ana": [Statement("Ana", "likes", "tea", "holds", "Ana", 0, 0, 0)]}
    monkeypatch.setattr(known_folds, "folded", lambda graph, stated, relations, decisions, **_: [decisions])

    def ask() -> None:
        if asking:
            seen.append(KnownFolds.folded(folds, graph, about, DEFAULT_RELATIONS, decided, remembered=False))

    asking, seen = False, list[Any]()
    folds = _Interrupted(ask)
    folds.folded(graph, about, DEFAULT_RELATIONS, Decisions({}, {}))
    asking = True
    folds.folded(graph, about, DEFAULT_RELATIONS, decided)
    assert seen
    assert all(one == {"ana": [decided]} for one in seen)


def test_a_name_is_written_with_a_capital_if_anybody_does(memory: Memory) -> None:
    """Who types in lower case tells of one person."""
    tell(memory, (JANUARY, "Ana: ruben has a dog."), (MARCH, "Ana: Ruben is a nurse."))
    assert [(fact.subject, fact.value) for fact in memory.facts("ruben")] == [("Ruben", "dog"), ("Ruben", "nurse")]
