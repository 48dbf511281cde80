"""`messages`: one dialogue with a model, a list of {"role", "content"} or an object with such a list as "messages"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.notes import left_out
from convograph.formats.objects import named, nothing_said
from convograph.formats.parts import is_item
from convograph.formats.shapes import session
from convograph.formats.source import Source
from convograph.types import Conversation


def read_messages(source: Source) -> tuple[Conversation, ...]:
    """One conversation of one session, without blank messages.

    Raises `InputError`, also for a message without a role.
    """
    value = source.json
    given = value if isinstance(value, Mapping) else {"messages": value}
    messages = given.get("messages")
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        if isinstance(message, Mapping) and message.get("role") is None and not is_item(message):
            place = within(source.place, "messages", index, "role")
            raise InputError(f'{place} is missing: {shortened(message)}; add "user", "assistant" or another')
    wordless: list[str] = []
    read = session(given, source.place, wordless)
    if not read.turns:
        raise nothing_said(source.place)
    return (replace(named(source.name, [read], source.place), notes=left_out(wordless)),)
