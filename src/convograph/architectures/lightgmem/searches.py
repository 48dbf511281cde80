"""Searches over episodes, and the episodes that they nominate (LightGMEM, section 4.4).

candidates = the 30 best by BM25 ∪ the 30 best by cosine ∪ 12 of each selected profile

Ours, as an option: two more searches, which score an episode by its best sentence, by BM25 and by cosine. A chunk of
500 tokens covers many topics, and the answer is usually in one sentence of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.graph.arrays import Rows, Scores, Vector
from convograph.graph.runs import marked
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import best, finalists, nearest_among, roughly, similarities
from convograph.protocols import Query
from convograph.retrieval import evidence_turns, items_resting_on

ABSENT = -1  # the rank of an episode that is not in a list


@dataclass(frozen=True, slots=True)
class EvidenceSentences:
    """The sentences of turns that may serve as evidence for a question: their layer, and their items in it."""

    layer: LayerTable
    items: Rows


@dataclass(frozen=True, slots=True)
class Episodes:
    """The episodes of a snapshot: a layer of chunks or turns, and sentences if these are searched, too."""

    snapshot: Snapshot
    layer: LayerTable
    sentences: EvidenceSentences | None = None

    def reading_order_key(self, items: Rows) -> tuple[Rows, ...]:
        """The positions of episodes in the conversation, for breaking ties."""
        return self.snapshot.reading_order_key(self.layer, items)


@dataclass(frozen=True, slots=True)
class AskedWording:
    """A question prepared for comparison with episodes."""

    terms: npt.NDArray[np.uint64]
    vector: Vector


@dataclass(frozen=True, slots=True)
class SearchList:
    """The ranks (from 0; `ABSENT`: not in its list) and scores that one search gives the candidates."""

    name: str
    ranks: Rows
    scores: Scores


@dataclass(frozen=True, slots=True)
class Candidates:
    """Episodes by item, ascending, with their cosines and the results of each search."""

    items: Rows
    cosines: Scores
    lists: tuple[SearchList, ...]


@dataclass(frozen=True, slots=True)
class _Search:
    """A named search: the episodes that it nominates, best first, and a function that scores any episodes."""

    name: str
    nominated: Rows
    score: Callable[[Rows], Scores]


def candidates_of(episodes: Episodes, items: Rows, asked: AskedWording, depth: int, more: Rows) -> Candidates:
    """The `depth` best of the episodes `items` by each search, and those in `more`, by ascending item.

    BM25 lists have no episodes without a word of the question, dense lists none with a cosine of 0 or less.
    """
    searches = [_by_words(episodes, items, asked, depth), _by_vectors(episodes, items, asked, depth)]
    if episodes.sentences is not None:
        searches += _by_sentences(episodes, episodes.sentences, items, asked, depth)
    found = np.unique(np.concatenate((more, *(search.nominated for search in searches)))).astype(np.int64)
    lists = tuple(
        SearchList(search.name, ranks_of(found, search.nominated), search.score(found)) for search in searches
    )
    return Candidates(found, similarities(episodes.layer.vectors.values, found, asked.vector), lists)


def sentences_for(snapshot: Snapshot, layer: LayerTable, query: Query) -> EvidenceSentences:
    """The sentences that a question may find."""
    allowed = items_resting_on(layer, evidence_turns(snapshot.turns, query))
    return EvidenceSentences(layer, marked(allowed, len(layer)))


def ranks_of(items: Rows, ranked: Rows) -> Rows:
    """The rank of each item in the list `ranked`, `ABSENT` if it is not there; `items` ascend."""
    ranks = np.full(len(items), ABSENT)
    ranks[np.searchsorted(items, ranked)] = np.arange(len(ranked))
    return ranks


def _by_words(episodes: Episodes, items: Rows, asked: AskedWording, depth: int) -> _Search:
    words = episodes.layer.postings.scores(asked.terms, episodes.layer.alive)
    return _Search("bm25", _matching(episodes, items, words, depth), lambda rows: words[rows])


def _by_vectors(episodes: Episodes, items: Rows, asked: AskedWording, depth: int) -> _Search:
    matrix = episodes.layer.vectors.values
    near = nearest_among(matrix, items, asked.vector, depth, episodes.reading_order_key) if len(items) else None
    similar = np.empty(0, np.int64) if near is None else near.items[near.similarities > 0]
    return _Search("dense", similar, lambda rows: similarities(matrix, rows, asked.vector))


def _by_sentences(
    episodes: Episodes, sentences: EvidenceSentences, items: Rows, asked: AskedWording, depth: int
) -> Iterator[_Search]:
    layer, there = sentences.layer, sentences.items
    turns = layer.first_turns()[there]
    words = _best_of_each(episodes, turns, layer.postings.scores(asked.terms, layer.alive)[there])
    yield _Search("sentence bm25", _matching(episodes, items, words, depth), lambda rows: words[rows])
    matrix = layer.vectors.values
    cosines = _best_of_each(episodes, turns, roughly(matrix, there, asked.vector).astype(np.float64))

    def exact(rows: Rows) -> Scores:
        asked_of = np.zeros(len(episodes.snapshot.turns), np.bool_)
        for row in rows.tolist():
            asked_of[episodes.layer.turn_rows(row)] = True
        own = asked_of[turns]
        return _best_of_each(episodes, turns[own], similarities(matrix, there[own], asked.vector))[rows]

    near = items[finalists(cosines[items], depth)] if len(items) else items
    found = exact(near)
    similar = best(near[found > 0], found[found > 0], depth, episodes.reading_order_key).items
    yield _Search("sentence dense", similar, exact)


def _best_of_each(episodes: Episodes, turns: Rows, scores: Scores) -> Scores:
    """The highest score of each episode's sentences, 0 without any; `turns` are the turns of the sentences."""
    if not len(episodes.layer):
        return np.empty(0)
    of_turns = np.full(len(episodes.snapshot.turns), -np.inf)
    np.maximum.at(of_turns, turns, scores)
    found = np.maximum.reduceat(of_turns[episodes.layer.source_turns.values], episodes.layer.source_starts.values)
    return np.where(np.isfinite(found), found, 0.0)


def _matching(episodes: Episodes, items: Rows, scores: Scores, depth: int) -> Rows:
    """The `depth` best of the episodes `items` with a positive score; `scores` are those of all episodes."""
    matching = items[scores[items] > 0]
    return best(matching, scores[matching], depth, episodes.reading_order_key).items
