"""The labels of `data/names`, joined with the turns that they label.

    {"set": "measuring", "source": "locomo", "conversation": "conv-26", "session": "conv-26#8",
     "turn": "conv-26#D8:26", "start": 16, "end": 20, "kind": "person", "entity": "Caroline", "class": "short form",
     "hard": true}

One mention per line. `session` and `turn` are the ids that the readers give them, `start` and `end` are character
offsets in the turn. `surface`, the words themselves, is only present for sources whose text may be copied.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.extraction.types import EntityKind
from convograph.formats.limits import shortened, within
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import json_lines, source_of_file
from convograph.types import Conversation, Turn
from convograph_eval.datasets import turn_ids
from convograph_eval.names.conversations import BY_SOURCE

REMEDY = "give the labels, one JSON object per line"

Category = Literal[
    "exact",
    "short form",
    "full name",
    "nickname",
    "homonym",
    "typo",
    "title",
    "kinship",
    "role",
    "other wording",
]
"""How a mention names its entity, compared with the entity's usual name; defined in `data/names/README.md`."""


@dataclass(frozen=True, slots=True)
class NamedMention:
    """Characters `[start, end)` of the turn with this id, their `text`, and the entity that they mention.

    `entity` is a label: within a conversation, two mentions have the same label if and only if they mention the same
    entity; labels are not comparable across conversations. A `hard` mention cannot be resolved by an equal name that
    no other entity has.
    """

    session: str
    turn: str
    start: int
    end: int
    text: str
    kind: EntityKind
    entity: str
    category: Category
    hard: bool


@dataclass(frozen=True, slots=True)
class NamedConversation:
    """A conversation and its labelled mentions, in order; a mention may be inside another ("Ada" in "Ada's aunt")."""

    source: str
    conversation: Conversation
    mentions: tuple[NamedMention, ...]


class MentionShape(Shape):
    """The fields that the labels of all files share."""

    start: StrictInt = Field(ge=0)
    end: StrictInt
    kind: EntityKind
    entity: NameField
    category: Category = Field(validation_alias="class")
    hard: StrictBool
    surface: StrictStr | None = None


class _Label(MentionShape):
    source: StrictStr
    conversation: NameField
    session: NameField
    turn: NameField


_LABEL = TypeAdapter(_Label)
_Turns = Mapping[str, tuple[str, Turn]]
"""Turn id → session id and turn."""


def read_names(
    path: str | PathLike[str], data: str | PathLike[str], sources: Collection[str] = tuple(BY_SOURCE)
) -> tuple[NamedConversation, ...]:
    """The labelled conversations of a file that are from one of `sources`, in order.

    `data` has a folder for each source, named after it. Raises `InputError` for a missing data set, and for a label
    that has another form, names no turn, lies outside its turn's text, has a wrong surface, or repeats a span.
    """
    labels = [one for one in _labels(Path(path)) if one[0].source in sources]
    wanted: dict[str, dict[str, None]] = {}
    for label, _ in labels:
        wanted.setdefault(label.source, {})[label.conversation] = None
    found = {source: BY_SOURCE[source](Path(data) / source, names) for source, names in wanted.items()}
    grouped: dict[tuple[str, str], list[tuple[_Label, str]]] = {}
    for label, place in labels:
        grouped.setdefault((label.source, label.conversation), []).append((label, place))
    return tuple(_joined(source, found[source].get(name), each) for (source, name), each in grouped.items())


def _labels(path: Path) -> Iterator[tuple[_Label, str]]:
    for value, place in json_lines(source_of_file(path), REMEDY):
        label = validate(_LABEL, value, place)
        if label.source not in BY_SOURCE:
            raise InputError(f"{within(place, 'source')} is unknown: {label.source}; name {', '.join(BY_SOURCE)}")
        yield label, place


def _joined(source: str, conversation: Conversation | None, labels: list[tuple[_Label, str]]) -> NamedConversation:
    if conversation is None:
        label, place = labels[0]
        raise InputError(
            f"{within(place, 'conversation')} is none of {source}: {shortened(label.conversation)}; give the release "
            "that was labelled"
        )
    turns = turns_by_id(conversation)
    mentions: dict[tuple[str, int, int], NamedMention] = {}
    for label, place in labels:
        one = mention(label, label.session, label.turn, turns, place)
        if mentions.setdefault((one.turn, one.start, one.end), one) is not one:
            raise InputError(f"{place} labels {label.turn} at {label.start} again; keep one label of a span")
    return NamedConversation(source, conversation, tuple(mentions.values()))


def turns_by_id(conversation: Conversation) -> _Turns:
    """The turns of a conversation by stored id, each with its session's id."""
    return {
        name: (session.id or "", turn)
        for session in conversation.sessions
        for name, turn in zip(turn_ids(session), session.turns, strict=True)
    }


def mention(shape: MentionShape, session: str, name: str, turns: _Turns, place: str) -> NamedMention:
    """The mention that a label describes in the turn `name`.

    Raises `InputError` if the session lacks the turn, or the turn lacks the labelled words.
    """
    if name not in turns or turns[name][0] != session:
        raise InputError(f"{within(place, 'turn')} is no turn of {session}: {shortened(name)}; give its stored id")
    text = turns[name][1].text[shape.start : shape.end]
    if len(text) != shape.end - shape.start or not text.strip():
        raise InputError(
            f"{within(place, 'end')} is no end of a mention: {shape.start} to {shape.end}; the turn has "
            f"{len(turns[name][1].text)} characters"
        )
    if shape.surface is not None and shape.surface != text:
        raise InputError(
            f"{within(place, 'surface')} is not what stands there: {shortened(shape.surface)}, but {shortened(text)}"
        )
    return NamedMention(
        session, name, shape.start, shape.end, text, shape.kind, shape.entity, shape.category, shape.hard
    )
