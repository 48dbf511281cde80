"""Ranked units as hits: their turns, the sentences that bear on the question, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from convograph.architectures.unified.features import TurnFeatures
from convograph.architectures.unified.ranking import PARTS
from convograph.architectures.unified.scored import Scored
from convograph.architectures.unified.units import RankedUnit
from convograph.graph.arrays import Floats, Rows
from convograph.graph.runs import located
from convograph.protocols import Query
from convograph.retrieval import hit
from convograph.terms import Analyzer
from convograph.types import Evidence, Hit, MemoHit, MemoKind, Reason

MOST_TURNS_SHOWN = 5  # of a unit that are evidence
FARTHEST = 3.0  # log odds below the best of them
MOST_SENTENCES = 3  # of a turn that are shown as evidence
LEAST_SUPPORT = 0.6  # of the turn's best sentence
OTHERS = "other turns of the unit"


def unit_hits(
    scored: Scored, ranked: Sequence[RankedUnit], probabilities: Floats, query: Query, analyzer: Analyzer
) -> list[Hit]:
    """A hit for each unit, best first; evidence are the best sentences of its best turns.

    `probabilities` are those of the units. What their other turns add to their scores is a part of the reasons of their
    evidence.
    """
    hits = []
    shared = partial(analyzer.words_with, terms=frozenset(analyzer.terms(query.wording)))
    for rank, (one, likely) in enumerate(zip(ranked, probabilities.tolist(), strict=True), start=1):
        turns = [scored.graph.turns.source_turn(row) for row in scored.places.rows[one.places].tolist()]
        numbers = _best_turns(_numbers(scored.features.places, one.places), scored.scores.turns)
        further = () if query.unit == "session" else _further(one.score - float(scored.scores.turns[one.best]))
        evidence = [
            _evidence(scored, sentence, number, rank, shared=shared, further=further)
            for number in numbers.tolist()
            for sentence in _best_sentences(scored.features, number)
        ]
        made = hit(rank, query.unit, one.score, turns, evidence)
        hits.append(replace(made, probability=likely))
    return hits


def _further(gain: float) -> tuple[tuple[str, float], ...]:
    """What the other turns of a unit add to the score of its best one, as a part."""
    return ((OTHERS, gain),) if gain else ()


def memo_hits(scored: Scored, ranked: Sequence[RankedUnit]) -> list[MemoHit]:
    """The memos that bear more on the question than any sentence of a turn they are about: one a turn, best hits first.

    What a turn was found by, where it was not its own words.
    """
    told, features = scored.features.told, scored.features
    of_turn = features.sentences.best(features.support, len(features.places))
    best: dict[int, int] = {}  # the number of a turn: its best memo, by number of the pair
    for pair in np.flatnonzero(told.support > of_turn[told.turns]).tolist():
        turn = int(told.turns[pair])
        if turn not in best or _is_better(scored, pair, best[turn]):
            best[turn] = pair
    turns = [number for one in ranked for number in _numbers(features.places, one.places).tolist() if number in best]
    pairs: dict[int, int] = {}
    for number in turns:
        pairs.setdefault(int(told.items[best[number]]), best[number])
    kinds: Counter[MemoKind] = Counter()
    hits = []
    for item, pair in pairs.items():
        memo = scored.memo(item)
        kinds[memo.kind] += 1
        about = tuple(scored.graph.turns_of(scored.memos, item))
        support = float(told.support[pair])
        hits.append(MemoHit(kinds[memo.kind], memo.kind, memo.text, support, memo.said or about[-1].said, about))
    return hits


def _is_better(scored: Scored, pair: int, other: int) -> bool:
    """Whether a memo bears more on the question; of equals, which may be stored in any order, by kind and text."""
    told = scored.features.told
    if told.support[pair] != told.support[other]:
        return bool(told.support[pair] > told.support[other])
    one, two = (scored.memo(int(told.items[each])) for each in (pair, other))
    return (one.kind, one.text) < (two.kind, two.text)


def _numbers(scored: Rows, places: Rows) -> Rows:
    """The numbers, among the turns scored, of those at some places, which ascend like them."""
    at, held = located(scored, places)
    return at[held]


def _best_turns(numbers: Rows, scores: Floats) -> Rows:
    """The turns of a unit that tell for it, best first."""
    order = numbers[np.argsort(-scores[numbers], kind="stable")][:MOST_TURNS_SHOWN]
    near: Rows = order[scores[order] >= scores[order[0]] - FARTHEST]
    return near


def _best_sentences(features: TurnFeatures, number: int) -> list[int]:
    """The sentences of a turn that bear most on the question, best first."""
    sentences = features.sentences.of_turn(number)
    support = features.support[sentences.start : sentences.stop]
    order = np.argsort(-support, kind="stable")[:MOST_SENTENCES]
    kept = order[support[order] >= LEAST_SUPPORT * support[order[0]]] if len(order) else order
    return [sentences[place] for place in kept.tolist()]


def _evidence(
    scored: Scored,
    sentence: int,
    number: int,
    rank: int,
    *,
    shared: Callable[[str], tuple[str, ...]],
    further: tuple[tuple[str, float], ...],
) -> Evidence:
    """A sentence of a scored turn, by their numbers, and why the turn was scored; `further` are parts of its unit."""
    features = scored.features
    span = scored.sentence(sentence)
    parts = tuple(zip(PARTS, scored.scores.parts[:, number].tolist(), strict=True)) + further
    reason = Reason("sentence", float(features.cosines[sentence]), shared(span.text), rank, parts=parts)
    return Evidence(span, float(features.support[sentence]), reason)
