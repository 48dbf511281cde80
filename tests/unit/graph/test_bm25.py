"""BM25 by hand, and an index that grew in pieces."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.graph import bm25
from convograph.graph.bm25 import Postings, empty_postings


def index(*batches: list[list[int]]) -> Postings:
    """An index of items given as lists of term numbers, batch by batch."""
    postings = empty_postings()
    for batch in batches:
        counts = np.array([len(item) for item in batch], np.int32)
        postings = postings.extended(counts, np.array([term for item in batch for term in item], np.uint64))
    return postings


def test_scores_equal_the_formula() -> None:
    """Three items, computed by hand: cat = 1, sat = 2, mat = 3."""
    postings = index([[1, 2, 2], [1, 3], [3, 3, 3, 3, 3, 3, 3]])
    scores = postings.scores(np.array([1, 2], np.uint64))
    average = (3 + 2 + 7) / 3
    idf_cat = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    idf_sat = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    first = idf_cat * 1 / (1 + 1.5 * (0.25 + 0.75 * 3 / average)) + idf_sat * 2 / (
        2 + 1.5 * (0.25 + 0.75 * 3 / average)
    )
    second = idf_cat * 1 / (1 + 1.5 * (0.25 + 0.75 * 2 / average))
    assert scores == pytest.approx([first, second, 0.0], rel=1e-12)


def test_a_term_asked_twice_counts_twice() -> None:
    """The question's repetitions multiply the term's weight."""
    postings = index([[1, 2], [2]])
    once, twice = postings.scores(np.array([1], np.uint64)), postings.scores(np.array([1, 1], np.uint64))
    assert twice.tolist() == (2 * once).tolist()


def test_unknown_terms_and_an_empty_index_score_nothing() -> None:
    """No item, or no item with the term: zeros."""
    assert empty_postings().scores(np.array([1], np.uint64)).tolist() == []
    assert index([[1], []]).scores(np.array([9], np.uint64)).tolist() == [0.0, 0.0]
    assert index([[], []]).scores(np.array([9], np.uint64)).tolist() == [0.0, 0.0]


@given(
    st.lists(st.lists(st.lists(st.integers(0, 6), max_size=5), max_size=4), min_size=1, max_size=5),
    st.lists(st.integers(0, 7), min_size=1, max_size=4),
)
def test_growing_in_pieces_scores_as_building_at_once(batches: list[list[list[int]]], query: list[int]) -> None:
    """Scores depend on the items alone, bit for bit, whether their postings lie in the tail or were merged."""
    asked = np.array(query, np.uint64)
    whole = index([item for batch in batches for item in batch])
    pieces = index(*batches)
    floor = bm25._TAIL_FLOOR
    try:
        bm25._TAIL_FLOOR = 2  # merge nearly every time
        merged = index(*batches)
    finally:
        bm25._TAIL_FLOOR = floor
    assert whole.scores(asked).tolist() == pieces.scores(asked).tolist() == merged.scores(asked).tolist()


def test_an_older_index_stays_as_it_was() -> None:
    """Readers keep what they hold when the index grows."""
    older = index([[1], [1, 2]])
    before = older.scores(np.array([1], np.uint64)).tolist()
    older.extended(np.array([1], np.int32), np.array([1], np.uint64))
    assert older.scores(np.array([1], np.uint64)).tolist() == before


@given(
    st.lists(st.tuples(st.lists(st.integers(0, 5), max_size=5), st.booleans()), max_size=12),
    st.lists(st.integers(0, 6), min_size=1, max_size=4),
)
def test_dropped_items_count_in_no_statistic(items: list[tuple[list[int], bool]], query: list[int]) -> None:
    """Those that are alive score as in an index that never had the others, bit for bit; the others score 0."""
    asked = np.array(query, np.uint64)
    alive = np.array([kept for _, kept in items], np.bool_)
    scores = index([terms for terms, _ in items]).scores(asked, alive)
    assert scores[alive].tolist() == index([terms for terms, kept in items if kept]).scores(asked).tolist()
    assert not scores[~alive].any()


@given(
    st.lists(st.lists(st.integers(0, 9), max_size=6), max_size=12),
    st.tuples(st.integers(0, 10), st.integers(0, 10)),
    st.lists(st.integers(0, 11), max_size=6, unique=True),
    st.integers(0, 12),
    st.sampled_from([1, 4, 1 << 15]),
)
def test_ranges_and_sets_of_terms_are_found(
    items: list[list[int]], ends: tuple[int, int], terms: list[int], cut: int, floor: int
) -> None:
    """As by counting, wherever the postings lie: in the block, in the tail, or in both."""
    before = bm25._TAIL_FLOOR
    try:
        bm25._TAIL_FLOOR = floor
        postings = index(items[:cut], items[cut:])
    finally:
        bm25._TAIL_FLOOR = before
    counted = [(term, item, held.count(term)) for item, held in enumerate(items) for term in sorted(set(held))]
    first, last = ends
    between = postings.find_between(np.uint64(first), np.uint64(last))
    assert sorted(zip(*(column.tolist() for column in between), strict=True)) == sorted(
        (item, count) for term, item, count in counted if first <= term <= last
    )
    once, latest = (part.tolist() for part in postings.terms())
    assert once == sorted(set(once))
    assert {*once, *latest} == {term for term, _, _ in counted}
    which, held = postings.find_many(np.array(terms, np.uint64))
    assert sorted(zip((terms[place] for place in which.tolist()), held.tolist(), strict=True)) == sorted(
        (term, item) for term, item, _ in counted if term in terms
    )


def test_a_range_up_to_the_highest_term() -> None:
    """Both ends are included, also where no higher number is."""
    highest = (1 << 64) - 1
    postings = index([[highest, highest, 5]], [[highest]])
    items, counts = postings.find_between(np.uint64(highest - 1), np.uint64(highest))
    assert (items.tolist(), counts.tolist()) == ([0, 1], [2, 1])
    assert empty_postings().find_between(np.uint64(0), np.uint64(highest))[0].tolist() == []
    assert empty_postings().find_many(np.array([1], np.uint64))[0].tolist() == []
