"""Comparison of texts by words: as written except for case and articles, and as sets of stems."""

from __future__ import annotations

import re

from convograph.terms import ENGLISH

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_OPENERS = frozenset("a an the my our your his her its their some".split())  # say whose or which, not what


def words(text: str) -> tuple[str, ...]:
    """The words in lower case; "Ana's" stays one, and is not "Ana".

    >>> words("Ana's old dog!")
    ("ana's", 'old', 'dog')
    """
    return tuple(_WORD.findall(text.casefold()))


def plain(text: str) -> str:
    """The words in one line, without a leading article or possessive: equal for strictly equal texts.

    >>> plain("The  guitar")
    'guitar'
    """
    found = list(words(text))
    while len(found) > 1 and found[0] in _OPENERS:
        del found[0]
    return " ".join(found)


def stems(text: str) -> frozenset[str]:
    """The stems of a text's content words; its words unchanged if it has none ("it", "we").

    >>> sorted(stems("the running dogs"))
    ['dog', 'run']
    """
    return frozenset(ENGLISH.terms(text)) or frozenset(words(text))


def share(part: frozenset[str], whole: frozenset[str]) -> float:
    """The share of `part` that is in `whole`; 0 for an empty part."""
    return len(part & whole) / len(part) if part else 0.0


def holds(text: str, name: str) -> bool:
    """Whether the words of `name` occur in `text`, consecutively.

    >>> holds("Speaker 1 and Ross", "speaker 1"), holds("Ross's sister", "Ross")
    (True, False)
    """
    wanted, given = words(name), words(text)
    return bool(wanted) and any(given[at : at + len(wanted)] == wanted for at in range(len(given)))
