"""Episodes by two searches, fused, and what anchors and profiles add (LightGMEM, section 4.4 and Table 7).

candidates = the 30 best by BM25 ∪ the 30 best by cosine ∪ 12 of each selected profile
base(d)    = Σ over both lists of 1 / (c + i),   i = 0, 1, …, c = 1                      `rrf`, as it was run [C]
base(d)    = λ_lex s_lex / max + λ_sem s_sem / max,   each λ = 1 [R]                     `linear`, equation 15
score(d)   = base(d) + 0.20 · [d supports a selected profile]
           + 0.05 · |anchors in d| + 0.10 · |pairs of anchors that d relates|
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.architectures.lightgmem.anchors import Anchor
from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.settings import LightGMEMSettings
from convograph.architectures.lightgmem.structure import Mask, Rows
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import best, nearest_among, similarities
from convograph.retrieval import items_resting_on

Scores = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float32]

ABSENT = -1  # the rank of an episode in a list that it is not in


@dataclass(frozen=True, slots=True)
class Episodes:
    """The episodes of a snapshot: a layer of chunks or turns."""

    graph: Snapshot
    layer: LayerTable

    def place(self, items: Rows) -> tuple[Rows, ...]:
        """Where episodes stand in the conversation, to break ties."""
        return self.graph.place(self.layer, items)


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """A question as episodes are compared with it."""

    terms: npt.NDArray[np.uint64]
    vector: Vector


@dataclass(frozen=True, slots=True)
class Candidates:
    """Episodes by item, parallel: ranks from 0 in either list (`ABSENT`: not in it), BM25 scores, cosines."""

    items: Rows
    lexical_ranks: Rows
    semantic_ranks: Rows
    lexical: Scores
    cosines: Scores


@dataclass(frozen=True, slots=True)
class Support:
    """What anchors find, by candidate: which of the anchors each episode has, which related pairs it states.

    `anchored` has shape (anchors, candidates), `related` (pairs, candidates); `pairs` are the pairs of entities, each
    with the statements between them. `profiled`, shape (candidates,), are the episodes that support a selected
    profile.
    """

    anchors: tuple[Anchor, ...]
    anchored: Mask
    pairs: tuple[tuple[tuple[int, int], Rows], ...]
    related: Mask
    profiled: Mask


@dataclass(frozen=True, slots=True)
class Found:
    """An episode with its score, the summands of it by name, and its place among the candidates."""

    item: int
    score: float
    cosine: float
    parts: tuple[tuple[str, float], ...]
    place: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best episodes, and what of the question's entities there was to find.

    `communities` are the names of those that the question is about, each with the turns of its episodes, `profiles`
    those of the selected profiles, each with the turns that support it.
    """

    found: Sequence[Found]
    support: Support
    communities: Sequence[tuple[str, Mask]] = ()
    profiles: Sequence[tuple[str, Mask]] = ()


def candidates_of(episodes: Episodes, items: Rows, asked: SearchTerms, depth: int, more: Rows) -> Candidates:
    """The best of some episodes by BM25 and by cosine, `depth` of each, and `more`, in the order of their items.

    No episode without a word of the question is in the one list, none with a cosine of 0 or less in the other.
    """
    layer = episodes.layer
    words = layer.postings.scores(asked.terms, layer.alive)
    matching = items[words[items] > 0]
    by_words = best(matching, words[matching], depth, episodes.place)
    near = nearest_among(layer.vectors.values, items, asked.vector, depth, episodes.place) if len(items) else None
    similar = np.empty(0, np.int64) if near is None else near.items[near.similarities > 0]
    found = np.union1d(np.union1d(by_words.items, similar), more).astype(np.int64)
    return Candidates(
        found,
        ranks_of(found, by_words.items),
        ranks_of(found, similar),
        words[found],
        similarities(layer.vectors.values, found, asked.vector),
    )


def support_of(
    graph: EntityGraph, layer: LayerTable, items: Rows, anchors: Sequence[Anchor], profiled: Sequence[Mask]
) -> Support:
    """Which of some episodes have which anchors and which relations between them, and which support a profile.

    `profiled` are the turns that support the selected profiles.
    """

    def having(turns: Mask) -> Mask:
        resting = items_resting_on(layer, turns, every_source=False)
        return np.zeros(len(items), np.bool_) if resting is None else resting[items]

    def stating(rows: Rows) -> Mask:
        turns = np.zeros(len(graph.graph.turns), np.bool_)
        turns[graph.relations[rows, 2]] = True
        return having(turns)

    pairs = tuple(graph.related([one.entity for one in anchors]).items())
    nothing = np.zeros((0, len(items)), np.bool_)
    return Support(
        tuple(anchors),
        np.stack([having(graph.turns_of(one.entity)) for one in anchors]) if anchors else nothing,
        pairs,
        np.stack([stating(rows) for _, rows in pairs]) if pairs else nothing,
        having(np.logical_or.reduce(profiled)) if profiled else np.zeros(len(items), np.bool_),
    )


def fused(episodes: Episodes, found: Candidates, support: Support, settings: LightGMEMSettings, k: int) -> Ranking:
    """The k best candidates by score, ties in the order of the conversation."""
    parts = [
        ("bm25", _base(found.lexical_ranks, found.lexical, settings)),
        ("dense", _base(found.semantic_ranks, found.cosines, settings)),
        ("profiles", settings.profile_bonus * support.profiled.astype(np.float64)),
        ("entities", settings.entity_bonus * support.anchored.sum(axis=0)),
        ("relations", settings.relation_bonus * support.related.sum(axis=0)),
    ]
    scores = np.sum([values for _, values in parts], axis=0)
    places: Rows = np.arange(len(found.items))
    ranked = best(places, scores, k, lambda rows: episodes.place(found.items[rows]))
    shown = [
        Found(
            int(found.items[place]),
            score,
            float(found.cosines[place]),
            tuple(_told(name, values, place, found, settings) for name, values in parts if values[place]),
            place,
        )
        for place, score in zip(ranked.items.tolist(), ranked.similarities.tolist(), strict=True)
    ]
    return Ranking(shown, support)


def reciprocal_ranks(ranks: Rows, constant: float) -> Scores:
    """1 / (c + i) for each rank i, counted from 0; 0 for what is not in the list.

    >>> reciprocal_ranks(np.array([0, 1, -1]), 1.0).tolist()
    [1.0, 0.5, 0.0]
    """
    present = ranks >= 0
    return np.where(present, 1.0 / (constant + np.where(present, ranks, 0)), 0.0)


def _base(ranks: Rows, scores: Scores, settings: LightGMEMSettings) -> Scores:
    if settings.fusion == "rrf":
        return reciprocal_ranks(ranks, settings.rank_constant)
    highest = float(scores.max(initial=0.0))
    return scores / highest if highest > 0 else scores


def _told(name: str, values: Scores, place: int, found: Candidates, settings: LightGMEMSettings) -> tuple[str, float]:
    """A summand by name; that of a list with the rank in it, from 1."""
    ranks = {"bm25": found.lexical_ranks, "dense": found.semantic_ranks}
    told = f"{name} rank {ranks[name][place] + 1}" if name in ranks and settings.fusion == "rrf" else name
    return told, float(values[place])


def ranks_of(items: Rows, ranked: Rows) -> Rows:
    """The rank of each item in a list, `ABSENT` where it is not in it; `items` ascend."""
    ranks = np.full(len(items), ABSENT)
    ranks[np.searchsorted(items, ranked)] = np.arange(len(ranked))
    return ranks
