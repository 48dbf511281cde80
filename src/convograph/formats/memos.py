"""Memos from files: summaries, facts, insights, triplets, events and decisions about a conversation.

A file is a JSON list of memos, one memo, or a memo per line, in the shapes of `memo_shapes`, mixed with blocks of
`recorded_events` or not; or it is LoCoMo's release, whose `session_summary` and `observation` (both written by a model)
are read as summaries and facts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.locomo import read_locomo
from convograph.formats.memo_limits import check_memo
from convograph.formats.memo_shapes import memo_shape
from convograph.formats.recorded_events import conversation_of, is_block, memos_of_block, read_block
from convograph.formats.shapes import validate
from convograph.formats.source import Source, json_lines, parse_json, source_of_file, source_of_text
from convograph.patterns import lazy_pattern
from convograph.types import Conversation, Memo

_DIA_ID = lazy_pattern(r"D(\d{1,9}):(\d{1,9})")
_SESSION = lazy_pattern(r"session_(\d{1,9})_(?:summary|observation)")
_REMEDY = "fix it: a file of memos is a JSON list of them, or one on each line"


@dataclass(frozen=True, slots=True)
class ConversationMemos:
    """The memos about one conversation; `conversation` is its name, or `None` if the file does not give it."""

    conversation: str | None
    memos: tuple[Memo, ...]


_SUMMARIES = TypeAdapter(dict[str, StrictStr])
_OBSERVATIONS = TypeAdapter(dict[str, dict[str, list[tuple[StrictStr, Any]]]])


def read_memos(path: str | PathLike[str]) -> tuple[ConversationMemos, ...]:
    """The memos in a file, plain or compressed with gzip or xz, by conversation.

    Raises `InputError` that names the file, the place in it and what to do.
    """
    return _read(source_of_file(Path(path)))


def memos_in_text(text: str, name: str) -> tuple[ConversationMemos, ...]:
    """The memos in `text`, as in `read_memos`; `name` replaces the name of the file."""
    return _read(source_of_text(text, name, f"{name}:"))


def _read(source: Source) -> tuple[ConversationMemos, ...]:
    values = list(_values(source))
    released = bool(values) and _is_locomo_sample(values[0][0])
    found = tuple(_of_samples(source, values)) if released else _of_memos(values, conversation_of(source))
    if not found:
        raise InputError(f"{source.place} holds no memos; give a JSON list of them, or one on each line")
    return found


def _of_memos(values: list[tuple[object, str]], named_after: str | None) -> tuple[ConversationMemos, ...]:
    by_conversation: dict[str | None, list[Memo]] = {}
    for value, place in values:
        if is_block(value):
            block = read_block(value, place, named_after)
            by_conversation.setdefault(block.conversation, []).extend(memos_of_block(block))
        else:
            shape = memo_shape(value, place)
            by_conversation.setdefault(shape.conversation, []).append(shape.memo(place))
    return tuple(ConversationMemos(name, tuple(memos)) for name, memos in by_conversation.items() if memos)


def _values(source: Source) -> Iterator[tuple[object, str]]:
    """The values of a JSON list, the values on the lines of the text, or the one value, each with its place."""
    if _has_lines(source.text):
        yield from json_lines(source, _REMEDY)
        return
    given = parse_json(source.text, source.place, remedy=_REMEDY)
    if isinstance(given, list):
        yield from ((value, within(source.place, index)) for index, value in enumerate(given))
    else:
        yield given, source.place


def _has_lines(text: str) -> bool:
    """Whether the text is JSON lines: several, the first a complete object or the rest starting with another."""
    first, _, rest = text.strip().partition("\n")
    if not first.startswith("{") or not rest:
        return False
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return rest.lstrip().startswith("{")
    return True


def _is_locomo_sample(value: object) -> bool:
    return isinstance(value, Mapping) and "sample_id" in value and isinstance(value.get("conversation"), Mapping)


def _of_samples(source: Source, values: list[tuple[object, str]]) -> Iterator[ConversationMemos]:
    for (value, place), conversation in zip(values, read_locomo(source), strict=True):
        sample: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
        summaries = validate(_SUMMARIES, sample.get("session_summary") or {}, within(place, "session_summary"))
        observations = validate(_OBSERVATIONS, sample.get("observation") or {}, within(place, "observation"))
        memos = (*_summaries(summaries, conversation), *_facts(observations, conversation))
        for memo in memos:
            check_memo(memo, f"{place} ({memo.kind} {shortened(memo.text)})")
        if memos:
            yield ConversationMemos(conversation.name, memos)


def _summaries(summaries: Mapping[str, str], conversation: Conversation) -> Iterator[Memo]:
    for key, text in summaries.items():
        if (session := _session(key, conversation)) and text.strip():
            yield Memo("summary", text.strip(), session)


def _facts(observations: Mapping[str, Any], conversation: Conversation) -> Iterator[Memo]:
    """The facts, each with the turns that it cites as its sources, or its session if none of them exists."""
    known = {turn.id for session in conversation.sessions for turn in session.turns}
    for key, by_speaker in observations.items():
        session = _session(key, conversation)
        for text, cited in (fact for facts in by_speaker.values() for fact in facts):
            numbers = _DIA_ID.findall(str(cited))
            turns = tuple(name for a, b in numbers if (name := f"{conversation.name}#D{int(a)}:{int(b)}") in known)
            if text.strip() and (turns or session):
                yield Memo("fact", text.strip(), None if turns else session, tuple(dict.fromkeys(turns)))


def _session(key: str, conversation: Conversation) -> str | None:
    found = _SESSION.fullmatch(key)
    name = f"{conversation.name}#{int(found[1])}" if found else None
    return name if any(session.id == name for session in conversation.sessions) else None
