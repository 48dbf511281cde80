"""Facts from a file: a record a fact, or the observations in LoCoMo's release, which a model wrote.

A record is `{"conversation": …, "session": … or null, "sources": ["turn id", …], "fact": …}`, on a line of its own or
in a list; the conversation may be left out where the data set has one, and the sources where there is a session. A
sample of the release holds `{"observation": {"session_1_observation": {speaker: [[fact, "D1:3"], …], …}, …}}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import BeforeValidator, Field, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import Source
from convograph_eval.brought.records import Found, Known, records, unblank
from convograph_eval.brought.types import Fact, LostSource

_SESSION_KEY = re.compile(r"session_([1-9][0-9]{0,5})_observation")
_SEPARATORS = re.compile(r"[\s;,]+")


def _listed(value: object) -> object:
    """Ids in one text as a list: the release has both."""
    return [part for part in _SEPARATORS.split(value) if part] if isinstance(value, str) else value


_DiaIds = Annotated[list[StrictStr], BeforeValidator(_listed)]


class _Record(Shape):
    fact: StrictStr
    conversation: NameField | None = None
    session: NameField | None = None
    sources: list[NameField] = Field(default_factory=list)


class _Sample(Shape):
    sample_id: NameField
    observation: dict[str, dict[str, list[tuple[StrictStr, _DiaIds]]]]


_RECORD = TypeAdapter(_Record)
_SAMPLE = TypeAdapter(_Sample)


def read_facts(source: Source, known: Known) -> tuple[Mapping[str, tuple[Fact, ...]], tuple[LostSource, ...]]:
    """Each conversation's facts in their order, and the sources of observations that name no turn.

    Raises `InputError` that names the place.
    """
    found: Found[Fact] = Found()
    for value, place in records(source):
        if isinstance(value, dict) and "observation" in value:
            _take_sample(value, place, known, found)
        else:
            _take_record(value, place, known, found)
    return {name: tuple(facts) for name, facts in found.by_conversation.items()}, tuple(found.lost)


def _take_record(value: object, place: str, known: Known, found: Found[Fact]) -> None:
    shape = validate(_RECORD, value, place)
    conversation = known.conversation(shape.conversation, place)
    if not shape.sources and shape.session is None:
        raise InputError(f"{place} has neither sources nor a session: {shortened(value)}; say where the fact is from")
    session = None
    if shape.session is not None:
        session = known.session(conversation, shape.session, within(place, "session"))
    sources = known.sources(conversation, shape.sources, within(place, "sources"))
    text = unblank(shape.fact, within(place, "fact"))
    found.by_conversation[conversation].append(Fact(text, sources, session))


def _take_sample(value: object, place: str, known: Known, found: Found[Fact]) -> None:
    sample = validate(_SAMPLE, value, place)
    conversation = known.conversation(sample.sample_id, place)
    for key, speakers in sample.observation.items():
        at = within(place, "observation", key)
        session = _session(conversation, key, at, known)
        for speaker, observations in speakers.items():
            for number, (text, dia_ids) in enumerate(observations):
                here = within(at, speaker, number)
                sources, lost = known.dia_ids(conversation, dia_ids, here)
                found.lost.extend(lost)
                if sources or session:
                    found.by_conversation[conversation].append(Fact(unblank(text, here), sources, session))


def _session(conversation: str, key: str, place: str, known: Known) -> str | None:
    """The session that a key of the release means; `None` when it has no turns, and so is not stored."""
    number = _SESSION_KEY.fullmatch(key)
    if not number:
        raise InputError(f"{place} is of no session: {shortened(key)}; its key is to be session_<n>_observation")
    session = f"{conversation}#{number[1]}"
    return session if session in known.sessions[conversation] else None
