"""Where a text may be cut to show part of it: a rough division into sentences, in a fraction of the time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from convograph.segmentation.sentences import ABBREVIATIONS, limited

LONGEST_PIECE = 400  # characters, about a hundred tokens: longer pieces are cut at a space

# The end of a line, or of a sentence before a possible next one; closing brackets and quotes may follow its mark.
_CUT = re.compile(r"[\n\r\x85\u2028\u2029]|(?P<mark>[.!?]+)[\"'”’)\]*_]*(?=\s+[^\sa-z])|[。！？]+")
_LAST_WORD = re.compile(r"[\w'’.]*$")


def cut_spans(text: str) -> list[tuple[int, int]]:
    r"""The spans of a text's pieces: `[start, end)`, ascending, none blank; blanks between them belong to none.

    A list number or an abbreviation does not end a piece.

    >>> cut_spans("Hi! I met Dr. Ames.\n2. Fine")
    [(0, 3), (4, 19), (20, 27)]
    """
    return [span for start, end in _pieces(text) for span in limited(text, start, end, LONGEST_PIECE)]


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _CUT.finditer(text):
        if found["mark"] != "." or not _is_abbreviated(text[start : found.start()].lstrip()):
            yield start, found.end()
            start = found.end()
    yield start, len(text)


def _is_abbreviated(before: str) -> bool:
    """Whether the dot after these words belongs to a list number, an initial or an abbreviation.

    >>> _is_abbreviated("2"), _is_abbreviated("I met Dr"), _is_abbreviated("I have 2")
    (True, True, False)
    """
    found = _LAST_WORD.search(before[-20:])
    word = found[0].lower() if found else ""
    return (word == before and word.isdigit()) or (len(word) == 1 and word.isalpha()) or word in ABBREVIATIONS
