"""What tells whether a sentence answers at all, rather than better than others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from convograph.answering.candidates import Candidate
from convograph.answering.features import Features, Floats
from convograph.extraction.asking import signs_in
from convograph.segmentation import is_role
from convograph.terms import Analyzer
from convograph.types import Recall

CERTAINTY_SIGNS = ("cosine", "covered", "covered_turn", "other", "assisted", "unheard", "odds")
"""The signs of a candidate, and of the recall.

The first four are its features. `assisted` says that it is an assistant or a user who speaks, `unheard` that the
question names somebody or something, no speaker and no time, that occurs in no candidate. `odds` are the log odds of
the best hit, where its architecture gives log odds, else 0.
"""

_NAME = re.compile(r"(?<!^)\b[A-Z][\w’']+")


def certainty_signs(
    recall: Recall, candidates: Sequence[Candidate], features: Features, analyzer: Analyzer, speakers: Iterable[str]
) -> Floats:
    """The signs of the candidates, shape (candidates, signs)."""
    columns = {
        **{name: features.of(name) for name in ("cosine", "covered", "covered_turn", "other")},
        "assisted": np.array([is_role(one.speaker) for one in candidates], np.float64),
        "unheard": np.full(len(candidates), _unheard(recall.question, candidates, analyzer, speakers), np.float64),
        "odds": np.full(len(candidates), max(hit.score for hit in recall.hits) if has_odds(recall) else 0.0),
    }
    return np.array([columns[name] for name in CERTAINTY_SIGNS], np.float64).T


def has_odds(recall: Recall) -> bool:
    """Whether the scores of the hits are log odds: an architecture that knows how likely it answers gives them."""
    return bool(recall.hits) and recall.probability is not None


def _unheard(question: str, candidates: Sequence[Candidate], analyzer: Analyzer, speakers: Iterable[str]) -> bool:
    """Whether the question names what no candidate does."""
    named = {
        term for name in _NAME.findall(question) if "t" not in signs_in(name) for term in analyzer.terms(name)
    }.difference(*(analyzer.terms(speaker) for speaker in speakers))
    return not named.issubset(term for one in candidates for term in analyzer.terms(one.text))
