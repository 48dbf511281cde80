"""What each entity is called, by its mentions: names, type, how often, from when to when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.structure import Rows, canonical_name
from convograph.graph.runs import changes
from convograph.layers.mentions import NamedMention, read_mentions
from convograph.profiles import type_of
from convograph.resolution.mentions import first_kind
from convograph.types import ProfileType


@dataclass(frozen=True, slots=True)
class Called:
    """An entity by its mentions: what it is called, in the order of saying, and its type; the first and last turn."""

    names: tuple[str, ...]
    type: ProfileType
    mentions: int
    first: int
    last: int

    @property
    def name(self) -> str:
        """The fullest of its names."""
        return canonical_name(self.names)

    @property
    def aliases(self) -> tuple[str, ...]:
        """The others."""
        return tuple(one for one in self.names if one != self.name)


def called(graph: EntityGraph) -> dict[int, Called]:
    """The entities that are there by number, in the order in which they were first mentioned."""
    read = read_mentions(graph.graph, graph.keys.mentions, graph.layer)
    order = np.argsort(graph.mentions[:, 1], kind="stable")
    rows = graph.mentions[order]
    starts = np.flatnonzero(changes(rows[:, 1]))
    ends = np.append(starts, len(rows))[1:]
    return {
        int(rows[start, 1]): _called(read, rows[start:end])
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
    }


def _called(read: Sequence[NamedMention], rows: Rows) -> Called:
    """The entity of some mentions, in order of saying."""
    firsts = np.sort(np.unique(rows[:, 3], return_index=True)[1])
    names = tuple(read[item].name for item in rows[firsts, 0].tolist())
    kind = first_kind(read[item].kind for item in rows[:, 0].tolist())
    return Called(names, type_of(kind), len(rows), int(rows[0, 2]), int(rows[-1, 2]))
