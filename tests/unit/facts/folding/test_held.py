"""Facts in groups, found by the words of their values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.facts.folding.held import Group, Held
from convograph.facts.statement import Statement
from convograph.facts.values import sameness
from convograph.facts.values.sameness import are_same, name_the_same
from convograph.memory import Memory

VALUES = st.lists(st.sampled_from("the cat Milo another dog teacher Rex … ".split(" ")), max_size=3).map(" ".join)


def grouped(relation: str, values: list[str]) -> Group:
    group = Group()
    for value in values:
        group.add(Held(Statement("Ana", relation, value, "holds", "Ana", 0, 0, 0), []))
    return group


@given(st.lists(VALUES, max_size=8), VALUES)
def test_what_has_no_word_of_a_value_is_not_the_same(values: list[str], value: str) -> None:
    """Those found by their words are those found by comparing all, in their order."""
    for relation in ("likes", "has_pet", "occupation"):
        group = grouped(relation, values)
        for one in group.facts[::3]:
            one.status = "outdated"
        assert group.same(value) == [one for one in group.facts if are_same(one.value, value)]
        alike = [one for one in group.standing if name_the_same(relation, value, one.value)]
        assert group.naming_the_same(relation, value) is (alike[0] if alike else None)


def test_a_fact_is_found_by_the_name_that_it_goes_by() -> None:
    """And by what it was first called."""
    group = grouped("has_pet", ["dog", "cat"])
    group.name(group.facts[1], "cat Milo")
    assert [group.same(value) for value in ("Milo", "cat", "dog Rex", "Rex")] == [
        [group.facts[1]],
        [group.facts[1]],
        [group.facts[0]],
        [],
    ]


def test_many_values_are_not_each_compared_with_all(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred things that somebody likes; compared in pairs, they would be read forty thousand times."""
    read: list[str] = []
    words_of = sameness.words_of
    monkeypatch.setattr(sameness, "words_of", lambda value: read.append(value) or words_of(value))
    memory.add([{"speaker": "Ana", "text": "Hm."}], session="s")
    liked = [{"kind": "triplet", "subject": "Ana", "relation": "likes", "object": f"dish {n}"} for n in range(200)]
    memory.bring([{**one, "turns": ["s:0"]} for one in liked])
    assert len(memory.facts()) == 200
    assert len(read) < 2_000
