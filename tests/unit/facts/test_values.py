"""When two values are the same, and which may take another's place."""

from __future__ import annotations

import pytest

from convograph.extraction.types import EntityKind
from convograph.facts.values import (
    are_equal,
    are_same,
    fits,
    is_job,
    is_name,
    is_one,
    share_a_word,
    whole_value,
    words_of,
)


@pytest.mark.parametrize(
    ("one", "other", "same", "equal"),
    [
        ("Porto", "porto", True, True),
        ("the Bakery", "a bakery", True, True),
        ("Porto", "Porto, Portugal", True, False),
        ("Porto", "Lisbon", False, False),
        ("my sister's band", "sister band", True, True),
        ("country music", "country", True, False),
        ("…", "…", False, True),  # without words, nothing is named
    ],
)
def test_values_are_compared_by_their_words(one: str, other: str, same: bool, equal: bool) -> None:
    """The same if the one has all words of the other, equal if both have the same."""
    assert (are_same(one, other), are_same(other, one), are_equal(one, other)) == (same, same, equal)


def test_words_begin_behind_articles() -> None:
    """A value is never left without a word."""
    assert words_of("The old Dr. O'Neil's house") == ("dr", "o'neil", "house")
    assert words_of("the") == ("the",)
    assert words_of("") == ()
    assert share_a_word("night nurse", "nurse")
    assert not share_a_word("nurse", "teacher")


@pytest.mark.parametrize(
    ("relation", "value", "kind", "expected"),
    [
        ("age", "31", "other", True),
        ("age", "121", "other", False),
        ("age", "many", "other", False),
        ("age", "٣١", "other", True),
        ("lives_in", "Porto", "place", True),
        ("lives_in", "bedroom", "other", False),
        ("lives_in", "Japanese", "other", False),
        ("partner", "Tom", "person", True),
        ("partner", "I'm", "person", False),
        ("likes", "the", "other", False),
        ("partner", "guy", "person", False),
        ("works_at", "bakery", "organization", True),
        ("works_at", "bakery", "other", False),
        ("has_pet", "two rescue dogs", "other", True),
        ("has_pet", "shih tzu", "other", True),
        ("has_pet", "paychecks", "other", False),
        ("has_pet", "", "other", False),
        ("speaks", "Swiss German", "other", True),
        ("speaks", "sign language", "other", True),
        ("speaks", "Nissan", "other", False),
        ("works_at", "few Bars", "place", False),
        ("occupation", "night bus driver", "other", True),
        ("occupation", "best student", "other", False),
        ("partner", "DJ", "person", False),
        ("phone", "Pixel 8", "other", True),
        ("phone", "0151", "other", False),
        ("phone", "…", "other", False),
        ("team", "night team", "other", True),
        ("team", "a group", "other", False),
        ("lives_in", "last August", "time", False),
        ("attends", "September", "time", False),
        ("works_at", "home", "place", False),
        ("partner", "Friday", "time", False),
        ("partner", "April", "person", True),
        ("favorite microphone", "It's been tough", "other", False),
        ("favorite song", "It's My Life", "other", True),
        ("favorite beer", "Those", "other", False),
    ],
)
def test_what_may_take_anothers_place(relation: str, value: str, kind: EntityKind, expected: bool) -> None:
    """A value of the kind that its relation has."""
    assert fits(relation, value, kind) == expected


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


def test_names_jobs_and_single_ones() -> None:
    """A name has a capital or is a known place; a job is a known one, not praised; "few bands" are several."""
    assert [is_name(one) for one in ("Porto", "porto", "bedroom", "16", "")] == [True, True, False, False, False]
    assert [is_job(one) for one in ("nurse", "a great nurse", "strangest baker", "habit", "")] == [True, *[False] * 4]
    assert [is_one(one) for one in ("band", "few bands", "all kinds", "")] == [True, False, False, False]
