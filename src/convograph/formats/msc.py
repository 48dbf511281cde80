"""`msc`: the official release of Multi-Session Chat, a conversation per line; personas are ignored.

A line holds its last session as `dialog` and the earlier ones as `previous_dialogs`. Each of these has the gap to the
next session (`time_num`, `time_unit`), and `time_back`, the sum of the gaps to the last session. There are no dates,
so the first session is set to `FIRST_SESSION`, and the gaps are added to it.

Only turns of the last session name their speaker, sometimes by a number; other turns alternate between two speakers,
beginning with Speaker 1. Blank turns and sessions without turns are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

from pydantic import Field, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import check_session, shortened, shown_name, within
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import Source, json_lines
from convograph.types import Conversation, Said, Session, Turn

FIRST_SESSION: Final = datetime(2000, 1, 1)
"""The assumed time of the first session of every conversation: an arbitrary origin."""

SPEAKERS: Final = ("Speaker 1", "Speaker 2")

_HOURS = {"hour": 1, "hours": 1, "day": 24, "days": 24}


class _Turn(Shape):
    text: StrictStr
    id: Annotated[NameField, Field(pattern=r"^(Speaker [12]|[0-9]+)$")] | None = None


class _Dialog(Shape):
    dialog: list[_Turn]


class _PreviousDialog(_Dialog):
    time_num: Annotated[int, Field(strict=True, ge=0)]
    time_unit: Literal["hour", "hours", "day", "days"]
    time_back: StrictStr = ""


class _Metadata(Shape):
    initial_data_id: NameField


class _Line(_Dialog):
    metadata: _Metadata
    previous_dialogs: list[_PreviousDialog]


_LINE = TypeAdapter(_Line)


def read_msc(source: Source) -> tuple[Conversation, ...]:
    """A conversation for each line, named by its `initial_data_id`; sessions are `<initial_data_id>#<n>`, from 1.

    The times of sessions count from `FIRST_SESSION`; `raw` is the session's `time_back`, or "" for the last session,
    which has none. Raises `InputError`.
    """
    return tuple(
        _conversation(value, place)
        for value, place in json_lines(source, f"write a conversation on each line, or {source.remedy}")
    )


def _conversation(value: object, place: str) -> Conversation:
    line = validate(_LINE, value, place)
    name = line.metadata.initial_data_id
    sessions = tuple(_sessions(line, name, place))
    if not sessions:
        raise InputError(f"{place} ({shown_name(name)}) has no turns; remove the line")
    return Conversation(name, sessions)


def _sessions(line: _Line, name: str, place: str) -> Iterator[Session]:
    previous = line.previous_dialogs
    places = (*(within(place, "previous_dialogs", index) for index in range(len(previous))), place)
    given = zip((*previous, line), _times(previous, places), places, strict=True)
    for number, (dialog, said, where) in enumerate(given, start=1):
        turns = tuple(_turns(dialog.dialog))
        if turns:
            session = Session(turns, f"{name}#{number}", said)
            check_session(session, where)
            yield session


def _times(previous: Sequence[_PreviousDialog], places: Sequence[str]) -> Iterator[Said]:
    """The times of the sessions in `previous` and of the last session."""
    local = FIRST_SESSION
    for dialog, place in zip(previous, places, strict=False):
        yield Said(local, None, dialog.time_back)
        try:
            local += timedelta(hours=dialog.time_num * _HOURS[dialog.time_unit])
        except OverflowError:
            gap = shortened(dialog.time_num)
            raise InputError(f"{within(place, 'time_num')} leads past the year 9999: {gap}; fix it") from None
    yield Said(local, None, "")


def _turns(given: Sequence[_Turn]) -> Iterator[Turn]:
    for index, turn in enumerate(given):
        if turn.text.strip():
            yield Turn(turn.text, turn.id if turn.id in SPEAKERS else SPEAKERS[index % 2])
