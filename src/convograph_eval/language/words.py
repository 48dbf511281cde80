"""Comparison of texts by words: literally, except for case and leading articles, or as sets of stems."""

from __future__ import annotations

import re

from convograph.terms import ENGLISH

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_OPENERS = frozenset("a an the my our your his her its their some".split())  # determiners, ignored in comparisons


def words(text: str) -> tuple[str, ...]:
    """The words in lower case; "Ana's" is one word, and differs from "Ana".

    >>> words("Ana's old dog!")
    ("ana's", 'old', 'dog')
    """
    return tuple(_WORD.findall(text.casefold()))


def plain(text: str) -> str:
    """The words on one line, without leading articles and possessives, for strict comparison.

    >>> plain("The  guitar")
    'guitar'
    """
    found = list(words(text))
    while len(found) > 1 and found[0] in _OPENERS:
        del found[0]
    return " ".join(found)


def stems(text: str) -> frozenset[str]:
    """The stems of a text's content words, or its words, unstemmed, if it has no content words ("it", "we").

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
