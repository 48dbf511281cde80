"""Values with what was cut off them."""

from __future__ import annotations

import pytest

from convograph.facts.values.whole import whole_firm, whole_value


@pytest.mark.parametrize(
    ("sentence", "value", "whole"),
    [
        ("I work at Rolls-Royce now", "Rolls", "Rolls-Royce"),
        ("My number is +32 470 55 01 02.", "+32 470 55 01", "+32 470 55 01 02"),
        ("I moved to Stratford-upon-Avon", "Stratford", "Stratford-upon-Avon"),
        ("I live in Porto - near the river", "Porto", "Porto"),
        ("I'm 31-year-old", "31", "31"),
        ("My number is 0151 234 567.", "0151", "0151 234 567"),
        ("My number is +49-151 23", "+49-151", "+49-151 23"),
        ("In 2019 12 of us left", "2019", "2019 12"),  # no relation has such a value
        ("I live somewhere else", "Porto", "Porto"),
        ("My address is Oudegracht 112, Utrecht", "oudegracht", "Oudegracht 112"),
        ("I moved to Porto 2 years ago", "Porto", "Porto"),
        ("I moved to Porto 2019.", "Porto", "Porto"),
        ("Dogs are what I like", "dogs", "dogs"),
        ("I SPEAK DUTCH", "dutch", "dutch"),
    ],
)
def test_what_was_cut_is_whole(sentence: str, value: str, whole: str) -> None:
    """A name with its capital, hyphen and number, the groups of a number; what stands nowhere stays as it is."""
    assert whole_value(sentence, value) == whole


@pytest.mark.parametrize(
    ("sentence", "value", "whole"),
    [
        ("Dev works for Leeds council.", "Leeds", "Leeds council"),
        ("I study at Leeds university", "Leeds", "Leeds university"),
        ("I work at Siemens school", "Siemens", "Siemens"),
        ("I work for Leeds now", "Leeds", "Leeds"),
    ],
)
def test_what_a_firm_is_behind_its_place_is_of_its_name(sentence: str, value: str, whole: str) -> None:
    """A place alone employs nobody."""
    assert whole_firm(sentence, value) == whole


@pytest.mark.parametrize(
    ("sentence", "value", "whole"),
    [
        ("dan loves drum and bass", "bass", "drum and bass"),
        ("I like Drum & Bass, mostly", "Drum", "Drum & Bass"),
        ("rock 'n' roll for me", "roll", "rock 'n' roll"),
        ("I had fish and chips on the pier", "fish", "fish and chips"),
        ("I play drum and bass guitar", "drum", "drum"),
        ("I like cats and dogs", "dogs", "dogs"),
        ("I like bass, drum and bass are what I play", "guitar", "guitar"),
        ("I eat fish, and chips now and then", "fish", "fish"),
    ],
)
def test_a_fixed_pair_is_one_thing(sentence: str, value: str, whole: str) -> None:
    """Any other two are two."""
    assert whole_value(sentence, value) == whole
