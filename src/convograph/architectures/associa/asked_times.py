"""The nodes that belong to a time named by a question, for prizes that take time into account (ours)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt

from convograph.architectures.associa.event_graph import EventGraph
from convograph.architectures.associa.structure import EVENT, UTTERANCE
from convograph.graph.arrays import Rows
from convograph.graph.columns import Column
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import NO_TIME
from convograph.layers.events import event_of
from convograph.times import seconds_of

Ranges = Sequence[tuple[datetime, datetime]]


def of_that_time(graph: EventGraph, ranges: Ranges) -> npt.NDArray[np.bool_]:
    """A mask of the utterances said, and the events that happened, within one of `ranges`, shape (nodes,).

    Events without a time, or whose time is open at one end, are not within any range.
    """
    found = np.zeros(len(graph.structure.kinds), np.bool_)
    tables, items = graph.stand_ins.tables, graph.stand_ins.items
    utterances = np.flatnonzero(graph.structure.kinds == UTTERANCE)
    said = graph.snapshot.turns.seconds.values[graph.layers[0].first_turns()[items[utterances]]]
    found[utterances] = _overlap(said, said + 1, ranges)
    events = graph.structure.kinds == EVENT
    for number, key in enumerate(graph.keys.events, start=1):
        nodes = np.flatnonzero(events & (tables == number))
        starts, ends = event_times(graph.snapshot, key)[items[nodes]].T
        found[nodes] = _overlap(starts, ends, ranges)
    return found


def event_times(snapshot: Snapshot, key: LayerKey) -> Rows:
    """The start and end of each item of an event layer in seconds, shape (items, 2); `NO_TIME` unless it has both."""

    def more(held: Column, payloads: Sequence[str]) -> Column:
        return held.extended(np.array([_interval(payload) for payload in payloads], np.int64).reshape(-1, 2))

    made: Column = snapshot.derived.incremental(
        ("event-times", key), snapshot.layers[key].payloads, lambda: Column(np.empty((0, 2), np.int64)), more
    )
    return made.values


def _interval(payload: str) -> tuple[int, int]:
    when = event_of(payload)[1].when
    if when is None or when.start is None or when.end is None:
        return NO_TIME, NO_TIME
    return seconds_of(when.start), seconds_of(when.end)


def _overlap(starts: Rows, ends: Rows, ranges: Ranges) -> npt.NDArray[np.bool_]:
    """A mask of the intervals that overlap one of the ranges; ends are exclusive."""
    found = np.zeros(len(starts), np.bool_)
    for first, last in ranges:
        found |= (starts < seconds_of(last)) & (ends > seconds_of(first))
    found &= starts != NO_TIME
    return found
