"""PersonaExt's files: a tokenized sentence per line, with the positions of head and tail, and the label.

The splits overlap, and a sentence may be on several lines with a triplet each; it is read once, with all triplets.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import StrictInt, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph.formats.shapes import Shape, validate
from convograph.formats.source import json_lines, source_of_file

PATTERNS = ("*.jsonl", "*.jsonl.gz")
_REMEDY = "give the release's lines"
_BEFORE_MARK = re.compile(r" (?=[.,!?;:])")


@dataclass(frozen=True, slots=True)
class MarkedTriplet:
    """An annotated triplet, in the words of its sentence."""

    head: str
    tail: str
    label: str


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A detokenized sentence and its distinct annotated triplets."""

    text: str
    marked: tuple[MarkedTriplet, ...]


class _Triplet(Shape):
    tokens: list[StrictStr]
    head: list[StrictInt]
    tail: list[StrictInt]
    label: StrictStr


class _Line(Shape):
    triplets: list[_Triplet]


_LINE = TypeAdapter(_Line)


def read_personaext(folder: Path) -> tuple[MarkedSentence, ...]:
    """The distinct sentences of all files in `folder`, in order.

    Raises `InputError` for a folder without files, and for a line in another form.
    """
    paths = sorted(path for pattern in PATTERNS for path in folder.glob(pattern))
    if not paths:
        raise InputError(f"no file {' or '.join(PATTERNS)} in {folder}; give the folder that holds PersonaExt's splits")
    found: dict[str, dict[MarkedTriplet, None]] = defaultdict(dict)
    for path in paths:
        for value, place in json_lines(source_of_file(path), _REMEDY):
            for shape in validate(_LINE, value, place).triplets:
                marked = MarkedTriplet(_at(shape.head, shape, place), _at(shape.tail, shape, place), shape.label)
                found[joined(shape.tokens)][marked] = None
    return tuple(MarkedSentence(text, tuple(marked)) for text, marked in found.items())


def joined(tokens: Sequence[str]) -> str:
    """The detokenized sentence.

    >>> joined(["i", "am", "ok", ".", "you", "?"])
    'i am ok. you?'
    """
    return _BEFORE_MARK.sub("", " ".join(tokens))


def _at(places: Sequence[int], shape: _Triplet, place: str) -> str:
    """The tokens at `places`. Raises `InputError` without places, and for a place without a token."""
    if not all(0 <= each < len(shape.tokens) for each in places) or not places:
        raise InputError(f"{place} has no tokens at {shortened(places)}; {_REMEDY}")
    return " ".join(shape.tokens[each] for each in places)
