"""Whether a recall is likely enough to be shown, and the recall of what asks for nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from convograph.protocols import Architecture
from convograph.types import Recall, Usage

# Chosen on the chronicles, by weights left out of what they are measured with: 1 in 100 answerable questions loses gold
# among its five hits; of 100 lines of small talk by four hands 98, 91, 76 and 65 bring nothing (docs/unified.md).
MIN_PROBABILITY = 0.15
"""How likely it must be that memory answers for `context` and `answer` to show anything, by default."""


def without_unlikely(recall: Recall, least: float | None) -> Recall:
    """The recall without its hits and memos, where it tells that memory is less likely to answer than `least`."""
    if least is None or recall.probability is None or recall.probability >= least:
        return recall
    return replace(recall, hits=(), memos=())


def until_unlikely(recall: Recall, least: float | None) -> Recall:
    """The recall without the hits that tell that they are less likely to answer than `least`."""
    if least is None:
        return recall
    return replace(
        recall, hits=tuple(hit for hit in recall.hits if hit.probability is None or hit.probability >= least)
    )


def nothing_asked(architecture: Architecture, message: str, asked_at: datetime | None = None) -> Recall:
    """What a message without a word recalls."""
    return Recall(message, architecture.name, architecture.units[0], (), Usage({}, 0), asked_at, probability=0.0)
