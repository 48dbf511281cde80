"""Triplets from a file: a record a triplet, or blocks of events recorded from a model on LoCoMo (SPEC §3.7).

A record is `{"conversation": …, "subject": …, "relation": …, "object": …, "sources": ["turn id", …]}`, on a line of
its own or in a list; the conversation may be left out where the data set has one. A block is `{"sample_id": …,
"events": [{"sources": ["D1:3", …], "triplets": [["subject", "relation", "object"], …]}, …]}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import Source
from convograph_eval.brought.records import Found, Known, records, unblank
from convograph_eval.brought.types import LostSource, Triplet, merged


class _Record(Shape):
    subject: StrictStr
    relation: StrictStr
    object: StrictStr
    sources: list[NameField]
    conversation: NameField | None = None


class _Event(Shape):
    sources: list[StrictStr]
    triplets: list[list[StrictStr]]


class _Block(Shape):
    sample_id: NameField
    events: list[_Event]


_RECORD = TypeAdapter(_Record)
_BLOCK = TypeAdapter(_Block)
_PARTS = ("subject", "relation", "object")


def read_triplets(source: Source, known: Known) -> tuple[Mapping[str, tuple[Triplet, ...]], tuple[LostSource, ...]]:
    """Each conversation's distinct triplets, and the sources of blocks that name no turn.

    A triplet none of whose sources is there is left out. Raises `InputError` that names the place.
    """
    found: Found[Triplet] = Found()
    for value, place in records(source):
        if isinstance(value, dict) and "events" in value:
            _take_block(value, place, known, found)
        else:
            _take_record(value, place, known, found)
    return {name: merged(triplets) for name, triplets in found.by_conversation.items()}, tuple(found.lost)


def _take_record(value: object, place: str, known: Known, found: Found[Triplet]) -> None:
    shape = validate(_RECORD, value, place)
    conversation = known.conversation(shape.conversation, place)
    if not shape.sources:
        raise InputError(f"{within(place, 'sources')} is empty: {shortened(value)}; give the turns it rests on")
    sources = known.sources(conversation, shape.sources, within(place, "sources"))
    parts = (shape.subject, shape.relation, shape.object)
    subject, relation, object_ = (unblank(part, within(place, name)) for name, part in zip(_PARTS, parts, strict=True))
    found.by_conversation[conversation].append(Triplet(subject, relation, object_, sources))


def _take_block(value: object, place: str, known: Known, found: Found[Triplet]) -> None:
    block = validate(_BLOCK, value, place)
    conversation = known.conversation(block.sample_id, place)
    for number, event in enumerate(block.events):
        at = within(place, "events", number)
        sources, lost = known.dia_ids(conversation, event.sources, within(at, "sources"))
        found.lost.extend(lost)
        triplets = [Triplet(*parts, sources) for parts in _parts(event, at)]
        if sources:
            found.by_conversation[conversation].extend(triplets)


def _parts(event: _Event, place: str) -> Iterator[tuple[str, str, str]]:
    for number, parts in enumerate(event.triplets):
        at = within(place, "triplets", number)
        if len(parts) != len(_PARTS):
            raise InputError(f"{at} has {len(parts)} parts: {shortened(parts)}; give subject, relation and object")
        subject, relation, object_ = (unblank(part, within(at, index)) for index, part in enumerate(parts))
        yield subject, relation, object_
