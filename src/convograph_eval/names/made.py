"""The made conversations of `data/names`: a line per conversation, with its turns and labelled mentions.

    {"set": "fitting", "conversation": "made-01", "time": "2023-01-09T08:40", "about": "two people of one name",
     "turns": [{"speaker": "Nadia", "text": "Can you ring Tom?"}],
     "mentions": [{"turn": 0, "start": 13, "end": 16, "surface": "Tom", "kind": "person", "entity": "Tom Hale",
                   "class": "homonym", "hard": true}]}

A conversation is one session, `made-01#1`, with turns numbered from 0, `made-01#1:0`.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Literal

from pydantic import Field, StrictInt, StrictStr, TypeAdapter

from convograph.formats.limits import within
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import json_lines, source_of_file
from convograph.memory.storing.ingestion import default_id
from convograph.types import Conversation, Session, Turn
from convograph_eval.names.labels import REMEDY, MentionShape, NamedConversation, mention, turns_by_id

SOURCE = "made"
Half = Literal["fitting", "measuring"]


class _Turn(Shape):
    speaker: NameField
    text: StrictStr


class _Mention(MentionShape):
    turn: StrictInt = Field(ge=0)


class _Line(Shape):
    half: Half = Field(validation_alias="set")
    conversation: NameField
    time: SaidField
    turns: list[_Turn]
    mentions: list[_Mention]


_LINE = TypeAdapter(_Line)


def read_made(path: str | PathLike[str], half: Half) -> tuple[NamedConversation, ...]:
    """The made conversations of one half. Raises `InputError` for a line in another form or a wrong label."""
    lines = ((validate(_LINE, value, place), place) for value, place in json_lines(source_of_file(Path(path)), REMEDY))
    return tuple(_named(line, place) for line, place in lines if line.half == half)


def _named(line: _Line, place: str) -> NamedConversation:
    session = f"{line.conversation}#1"
    turns = tuple(Turn(one.text, one.speaker) for one in line.turns)
    conversation = Conversation(line.conversation, (Session(turns, session, line.time),))
    known = turns_by_id(conversation)
    mentions = (
        mention(one, session, default_id(session, one.turn), known, within(place, "mentions", number))
        for number, one in enumerate(line.mentions)
    )
    return NamedConversation(SOURCE, conversation, tuple(mentions))
