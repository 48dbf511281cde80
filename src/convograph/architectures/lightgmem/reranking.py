"""Reranking of the best episodes by a reranker, which reads each with the question (LightGMEM, section 4.4).

    the 25 best by score(d) ─▶ reranker ─▶ the k best by its scores alone

[R] If k is above 25, the k best are reranked: the two kinds of scores are not comparable.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from convograph.architectures.lightgmem.fusion import Ranking
from convograph.architectures.lightgmem.searches import Episodes
from convograph.errors import InputError
from convograph.layers.chunks import unit_text
from convograph.protocols import Reranker


def reranked(episodes: Episodes, ranking: Ranking, reranker: Reranker, question: str, k: int) -> Ranking:
    """The k best of a ranking by a reranker's scores of their texts, ties in the order of the ranking.

    Raises `InputError` if the reranker does not return a finite score for each text.
    """
    if not ranking.found:
        return ranking
    texts = [_text(episodes, episode.item) for episode in ranking.found]
    scores = np.asarray(reranker.scores(question, texts), np.float64)
    if scores.shape != (len(texts),) or not np.isfinite(scores).all():
        raise InputError(f"{reranker.name} gave no finite score for each of {len(texts)} passages; take another")
    found = [
        replace(
            ranking.found[position],
            score=float(scores[position]),
            parts=((f"reranked from {position + 1}", float(scores[position])),),
        )
        for position in np.argsort(-scores, kind="stable")[:k].tolist()
    ]
    return replace(ranking, found=found)


def _text(episodes: Episodes, item: int) -> str:
    """The text of an episode as it was encoded."""
    return unit_text(episodes.snapshot.turns_of(episodes.layer, item))
