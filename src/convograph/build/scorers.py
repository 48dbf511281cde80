"""Models that score, by name: the importance of triplets, and how well hits suit a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.formats.named import Named
from convograph.protocols import ImportanceScorer, Reranker

if TYPE_CHECKING:
    from convograph.extractors.t5_importance import TooLong


def make_importance_scorer(name: str, too_long: TooLong = "windows") -> ImportanceScorer:
    """The scorer that a user means by `name`, `"t5:<folder>"`; `too_long` is that of `T5Importance`.

    Raises `InputError` for a name that is none or a folder that holds no T5, `MissingExtraError` without transformers.
    """
    return SCORERS.make(name, too_long)


def _t5(folder: str, too_long: TooLong) -> ImportanceScorer:
    from convograph.extractors.t5_importance import T5Importance  # noqa: PLC0415 - only its users pay for loading it

    return T5Importance(folder, too_long=too_long)


SCORERS = Named("scorer of importance", {"t5:<folder>": _t5})
"""Every scorer of importance by its name."""


def make_reranker(name: str) -> Reranker:
    """The reranker that a user means by `name`, `"cross-encoder:<folder>"`.

    Raises `InputError` for a name that is none or a folder that holds none, `MissingExtraError` without transformers.
    """
    return RERANKERS.make(name)


def _cross_encoder(folder: str) -> Reranker:
    from convograph.encoders.cross_encoder import CrossEncoderReranker  # noqa: PLC0415 - only its users pay for it

    return CrossEncoderReranker(folder)


RERANKERS = Named("reranker", {"cross-encoder:<folder>": _cross_encoder})
"""Every reranker by its name."""
