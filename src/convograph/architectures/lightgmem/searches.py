"""Searches over episodes, and the episodes that they nominate (LightGMEM, section 4.4).

candidates = the 30 best by BM25 ∪ the 30 best by cosine ∪ 12 of each selected profile

Ours, as an option: two more searches, in which an episode counts as its best sentence does, by BM25 and by cosine. A
chunk of 500 tokens is about many things, and an answer is mostly in one sentence of it.
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

ABSENT = -1  # the rank of an episode in a list that it is not in


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences of the turns that may serve as evidence for a question: a layer of them, and their items."""

    layer: LayerTable
    items: Rows


@dataclass(frozen=True, slots=True)
class Episodes:
    """The episodes of a snapshot: a layer of chunks or turns, and sentences if they are searched, too."""

    graph: Snapshot
    layer: LayerTable
    sentences: Sentences | None = None

    def place(self, items: Rows) -> tuple[Rows, ...]:
        """Where episodes stand in the conversation, to break ties."""
        return self.graph.place(self.layer, items)


@dataclass(frozen=True, slots=True)
class AskedWording:
    """A question as episodes are compared with it."""

    terms: npt.NDArray[np.uint64]
    vector: Vector


@dataclass(frozen=True, slots=True)
class SearchList:
    """What one search says of the candidates, parallel to them: ranks from 0 (`ABSENT`: not in its list), scores."""

    name: str
    ranks: Rows
    scores: Scores


@dataclass(frozen=True, slots=True)
class Candidates:
    """Episodes by item, ascending, their cosines, and what each search says of them."""

    items: Rows
    cosines: Scores
    lists: tuple[SearchList, ...]


@dataclass(frozen=True, slots=True)
class _Search:
    """A search by name: the episodes that it nominates, best first, and how it scores any episodes."""

    name: str
    nominated: Rows
    score: Callable[[Rows], Scores]


def candidates_of(episodes: Episodes, items: Rows, asked: AskedWording, depth: int, more: Rows) -> Candidates:
    """The best of some episodes by each search, `depth` of each, and `more`, in the order of their items.

    No episode without a word of the question is in a list of BM25, none with a cosine of 0 or less in one of cosines.
    """
    searches = [_by_words(episodes, items, asked, depth), _by_vectors(episodes, items, asked, depth)]
    if episodes.sentences is not None:
        searches += _by_sentences(episodes, episodes.sentences, items, asked, depth)
    found = np.unique(np.concatenate((more, *(one.nominated for one in searches)))).astype(np.int64)
    lists = tuple(SearchList(one.name, ranks_of(found, one.nominated), one.score(found)) for one in searches)
    return Candidates(found, similarities(episodes.layer.vectors.values, found, asked.vector), lists)


def sentences_for(graph: Snapshot, layer: LayerTable, query: Query) -> Sentences:
    """Those that a question may find."""
    allowed = items_resting_on(layer, evidence_turns(graph.turns, query))
    return Sentences(layer, marked(allowed, len(layer)))


def ranks_of(items: Rows, ranked: Rows) -> Rows:
    """The rank of each item in a list, `ABSENT` where it is not in it; `items` ascend."""
    ranks = np.full(len(items), ABSENT)
    ranks[np.searchsorted(items, ranked)] = np.arange(len(ranked))
    return ranks


def _by_words(episodes: Episodes, items: Rows, asked: AskedWording, depth: int) -> _Search:
    words = episodes.layer.postings.scores(asked.terms, episodes.layer.alive)
    return _Search("bm25", _matching(episodes, items, words, depth), lambda rows: words[rows])


def _by_vectors(episodes: Episodes, items: Rows, asked: AskedWording, depth: int) -> _Search:
    matrix = episodes.layer.vectors.values
    near = nearest_among(matrix, items, asked.vector, depth, episodes.place) if len(items) else None
    similar = np.empty(0, np.int64) if near is None else near.items[near.similarities > 0]
    return _Search("dense", similar, lambda rows: similarities(matrix, rows, asked.vector))


def _by_sentences(
    episodes: Episodes, sentences: Sentences, items: Rows, asked: AskedWording, depth: int
) -> Iterator[_Search]:
    layer, there = sentences.layer, sentences.items
    turns = layer.first_turns()[there]
    words = _best_of_each(episodes, turns, layer.postings.scores(asked.terms, layer.alive)[there])
    yield _Search("sentence bm25", _matching(episodes, items, words, depth), lambda rows: words[rows])
    matrix = layer.vectors.values
    cosines = _best_of_each(episodes, turns, roughly(matrix, there, asked.vector).astype(np.float64))

    def exact(rows: Rows) -> Scores:
        asked_of = np.zeros(len(episodes.graph.turns), np.bool_)
        for row in rows.tolist():
            asked_of[episodes.layer.turn_rows(row)] = True
        own = asked_of[turns]
        return _best_of_each(episodes, turns[own], similarities(matrix, there[own], asked.vector))[rows]

    near = items[finalists(cosines[items], depth)] if len(items) else items
    found = exact(near)
    similar = best(near[found > 0], found[found > 0], depth, episodes.place).items
    yield _Search("sentence dense", similar, exact)


def _best_of_each(episodes: Episodes, turns: Rows, scores: Scores) -> Scores:
    """The highest score of the sentences of each episode, 0 for one without any; `turns` are those of the sentences."""
    if not len(episodes.layer):
        return np.empty(0)
    of_turns = np.full(len(episodes.graph.turns), -np.inf)
    np.maximum.at(of_turns, turns, scores)
    found = np.maximum.reduceat(of_turns[episodes.layer.source_turns.values], episodes.layer.source_starts.values)
    return np.where(np.isfinite(found), found, 0.0)


def _matching(episodes: Episodes, items: Rows, scores: Scores, depth: int) -> Rows:
    """The best of some episodes by the scores of all, none without one."""
    matching = items[scores[items] > 0]
    return best(matching, scores[matching], depth, episodes.place).items
