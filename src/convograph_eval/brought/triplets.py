"""Triplets from a file: records of one triplet each, or blocks of events that a model wrote.

A record is `{"conversation": …, "subject": …, "relation": …, "object": …, "sources": ["turn id", …]}`, on a line of
its own or in a list; the conversation may be omitted if the data set has only one. Blocks have the library's format of
events: `convograph.formats.recorded_events`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.recorded_events import Block, conversation_of, is_block, read_block
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import Source
from convograph.types import Triplet
from convograph_eval.brought.source_records import FoundItems, KnownSources, records, unblank
from convograph_eval.brought.types import LostSource, SourcedTriplet, merged


class _Record(Shape):
    subject: StrictStr
    relation: StrictStr
    object: StrictStr
    sources: list[NameField]
    conversation: NameField | None = None


_RECORD = TypeAdapter(_Record)
_PARTS = ("subject", "relation", "object")


def read_triplets(
    sources: Iterable[Source], known: KnownSources
) -> tuple[Mapping[str, tuple[SourcedTriplet, ...]], tuple[LostSource, ...]]:
    """The distinct triplets of each conversation in the files, and the sources in blocks that are not stored turns.

    A block's triplet without an existing source is left out. Raises an `InputError` that names the place for an invalid
    record or block, and for a record without sources or with an unknown source.
    """
    found: FoundItems[SourcedTriplet] = FoundItems()
    for source in sources:
        for value, place in records(source):
            if is_block(value):
                _take_block(read_block(value, place, conversation_of(source)), place, known, found)
            else:
                _take_record(value, place, known, found)
    return {name: merged(triplets) for name, triplets in found.by_conversation.items()}, tuple(found.lost)


def _take_record(value: object, place: str, known: KnownSources, found: FoundItems[SourcedTriplet]) -> None:
    shape = validate(_RECORD, value, place)
    conversation = known.conversation(shape.conversation, place)
    if not shape.sources:
        raise InputError(f"{within(place, 'sources')} is empty: {shortened(value)}; give its source turns")
    sources = known.sources(conversation, shape.sources, within(place, "sources"))
    parts = (shape.subject, shape.relation, shape.object)
    triplet = Triplet(*(unblank(part, within(place, name)) for name, part in zip(_PARTS, parts, strict=True)))
    found.by_conversation[conversation].append(SourcedTriplet(triplet, sources))


def _take_block(block: Block, place: str, known: KnownSources, found: FoundItems[SourcedTriplet]) -> None:
    conversation = known.conversation(block.conversation, place)
    for event in block.events:
        sources, lost = known.recorded(conversation, event.sources, within(event.place, "sources"))
        found.lost.extend(lost)
        if sources:
            found.by_conversation[conversation].extend(SourcedTriplet(each, sources) for each in event.triplets)
