"""Metrics of an answer's words against the gold answer's: 0 to 1, without a model.

token_f1, bleu1   LightGMEM's, over the same words
locomo_f1         LoCoMo's own, with a rule for each category
"""

from __future__ import annotations

from convograph_eval.answer_metrics.bleu1 import bleu1
from convograph_eval.answer_metrics.locomo_f1 import locomo_f1
from convograph_eval.answer_metrics.token_f1 import token_f1

__all__ = ["bleu1", "locomo_f1", "token_f1"]
