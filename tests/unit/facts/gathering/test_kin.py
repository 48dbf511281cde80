"""Somebody's kin are told once each, by the plain noun and by name."""

from __future__ import annotations

import pytest

from convograph.memory import Memory
from support.facts import JANUARY, JUNE, MARCH, tell


def kin_of(memory: Memory, who: str = "Ana") -> list[tuple[str, str | None, str]]:
    """The kin of somebody as facts tell them: value, who says so, and the turns."""
    found = memory.facts(who, "family_member")
    return [(one.value, one.claimed_by, " ".join(turn.id for turn in one.turns)) for one in found]


def test_a_father_is_one_in_all_words(memory: Memory) -> None:
    """By "dad" and "father", and in what another calls him; the owner says so."""
    tell(
        memory,
        (JANUARY, "Ben: I met your dad at the market.\nAna: My dad is ill."),
        (MARCH, "Ana: My father came."),
        (JUNE, "Ben: I met your mother at the market.\nAna: Oh."),
    )
    assert kin_of(memory) == [("father", "Ana", "s0:0 s0:1 s1:0"), ("mother", "Ben", "s2:0")]


def test_kin_go_by_the_name_that_is_told(memory: Memory) -> None:
    """In turns before and after, and in one that tells the name alone; two sisters are two."""
    tell(memory, (JANUARY, "Ana: My sister is ill."), (MARCH, "Ana: My sister Ngozi lives in Leeds."))
    assert kin_of(memory) == [("sister Ngozi", "Ana", "s0:0 s1:0")]
    memory.add([{"speaker": "Ana", "text": "My sister Ada works at Siemens."}], session="t", said=JUNE)
    assert [value for value, _, _ in kin_of(memory)] == ["sister", "sister Ngozi", "sister Ada"]


def test_a_name_that_is_struck_out_is_none(memory: Memory) -> None:
    """The kin stay."""
    tell(memory, (JANUARY, "Ana: My sister Ngozi came."))
    (name,) = memory.facts("Ana's sister", "name")
    memory.strike_fact(name.id)
    assert [value for value, _, _ in kin_of(memory)] == ["sister"]


@pytest.mark.parametrize("text", ["I saw my brother in law.", "My brother in law's car broke down."])
def test_somebody_in_law_without_hyphens_is_not_taken_for_another(memory: Memory, text: str) -> None:
    """Nobody is told of then."""
    tell(memory, (JANUARY, f"Ana: {text}"))
    assert kin_of(memory) == []


@pytest.mark.parametrize(
    "text", ["My brother-in-law came. My brother left.", "My brother left. My brother-in-law came."]
)
def test_a_brother_in_law_is_no_brother(memory: Memory, text: str) -> None:
    """Though one noun has all words of the other."""
    tell(memory, (JANUARY, f"Ana: {text}"))
    assert sorted(value for value, _, _ in kin_of(memory)) == ["brother", "brother-in-law"]


def test_kin_of_whom_everybody_has_several_stay_as_said(memory: Memory) -> None:
    """Of two kids neither is known by the noun."""
    tell(memory, (JANUARY, "Ana: My kids are ill."))
    assert kin_of(memory) == [("Ana's kids", "Ana", "s0:0")]


def test_a_struck_relative_stays_out(memory: Memory) -> None:
    """By what its turn says, whatever name is told later."""
    tell(memory, (JANUARY, "Ana: My sister came."))
    memory.strike_fact(memory.facts("Ana", "family_member")[0].id)
    assert kin_of(memory) == []
    memory.add([{"speaker": "Ana", "text": "My sister Ngozi lives in Leeds."}], session="t", said=MARCH)
    assert kin_of(memory) == [("sister Ngozi", "Ana", "t:0")]


@pytest.mark.parametrize(
    "said",
    [
        "Ana: My boyfriend Tom cooks.",
        "Ana: My boyfriend is called Tom.",
        "Ana: I live with my boyfriend Tom. My boyfriend cooks.",
    ],
)
def test_a_partner_is_no_further_kin(memory: Memory, said: str) -> None:
    """Nobody is left when it is over; a brother of the same name is."""
    tell(memory, (JANUARY, said), (MARCH, "Ana: We broke up."))
    assert kin_of(memory) == []
    (partner,) = memory.facts("Ana", "partner", outdated=True)
    assert (partner.value, partner.status) == ("Tom", "outdated")
    memory.add([{"speaker": "Ana", "text": "My brother Tom came."}], session="t", said=JUNE)
    assert [value for value, _, _ in kin_of(memory)] == ["brother"]


def test_the_turn_of_a_break_up_lists_no_boyfriend(memory: Memory) -> None:
    """One who is mentioned later is another."""
    tell(memory, (JANUARY, "Ana: My boyfriend Tom cooks."), (MARCH, "Ana: I split up with my boyfriend."))
    assert kin_of(memory) == []
    memory.add([{"speaker": "Ana", "text": "My boyfriend is a nurse."}], session="t", said=JUNE)
    assert [value for value, _, _ in kin_of(memory)] == ["boyfriend"]
