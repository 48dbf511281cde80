"""Answers without a model: the sentences that support one best, quoted, with citations."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from convograph.graph.vectors import rounded
from convograph.protocols import Encoder
from convograph.segmentation import sentence_spans
from convograph.terms import terms
from convograph.types import Answer, Citation, Evidence, Recall, Span

MAX_SENTENCES = 3  # an answer is read, not studied
COVERAGE_WEIGHT = 0.5  # a share of the question's words counts half as much as a cosine of the same size
QUESTION_PENALTY = 0.25  # "What is your cat called?" resembles a question about the cat best, and answers nothing
LEAST_SUPPORT = 0.35  # below this, sentences about something else come first
LEAST_SHARE = 0.75  # of the best sentence's support: what lies lower adds doubt rather than evidence

NOT_IN_MEMORY = "not in memory"


@dataclass(frozen=True, slots=True)
class _Supported:
    evidence: Evidence
    support: float


def extract_answer(recall: Recall, encoder: Encoder) -> Answer:
    """The best supported sentences of a recall's hits, in order of support, each cited.

    Support is the cosine of sentence and question plus half the share of the question's words that the
    sentence has; sentences that ask are held back. Nothing sufficiently supported: `found` is false.
    """
    candidates = _candidates(recall)
    supported = sorted(_supported(recall.question, candidates, encoder), key=lambda one: -one.support)
    kept = [one for one in supported if one.support >= max(LEAST_SUPPORT, LEAST_SHARE * supported[0].support)]
    kept = kept[:MAX_SENTENCES]
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


def _candidates(recall: Recall) -> list[Evidence]:
    """Every sentence of every turn that holds evidence, once; the reason is that of the evidence around it."""
    found: dict[tuple[str, int], Evidence] = {}
    for hit in recall.hits:
        for evidence in hit.evidence:
            turn = evidence.span.turn
            for start, end in sentence_spans(turn.text):
                found.setdefault((turn.id, start), replace(evidence, span=Span(turn, start, end)))
    return list(found.values())


def _supported(question: str, candidates: list[Evidence], encoder: Encoder) -> list[_Supported]:
    if not candidates:
        return []
    vectors = rounded(encoder.encode([one.span.text for one in candidates], "passage")).astype(np.float64)
    cosines = vectors @ rounded(encoder.encode([question], "query"))[0].astype(np.float64)
    wanted = set(terms(question))
    supported = []
    for evidence, cosine in zip(candidates, cosines.tolist(), strict=True):
        text = evidence.span.text
        said = set(terms(f"{evidence.span.turn.speaker or ''} {text}"))
        coverage = len(wanted & said) / len(wanted) if wanted else 0.0
        penalty = QUESTION_PENALTY if text.rstrip("\"')").endswith("?") else 0.0
        supported.append(_Supported(evidence, cosine + COVERAGE_WEIGHT * coverage - penalty))
    return supported
