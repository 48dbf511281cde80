"""Reads triplets tolerantly from a model's reply, as G-Long's code does.

Small fine-tuned models reply with a bare list, call subject and object `head` and `tail`, add code fences and
reasoning, omit closing brackets, or are cut off. So each object counts by itself, whatever contains it:

    {"triplets": [{"subject": "Ana", "relation": "likes", "object": "tea"}, {"subj      one triplet
    [{"head": "Ana", "relation": "likes", "tail": "tea"                                 one, unless it is cut off

Lists before the last one, if words separate them from it, are examples or drafts and do not count. An object that lacks
one of the three parts is dropped; a reply without any object and without an empty list is invalid.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from convograph.chat import ChatReply
from convograph.errors import InputError
from convograph.formats.memo_limits import TRIPLET_PARTS, check_triplet
from convograph.generation.reasoning import without_thoughts
from convograph.patterns import lazy_pattern
from convograph.structured import ReplyReading
from convograph.types import Triplet

MOST_TRIPLETS = 64  # per line, as for a turn whose triplets are read without a model

# With possessive quantifiers, and backslashes only within strings, each character is read a few times at most, however
# hostile the text. Groups are atomic instead: Python before 3.11.5 gets possessive quantifiers of groups wrong.
_STRING = r'"(?>(?:[^"\\]++|\\.)*)"'
_SCALAR = rf"(?:{_STRING}|-?\d[\d.eE+-]{{0,30}}+|true|false|null)"
_PAIR = lazy_pattern(rf"({_STRING})\s*+:\s*+({_SCALAR})", re.DOTALL)
# A part whose value is an object or a list of objects is invalid: the value is not a triplet.
_PART = rf'"\s*+(?:{"|".join((*TRIPLET_PARTS, "head", "tail", "line"))})\s*+"\s*+:\s*+(?>(?:\[\s*+)?)'
_OBJECT = lazy_pattern(
    rf"(?>(?P<part>(?i:{_PART}))?)\{{\s*+(?P<pairs>(?>(?:{_STRING}\s*+:\s*+{_SCALAR}\s*+,?+\s*+)*))(?P<closed>\}}?+)",
    re.DOTALL,
)
_EMPTY = lazy_pattern(r"\[\s*+\]|\{\s*+\}")
_OPENS = lazy_pattern(r"(?P<list>\[)\s*+(?=[{\]])|\{\s*+(?=[\"}])")
_MARK = lazy_pattern(r'"(?>(?:[^"\\]++|\\.)*)"?+|(?P<list>\[)\s*+(?=[{\]])|[\[\]{}]', re.DOTALL)
_WORD = lazy_pattern(r"(?<!```)(?<![^\W_])[^\W\d_]")  # not the language of a code fence, as in ```json
_AFTER_OBJECT = frozenset({"", "]", "`"})  # what may follow an object that lacks only its closing brace
_ESCAPE = lazy_pattern(r'\\(?:(?P<known>u[0-9a-fA-F]{4}|["\\/bfnrt])|(?P<other>.))', re.DOTALL)

_NAMES = {**{name: name for name in (*TRIPLET_PARTS, "line")}, "head": "subject", "tail": "object"}
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
_NO_VALUES = frozenset({"true", "false", "null"})


def triplet_reading(lines: int) -> ReplyReading:
    """How to read a reply to `triplet_request` about `lines` lines, even if it was cut off."""
    return ReplyReading(partial(read_triplets, lines=lines), cut=True)


def read_triplets(reply: ChatReply, lines: int) -> dict[str, Any]:
    """The triplets in a reply, as `{"triplets": [...]}`: without duplicates, at most `MOST_TRIPLETS` per line.

    Triplets are dropped if they lack a part, have a part without letters or digits, cannot be stored, or name none of
    the `lines` (if there are several). Raises `ValueError` if none is left, unless the reply says that there is none,
    or if there is no list at all.
    """
    text = _answer(without_thoughts(reply.text))
    entries = [
        parts
        for found in _OBJECT.finditer(text)
        if not found["part"]
        if (reply.complete or found["closed"] or found.end() < len(text))  # if cut off, its last number may lack digits
        if (parts := _parts(found, text))
    ]
    whole = dict.fromkeys(read for parts in entries if (read := _read(parts, lines)))
    if not whole and not all(map(_says_nothing, entries)):
        numbered = ", and the number of its line" if lines > 1 else ""
        raise ValueError(f"no triplet in the answer has a short subject, relation and object{numbered}")
    if not whole and not (entries and reply.complete) and not _EMPTY.search(text):
        raise ValueError("there is no list of triplets in the answer")
    return {"triplets": [_object(triplet, line, lines) for triplet, line in _first_ones(whole)]}


def _answer(text: str) -> str:
    """The text from its last list on, or from the first of the last lists if no words separate them.

    >>> _answer('Example: {"subject": "Ana"} Answer: []')
    '[]'
    """
    start = end = 0
    for first, last in _lists(text):
        if not end or _WORD.search(text, end, first):
            start = first
        end = last
    return text[start:]


def _lists(text: str) -> Iterator[tuple[int, int]]:
    """The spans of outermost lists of objects, of empty lists, and of objects that contain them; `[start, end)`."""
    end = 0
    while opened := _OPENS.search(text, end):
        depth, holds_list, end = 1, opened["list"] is not None, len(text)
        for mark in _MARK.finditer(text, opened.end()):
            holds_list = holds_list or mark["list"] is not None
            depth += _STEPS.get(mark[0][0], 0)
            if not depth:
                end = mark.end()
                break
        if holds_list:
            yield opened.start(), end


def _parts(found: re.Match[str], text: str) -> dict[str, str | None]:
    """The parts of a triplet in an object, named as in `Triplet`; `None` for a duplicated part.

    If the rest of the object cannot be read, for example because of a list, it may hold any missing part: `None` too.
    """
    values: dict[str, list[str]] = {}
    for key, value in _PAIR.findall(found["pairs"]):
        if name := _NAMES.get(_text(key).strip().casefold()):
            values.setdefault(name, []).append(" ".join(_text(value).split()))
    if not values:
        return {}
    is_whole = found["closed"] or text[found.end() : found.end() + 1] in _AFTER_OBJECT
    unread: dict[str, str | None] = {} if is_whole else dict.fromkeys(TRIPLET_PARTS)
    return {**unread, **{name: each[0] if len(each) == 1 else None for name, each in values.items()}}


def _text(scalar: str) -> str:
    """A string without quotes and escapes, invalid escapes included; a number as written; "" for other values."""
    if not scalar.startswith('"'):
        return "" if scalar in _NO_VALUES else scalar
    known = _ESCAPE.sub(lambda found: found[0] if found["known"] else found["other"], scalar)
    text: str = json.loads(known, strict=False)
    return text


def _read(parts: Mapping[str, str | None], lines: int) -> tuple[Triplet, int] | None:
    """The triplet of these parts and its line; `None` if a part is missing or cannot be stored."""
    triplet = Triplet(*(parts.get(name) or "" for name in TRIPLET_PARTS))
    line = (parts.get("line") or "") if lines > 1 else "1"
    if not (line.isascii() and line.isdecimal() and len(line) < 10 and 1 <= int(line) <= lines):
        return None
    try:
        check_triplet(triplet, "")
    except InputError:
        return None
    has_words = all(any(map(str.isalnum, getattr(triplet, name))) for name in TRIPLET_PARTS)
    return (triplet, int(line)) if has_words else None


def _says_nothing(parts: Mapping[str, str | None]) -> bool:
    """Whether an object is a triplet with a missing or empty part: a small model's way to say that there is none.

    An object with fewer than two of the three parts follows another schema.
    """
    named = [parts[name] for name in TRIPLET_PARTS if name in parts]
    return len(named) >= 2 and None not in named and not (len(named) == len(TRIPLET_PARTS) and all(named))


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
