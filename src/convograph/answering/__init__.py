"""Extractive answers: the sentences that answer best, quoted with citations; no model is used.

recall ─▶ candidates, with the turns beside them ─▶ features ─▶ log odds ─▶ the best few, or "not in memory"
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.answering.candidates import Candidate, candidates_of
    from convograph.answering.certainty import CERTAINTY_SIGNS, certainty_signs
    from convograph.answering.extraction import NOT_IN_MEMORY, answer_by_facts, extract_answer
    from convograph.answering.features import FEATURES, features_of
    from convograph.answering.weights import MAX_MESSAGES, MAX_SENTENCES

__all__ = [
    "CERTAINTY_SIGNS",
    "FEATURES",
    "MAX_MESSAGES",
    "MAX_SENTENCES",
    "NOT_IN_MEMORY",
    "Candidate",
    "answer_by_facts",
    "candidates_of",
    "certainty_signs",
    "extract_answer",
    "features_of",
]

__getattr__ = lazy_exports(
    __name__,
    {
        ".candidates": ("Candidate", "candidates_of"),
        ".certainty": ("CERTAINTY_SIGNS", "certainty_signs"),
        ".extraction": ("NOT_IN_MEMORY", "answer_by_facts", "extract_answer"),
        ".features": ("FEATURES", "features_of"),
        ".weights": ("MAX_MESSAGES", "MAX_SENTENCES"),
    },
)
