"""How many sentences are quoted after the best one: those likely enough to add to the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from convograph.answering.candidates import Candidate, wording
from convograph.answering.certainty import log_odds
from convograph.graph.arrays import Floats
from convograph.types import Recall

WITHIN = 3.0  # log odds below the best sentence: lower ones add more noise than evidence
MOST_LIKELY = 0.999  # a hit of a higher probability, or of a lower one than its complement, counts as this likely


@dataclass(frozen=True, slots=True)
class FurtherWeights:
    """The weights of the signs that a further sentence adds to an answer, and the least sum that is quoted.

    The signs are the logarithm of its share in the odds of all quotable sentences, the log odds of its hit, and
    whether a sentence of the same turn is quoted already.
    """

    share: float
    hit: float
    same_turn: float
    least: float

    def sums(self, shares: Floats, hits: Floats, same_turn: Floats) -> Floats:
        """The weighted sum of the signs of each sentence."""
        return self.share * shares + self.hit * hits + self.same_turn * same_turn


EVERY = FurtherWeights(share=1.0, hit=0.0, same_turn=0.0, least=-inf)
"""The weights that leave nothing out, likeliest first."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences of a question that may be quoted, best first: texts, turns or memos, and signs, one for each."""

    texts: Sequence[str]
    sources: Sequence[str]
    shares: Floats
    hits: Floats


def best_and_further(given: Sentences, weights: FurtherWeights, most: int) -> list[int]:
    """The positions of the best sentence, then of the likeliest others in turn as long as they are likely enough.

    At most `most`. What is quoted already in the same words is left out.
    """
    words = [tuple(wording(text)) for text in given.texts]
    kept, left = [0], [*range(1, len(words))]
    while len(kept) < most:
        known, sources = {words[place] for place in kept}, {given.sources[place] for place in kept}
        left = [place for place in left if words[place] not in known]
        if not left:
            break
        same_turn = np.array([given.sources[place] in sources for place in left], np.float64)
        sums = weights.sums(given.shares[left], given.hits[left], same_turn)
        if sums.max() < weights.least:
            break
        kept.append(left[int(sums.argmax())])
    return kept


def log_shares(odds: Floats) -> Floats:
    """The logarithm of each sentence's share in the odds of all, whose logarithms are `odds`.

    >>> np.exp(log_shares(np.zeros(2))).round(2).tolist()
    [0.5, 0.5]
    """
    shares: Floats = odds - np.logaddexp.reduce(odds)
    return shares


def hit_log_odds(recall: Recall, candidates: Sequence[Candidate]) -> Floats:
    """The log odds that each candidate's hit answers; a memo has those of the hit of its rank, 0 if not estimated."""
    if recall.probability is None:
        return np.zeros(len(candidates))
    probabilities = [one.probability or 0.0 for one in recall.hits]
    by_rank = [probabilities[one.rank - 1] if one.rank <= len(probabilities) else 0.0 for one in candidates]
    return np.array([log_odds(one, MOST_LIKELY) for one in by_rank])
