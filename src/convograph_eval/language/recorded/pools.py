"""The candidates among which the counterpart of each recorded triplet, and of each of ours, is sought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from convograph.extraction.types import FoundTriplet
from convograph_eval.language.recorded.corpus import LabelledEvent
from convograph_eval.language.words import stems

Item = TypeVar("Item")

POOLS = ("same_turns", "same_block", "control")


@dataclass(frozen=True, slots=True)
class PooledTriplet:
    """A recorded triplet or one of ours as text, with the stems of its subject and object."""

    text: str
    subject: frozenset[str]
    object: frozenset[str]

    def same(self, other: PooledTriplet) -> bool:
        """Whether both have the same subject and object."""
        return self.subject == other.subject and self.object == other.object


@dataclass(frozen=True, slots=True)
class Placed:
    """A triplet of the turn or event `id`, and its candidates in each of `POOLS`."""

    id: str
    statement: PooledTriplet
    pools: tuple[Sequence[PooledTriplet], ...]


def statement(subject: str, relation: str, object_: str) -> PooledTriplet:
    """The triplet in comparable form."""
    return PooledTriplet(f"{subject} {relation} {object_}", stems(subject), stems(object_))


def placed(
    events: Sequence[LabelledEvent], ours: Mapping[str, Sequence[FoundTriplet]]
) -> tuple[list[Placed], list[Placed]]:
    """The recorded triplets, and ours in recorded blocks, each with its candidates.

    `ours` maps turn ids to the triplets found in them. The control's candidates are those of the event or turn half a
    conversation away.
    """
    found = {
        turn: [statement(one.triplet.subject, one.stated.phrase, one.triplet.object) for one in triplets]
        for turn, triplets in ours.items()
    }
    by_conversation: dict[str, list[LabelledEvent]] = defaultdict(list)
    for event in events:
        by_conversation[event.conversation].append(event)
    recorded = [one for each in by_conversation.values() for one in _recorded(each, found)]
    stated = [one for each in by_conversation.values() for one in _stated(each, found)]
    return recorded, stated


def half_around(items: Sequence[Item]) -> list[Item]:
    """For each item, the item half a sequence later, wrapping around.

    >>> half_around("abcd")
    ['c', 'd', 'a', 'b']
    """
    half = len(items) // 2
    return [*items[half:], *items[:half]]


def _recorded(events: Sequence[LabelledEvent], found: Mapping[str, Sequence[PooledTriplet]]) -> Iterator[Placed]:
    for event, far in zip(events, half_around(events), strict=True):
        pools = tuple(_of_turns(found, turns) for turns in (event.sources, event.block, far.sources))
        yield from (Placed(event.id, statement(*triplet), pools) for triplet in event.triplets)


def _stated(events: Sequence[LabelledEvent], found: Mapping[str, Sequence[PooledTriplet]]) -> Iterator[Placed]:
    of_turn: dict[str, list[PooledTriplet]] = defaultdict(list)
    of_block: dict[tuple[str, ...], list[PooledTriplet]] = defaultdict(list)
    block = {turn: event.block for event in events for turn in event.block}
    for event in events:
        written = [statement(*triplet) for triplet in event.triplets]
        of_block[event.block] += written
        for turn in event.sources:
            of_turn[turn] += written
    for turn, far in zip(block, half_around(list(block)), strict=True):
        pools = (of_turn[turn], of_block[block[turn]], of_turn[far])
        yield from (Placed(turn, one, pools) for one in found.get(turn, ()))


def _of_turns(found: Mapping[str, Sequence[PooledTriplet]], turns: Iterable[str]) -> list[PooledTriplet]:
    return [one for turn in turns for one in found.get(turn, ())]
