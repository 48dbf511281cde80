"""English words that say nothing about what a chat is about, however rare they are in it.

Function words beyond the stop words of search, verbs and adverbs that go with anything, exclamations, praise, greetings
and vague times, one a line in `usual_words.txt`: common words, written down for this project from general knowledge,
under its own licence. Contractions are known by their endings.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from convograph.errors import ConvographError
from convograph.terms import ENGLISH

_FILE = "usual_words.txt"
_CONTRACTED = re.compile("'(?:m|re|ve|ll|d|t|all)$")


@cache
def usual_stems() -> frozenset[str]:
    """The stems of these words. Raises `ConvographError` where the file is missing or damaged."""
    try:
        text = files(__package__ or "").joinpath(_FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConvographError(f"{_FILE} of convograph is damaged ({error}); install convograph again") from error
    return frozenset(stem for line in text.splitlines() if not line.startswith("#") for stem in ENGLISH.terms(line))


def is_contraction(word: str) -> bool:
    """Whether a word, in lower case, is two: "I'm", "didn't", "y'all".

    >>> is_contraction("we've"), is_contraction("vet's")
    (True, False)
    """
    return bool(_CONTRACTED.search(word))
