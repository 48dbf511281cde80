"""The words of a reply as metrics of generated text count them: lower case, split as in the Penn Treebank."""

from __future__ import annotations

import re

_CLITIC = re.compile(r"(?<=\w)('(?:s|m|d|re|ve|ll))\b")
_NOT = re.compile(r"(?<=\w)n't\b")
_TOKEN = re.compile(r"n't\b|'(?:s|m|d|re|ve|ll)\b|\.{2,}|--|\d+(?:[.,:]\d+)+|\w+(?:[-'.]\w+)*|[^\w\s]")


def penn_words(text: str) -> list[str]:
    """The lower-case tokens of a text: words, clitics split from contractions, and punctuation marks.

    G-Long's scorer takes tokenised text, and the paper does not say how it was tokenised. Curly apostrophes are
    straightened. Words like "gonna" are not split, unlike in the Treebank.

    >>> penn_words("I don't think it's 7:30, do you?")
    ['i', 'do', "n't", 'think', 'it', "'s", '7:30', ',', 'do', 'you', '?']
    """
    lowered = text.lower().replace("\u2019", "'")
    return _TOKEN.findall(_CLITIC.sub(r" \1", _NOT.sub(" n't", lowered)))
