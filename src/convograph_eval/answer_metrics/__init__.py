"""Metrics of an answer's words against the gold answer's: 0 to 1, without a model.

token_f1, bleu1   LightGMEM's, over the same words
locomo_f1         LoCoMo's own, with a rule for each category
gold_words        of quotations: the share of the gold's words in them
"""

from __future__ import annotations

from convograph_eval.answer_metrics.bleu1 import bleu1
from convograph_eval.answer_metrics.gold_words import gold_words, holds_gold
from convograph_eval.answer_metrics.locomo_f1 import locomo_f1
from convograph_eval.answer_metrics.token_f1 import token_f1

__all__ = ["bleu1", "gold_words", "holds_gold", "locomo_f1", "token_f1"]
