"""Conversations in files, archives, folders, streams and texts: the format is recognised, then its reader is called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from os import PathLike
from pathlib import Path

from convograph.errors import InputError
from convograph.formats.accounts import joined
from convograph.formats.captions import read_captions
from convograph.formats.chatgpt import read_chatgpt
from convograph.formats.chats import Chat, read_chat, read_chats
from convograph.formats.claude import read_claude
from convograph.formats.discord import discord_chats
from convograph.formats.jsonl import read_jsonl
from convograph.formats.limits import shortened
from convograph.formats.locomo import read_locomo
from convograph.formats.longmemeval import read_longmemeval
from convograph.formats.messages import read_messages
from convograph.formats.messenger import messenger_chats
from convograph.formats.msc import read_msc
from convograph.formats.recognition import recognised
from convograph.formats.sessions import read_sessions
from convograph.formats.silences import has_sessions, split_conversation
from convograph.formats.slack import read_slack, read_slack_export
from convograph.formats.slack_files import is_export
from convograph.formats.source import ANOTHER_FORMAT, Source, source_of_text, sources_of_bytes, sources_of_file
from convograph.formats.telegram import telegram_chats
from convograph.formats.transcript import read_transcript
from convograph.formats.whatsapp import read_whatsapp
from convograph.times import parse_said
from convograph.types import Conversation, Said

_CHATS: Mapping[str, Callable[[Source], Iterable[Chat]]] = {
    "telegram": telegram_chats,
    "messenger": messenger_chats,
    "discord": discord_chats,
}
"""Chat formats whose export may consist of several files."""

FORMATS: Mapping[str, Callable[[Source], tuple[Conversation, ...]]] = {
    "messages": read_messages,
    "sessions": read_sessions,
    "jsonl": read_jsonl,
    "transcript": read_transcript,
    "chatgpt": read_chatgpt,
    "claude": read_claude,
    "whatsapp": read_whatsapp,
    "slack": read_slack,
    **{name: partial(read_chat, chats_of) for name, chats_of in _CHATS.items()},
    "captions": read_captions,
    "locomo": read_locomo,
    "longmemeval": read_longmemeval,
    "msc": read_msc,
}

_READ = (
    "exports of ChatGPT, Claude, WhatsApp, Slack, Telegram, Messenger, Instagram and Discord, captions of calls, JSON "
    'with messages or turns, and lines "Name: text"'
)
"""The formats under the names that users know, for an error message."""

Beginning = str | int | float | datetime | date | Said
"""The start of a conversation, in any form that `parse_said` accepts."""

_WITHOUT_SESSIONS = frozenset({"messages", "sessions", "jsonl", "transcript"})
"""Formats whose files may have no sessions of their own."""


def read_file(
    path: str | PathLike[str],
    format: str | None = None,  # noqa: A002
    *,
    day_first: bool | None = None,
    split_hours: float | None = None,
    said: Beginning | None = None,
) -> tuple[Conversation, ...]:
    """The conversations in a file (UTF-8 or UTF-16, plain or compressed with gzip or xz), a zip archive or a folder.

    A folder must contain an export of Slack, Telegram, Messenger, Instagram or Discord.
    `format` is a key of `FORMATS`; `None` detects it from the content. Sessions without an id in the file are named
    `<file stem>#<n>`. `day_first` says how dates like 3/4/24 in a WhatsApp export are written; `None` infers it from
    the file. `split_hours` splits a file without sessions of its own at silences longer than that many hours, and names
    the sessions by their first minute, as in chats. `said` is when the call began, from which captions count their
    times; other formats ignore it. Raises `InputError` that names the file, the place in it, the value and the remedy.
    """
    sources = _with_options(sources_of_file(Path(path)), day_first, said)
    return _read_together(sources, Path(path).stem, f"{path}:", format, split_hours)


def read_bytes(
    data: bytes,
    name: str,
    format: str | None = None,  # noqa: A002
    *,
    day_first: bool | None = None,
    split_hours: float | None = None,
    said: Beginning | None = None,
) -> tuple[Conversation, ...]:
    """The conversations in the bytes of a stream, as in `read_file`; `name` replaces the file's path and stem."""
    sources = _with_options(sources_of_bytes(data, name), day_first, said)
    return _read_together(sources, name, f"{name}:", format, split_hours)


def read_text(
    text: str,
    name: str,
    format: str | None = None,  # noqa: A002
    *,
    day_first: bool | None = None,
    split_hours: float | None = None,
    said: Beginning | None = None,
) -> tuple[Conversation, ...]:
    """The conversations in `text`, as in `read_file`; `name` replaces the file's path and stem."""
    (source,) = _with_options([source_of_text(text, name, f"{name}:")], day_first, said)
    return _read(source, format, split_hours)


def recognise(text: str, name: str = "text") -> str:
    """The key of `FORMATS` for `text`. Raises `InputError` if no format matches or it is ambiguous."""
    return _recognise(source_of_text(text, name, f"{name}:"))


def _with_options(sources: Iterable[Source], day_first: bool | None, said: Beginning | None) -> list[Source]:
    began = None if said is None else parse_said(said)
    return [replace(source, day_first=day_first, said=began, remedy=ANOTHER_FORMAT) for source in sources]


def _read_together(
    sources: Sequence[Source], name: str, place: str, format_name: str | None, split_hours: float | None
) -> tuple[Conversation, ...]:
    """The conversations in the texts of a file, an archive or a folder; `name` and `place` are its name and place."""
    if format_name in {None, "slack"} and is_export(source.path for source in sources if source.path):
        if split_hours is not None:
            raise has_sessions(place)
        return _of_format("slack", read_slack_export(sources, name))
    if len(sources) == 1:
        return _read(sources[0], format_name, split_hours)
    if chats := _format_of_chats(sources, format_name):
        if split_hours is not None:
            raise has_sessions(place)
        return _of_format(chats, read_chats(_CHATS[chats], sources, name, place))
    parts = [(source.place, part) for source in sources for part in _read(source, format_name, split_hours)]
    return _of_format(parts[0][1].format, joined(parts))


def _of_format(name: str | None, conversations: Iterable[Conversation]) -> tuple[Conversation, ...]:
    return tuple(replace(each, format=name) for each in conversations)


def _format_of_chats(sources: Iterable[Source], format_name: str | None) -> str | None:
    """The format in `_CHATS` that all of the texts have; `None` if their formats differ or it is not in `_CHATS`."""
    names = {format_name or _recognise(source) for source in sources}
    return next(iter(names)) if len(names) == 1 and names <= _CHATS.keys() else None


def _read(source: Source, format_name: str | None, split_hours: float | None) -> tuple[Conversation, ...]:
    name = format_name or _recognise(source)
    if name not in FORMATS:
        raise InputError(f"no format {shortened(name)}; the formats are {', '.join(FORMATS)}")
    read = _of_format(name, FORMATS[name](source))
    if split_hours is None:
        return read
    if name not in _WITHOUT_SESSIONS:
        raise has_sessions(source.place)
    return tuple(split_conversation(each, split_hours, source.place) for each in read)


def _recognise(source: Source) -> str:
    name = recognised(source)
    if name is None:
        start = shortened(source.text.strip()[:100])
        raise InputError(
            f"{source.place} is not in a recognisable format: {start}; read are {_READ}: write each turn as "
            '"[2024-03-01 18:30] Anna: Hi", or name the format with --format'
        )
    return name
