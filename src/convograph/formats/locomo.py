"""`locomo`: the official release of LoCoMo, a list of samples or one sample; questions and summaries are ignored.

A picture becomes part of its turn's text, as " [shares <caption>]". Turns with neither text nor caption, and sessions
without turns, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import check_session, shown_name, within
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import Source
from convograph.patterns import lazy_pattern
from convograph.types import Conversation, Said, Session, Turn

_SESSION_KEY = lazy_pattern(r"session_([1-9][0-9]{0,5})")


class _Sample(Shape):
    sample_id: NameField
    conversation: dict[str, Any]


class _Turn(Shape):
    speaker: StrictStr
    dia_id: StrictStr
    text: StrictStr = ""
    blip_caption: StrictStr = ""


_SAMPLE = TypeAdapter(_Sample)
_TURNS = TypeAdapter(list[_Turn])
_SAID: TypeAdapter[Said] = TypeAdapter(SaidField)


def read_locomo(source: Source) -> tuple[Conversation, ...]:
    """A conversation for each sample, named by its `sample_id`; the ids of turns are `<sample_id>#<dia_id>`.

    The ids of sessions are `<sample_id>#<n>`, with LoCoMo's numbers and order. Raises `InputError`.
    """
    if not isinstance(source.json, list):
        return (_conversation(source.json, source.place),)
    return tuple(_conversation(sample, within(source.place, index)) for index, sample in enumerate(source.json))


def _conversation(value: object, place: str) -> Conversation:
    sample = validate(_SAMPLE, value, place)
    sessions = tuple(_sessions(sample, within(place, "conversation")))
    if not sessions:
        raise InputError(f"{place} ({shown_name(sample.sample_id)}) has no turns; remove the sample")
    return Conversation(sample.sample_id, sessions)


def _sessions(sample: _Sample, place: str) -> Iterator[Session]:
    numbers = sorted(int(found[1]) for key in sample.conversation if (found := _SESSION_KEY.fullmatch(key)))
    for number in numbers:
        key = f"session_{number}"
        given = validate(_TURNS, sample.conversation[key], within(place, key))
        time = sample.conversation.get(f"{key}_date_time")
        said = None if time is None else validate(_SAID, time, within(place, f"{key}_date_time"))
        turns = tuple(
            Turn(text, turn.speaker, None, f"{sample.sample_id}#{turn.dia_id}")
            for turn in given
            if (text := _text(turn))
        )
        if turns:
            session = Session(turns, f"{sample.sample_id}#{number}", said)
            check_session(session, within(place, key))
            yield session


def _text(turn: _Turn) -> str:
    """The text and the caption of a turn; "" if it has neither."""
    caption = f"[shares {turn.blip_caption}]" if turn.blip_caption.strip() else ""
    text = turn.text if turn.text.strip() else ""
    return " ".join(part for part in (text, caption) if part)
