"""`jsonl`: JSON lines, each with a message, a turn or a session.

A turn may name its session with the keys "session" and "session_time"; the lines of a session need not be
consecutive. Turns with a blank text are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from convograph.formats.notes import noted
from convograph.formats.objects import Placed, gathered, named
from convograph.formats.source import Source, json_lines
from convograph.types import Conversation


def read_jsonl(source: Source) -> tuple[Conversation, ...]:
    """One conversation. Raises `InputError` that names the line."""
    wordless: list[str] = []
    read = named(source.name, gathered(_lines(source), source.place, wordless), source.place)
    values = (value for _, value in _lines(source))  # read again only if speakers or times are missing
    return (noted(read, values, source.place, wordless),)


def _lines(source: Source) -> Iterator[Placed]:
    yield from ((place, value) for value, place in json_lines(source))
