"""Which names, relations and events of the event graph are merged, by the duplicate layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from convograph.graph.arrays import Rows
from convograph.graph.components import root_of
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.associations import ItemWords
from convograph.layers.duplicates import duplicates_of


@dataclass(frozen=True, slots=True)
class Roots:
    """For each name and relation, by number, the one that it finally joins; the same for event texts, normalised."""

    names: Rows
    relations: Rows
    events: Mapping[str, str]

    def numbered_events(self, names: Sequence[str]) -> Rows:
        """Numbers from 0 for events given by normalised text, in order of appearance; merged events share one."""
        numbers: dict[str, int] = {}
        return np.array([numbers.setdefault(self.events.get(name, name), len(numbers)) for name in names], np.int64)


def roots_of(snapshot: Snapshot, duplicates: LayerKey, words: ItemWords) -> Roots:
    """The roots of all names, relations and events, by a duplicate layer."""
    joined: dict[str, dict[str, str]] = {"entity": {}, "relation": {}, "event": {}}
    layer = snapshot.layers[duplicates]
    for one in duplicates_of(snapshot, duplicates, layer).at(layer.living()):
        joined[one.kind][speaker_key(one.text)] = speaker_key(one.into)
    return Roots(
        _numbers(joined["entity"], words.names),
        _numbers(joined["relation"], words.relations),
        {text: root_of(joined["event"], text) for text in joined["event"]},
    )


def _numbers(joined: Mapping[str, str], known: Mapping[str, int]) -> Rows:
    found = np.arange(max(len(known), 1))
    for text in joined:
        found[known[text]] = known[root_of(joined, text)]
    return found
