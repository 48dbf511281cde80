"""The words of a value by which it is compared with others."""

from __future__ import annotations

import re

_OPENING = frozenset("a an the my his her our their your this that some new old little small".split())
WORD = re.compile(r"(?:\b(?:ab|[abo])[+−-](?![\w-]))|[^\W_]+(?:['’][^\W_]+)*")  # "A-" is another blood type than "A+"
_POSSESSIVE = re.compile(r"['’]s$")


def words_of(value: str) -> tuple[str, ...]:
    """The words of a value in lower case, without articles and the like at its beginning.

    >>> words_of("the old Bakery"), words_of("her")
    (('bakery',), ('her',))
    """
    words = [_POSSESSIVE.sub("", word) for word in WORD.findall(value.lower())]
    while len(words) > 1 and words[0] in _OPENING:
        words = words[1:]
    return tuple(words)
