"""`jsonl`: a message, a turn or a session on each line, in JSON.

A turn may say where it belongs by the keys "session" and "session_time"; the lines of a session need not
stand together.
"""

from __future__ import annotations

from collections.abc import Iterator

from convograph.formats.objects import Placed, gathered, named
from convograph.formats.source import Source, parse_json
from convograph.types import Conversation


def read_jsonl(source: Source) -> tuple[Conversation, ...]:
    """One conversation. Raises `InputError` that names the line."""
    return (named(source.name, gathered(_lines(source), source.place), source.place),)


def _lines(source: Source) -> Iterator[Placed]:
    # Not `splitlines`: JSON strings may hold U+2028 and its like as they are.
    for number, line in enumerate(source.text.split("\n"), start=1):
        if line and not line.isspace():
            yield f"{source.place} line {number}:", parse_json(line, source.place, number)
