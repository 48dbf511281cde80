"""Streets with a house number, as values of a home or an address."""

from __future__ import annotations

import re
from collections.abc import Iterator

from convograph.patterns import lazy_pattern

STREETS = (
    "avenue|ave|close|court|crescent|drive|gardens|grove|hill|lane|mews|park|place|rise|road|rd|row|square|street|st|terrace"
    "|view|walk|way|yard"
)
"""Nouns for streets, in lower case, as alternatives of a pattern."""
NUMBERED = rf"\d{{1,4}}[a-z]? (?:[\w'’-]+ ){{1,3}}?(?:{STREETS})\b"
"""A street with its number before it, as a pattern: "27 Moorfield Road"."""
_STREET = lazy_pattern(
    r"(?:.*[, ])?(?:\d{1,4}[a-z]? [^\W\d_][\w'’ -]*|[^\W\d_][\w'’-]+ \d{1,4}[a-z]?)(?:,.*)?", re.IGNORECASE
)
_NUMBERED = lazy_pattern(rf"(?<![\w.]){NUMBERED}", re.IGNORECASE)


def is_street(value: str) -> bool:
    """Whether a value is a street with a number, perhaps with a town or a postcode behind.

    >>> [is_street(one) for one in ("27 Moorfield Road", "Oudegracht 112", "27 Moorfield Road, LS12", "Leeds")]
    [True, True, True, False]
    """
    return _STREET.fullmatch(value) is not None


def streets_in(text: str) -> Iterator[str]:
    """The streets with a number before them that a text names, in order."""
    return (found[0] for found in _NUMBERED.finditer(text))


def whole_street(sentence: str, value: str) -> str:
    """A value that ends a street with a number, or is a part of it, as the whole.

    >>> whole_street("My new address is 27 Moorfield Road.", "Moorfield Road")
    '27 Moorfield Road'
    >>> whole_street("My new address is 27 Moorfield Road.", "Road"), whole_street("12 years in Porto", "Porto")
    ('27 Moorfield Road', 'Porto')
    """
    return next((one for one in streets_in(sentence) if one.endswith(f" {value}")), value)
