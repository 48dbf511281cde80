"""`sessions`: dialogues of two or more people in JSON.

{"sessions": [{"id", "time", "turns": [{"speaker", "text", "time", "id"}]}]}, or only the list of sessions, one
session, or a list of turns. A session needs only "turns", a turn only "text", and keys have the usual aliases. Turns
with a blank text are left out.
"""

from __future__ import annotations

from convograph.formats.notes import noted
from convograph.formats.objects import gathered, named, placed
from convograph.formats.source import Source
from convograph.types import Conversation


def read_sessions(source: Source) -> tuple[Conversation, ...]:
    """One conversation. Raises `InputError`."""
    given = list(placed(source.json, source.place))
    wordless: list[str] = []
    read = named(source.name, gathered(given, source.place, wordless), source.place)
    return (noted(read, (value for _, value in given), source.place, wordless),)
