"""Fusion of searches, with bonuses for anchors and profiles (LightGMEM, section 4.4 and Table 7).

base(d)  = Σ over the searches of 1 / (c + i),   i = 0, 1, …, c = 1      `rrf`, as it was run [C]
base(d)  = Σ over the searches of λ s / max,     each λ = 1 [R]          `linear`, equation 15
score(d) = base(d) + 0.20 · [d supports a selected profile]
         + 0.05 · |anchors in d| + 0.10 · |pairs of anchors that d relates|
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from convograph.architectures.lightgmem.anchors import AnchorEntity
from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.searches import Candidates, Episodes, SearchList
from convograph.architectures.lightgmem.settings import LightGMEMSettings
from convograph.graph.arrays import Mask, Rows, Scores
from convograph.graph.snapshot import LayerTable
from convograph.graph.vectors import best
from convograph.retrieval import items_resting_on


@dataclass(frozen=True, slots=True)
class Support:
    """The support for each candidate episode: the anchors in it, the related pairs it states, selected profiles.

    `anchored` has shape (anchors, candidates), `related` (pairs, candidates); `pairs` are pairs of entities, each with
    the statements between them. `profiled`, shape (candidates,), marks the episodes that support a selected profile.
    """

    anchors: tuple[AnchorEntity, ...]
    anchored: Mask
    pairs: tuple[tuple[tuple[int, int], Rows], ...]
    related: Mask
    profiled: Mask


@dataclass(frozen=True, slots=True)
class RankedEpisode:
    """An episode with its score, the named summands of the score, and its index among the candidates."""

    item: int
    score: float
    cosine: float
    parts: tuple[tuple[str, float], ...]
    position: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best episodes, and the support for all candidates.

    `communities` are the names of the communities that the question is about, each with the turns of its episodes;
    `profiles` the names of the selected profiles, each with the turns that support it.
    """

    found: Sequence[RankedEpisode]
    support: Support
    communities: Sequence[tuple[str, Mask]] = ()
    profiles: Sequence[tuple[str, Mask]] = ()


def support_of(
    graph: EntityGraph, layer: LayerTable, items: Rows, anchors: Sequence[AnchorEntity], profiled: Sequence[Mask]
) -> Support:
    """The support for the episodes `items`: anchors, relations between anchors, and profiles.

    `profiled` are the turns that support each selected profile.
    """

    def having(turns: Mask) -> Mask:
        resting = items_resting_on(layer, turns, every_source=False)
        return np.zeros(len(items), np.bool_) if resting is None else resting[items]

    def stating(rows: Rows) -> Mask:
        turns = np.zeros(len(graph.snapshot.turns), np.bool_)
        turns[graph.turns_stating(rows)] = True
        return having(turns)

    pairs = tuple(graph.related([anchor.entity for anchor in anchors]).items())
    nothing = np.zeros((0, len(items)), np.bool_)
    return Support(
        tuple(anchors),
        np.stack([having(graph.turns_of(anchor.entity)) for anchor in anchors]) if anchors else nothing,
        pairs,
        np.stack([stating(rows) for _, rows in pairs]) if pairs else nothing,
        having(np.logical_or.reduce(profiled)) if profiled else np.zeros(len(items), np.bool_),
    )


def fused(episodes: Episodes, found: Candidates, support: Support, settings: LightGMEMSettings, k: int) -> Ranking:
    """The k best candidates by score, ties in the order of the conversation."""
    parts = [
        *((search.name, _base(search, settings)) for search in found.lists),
        ("profiles", settings.profile_bonus * support.profiled.astype(np.float64)),
        ("entities", settings.entity_bonus * support.anchored.sum(axis=0)),
        ("relations", settings.relation_bonus * support.related.sum(axis=0)),
    ]
    scores = np.sum([values for _, values in parts], axis=0)
    positions: Rows = np.arange(len(found.items))
    ranked = best(positions, scores, k, lambda rows: episodes.reading_order_key(found.items[rows]))
    ranks = {search.name: search.ranks for search in found.lists} if settings.fusion == "rrf" else {}

    def told(name: str, position: int) -> str:
        return f"{name} rank {ranks[name][position] + 1}" if name in ranks else name

    shown = [
        RankedEpisode(
            int(found.items[position]),
            score,
            float(found.cosines[position]),
            tuple((told(name, position), float(values[position])) for name, values in parts if values[position]),
            position,
        )
        for position, score in zip(ranked.items.tolist(), ranked.similarities.tolist(), strict=True)
    ]
    return Ranking(shown, support)


def reciprocal_ranks(ranks: Rows, constant: float) -> Scores:
    """1 / (c + i) for each rank i from 0; 0 for negative ranks (not in the list).

    >>> reciprocal_ranks(np.array([0, 1, -1]), 1.0).tolist()
    [1.0, 0.5, 0.0]
    """
    present = ranks >= 0
    return np.where(present, 1.0 / (constant + np.where(present, ranks, 0)), 0.0)


def _base(found: SearchList, settings: LightGMEMSettings) -> Scores:
    if settings.fusion == "rrf":
        return reciprocal_ranks(found.ranks, settings.rank_constant)
    highest = float(found.scores.max(initial=0.0))
    return found.scores / highest if highest > 0 else found.scores
