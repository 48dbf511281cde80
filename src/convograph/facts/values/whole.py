"""Restoring what was cut off values: the rest of a name or a number, the other half of a firm's name."""

from __future__ import annotations

import re

from convograph.extraction.lexicon import word_list
from convograph.facts.values.kinds import is_name
from convograph.patterns import lazy_pattern

FIRMS = frozenset({"works_at", "attends"})
"""Relations whose values are firms, schools and the like."""
_OF_A_PLACE = frozenset(
    "academy airport college council hospital library museum police school uni university zoo".split()
)
_REST_OF_WORD = lazy_pattern(r"(?<=[^\W\d_])(?:-[^\W\d_]+)+")
_YEAR = r"(?:19|20)\d\d\b"
_REST_OF_NAME = lazy_pattern(rf"(?<=[^\W\d_])(?:(?:-[^\W\d_]+)+| (?!{_YEAR})\d{{1,4}}[a-z]?(?=\s*(?:[.,!?;]|$|in\b)))")
_CUT_NUMBER = lazy_pattern(r"\+?\d[\d ()/.-]{2,}")
_REST_OF_NUMBER = lazy_pattern(r"(?:[ /.-]\d{2,})+(?![\w.]\w)")
_TWO_HALVES = lazy_pattern(r"\b[Tt]he (?P<whole>(?P<one>[\w-]+(?: [\w-]+)?) (?:and|&) (?P<other>[\w-]+ [\w-]+))")
_PAIR = lazy_pattern(
    r"\b(?P<one>\w+) (?:and|&|['’]?n['’]?) (?P<other>\w+)"
    r"(?=\s*(?:[,.!?;:()…–—]|$)|\s+(?:and|at|because|best|but|for|from|in|music|night|now|on|or|so|too|when|with)\b)",
    re.IGNORECASE,
)


def whole_value(sentence: str, value: str) -> str:
    """A value with everything that the parse of its sentence cut off.

    That is its capitals, the rest of a hyphenated name or of a number, the number after a street, and the other half of
    a fixed pair.

    >>> whole_value("I work at Rolls-Royce.", "Rolls"), whole_value("It is 0151 234 567.", "0151 234")
    ('Rolls-Royce', '0151 234 567')
    >>> whole_value("Our dog is Rex.", "rex"), whole_value("It's Oudegracht 112.", "oudegracht")
    ('Rex', 'Oudegracht 112')
    """
    value = _with_its_pair(sentence, _with_its_capitals(sentence, value))
    rest = _REST_OF_NUMBER if _CUT_NUMBER.fullmatch(value) else _REST_OF_NAME if is_name(value) else _REST_OF_WORD
    found = rest.match(sentence, sentence.find(value) + len(value)) if value in sentence else None
    return value if found is None else value + found[0]


def _with_its_pair(sentence: str, value: str) -> str:
    """Half of a fixed pair as the whole of it: "drum" for "I love drum and bass"."""
    for pair in _PAIR.finditer(sentence):
        one, other = pair["one"], pair["other"]
        if value in (one, other) and f"{one} and {other}".lower() in word_list("fixed_pairs"):
            return pair[0]
    return value


def _with_its_capitals(sentence: str, value: str) -> str:
    """A lower-case value with the capitals of its sentence, except for the capital that begins the sentence."""
    if value in sentence or not value.islower() or sentence.isupper():
        return value
    found = re.search(rf"(?<=\w )\b{re.escape(value)}\b", sentence, re.IGNORECASE)
    return value if found is None else found[0]


def whole_firm(sentence: str, value: str) -> str:
    """An employer or a school with its whole name: the noun after a place, or both halves of a joint name.

    >>> whole_firm("Dev works for Leeds council", "Leeds")
    'Leeds council'
    >>> whole_firm("at the Norfolk and Norwich hospital", "Norfolk")
    'Norfolk and Norwich hospital'
    >>> whole_firm("at the Bull and Aldi", "Bull")
    'Bull'
    """
    if value.lower() in word_list("places", "towns"):
        behind = re.match(r" ([a-z]+)", sentence.partition(value)[2])
        if behind is not None and behind[1] in _OF_A_PLACE:
            return f"{value}{behind[0]}"
    for match in _TWO_HALVES.finditer(sentence):
        half, _, ending = match["other"].lower().rpartition(" ")
        halves = match["one"].lower(), half, match["other"].lower()
        if value.lower() in halves and ending in word_list("organization_endings"):
            return match["whole"]
    return value
