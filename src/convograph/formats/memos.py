"""Memos from files: summaries, facts and insights that somebody wrote about a conversation.

A file is a JSON list of memos, one memo, or a memo on each line:

    {"kind": "fact", "text": "Ana moved to Porto.", "turns": ["s1:4"]}
    {"kind": "summary", "text": "Ana tells of her move.", "session": "s1", "time": "2024-03-01"}

or LoCoMo's release, whose `session_summary` and `observation` (a model wrote both) count as summaries and facts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from pydantic import AliasChoices, ConfigDict, Field, StrictStr, StringConstraints, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import MAX_MEMO_CHARACTERS, check_memo, shortened, within
from convograph.formats.locomo import read_locomo
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import Source, json_lines, parse_json, source_of_file, source_of_text
from convograph.types import Conversation, Memo, MemoKind

_DIA_ID = re.compile(r"D(\d{1,9}):(\d{1,9})")
_SESSION = re.compile(r"session_(\d{1,9})_(?:summary|observation)")
_REMEDY = "mend it: a file of memos is a JSON list of them, or one on each line"


@dataclass(frozen=True, slots=True)
class ConversationMemos:
    """The memos about one conversation; `conversation` is its name, `None` when the file does not say."""

    conversation: str | None
    memos: tuple[Memo, ...]


class MemoShape(Shape):
    """A memo: a summary, a fact or an insight, and what it rests on, which is a session or turns."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": ["session"]}, {"required": ["turns"]}]})

    kind: MemoKind
    text: Annotated[StrictStr, StringConstraints(min_length=1, max_length=MAX_MEMO_CHARACTERS)]
    session: NameField | None = Field(None, description="the session it is about; without turns, it rests on all of it")
    turns: list[NameField] = Field(default_factory=list, description="ids of the turns that it rests on")
    time: SaidField | None = Field(
        None, validation_alias=AliasChoices("time", "timestamp"), description="when it was so, if not at its last turn"
    )
    conversation: NameField | None = Field(None, description="the conversation, where the file is about several")


_MEMO = TypeAdapter(MemoShape)
_SUMMARIES = TypeAdapter(dict[str, StrictStr])
_OBSERVATIONS = TypeAdapter(dict[str, dict[str, list[tuple[StrictStr, Any]]]])


def read_memos(path: str | PathLike[str]) -> tuple[ConversationMemos, ...]:
    """The memos in a file, plain or compressed by gzip or xz, by conversation.

    Raises `InputError` that names the file, the place in it and what to do.
    """
    return _read(source_of_file(Path(path)))


def memos_in_text(text: str, name: str) -> tuple[ConversationMemos, ...]:
    """The memos in `text`, by the rules of `read_memos`; `name` stands for the file."""
    return _read(source_of_text(text, name, f"{name}:"))


def memo_of_object(value: object, place: str) -> Memo:
    """A `Memo` made from one, or from a mapping of the shape above. Raises `InputError`."""
    if not isinstance(value, Memo):
        return _memo(validate(_MEMO, value, place), place)
    check_memo(value, place)
    return replace(value, text=value.text.strip(), turns=tuple(value.turns))


def _memo(shape: MemoShape, place: str) -> Memo:
    memo = Memo(shape.kind, shape.text.strip(), shape.session, tuple(shape.turns), shape.time)
    check_memo(memo, place)
    return memo


def _read(source: Source) -> tuple[ConversationMemos, ...]:
    values = list(_values(source))
    released = bool(values) and _is_locomo_sample(values[0][0])
    found = tuple(_of_samples(source, values)) if released else _of_memos(values)
    if not found:
        raise InputError(f"{source.place} holds no memos; give a JSON list of them, or one on each line")
    return found


def _of_memos(values: list[tuple[object, str]]) -> tuple[ConversationMemos, ...]:
    by_conversation: dict[str | None, list[Memo]] = {}
    for value, place in values:
        shape = validate(_MEMO, value, place)
        by_conversation.setdefault(shape.conversation, []).append(_memo(shape, place))
    return tuple(ConversationMemos(name, tuple(memos)) for name, memos in by_conversation.items())


def _values(source: Source) -> Iterator[tuple[object, str]]:
    """The values of a JSON list, or those on the lines of the text, each with its place."""
    if _has_lines(source.text):
        yield from json_lines(source, _REMEDY)
        return
    given = parse_json(source.text, source.place, remedy=_REMEDY)
    if isinstance(given, list):
        yield from ((value, within(source.place, index)) for index, value in enumerate(given))
    else:
        yield given, source.place


def _has_lines(text: str) -> bool:
    """Whether the first line is a JSON object of its own, with more behind it."""
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
    """A fact rests on the turns that it cites, or on its session when it cites none that is there."""
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
