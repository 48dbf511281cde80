"""Scoring models by name: for the importance of triplets, and for the relevance of hits to a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.formats.named import Named
from convograph.protocols import ImportanceScorer, Reranker

if TYPE_CHECKING:
    from convograph.extractors.t5_importance import TooLong


def make_importance_scorer(name: str, too_long: TooLong = "windows") -> ImportanceScorer:
    """The scorer called `name`, `"t5:<folder>"`; `too_long` is that of `T5Importance`.

    Raises `InputError` for an unknown name or a folder without a T5 model, `MissingExtraError` without transformers.
    """
    return SCORERS.make(name, too_long)


def _t5(folder: str, too_long: TooLong) -> ImportanceScorer:
    from convograph.extractors.t5_importance import T5Importance  # noqa: PLC0415 - loaded only for its users

    return T5Importance(folder, too_long=too_long)


SCORERS = Named("scorer of importance", {"t5:<folder>": _t5})
"""The makers of importance scorers by name."""


def make_reranker(name: str) -> Reranker:
    """The reranker called `name`, `"cross-encoder:<folder>"`.

    Raises `InputError` for an unknown name or a folder without such a model, `MissingExtraError` without transformers.
    """
    return RERANKERS.make(name)


def _cross_encoder(folder: str) -> Reranker:
    from convograph.encoders.cross_encoder import CrossEncoderReranker  # noqa: PLC0415 - loaded for its users

    return CrossEncoderReranker(folder)


RERANKERS = Named("reranker", {"cross-encoder:<folder>": _cross_encoder})
"""The makers of rerankers by name."""
