"""The names of one entity as a person reads them: which joined it, why, and where both were said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import numpy as np

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.structure import Rows
from convograph.graph.turns import speaker_key
from convograph.layers.mentions import mention_of
from convograph.layers.resolved_entities import ResolvedMention, resolved_mention_of
from convograph.layers.verdicts import merge_id
from convograph.protocols import Mergeable
from convograph.resolution.resolutions import JoinGround
from convograph.types import Merge, SourceTurn

JOINS = frozenset(get_args(JoinGround))  # what waited may have joined what was said after it, so either may tell why


def merges_in(graph: EntityGraph, least: float) -> list[Merge]:
    """Each name that is not its entity's first, in the order in which it was first said.

    `similarity` is the certainty of the resolver, or the Jaccard of the spellings; `least` that from which it joins.
    """
    found: list[Merge] = []
    grounds = _grounds(graph)
    for first, row in _further_names(graph):
        texts = _name(graph, row), _name(graph, first)
        joined = [one for place in (row, first) if (one := grounds[int(graph.mentions[place, 0])]).ground in JOINS]
        ground, score = (joined[0].ground, joined[0].score) if joined else ("exact", None)
        both = _turn(graph, row), _turn(graph, first)
        threshold = None if ground == "decision" else least
        similarity = 1.0 if score is None else score
        found.append(Merge(merge_id("entity", *texts), "entity", *texts, similarity, threshold, both))
    return found


def mergeable_in(graph: EntityGraph) -> dict[str, Mergeable]:
    """Each name as it is compared, with its first turn."""
    found: dict[str, Mergeable] = {}
    firsts = np.sort(np.unique(graph.mentions[:, 3], return_index=True)[1])
    for row in firsts.tolist():
        name = _name(graph, row)
        found[speaker_key(name)] = Mergeable(name, _turn(graph, row))
    return found


def _further_names(graph: EntityGraph) -> Iterator[tuple[int, int]]:
    """The first row of an entity, and the first of each other name of it, in order of saying."""
    firsts: dict[int, int] = {}
    known: set[tuple[int, int]] = set()
    for row, (entity, name) in enumerate(graph.mentions[:, [1, 3]].tolist()):
        first = firsts.setdefault(entity, row)
        if first != row and (entity, name) not in known and name != int(graph.mentions[first, 3]):
            yield first, row
        known.add((entity, name))


def _grounds(graph: EntityGraph) -> dict[int, ResolvedMention]:
    """Why each mention means its entity, by its item."""
    table = graph.graph.layers[graph.keys.resolved]
    rows: Rows = table.living()
    mentions = graph.layer.keys.values
    places = {int(key): item for item, key in enumerate(mentions.tolist())}
    told = ((places.get(table.rests[row][0]), resolved_mention_of(table.payloads[row])) for row in rows.tolist())
    return {item: one for item, one in told if item is not None}


def _name(graph: EntityGraph, row: int) -> str:
    return mention_of(graph.layer.payloads[int(graph.mentions[row, 0])]).name


def _turn(graph: EntityGraph, row: int) -> SourceTurn:
    return graph.graph.turns.source_turn(int(graph.mentions[row, 2]))
