"""Ranked units as hits: their turns, the sentences relevant to the question, and the reasons."""

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

MOST_TURNS_SHOWN = 5  # turns of a unit whose sentences are evidence
FARTHEST = 3.0  # log odds that such a turn may lie below the unit's best turn
MOST_SENTENCES = 3  # sentences of a turn that are evidence
LEAST_SUPPORT = 0.6  # share of the support of the turn's best sentence
OTHERS = "other turns of the unit"


def unit_hits(
    scored: Scored, ranked: Sequence[RankedUnit], probabilities: Floats, query: Query, analyzer: Analyzer
) -> list[Hit]:
    """A hit for each unit, best first, with the best sentences of its best turns as evidence.

    `probabilities` are those of the units. What a unit's other turns add to its score is a part in the reasons of its
    evidence.
    """
    hits = []
    shared = partial(analyzer.words_with, terms=frozenset(analyzer.terms(query.wording)))
    for rank, (one, likely) in enumerate(zip(ranked, probabilities.tolist(), strict=True), start=1):
        turns = [scored.snapshot.turns.source_turn(row) for row in scored.places.rows[one.places].tolist()]
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
    """What the other turns of a unit add to the score of its best turn, as a part."""
    return ((OTHERS, gain),) if gain else ()


def memo_hits(scored: Scored, ranked: Sequence[RankedUnit]) -> list[MemoHit]:
    """The memos with more support than any sentence of a turn they are about: one per turn, best hits first.

    They show how a turn was found where its own words do not.
    """
    memo_support, features = scored.features.memo_support, scored.features
    of_turn = features.sentences.best(features.support, len(features.places))
    best: dict[int, int] = {}  # turn number -> number of the pair with its best memo
    for pair in np.flatnonzero(memo_support.support > of_turn[memo_support.turns]).tolist():
        turn = int(memo_support.turns[pair])
        if turn not in best or _is_better(scored, pair, best[turn]):
            best[turn] = pair
    turns = [number for one in ranked for number in _numbers(features.places, one.places).tolist() if number in best]
    pairs: dict[int, int] = {}
    for number in turns:
        pairs.setdefault(int(memo_support.items[best[number]]), best[number])
    kinds: Counter[MemoKind] = Counter()
    hits = []
    for item, pair in pairs.items():
        memo = scored.memo(item)
        kinds[memo.kind] += 1
        about = tuple(scored.snapshot.turns_of(scored.memos, item))
        support = float(memo_support.support[pair])
        hits.append(MemoHit(kinds[memo.kind], memo.kind, memo.text, support, memo.said or about[-1].said, about))
    return hits


def _is_better(scored: Scored, pair: int, other: int) -> bool:
    """Whether a memo has more support than another; ties by kind and text, as storage order is arbitrary."""
    memo_support = scored.features.memo_support
    if memo_support.support[pair] != memo_support.support[other]:
        return bool(memo_support.support[pair] > memo_support.support[other])
    one, two = (scored.memo(int(memo_support.items[each])) for each in (pair, other))
    return (one.kind, one.text) < (two.kind, two.text)


def _numbers(scored: Rows, places: Rows) -> Rows:
    """The numbers of the scored turns at some places; `scored` and `places` ascend."""
    at, held = located(scored, places)
    return at[held]


def _best_turns(numbers: Rows, scores: Floats) -> Rows:
    """The turns of a unit that are shown as evidence, best first."""
    order = numbers[np.argsort(-scores[numbers], kind="stable")][:MOST_TURNS_SHOWN]
    near: Rows = order[scores[order] >= scores[order[0]] - FARTHEST]
    return near


def _best_sentences(features: TurnFeatures, number: int) -> list[int]:
    """The sentences of a turn with the most support, best first."""
    sentences = features.sentences.of_turn(number)
    support = features.support[sentences.start : sentences.stop]
    order = np.argsort(-support, kind="stable")[:MOST_SENTENCES]
    kept = order[support[order] >= LEAST_SUPPORT * support[order[0]]] if len(order) else order
    return [sentences[position] for position in kept.tolist()]


def _evidence(
    scored: Scored,
    sentence: int,
    number: int,
    rank: int,
    *,
    shared: Callable[[str], tuple[str, ...]],
    further: tuple[tuple[str, float], ...],
) -> Evidence:
    """A sentence of a scored turn, given by their numbers, with the reason; `further` are parts of the unit's score."""
    features = scored.features
    span = scored.sentence(sentence)
    parts = tuple(zip(PARTS, scored.scores.parts[:, number].tolist(), strict=True)) + further
    reason = Reason("sentence", float(features.cosines[sentence]), shared(span.text), rank, parts=parts)
    return Evidence(span, float(features.support[sentence]), reason)
