"""Turns that state just what is asked of one person."""

from __future__ import annotations

import pytest

import convograph
from convograph.errors import ConvographError
from convograph.extraction.asked_relation import asked_for
from convograph.facts.questions import asked_statements
from convograph.facts.questions.asked_statements import stated_in, tellings
from support.facts import JANUARY, turns_of


def values(line: str, question: str) -> list[str]:
    """What a turn states of what a question asks for."""
    asked = asked_for(question)
    assert asked is not None
    with convograph.open(":memory:") as memory:
        memory.add(turns_of(line), session="s", said=JANUARY)
        (hit,) = memory.recall("anything", unit="session").hits or memory.recall(line, unit="session").hits
        found = stated_in(memory._keeper.newest(), hit.turns, asked)
    return [value for stated in found.values() for value in stated]


@pytest.mark.parametrize(
    ("line", "question", "expected"),
    [
        ("Ana: We're back in Porto for good.", "Where does Ana live?", ["Porto"]),
        ("user: I moved from Leeds to Porto.", "Where do I live?", ["Porto"]),
        ("user: I moved from Leeds to Porto.", "Where did I live before?", ["Leeds", "Porto"]),
        ("Ana: I used to live in Faro.", "Where does Ana live?", []),
        ("Ana: I used to live in Faro.", "Where did Ana live before?", ["Faro"]),
        ("user: My sister Ines lives in Faro.", "Where does my sister live?", ["Faro"]),
        ("user: My sister Ines lives in Faro.", "Where do I live?", []),
        ("user: Hello! I'm Marta Quill.", "What's my name?", ["Marta Quill"]),
        ("user: I'm Dutch.", "Who am I?", []),
        ("user: Everyone calls me Tilly.", "What is my name?", ["Tilly"]),
        ("Ana: I live in Porto.", "Where does Ben live?", []),
        ("assistant: I live in Porto.", "Where do I live?", []),
    ],
)
def test_what_a_turn_states_of_what_is_asked(line: str, question: str, expected: list[str]) -> None:
    """Of the one who is asked about, and as it is now unless what was before is asked for."""
    assert values(line, question) == expected


def test_ways_of_telling_are_found_by_relation() -> None:
    """By its relation, in the words of the facts."""
    found = asked_statements._tellings()
    assert {"lives in", "works at", "name", "partner"} <= found.keys()
    asked = asked_for("Where does Ana live?")
    assert asked is not None
    assert tellings(asked) == found["lives in"]


def test_a_damaged_table_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line without a sentence."""
    asked_statements._tellings.cache_clear()
    monkeypatch.setattr(asked_statements, "lines_of", lambda name, package: ("lives_in",))
    with pytest.raises(ConvographError, match=r"tellings\.txt of convograph is damaged: 'lives_in'"):
        asked_statements._tellings()
