"""The words of a reply as the metrics of generated text count them: lower case, split as the Penn Treebank does."""

from __future__ import annotations

import re

_CLITIC = re.compile(r"(?<=\w)('(?:s|m|d|re|ve|ll))\b")
_NOT = re.compile(r"(?<=\w)n't\b")
_TOKEN = re.compile(r"n't\b|'(?:s|m|d|re|ve|ll)\b|\.{2,}|--|\d+(?:[.,:]\d+)+|\w+(?:[-'.]\w+)*|[^\w\s]")


def penn_words(text: str) -> list[str]:
    """Words, the clitics of contracted ones, and marks of punctuation, each by itself; in lower case.

    G-Long's scorer takes text that is already cut, and the paper does not say how. Curly apostrophes are straightened.
    The Treebank's splits of "gonna" and its kin are not made.

    >>> penn_words("I don't think it's 7:30, do you?")
    ['i', 'do', "n't", 'think', 'it', "'s", '7:30', ',', 'do', 'you', '?']
    """
    lowered = text.lower().replace("\u2019", "'")
    return _TOKEN.findall(_CLITIC.sub(r" \1", _NOT.sub(" n't", lowered)))
