"""LD-Agent's form of Multi-Session Chat and Conversation Chronicles, which G-Long's code also reads.

    [[{"dialog": [{"SPEAKER_1": "Hi!", "SPEAKER_2": "Hello!"}, …], "time_pass": 3600}, …], …]

A sample is a list of sessions, a session a list of exchanges; `time_pass` is the seconds until the next session.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import check_session, shortened, within
from convograph.formats.shapes import Shape, validate
from convograph.formats.source import Source
from convograph.types import Conversation, Said, Session, Turn
from convograph_eval.datasets.dialogues.accumulated_times import accumulated
from convograph_eval.datasets.dialogues.types import Dialogue, two_sided

USER, AGENT = "SPEAKER_1", "SPEAKER_2"


class _Exchange(Shape):
    SPEAKER_1: StrictStr = ""
    SPEAKER_2: StrictStr = ""


class _Session(Shape):
    dialog: list[_Exchange]
    time_pass: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0


_SAMPLE = TypeAdapter(list[_Session])


def is_paired(value: object) -> bool:
    """Whether a JSON value is in this form: a list of lists."""
    return isinstance(value, list) and bool(value) and all(isinstance(sample, list) for sample in value)


def paired_dialogues(source: Source, name: str) -> tuple[Dialogue, ...]:
    """The dialogues of a file, named `<name>-<position>`, from 0. Raises an `InputError` that names the sample."""
    if not isinstance(source.json, list) or not is_paired(source.json):
        raise InputError(f"{source.place} is no list of samples: {shortened(source.json)}; give LD-Agent's form")
    return tuple(
        _dialogue(f"{name}-{number}", sample, within(source.place, number)) for number, sample in enumerate(source.json)
    )


def _dialogue(name: str, sample: object, place: str) -> Dialogue:
    shapes = validate(_SAMPLE, sample, place)
    times = accumulated([shape.time_pass for shape in shapes[:-1]], f"{place} ({name})")
    made = [
        _session(f"{name}#{number}", shape, said, within(place, number - 1))
        for number, (shape, said) in enumerate(zip(shapes, times, strict=True), start=1)
    ]
    given = sum(2 * len(shape.dialog) for shape in shapes)
    kept = sum(len(session.turns) for session in made)
    return two_sided(Conversation(name, tuple(made)), USER, AGENT, given - kept)


def _session(name: str, shape: _Session, said: Said, place: str) -> Session:
    turns = tuple(_turns(shape.dialog))
    if not turns:
        raise InputError(f"{place} ({name}) has no turns; remove the sample, or give the session")
    session = Session(turns, name, said)
    check_session(session, place)
    return session


def _turns(exchanges: Sequence[_Exchange]) -> list[Turn]:
    said = ((getattr(exchange, speaker), speaker) for exchange in exchanges for speaker in (USER, AGENT))
    return [Turn(text, speaker) for text, speaker in said if text.strip()]
