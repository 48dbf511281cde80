"""Word-based metrics of answers against a gold answer, and of replies against the real reply: 0 to 1, no model.

token_f1, bleu1             LightGMEM's, over the same words
locomo_f1                   LoCoMo's own, with a rule for each category
gold_words                  of quotations: the share of the gold's words that they hold
cumulative_bleu, rouge_l    of generated replies, as the COCO caption scorer computes them (G-Long)
distinct                    of all replies together
"""

from __future__ import annotations

from convograph_eval.answer_metrics.bleu1 import bleu1
from convograph_eval.answer_metrics.cumulative_bleu import cumulative_bleu
from convograph_eval.answer_metrics.distinct import distinct
from convograph_eval.answer_metrics.gold_words import gold_words, holds_gold
from convograph_eval.answer_metrics.locomo_f1 import locomo_f1
from convograph_eval.answer_metrics.rouge_l import rouge_l
from convograph_eval.answer_metrics.token_f1 import token_f1

__all__ = [
    "bleu1",
    "cumulative_bleu",
    "distinct",
    "gold_words",
    "holds_gold",
    "locomo_f1",
    "rouge_l",
    "token_f1",
]
