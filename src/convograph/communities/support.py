"""The support of communities: the episodes that mention several of their members; and which communities have enough.

LightGMEM, tables 6 and 7: a community has at least two entities and two supporting episodes, and is named from at most
twelve. That an episode supports a community by mentioning two of its members is our reading [R], and so is the order of
episodes: the most members first, then the most recent. Beyond the paper, hubs can be given: the two speakers of a
conversation are in nearly every episode, which then supports a community only if it also mentions another member.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from convograph.graph.arrays import Indices
from convograph.graph.runs import changes, combined, runs

NAMING_EPISODES = 12  # at most, for a topic: LightGMEM, tables 6 and 7


@dataclass(frozen=True, slots=True)
class SupportSettings:
    """The least `entities` and supporting `episodes` of a community; each of these has `shared` members or more [R]."""

    entities: int = 2
    episodes: int = 2
    shared: int = 2


SUPPORT = SupportSettings()


@dataclass(frozen=True, slots=True)
class Community:
    """`members` are nodes, ascending; `episodes` support it, those with the most members first, then the latest."""

    members: Indices
    episodes: Indices

    @property
    def naming_episodes(self) -> Indices:
        """The episodes that its name is taken from."""
        return self.episodes[:NAMING_EPISODES]


def supported(
    communities: Sequence[Indices],
    mentions: Indices,
    settings: SupportSettings = SUPPORT,
    *,
    hubs: Collection[int] = (),
) -> list[Community]:
    """The communities with enough entities and episodes, in their order.

    `mentions`, shape (mentions, 2), are pairs of an episode and a node that it mentions, in any order, with
    repetitions; a later episode has a higher number. With `hubs`, an episode also has to mention a member that is not a
    hub.
    """
    sizes = np.array([len(members) for members in communities], np.int64)
    members = np.concatenate([np.empty(0, np.int64), *communities])
    groups = np.repeat(np.arange(len(sizes)), sizes)
    groups, episodes = _shared(members, groups, mentions, settings.shared, list(hubs))
    ends = np.searchsorted(groups, np.arange(len(sizes) + 1))
    return [
        Community(communities[group], episodes[ends[group] : ends[group + 1]])
        for group in np.flatnonzero((sizes >= settings.entities) & (np.diff(ends) >= settings.episodes)).tolist()
    ]


def _shared(
    members: Indices, groups: Indices, mentions: Indices, least: int, hubs: Sequence[int]
) -> tuple[Indices, Indices]:
    """Communities and the episodes that mention at least `least` of their members, in order."""
    by_node = mentions[np.lexsort((mentions[:, 0], mentions[:, 1]))]
    by_node = by_node[changes(combined(by_node[:, 1], by_node[:, 0]))]
    starts, ends = (np.searchsorted(by_node[:, 1], members, side=side) for side in ("left", "right"))
    rows = runs(starts, ends)
    of, said = np.repeat(groups, ends - starts), by_node[rows, 0]
    _, firsts, pairs, counts = np.unique(combined(of, said), return_index=True, return_inverse=True, return_counts=True)
    others = np.bincount(pairs, ~np.isin(by_node[rows, 1], hubs), minlength=len(firsts))
    enough = (counts >= least) & (others > 0)
    firsts, counts = firsts[enough], counts[enough]
    order = np.lexsort((-said[firsts], -counts, of[firsts]))
    return of[firsts][order], said[firsts][order]
