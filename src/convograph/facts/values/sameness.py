"""When two values are the same."""

from __future__ import annotations

import re

from convograph.facts.values.pets import is_one_more, without_name
from convograph.facts.values.words import words_of

BY_A_WORD = frozenset({"occupation"})
"""Relations whose values count as the same if they share a word."""

_NAME = "[A-Z][a-z'’]+"  # not "DC"
_PARTS_OF_TOWNS = frozenset("North South East West Central Downtown Upper Lower Inner Greater".split())


def are_same(one: str, other: str) -> bool:
    """Whether two values mean the same: one has all words of the other.

    "Porto" and "Porto, Portugal" are the same: a more precise value does not supersede the other.
    """
    return words_are_same(frozenset(words_of(one)), frozenset(words_of(other)))


def words_are_same(words: frozenset[str], others: frozenset[str]) -> bool:
    """`are_same` for two values given as their words."""
    return bool(words and others) and (words <= others or others <= words)


def are_equal(one: str, other: str) -> bool:
    """Whether two values have the same words in the same order, apart from leading articles."""
    return words_of(one) == words_of(other)


def share_a_word(one: str, other: str) -> bool:
    """Whether two values have a word in common."""
    return not set(words_of(one)).isdisjoint(words_of(other))


def name_the_same(relation: str, one: str, other: str) -> bool:
    """Whether a value of a relation means the same as a known one (`other`).

    Values without a common word never do. For occupations, one common word is enough: a "kindergarten teacher" is also
    a "teacher for a long time". A pet with a new name may be a different one, and "another cat" is.

    >>> name_the_same("has_pet", "cat", "cat Milo"), name_the_same("has_pet", "cat Milo", "cat")
    (True, False)
    >>> name_the_same("has_pet", "another cat", "cat")
    False
    >>> [name_the_same("family_member", "sister", known) for known in ("sister Ngozi", "sister-in-law")]
    [True, False]
    """
    if relation == "family_member":
        return _are_one_of_kin(one, other)
    if relation in BY_A_WORD:
        return share_a_word(one, other)
    if relation == "has_pet" and (is_one_more(one) or is_one_more(other)):
        return are_equal(one, other)
    is_named = relation == "has_pet" and without_name(one) != one and words_of(one)[-1] not in words_of(other)
    return are_same(one, other) and not is_named


def is_other_place(one: str, other: str) -> bool:
    """Whether one place name is part of the other but names a different place, such as Kansas and Kansas City.

    >>> is_other_place("Kansas City", "Kansas"), is_other_place("Washington", "Port Washington")
    (True, True)
    >>> [is_other_place("Porto", other) for other in ("Porto", "Porto, Portugal", "north Porto", "North Porto")]
    [False, False, False, False]
    """
    part, whole = sorted((one, other), key=len)
    found = re.fullmatch(rf"(?:(?P<before>{_NAME}) )?{re.escape(part)}(?: (?P<behind>{_NAME}))?", whole)
    if found is None or part == whole or (found["behind"] == "City" and " " in part):  # "New York City"
        return False
    return found["before"] not in _PARTS_OF_TOWNS


def _are_one_of_kin(one: str, other: str) -> bool:
    """Whether two values mean the same relative: their nouns match, and `one` has no name that `other` lacks."""
    noun, name = _noun_and_name(one)
    known_noun, known_name = _noun_and_name(other)
    alike = noun[-1:] == known_noun[-1:] and (set(noun) <= set(known_noun) or set(known_noun) <= set(noun))
    if name and known_name:
        return are_same(name, known_name) and (alike or not (noun and known_noun))
    return bool(noun) and alike and not name


def _noun_and_name(value: str) -> tuple[tuple[str, ...], str]:
    """The noun of a value for kin, without its owner, and the name after it; either may be empty."""
    words = value.rpartition("'s ")[2].split()
    first = next((place for place, word in enumerate(words) if word[:1].isupper()), len(words))
    return words_of(" ".join(words[:first])), " ".join(words[first:])
