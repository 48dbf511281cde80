"""Edges between entities: explicit relations, and weak association by being mentioned in one episode.

    E_rel: statements between u and v, counted           a(u, v) += 1 for each episode with both that relates them not

LightGMEM, section 4.2; weak edges are no facts. [R] Each unordered pair counts once an episode.
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
    """Unordered pairs of entities, the lower number first, ascending, shape (edges, 2), and what each counts."""

    pairs: Rows
    counts: Rows


def explicit_edges(graph: EntityGraph) -> EntityEdges:
    """The pairs that statements relate, with the number of statements."""
    return _counted(np.sort(graph.relations.pairs, axis=1))


def weak_edges(graph: EntityGraph, episodes: LayerTable) -> EntityEdges:
    """a(u, v): the pairs that episodes mention together, with the number of those that do not relate them."""
    width = graph.structure.entities
    together = _pairs_in_episodes(present_in(graph.presence[:, ::-1], episodes))
    stated, (rows, turns) = np.sort(graph.relations.pairs, axis=1), graph.stating().T
    related = present_in(np.stack((turns, stated[rows, 0] * width + stated[rows, 1]), axis=1), episodes)
    codes = together[:, 1] * width + together[:, 2]
    apart = ~np.isin(together[:, 0] * width * width + codes, related[:, 0] * width * width + related[:, 1])
    return _counted(together[apart, 1:])


def present_in(rows: Rows, episodes: LayerTable) -> Rows:
    """Pairs of an episode and what one of its turns has, each once, ascending; `rows` are of a turn and what it has."""
    items = episodes.living()
    places, turns = episodes.sources_of(items)
    owners = items[places]
    order = np.argsort(rows[:, 0], kind="stable")
    first, last = (np.searchsorted(rows[order, 0], turns, side=side) for side in ("left", "right"))
    chosen = order[runs(first, last)]
    return distinct(np.stack((np.repeat(owners, last - first), rows[chosen, 1]), axis=1))[0]


def _pairs_in_episodes(present: Rows) -> Rows:
    """Episode and both entities of each pair that an episode has; `present` ascends by episode, then entity."""
    if not len(present):
        return np.empty((0, 3), np.int64)
    starts = np.flatnonzero(changes(present[:, 0]))
    ends = np.append(starts, len(present))[1:]
    of_episode = np.repeat(ends, ends - starts)
    following = np.arange(len(present)) + 1  # each with all that come after it in its episode
    ones = np.repeat(np.arange(len(present)), of_episode - following)
    others = runs(following, of_episode)
    return np.stack((present[ones, 0], present[ones, 1], present[others, 1]), axis=1)


def _counted(pairs: Rows) -> EntityEdges:
    return EntityEdges(*distinct(pairs))
