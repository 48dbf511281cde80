"""Signs that a sentence answers at all, rather than better than others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log

import numpy as np

from convograph.answering.candidates import Candidate
from convograph.answering.features import SentenceFeatures
from convograph.extraction.asking import signs_in
from convograph.graph.arrays import Floats
from convograph.patterns import lazy_pattern
from convograph.segmentation import is_role
from convograph.terms import Analyzer, spelled_out
from convograph.types import Recall

CERTAINTY_SIGNS = ("cosine", "covered", "covered_turn", "other", "assisted", "unheard", "likely")
"""The signs of a candidate, and of the recall.

The first four are its features. `assisted` says that an assistant or its user speaks, `unheard` that the question names
somebody or something, other than speakers and times, that occurs in no candidate. `likely` is the log odds that
anything in memory answers, 0 if the architecture cannot tell.
"""

MOST_LIKELY = 0.99

_NAME = lazy_pattern(r"(?<!^)\b[A-Z][\w’']+")


def certainty_signs(
    recall: Recall,
    candidates: Sequence[Candidate],
    features: SentenceFeatures,
    analyzer: Analyzer,
    speakers: Iterable[str],
) -> Floats:
    """The signs of the candidates, shape (candidates, signs)."""
    unheard = _unheard(spelled_out(recall.question), candidates, analyzer, speakers)
    columns = {
        **{name: features.of(name) for name in ("cosine", "covered", "covered_turn", "other")},
        "assisted": np.array([is_role(one.speaker) for one in candidates], np.float64),
        "unheard": np.full(len(candidates), unheard, np.float64),
        "likely": np.full(len(candidates), _likely(recall)),
    }
    return np.array([columns[name] for name in CERTAINTY_SIGNS], np.float64).T


def log_odds(probability: float, most: float) -> float:
    """The log odds of a probability, which is limited to [1 - `most`, `most`], so that they are finite."""
    limited = min(max(probability, 1 - most), most)
    return log(limited / (1 - limited))


def _likely(recall: Recall) -> float:
    if recall.probability is None:
        return 0.0
    return log_odds(recall.probability, MOST_LIKELY)


def _unheard(question: str, candidates: Sequence[Candidate], analyzer: Analyzer, speakers: Iterable[str]) -> bool:
    """Whether the question has a name that occurs in no candidate."""
    named = {
        term for name in _NAME.findall(question) if "t" not in signs_in(name) for term in analyzer.terms(name)
    }.difference(*(analyzer.terms(speaker) for speaker in speakers))
    return not named.issubset(term for one in candidates for term in analyzer.terms(one.text))
