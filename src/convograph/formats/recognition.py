"""Detection of a text's format from its content."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from convograph.errors import EmptyError, InputError
from convograph.formats.captions import opens_like_captions
from convograph.formats.discord import opens_like_discord
from convograph.formats.messenger import opens_like_messenger
from convograph.formats.shapes import TEXT_KEYS, has_role_as_type, turns_key
from convograph.formats.slack import opens_like_slack
from convograph.formats.source import AT_LEAST_ONE, Source
from convograph.formats.telegram import opens_like_telegram
from convograph.formats.transcript import opens_like_transcript
from convograph.formats.whatsapp import opens_like_whatsapp
from convograph.patterns import lazy_pattern

_CHATS: Mapping[str, Callable[[object], bool]] = {
    "slack": opens_like_slack,
    "telegram": opens_like_telegram,
    "messenger": opens_like_messenger,
    "discord": opens_like_discord,
}

_OPENS_JSON = lazy_pattern(r'\{|\[\s*[\[{"\]]')
"""Opens an object or a list of possible turns, unlike "[18:30] Anna: Hi" or "[Anna] 18:30"."""

EXPORT = "convograph-export"
"""The format named on the first line of our own exports, which no reader of conversations reads."""


def recognised(source: Source) -> str | None:
    """The name of the text's format, or `None` if no format matches or it is ambiguous.

    Raises `InputError` for invalid or empty JSON, and for an export of ours.
    """
    text = source.text.lstrip()
    if opens_like_whatsapp(text):
        return "whatsapp"
    if opens_like_captions(text):
        return "captions"
    if not _OPENS_JSON.match(text):
        return "transcript" if opens_like_transcript(text) else None
    try:
        value = source.json
    except InputError:
        # JSON lines are not valid JSON as a whole.
        line = _object_in(text.partition("\n")[0])
        if line is not None:
            if line.get("format") == EXPORT:
                raise InputError(f"{source.place} is an export; `convograph import` restores it") from None
            return "msc" if _release_of(line) == "msc" else "jsonl"
        raise
    if value in ([], {}):
        kind = "list" if isinstance(value, list) else "object"
        raise EmptyError(f"{source.place} is an empty {kind}; {AT_LEAST_ONE}")
    return _format_of_json(value)


def _object_in(line: str) -> Mapping[str, object] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _format_of_json(value: object) -> str | None:
    first = value[0] if isinstance(value, list) and value else value
    if not isinstance(first, Mapping):
        return None
    if release := _release_of(first):
        return release
    if chat := next((name for name, opens in _CHATS.items() if opens(value)), None):
        return chat
    if isinstance(value, Mapping) and _is_message(_first_of(value.get("messages"))):
        return "messages"
    if isinstance(value, list) and all(_is_message(each) for each in value):
        return "messages"
    is_known = "sessions" in first or turns_key(first) or any(key in first for key in TEXT_KEYS)
    is_known = is_known or has_role_as_type(first)
    return "sessions" if is_known else None


def _release_of(value: Mapping[str, object]) -> str | None:
    if "haystack_sessions" in value:
        return "longmemeval"
    if isinstance(value.get("conversation"), Mapping):
        return "locomo"
    if isinstance(value.get("mapping"), Mapping):
        return "chatgpt"
    if "chat_messages" in value:
        return "claude"
    return "msc" if "previous_dialogs" in value else None


def _first_of(value: object) -> object:
    return value[0] if isinstance(value, list) and value else None


def _is_message(value: object) -> bool:
    return isinstance(value, Mapping) and "role" in value
