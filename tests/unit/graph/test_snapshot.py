"""A layer's table as items come and go."""

from __future__ import annotations

import random

import numpy as np

from convograph.graph.rows import LayerRows, NodeBatch, SessionRow, TurnRow
from convograph.graph.snapshot import EMPTY_LAYER, LayerTable
from convograph.graph.turns import TurnTable, empty_turns
from convograph.terms import ENGLISH
from support.conversations import FEW_WORDS
from support.encoders import HashingEncoder


def turns(count: int) -> TurnTable:
    rows = [TurnRow(key, 1, key, f"t{key}", "Ana", "", None, "") for key in range(2, count + 2)]
    return empty_turns().extended([SessionRow(1, "s", None, count)], rows)


def items(chance: random.Random, first_key: int, texts: list[str]) -> NodeBatch:
    counts, terms = ENGLISH.hashes(texts)
    sources = [chance.randint(1, 3) for _ in texts]
    return NodeBatch(
        keys=np.arange(first_key, first_key + len(texts)),
        vectors=HashingEncoder().encode(texts, "passage").astype(np.float16),
        term_counts=counts,
        terms=terms,
        source_counts=np.array(sources, np.int32),
        source_turns=np.array([chance.randint(2, 9) for _ in range(sum(sources))], np.int64),
        source_starts=np.arange(sum(sources), dtype=np.int32),
        source_ends=np.arange(sum(sources), dtype=np.int32) + 5,
        payloads=tuple(texts),
        rests=tuple((first_key,) for _ in texts),
    )


def living(table: LayerTable) -> list[tuple[object, ...]]:
    """Every item that was not dropped, whole."""
    found = []
    for item in table.living().tolist():
        sources = table.sources(item)
        columns = (table.source_turns, table.span_starts, table.span_ends)
        found.append(
            (
                *(int(table.keys.values[item]), table.payloads[item], table.rests[item]),
                table.vectors.values[item].tobytes(),
                *(tuple(column.values[sources].tolist()) for column in columns),
            )
        )
    return found


def test_a_table_lets_go_of_what_was_dropped_and_changes_nothing() -> None:
    """Grown and shrunk at random, it never holds twice what is alive; items and scores are as of these alone."""
    chance, held = random.Random(1), turns(10)
    table, alive, key, compacted = EMPTY_LAYER, {}, 100, 0
    for _ in range(200):
        texts = [" ".join(chance.choices(FEW_WORDS, k=4)) for _ in range(chance.randint(0, 6))]
        fresh = items(chance, key, texts)
        dropped = chance.sample(sorted(alive), min(len(alive), chance.randint(0, 5)))
        before = len(table)
        table = table.extended(LayerRows(0, 0, (), fresh, np.array(dropped, np.int64)), held)
        compacted += len(table) < before
        alive |= {key + place: fresh.where(np.arange(len(texts)) == place) for place in range(len(texts))}
        for gone in dropped:
            del alive[gone]
        key += len(texts)
        assert len(table) <= max(64, 2 * len(alive))
    assert compacted > 2
    whole = EMPTY_LAYER
    for one in alive.values():
        whole = whole.extended(LayerRows(0, 0, (), one, np.empty(0, np.int64)), held)
    assert living(table) == living(whole)
    for word in FEW_WORDS:
        _, asked = ENGLISH.hashes([word])
        scores = table.postings.scores(asked, table.alive)[table.living()]
        assert np.array_equal(scores, whole.postings.scores(asked))


def test_readers_of_an_older_table_keep_what_they_saw() -> None:
    """Also when the newer one has let go of most of it."""
    chance, held = random.Random(2), turns(10)
    texts = [f"{word} {number}" for number in range(10) for word in FEW_WORDS]
    older = EMPTY_LAYER.extended(LayerRows(0, 0, (), items(chance, 1, texts), np.empty(0, np.int64)), held)
    seen = living(older)
    nothing = items(chance, 1, [])
    newer = older.extended(LayerRows(0, 0, (), nothing, np.arange(1, 91)), held)
    assert (len(newer), newer.alive, len(older)) == (10, None, 100)
    assert living(older) == seen
    assert living(newer) == seen[90:]


def test_the_sources_of_some_items_are_those_of_each() -> None:
    """In the order in which the items are given, also where one is given twice."""
    chance = random.Random(3)
    table = EMPTY_LAYER.extended(LayerRows(0, 0, (), items(chance, 1, FEW_WORDS), np.empty(0, np.int64)), turns(10))
    chosen = np.array([9, 2, 2, 0])
    places, rows = table.sources_of(chosen)
    expected = [(place, row) for place, item in enumerate(chosen) for row in table.turn_rows(item).tolist()]
    assert list(zip(places.tolist(), rows.tolist(), strict=True)) == expected
    assert table.source_counts.tolist() == [len(table.turn_rows(item)) for item in range(len(table))]
    places, rows = EMPTY_LAYER.sources_of(np.empty(0, np.int64))
    assert (len(places), len(rows), len(EMPTY_LAYER.source_counts)) == (0, 0, 0)
