"""Drops recalls and hits that are too unlikely to be shown; the recall of a message that asks nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from convograph.protocols import Architecture
from convograph.types import Recall, Usage

# Chosen on the chronicles, with weights fitted without the data they are measured on: 1 in 100 answerable questions
# loses gold among its five hits; of 100 lines of small talk by each of four authors, 98, 91, 76 and 65 bring nothing
# (docs/unified.md).
MIN_PROBABILITY = 0.15
"""The default probability that memory answers below which `context` and `answer` show nothing."""


def without_unlikely(recall: Recall, least: float | None) -> Recall:
    """The recall, without hits and memos if its probability that memory answers is below `least`."""
    if least is None or recall.probability is None or recall.probability >= least:
        return recall
    return replace(recall, hits=(), memos=())


def without_unlikely_hits(recall: Recall, least: float | None) -> Recall:
    """The recall without the hits whose probability of answering is below `least`."""
    if least is None:
        return recall
    return replace(
        recall, hits=tuple(hit for hit in recall.hits if hit.probability is None or hit.probability >= least)
    )


def nothing_asked(architecture: Architecture, message: str, asked_at: datetime | None = None) -> Recall:
    """The empty recall for a message without a word."""
    return Recall(message, architecture.name, architecture.units[0], (), Usage({}, 0), asked_at, probability=0.0)
