"""What kind of thing a value is, according to word lists: a job, an animal, a language, a name, a time."""

from __future__ import annotations

import re

from convograph.extraction.lexicon import word_list
from convograph.facts.values.words import words_of
from convograph.patterns import lazy_pattern

_PRAISE = frozenset("better good great bad worse terrible natural real first amateur own bit such".split())
_OF_WHAT = frozenset("chair chief dean director head manager president professor secretary vp".split())
_SEVERAL = frozenset("few several some many all various different other lots most two three both".split())
_EMPTY = frozenset(
    "i i'm i'd i'll i've it the this that these those he him she her they them we you here there and"
    " or so same mine yours one thing things something anything everything precisely exactly just only".split()
)
_TIMES = ("days_and_months", "calendar_names", "holidays", "time_nouns")
_OF_TIME = frozenset("last next early late mid on".split())
_DAY_OF_MONTH = lazy_pattern(r"\b\d{1,2}(?:(?:st|nd|rd|th)\b|(?= [A-Z]))|(?<=[a-z] )\d{1,2}$", re.IGNORECASE)


def is_name(value: str) -> bool:
    """Whether a value is a name: it has a capital letter or is a known place.

    >>> is_name("Porto"), is_name("bedroom"), is_name("16")
    (True, False, False)
    """
    return any(char.isupper() for char in value) or " ".join(words_of(value)) in word_list("places")


def is_job(value: str) -> bool:
    """Whether a value is a known occupation or a kind of one, unlike "better actor" or "strangest baker".

    >>> is_job("night bus driver"), is_job("best student"), is_job("professional habit"), is_job("head of sales")
    (True, False, False, True)
    """
    role, of, _ = value.partition(" of ")
    words = words_of(role)
    jobs = word_list("jobs", "further_jobs")
    known = bool(words) and (words[-1] in jobs or " ".join(words) in jobs or (bool(of) and words[-1] in _OF_WHAT))
    return known and not any(word.endswith("est") or word in _PRAISE for word in words[:-1])


def is_animal(value: str) -> bool:
    """Whether a value is a known kind of animal, unlike "paychecks" or "Nissan".

    >>> is_animal("corn snake"), is_animal("two rescue dogs"), is_animal("boiler")
    (True, True, False)
    """
    words = words_of(value)
    known = animals()
    return bool(words) and any(form in known for form in (" ".join(words[-2:]), words[-1], words[-1].removesuffix("s")))


def animals() -> frozenset[str]:
    """The known kinds of animals, including breeds, in lower case."""
    return word_list("animals", "pet_breeds")


def is_language(value: str) -> bool:
    """Whether a value is a known language, or a kind of one.

    >>> is_language("Swiss German"), is_language("Marley")
    (True, False)
    """
    words = words_of(value)
    return bool(words) and not word_list("languages").isdisjoint((words[-1], " ".join(words[-2:])))


def is_time(value: str) -> bool:
    """Whether a value consists of one or more days, months, seasons or the like.

    >>> is_time("August"), is_time("last Christmas"), is_time("June 21st"), is_time("Augusta")
    (True, True, True, False)
    >>> is_time("on Wednesday evenings"), is_time("Tuesday 15 September"), is_time("15")
    (True, True, False)
    """
    known = _OF_TIME.union(word_list(*_TIMES))
    words = words_of(_DAY_OF_MONTH.sub("", value))
    return all(word in known or word.removesuffix("s") in known for word in words)


def is_one(value: str) -> bool:
    """Whether a value is a single thing, unlike "few bands" or "all kinds of cars"."""
    words = words_of(value)
    return bool(words) and words[0] not in _SEVERAL


def names_nothing(value: str) -> bool:
    """Whether a value has no words except pronouns and the like: "Mine is blue" names no favorite called Mine."""
    return _EMPTY.issuperset(words_of(value))
