"""Which names, relations and events of the graph around events are one node or edge, by the layer of duplicates."""

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
    """For each name and each relation, by number, the one that it joins in the end; the same for texts of events."""

    names: Rows
    relations: Rows
    events: Mapping[str, str]

    def numbered_events(self, names: Sequence[str]) -> Rows:
        """A number for each of some events, from 0 in their order; the same for those that are one.

        They come as they are compared.
        """
        numbers: dict[str, int] = {}
        return np.array([numbers.setdefault(self.events.get(name, name), len(numbers)) for name in names], np.int64)


def roots_of(graph: Snapshot, duplicates: LayerKey, words: ItemWords) -> Roots:
    """What joins what by a layer of duplicates."""
    joined: dict[str, dict[str, str]] = {"entity": {}, "relation": {}, "event": {}}
    layer = graph.layers[duplicates]
    for one in duplicates_of(graph, duplicates, layer).at(layer.living()):
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
