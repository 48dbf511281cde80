"""Extractive answers: the sentences that support an answer best, quoted with citations; no model is used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import log

import numpy as np

from convograph.graph.vectors import rounded
from convograph.protocols import Encoder
from convograph.segmentation import sentence_spans
from convograph.terms import Analyzer
from convograph.types import Answer, Citation, Evidence, Recall, Span

MAX_SENTENCES = 3  # an answer should be short
COVERAGE_WEIGHT = 1.0  # the share of the question's words counts like a cosine of the same size
LEAST_SUPPORT = (
    0.8  # scripts/calibrate_answers.py on LongMemEval: 93 % of answerable questions reach it, 10 % of others
)
LEAST_SHARE = 0.75  # of the best sentence's support: lower ones add more noise than evidence

NOT_IN_MEMORY = "not in memory"


@dataclass(frozen=True, slots=True)
class Supported:
    """A sentence and how well it supports an answer, from about -1 to 2."""

    evidence: Evidence
    support: float


def extract_answer(recall: Recall, encoder: Encoder, analyzer: Analyzer, speakers: Iterable[str]) -> Answer:
    """The best supported sentences of a recall's hits, in order of support, each cited.

    Support is the cosine of sentence and question plus the share of the question's words in the sentence; rare words
    count more, and names of the memory's `speakers` do not count. Questions are skipped: they resemble the question
    best and answer nothing; so are sentences without any of its words. If nothing reaches `LEAST_SUPPORT`, `found` is
    false.
    """
    supported = support(recall, encoder, analyzer, speakers)
    floor = max(LEAST_SUPPORT, LEAST_SHARE * supported[0].support) if supported else 0.0
    kept = [one for one in supported if one.support >= floor][:MAX_SENTENCES]
    turns = {one.evidence.span.turn.id: one.evidence.span.turn for one in kept}
    citations = {turn_id: Citation(number, turn) for number, (turn_id, turn) in enumerate(turns.items(), start=1)}
    lines = [f"{one.evidence.span.text} [{citations[one.evidence.span.turn.id].number}]" for one in kept]
    return Answer(
        question=recall.question,
        kind="extractive",
        found=bool(kept),
        text="\n".join(lines) if kept else NOT_IN_MEMORY,
        citations=tuple(citations.values()),
        evidence=tuple(one.evidence for one in kept),
        recall=recall,
    )


def support(recall: Recall, encoder: Encoder, analyzer: Analyzer, speakers: Iterable[str]) -> list[Supported]:
    """How well each sentence of the evidence supports an answer, best first, ties in order of the hits."""
    candidates = _candidates(recall)
    if not candidates:
        return []
    vectors = rounded(encoder.encode([one.span.text for one in candidates], "passage")).astype(np.float64)
    cosines = vectors @ rounded(encoder.encode([recall.question], "query"))[0].astype(np.float64)
    words = [set(analyzer.terms(one.span.text)) for one in candidates]
    weights = _weights(recall.question, analyzer, speakers, words)
    total = sum(weights.values())
    supported = []
    for evidence, said, cosine in zip(candidates, words, cosines.tolist(), strict=True):
        covered = sum(weight for term, weight in weights.items() if term in said)
        # "I'm sorry, Nora" resembles every question about Nora, and has no word of its subject
        if covered or not total:
            share = COVERAGE_WEIGHT * covered / total if total else 0.0
            supported.append(Supported(evidence, cosine + share))
    return sorted(supported, key=lambda one: -one.support)


def _candidates(recall: Recall) -> list[Evidence]:
    """Every stating sentence of every turn that holds evidence, once, for the reason of the evidence around it."""
    found: dict[tuple[str, int], Evidence] = {}
    for hit in recall.hits:
        for evidence in hit.evidence:
            turn = evidence.span.turn
            for start, end in sentence_spans(turn.text):
                found.setdefault((turn.id, start), replace(evidence, span=Span(turn, start, end)))
    return [one for one in found.values() if not one.span.text.rstrip("\"')").endswith("?")]


def _weights(question: str, analyzer: Analyzer, speakers: Iterable[str], words: list[set[str]]) -> dict[str, float]:
    """The question's words, rarer ones among the candidates weighing more; names of speakers only if all else fails."""
    names = {term for speaker in speakers for term in analyzer.terms(speaker)}
    asked = set(analyzer.terms(question))
    return {
        term: log(1 + len(words) / (1 + sum(term in said for said in words))) for term in sorted(asked - names or asked)
    }
