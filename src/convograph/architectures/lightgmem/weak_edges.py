"""Edges between entities: explicit relations, and weak association by co-occurrence in an episode.

    E_rel: the number of statements between u and v    a(u, v) += 1 for each episode with both that does not relate them

LightGMEM, section 4.2; weak edges are no facts. [R] Each unordered pair counts once per episode.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.structure import distinct
from convograph.graph.arrays import Rows
from convograph.graph.runs import changes, runs
from convograph.graph.snapshot import LayerTable


@dataclass(frozen=True, slots=True)
class EntityEdges:
    """Unordered pairs of entities, shape (edges, 2), the lower number first, ascending, and the count of each."""

    pairs: Rows
    counts: Rows


def explicit_edges(graph: EntityGraph) -> EntityEdges:
    """The pairs related by statements, with the number of statements."""
    return _counted(np.sort(graph.relations.pairs, axis=1))


def weak_edges(graph: EntityGraph, episodes: LayerTable) -> EntityEdges:
    """a(u, v): the pairs that occur together in episodes, with the number of episodes that do not relate them."""
    width = graph.structure.entities
    together = _pairs_in_episodes(present_in(graph.presence[:, ::-1], episodes))
    stated, (rows, turns) = np.sort(graph.relations.pairs, axis=1), graph.stating().T
    related = present_in(np.stack((turns, stated[rows, 0] * width + stated[rows, 1]), axis=1), episodes)
    codes = together[:, 1] * width + together[:, 2]
    apart = ~np.isin(together[:, 0] * width * width + codes, related[:, 0] * width * width + related[:, 1])
    return _counted(together[apart, 1:])


def present_in(rows: Rows, episodes: LayerTable) -> Rows:
    """Distinct pairs of an episode and a value that one of its turns has, ascending; `rows` are (turn, value) pairs."""
    items = episodes.living()
    positions, turns = episodes.sources_of(items)
    owners = items[positions]
    order = np.argsort(rows[:, 0], kind="stable")
    first, last = (np.searchsorted(rows[order, 0], turns, side=side) for side in ("left", "right"))
    chosen = order[runs(first, last)]
    return distinct(np.stack((np.repeat(owners, last - first), rows[chosen, 1]), axis=1))[0]


def _pairs_in_episodes(present: Rows) -> Rows:
    """The episode and both entities of each pair in an episode; `present` ascends by episode, then entity."""
    if not len(present):
        return np.empty((0, 3), np.int64)
    starts = np.flatnonzero(changes(present[:, 0]))
    ends = np.append(starts, len(present))[1:]
    of_episode = np.repeat(ends, ends - starts)
    following = np.arange(len(present)) + 1  # each row is paired with all later rows of its episode
    ones = np.repeat(np.arange(len(present)), of_episode - following)
    others = runs(following, of_episode)
    return np.stack((present[ones, 0], present[ones, 1], present[others, 1]), axis=1)


def _counted(pairs: Rows) -> EntityEdges:
    return EntityEdges(*distinct(pairs))
