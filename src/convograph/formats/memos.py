"""Memos from files: summaries, facts and insights that somebody wrote about a conversation.

A file is a JSON list of memos, or a memo on each line:

    {"kind": "fact", "text": "Ana moved to Porto.", "turns": ["s1:4"]}
    {"kind": "summary", "text": "Ana tells of her move.", "session": "s1", "time": "2024-03-01"}

or LoCoMo's release, whose `session_summary` and `observation` (a model wrote both) count as summaries and facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from pydantic import AliasChoices, Field, StrictStr, StringConstraints, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import UNSTORABLE, shortened, within
from convograph.formats.locomo import read_locomo
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import Source, parse_json, source_of_file
from convograph.types import Conversation, Memo, MemoKind

MAX_MEMO_CHARACTERS = 20_000  # a summary that is longer is no summary

_DIA_ID = re.compile(r"D(\d+):(\d+)")
_SESSION = re.compile(r"session_(\d+)_(?:summary|observation)")


@dataclass(frozen=True, slots=True)
class ConversationMemos:
    """The memos about one conversation; `conversation` is its name, `None` when the file does not say."""

    conversation: str | None
    memos: tuple[Memo, ...]


class MemoShape(Shape):
    """A memo as it is brought: what `convograph schema memo` prints the JSON Schema of."""

    kind: MemoKind
    text: Annotated[StrictStr, StringConstraints(min_length=1, max_length=MAX_MEMO_CHARACTERS)]
    session: NameField | None = Field(None, description="the session it is about; it rests on all of its turns")
    turns: list[NameField] = Field(default_factory=list, description="ids of the turns that it rests on")
    time: SaidField | None = Field(
        None, validation_alias=AliasChoices("time", "timestamp"), description="when it was so, if not at its last turn"
    )
    conversation: NameField | None = Field(None, description="the conversation, where the file is about several")


_MEMO = TypeAdapter(MemoShape)
_SUMMARIES = TypeAdapter(dict[str, StrictStr])
_OBSERVATIONS = TypeAdapter(dict[str, dict[str, list[tuple[StrictStr, Any]]]])


def read_memos(path: str | PathLike[str]) -> tuple[ConversationMemos, ...]:
    """The memos in a file, by conversation. Raises `InputError` that names the file, the place and what to do."""
    source = source_of_file(Path(path))
    if _is_locomo(source):
        return tuple(_of_samples(source))
    by_conversation: dict[str | None, list[Memo]] = {}
    for value, place in _values(source):
        shape = validate(_MEMO, value, place)
        by_conversation.setdefault(shape.conversation, []).append(_memo(shape, place))
    if not by_conversation:
        raise InputError(f"{source.place} holds no memos; give a JSON list of them, or one on each line")
    return tuple(ConversationMemos(name, tuple(memos)) for name, memos in by_conversation.items())


def memo_of_object(value: object, place: str) -> Memo:
    """A `Memo` as it is, or made from a mapping of the shape above. Raises `InputError`."""
    if isinstance(value, Memo):
        return _checked(value, place)
    return _memo(validate(_MEMO, value, place), place)


def _memo(shape: MemoShape, place: str) -> Memo:
    return _checked(Memo(shape.kind, shape.text.strip(), shape.session, tuple(shape.turns), shape.time), place)


def _checked(memo: Memo, place: str) -> Memo:
    if not memo.text.strip():
        raise InputError(f"{place} has a text without a word: {shortened(memo.text)}; take the memo out")
    if UNSTORABLE.search(memo.text):
        raise InputError(f"{place} has a control character or a lone surrogate in its text; take it out")
    if memo.session is None and not memo.turns:
        raise InputError(f"{place} names neither a session nor turns; say what the memo rests on")
    return memo


def _values(source: Source) -> Iterator[tuple[object, str]]:
    start = source.text.lstrip()[:1]
    if start == "[":
        values = source.json
        if isinstance(values, list):
            yield from ((value, within(source.place, index)) for index, value in enumerate(values))
        return
    for number, line in enumerate(source.text.split("\n"), start=1):
        if line and not line.isspace():
            yield parse_json(line, source.place, number), f"{source.place} line {number}:"


def _is_locomo(source: Source) -> bool:
    if source.text.lstrip()[:1] not in ("[", "{") or '"session_summary"' not in source.text:
        return False
    first = source.json[0] if isinstance(source.json, list) and source.json else source.json
    return isinstance(first, Mapping) and "observation" in first and "conversation" in first


def _of_samples(source: Source) -> Iterator[ConversationMemos]:
    samples = source.json if isinstance(source.json, list) else [source.json]
    for index, (sample, conversation) in enumerate(zip(samples, read_locomo(source), strict=True)):
        place = within(source.place, index)
        summaries = validate(_SUMMARIES, sample.get("session_summary", {}), within(place, "session_summary"))
        observations = validate(_OBSERVATIONS, sample.get("observation", {}), within(place, "observation"))
        memos = (*_summaries(summaries, conversation), *_facts(observations, conversation))
        yield ConversationMemos(conversation.name, memos)


def _summaries(summaries: Mapping[str, str], conversation: Conversation) -> Iterator[Memo]:
    for key, text in summaries.items():
        if (session := _session(key, conversation)) and text.strip():
            yield Memo("summary", text.strip(), session)


def _facts(observations: Mapping[str, Any], conversation: Conversation) -> Iterator[Memo]:
    """A fact rests on the turns that it cites, or on its session when it cites none that is stored."""
    stored = {turn.id for session in conversation.sessions for turn in session.turns}
    for key, by_speaker in observations.items():
        session = _session(key, conversation)
        for text, cited in (fact for facts in by_speaker.values() for fact in facts):
            numbers = _DIA_ID.findall(str(cited))
            turns = tuple(name for a, b in numbers if (name := f"{conversation.name}#D{int(a)}:{int(b)}") in stored)
            if text.strip() and (turns or session):
                yield Memo("fact", text.strip(), None if turns else session, tuple(dict.fromkeys(turns)))


def _session(key: str, conversation: Conversation) -> str | None:
    found = _SESSION.fullmatch(key)
    name = f"{conversation.name}#{int(found[1])}" if found else None
    return name if any(session.id == name for session in conversation.sessions) else None
