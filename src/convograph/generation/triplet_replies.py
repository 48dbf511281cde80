"""Reading triplets in whatever a model made of its answer (SPEC §1.3 [C]).

Tuned small models answer with a bare list, call subject and object `head` and `tail`, write fences and thoughts around
it, and lose brackets at the end or are cut there. So each object counts by itself, whatever holds it:

    {"triplets": [{"subject": "Ana", "relation": "likes", "object": "tea"}, {"subj      one triplet
    [{"head": "Ana", "relation": "likes", "tail": "tea"                                 one, when it is not cut

What has no such object and no empty list either is no answer.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from convograph.chat import ChatReply
from convograph.errors import InputError
from convograph.formats.memo_limits import TRIPLET_PARTS, check_triplet
from convograph.generation.thoughts import without_thoughts
from convograph.generation.triplets import MOST_TRIPLETS
from convograph.structured import Reading
from convograph.types import Triplet

# Quantifiers give nothing back, and nothing but a string may hold a backslash: each character is read a few times at
# most, however hostile the text.
_STRING = r'"(?:[^"\\]++|\\.)*+"'
_SCALAR = rf"(?:{_STRING}|-?\d[\d.eE+-]{{0,30}}+|true|false|null)"
_PAIR = re.compile(rf"({_STRING})\s*+:\s*+({_SCALAR})", re.DOTALL)
_OBJECT = re.compile(
    rf"\{{\s*+(?P<pairs>(?:{_STRING}\s*+:\s*+{_SCALAR}\s*+,?+\s*+)*+)(?P<closed>\}}?+)",
    re.DOTALL,
)
_EMPTY = re.compile(r"\[\s*+\]|\{\s*+\}")
_ESCAPE = re.compile(r'\\(?:(?P<known>u[0-9a-fA-F]{4}|["\\/bfnrt])|(?P<other>.))', re.DOTALL)

_NAMES = {**{name: name for name in (*TRIPLET_PARTS, "line")}, "head": "subject", "tail": "object"}
_NO_VALUES = frozenset({"true", "false", "null"})


def triplet_reading(lines: int) -> Reading:
    """How an answer to `triplet_request` about so many lines is read, also one that was cut."""
    return Reading(partial(read_triplets, lines=lines), cut=True)


def read_triplets(reply: ChatReply, lines: int) -> dict[str, Any]:
    """The triplets in a reply, as `{"triplets": [...]}`: none twice, at most `MOST_TRIPLETS` of a line.

    Left out is what lacks a part or a word in it, cannot be stored, or names none of the `lines` (of several).
    Raises `ValueError` when that leaves nothing of what was said, or when there is no list at all.
    """
    text = without_thoughts(reply.text)
    entries = [
        parts
        for found in _OBJECT.finditer(text)
        if (reply.complete or found["closed"] or found.end() < len(text))  # else its last number may lack digits
        if (parts := _parts(found["pairs"]))
    ]
    whole = dict.fromkeys(read for parts in entries if (read := _read(parts, lines)))
    if not whole and not all(map(_says_nothing, entries)):
        numbered = ", and the number of its line" if lines > 1 else ""
        raise ValueError(f"no triplet in the answer has a short subject, relation and object{numbered}")
    if not whole and not (entries and reply.complete) and not _EMPTY.search(text):
        raise ValueError("there is no list of triplets in the answer")
    return {"triplets": [_object(triplet, line, lines) for triplet, line in _first_ones(whole)]}


def _parts(pairs: str) -> dict[str, str]:
    """The parts of a triplet that an object has, by our names for them; of what stands twice, none is believed."""
    found: dict[str, list[str]] = {}
    for key, value in _PAIR.findall(pairs):
        if name := _NAMES.get(_text(key).strip().casefold()):
            found.setdefault(name, []).append(" ".join(_text(value).split()))
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def _text(scalar: str) -> str:
    """A string without its quotes and escapes, those that JSON does not know included; a number as it is written."""
    if not scalar.startswith('"'):
        return "" if scalar in _NO_VALUES else scalar
    known = _ESCAPE.sub(lambda found: found[0] if found["known"] else found["other"], scalar)
    text: str = json.loads(known, strict=False)
    return text


def _read(parts: Mapping[str, str], lines: int) -> tuple[Triplet, int] | None:
    """The triplet that these parts make and its line, `None` where one is missing or cannot be stored."""
    triplet = Triplet(*(parts.get(name, "") for name in TRIPLET_PARTS))
    line = parts.get("line", "") if lines > 1 else "1"
    if not (line.isascii() and line.isdecimal() and len(line) < 10 and 1 <= int(line) <= lines):
        return None
    try:
        check_triplet(triplet, "")
    except InputError:
        return None
    has_words = all(any(map(str.isalnum, getattr(triplet, name))) for name in TRIPLET_PARTS)
    return (triplet, int(line)) if has_words else None


def _says_nothing(parts: Mapping[str, str]) -> bool:
    """Whether an object has all parts of a triplet, one of them empty: how small models say that they found none."""
    return all(name in parts for name in TRIPLET_PARTS) and not all(parts[name] for name in TRIPLET_PARTS)


def _first_ones(whole: Mapping[tuple[Triplet, int], None]) -> list[tuple[Triplet, int]]:
    counts: Counter[int] = Counter()
    kept = []
    for triplet, line in whole:
        counts[line] += 1
        if counts[line] <= MOST_TRIPLETS:
            kept.append((triplet, line))
    return kept


def _object(triplet: Triplet, line: int, lines: int) -> dict[str, Any]:
    numbered = {"line": line} if lines > 1 else {}
    return {**numbered, "subject": triplet.subject, "relation": triplet.relation, "object": triplet.object}
