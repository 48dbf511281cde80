"""The words by which values are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from convograph.extraction.lexicon import word_list
from convograph.patterns import lazy_pattern

_OPENING = frozenset("a an the my his her our their your this that some new old little small".split())
WORD = lazy_pattern(r"(?:\b(?:ab|[abo])[+−-](?![\w-]))|[^\W_]+(?:['’][^\W_]+)*")  # blood type "A-" is not "A+"
_POSSESSIVE = lazy_pattern(r"['’]s$")
_NAMED_NEW = lazy_pattern(r"\bNew (?!Year)[A-Z]")
_OPENING_A_PLACE = frozenset("new north south east west".split())


def words_of(value: str) -> tuple[str, ...]:
    """The words of a value in lower case, without leading articles and the like.

    "New York" is one word, since it is not York.

    >>> words_of("the old Bakery"), words_of("her")
    (('bakery',), ('her',))
    >>> words_of("New York, USA"), words_of("west virginia"), words_of("the new Bakery")
    (('new york', 'usa'), ('west virginia',), ('bakery',))
    """
    words = [_POSSESSIVE.sub("", word) for word in WORD.findall(value.lower())]
    if not _OPENING_A_PLACE.isdisjoint(words):
        words = list(_with_places_joined(words, is_named=_NAMED_NEW.search(value) is not None))
    while len(words) > 1 and words[0] in _OPENING:
        words = words[1:]
    return tuple(words)


def begins_with_place(value: str) -> bool:
    """Whether a value begins with a place name that starts with "new" or a direction.

    >>> begins_with_place("New York"), begins_with_place("new flat"), begins_with_place("York")
    (True, False, False)
    """
    return " " in next(iter(words_of(value)), "")


def _with_places_joined(words: Sequence[str], *, is_named: bool) -> Iterator[str]:
    """The words, with "new" or a direction joined to the place name after it.

    `is_named` means that a capital shows "new" to be part of a name.
    """
    joined = False
    for word, following in pairwise((*words, "")):
        if joined:
            joined = False
            continue
        both = f"{word} {following}"
        named = is_named and word == "new" and following
        joined = word in _OPENING_A_PLACE and bool(named or both in word_list("places", "towns"))
        yield both if joined else word
