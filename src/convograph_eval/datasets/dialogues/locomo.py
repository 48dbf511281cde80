"""LoCoMo as dialogues: the replies of the second speaker are generated again (G-Long, Table 3).

The paper scores "50 samples" and does not say what a sample is. Here it is a reply, drawn from all dialogues: a turn of
`speaker_b` that follows one of `speaker_a`, from the second session on [R].
"""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import within
from convograph.formats.locomo import read_locomo
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import source_of_file
from convograph.types import Conversation
from convograph_eval.datasets.dialogues.types import Dialogue, reply_places


class _Speakers(Shape):
    speaker_a: NameField
    speaker_b: NameField


class _Sample(Shape):
    conversation: _Speakers


_SAMPLE = TypeAdapter(_Sample)


def locomo_dialogues(path: Path) -> tuple[Dialogue, ...]:
    """The samples in the file, as dialogues. Raises an `InputError` that names the sample."""
    source = source_of_file(path)
    several = isinstance(source.json, list)
    values = source.json if isinstance(source.json, list) else [source.json]
    places = (within(source.place, number) if several else source.place for number in range(len(values)))
    return tuple(
        _dialogue(conversation, validate(_SAMPLE, value, place).conversation, place)
        for conversation, value, place in zip(read_locomo(source), values, places, strict=True)
    )


def _dialogue(conversation: Conversation, speakers: _Speakers, place: str) -> Dialogue:
    if any(session.said is None for session in conversation.sessions):
        raise InputError(f"{place} ({conversation.name}) has a session without a time; give its session_<n>_date_time")
    user, agent = speakers.speaker_a, speakers.speaker_b
    return Dialogue(conversation, user, agent, reply_places(conversation.name, conversation.sessions, user, agent))
