"""What turns call their speaker's kin."""

from __future__ import annotations

import pytest

from convograph.facts.reading.kin_names import described, namesakes_in, namings_in, nouns_for, several_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My sister Ngozi lives in Leeds.", ["sister Ngozi"]),
        ("my older sister Ngozi Obi moved", ["older sister Ngozi Obi"]),
        ("My lovely mum Linda's flat is in Bath.", ["mum Linda"]),
        ("My sister is called Ngozi.", ["sister Ngozi"]),
        ("My brother’s name is Tom Price.", ["brother Tom Price"]),
        ("My brother is Tom.", ["brother Tom"]),
        ("I have a sister called Ngozi and a dog.", ["sister Ngozi"]),
        ("Ngozi, my sister, works at Boots.", ["sister Ngozi"]),
        ("Ngozi is my sister.", ["sister Ngozi"]),
        ("Tom (my brother) is here.", ["brother Tom"]),
        ("My sister, Ngozi, is ill.", ["sister Ngozi"]),
        ("I have a sister. Her name is Ngozi.", ["sister Ngozi"]),
        ("I've a younger brother, he's called Tom", ["younger brother Tom"]),
        ("My sister has a dog. He's called Rex.", []),
        ("My sister has a dog. She's called Bella.", []),
        ("My mum's 60th is soon. She's called Ruth and she loves it.", ["mum Ruth"]),
        ("My mum came with dad. Her name is Ruth.", ["mum Ruth"]),
        ("My mum met a girl. She's called Ruth.", []),
        ("My mum met Anna. She's called Ruth.", []),
        ("My sister rang, and my mum came. She's called Ruth.", []),
        ("My brother came. She's called Ruth.", []),
        ("My mum came. It rained. She's called Ruth.", []),
        ("My brother Tom and my sister Ada", ["brother Tom", "sister Ada"]),
        ("My sister Monday night was ill.", []),
        ("My sister's Dutch.", []),
        ("My sister is Gemini.", []),
        ("My brother Spanish is good.", []),
        ("My mum is Tom's teacher.", []),
        ("I love my sister, Tom.", []),
        ("Tom, my brother is ill.", []),
        ("I saw Tom, my sister, and Ed.", []),
        ("To my mother, in Bath.", []),
        ("Me, my husband, two kids.", []),
        ("Is Ngozi my sister? Ngozi is my sister?", []),
        ('He said "my sister Ngozi is ill".', []),
        ("My friend Tom is here. My ex Ada, too. My boss Sunil.", []),
    ],
)
def test_what_kin_are_called(text: str, expected: list[str]) -> None:
    """By a name, where a turn says whose it is."""
    assert [f"{one.noun} {one.name}" for one in namings_in(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Both my sisters are here.", {"sister"}),
        ("I have two brothers, Tom and Ed.", {"brother"}),
        ("My other sister is Ada. My second brother is out.", {"sister", "brother"}),
        ("My sister's flat, my sister, my sisters' flat", set()),
    ],
)
def test_of_whom_there_are_several(text: str, expected: set[str]) -> None:
    """A plural, or another one."""
    assert several_in(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom from work is ill, and so is Ed next door.", {"Tom", "Ed"}),
        ("My friend Ada Diaz met my boss Sunil, and another Ben.", {"Ada", "Sunil", "Ben"}),
        ("My sister Ngozi from Leeds called.", set()),
        ("I had a letter from Tom.", set()),
    ],
)
def test_who_is_no_kin(text: str, expected: set[str]) -> None:
    """By where they are known from, or what they are to the speaker."""
    assert namesakes_in(text) == expected


def test_a_subject_describes_kin() -> None:
    """By the plain noun, and whose it is; nouns for people of whom everybody has several do not."""
    one = described("Ana Lopez’s little brother")
    assert one is not None
    assert (one.whose, one.plain, one.noun) == ("Ana Lopez", "little brother", "brother")
    assert described("Ana's friend") is described("Ana's dog") is described("sister") is None
    mother = described("user's mam")
    assert mother is not None
    assert {"mum", "mom", "mother"} <= set(nouns_for(mother))
