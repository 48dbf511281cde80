"""Judges of answers: chat models that decide whether an answer is right, and how far to trust them.

answers ── score(answers, judges, model) ──▶ one record per question ── summarise_answers ──▶ means, failures apart
planted_cases(judge.name) ── agreement(judge, planted, model) ──▶ share of agreement, Cohen's kappa, confusion
"""

from __future__ import annotations

from collections.abc import Mapping

from convograph_eval.judges.agreement import Agreement, agreement
from convograph_eval.judges.judge import Judge
from convograph_eval.judges.lightgmem import lightgmem_judge
from convograph_eval.judges.longmemeval import longmemeval_judge
from convograph_eval.judges.planted import Planted, planted_cases
from convograph_eval.judges.scores import METRICS, score, summarise_answers
from convograph_eval.judges.sgmem import sgmem_judge
from convograph_eval.judges.types import AnsweredQuestion, Verdict, answered, named_error

JUDGES: Mapping[str, Judge] = {judge.name: judge for judge in (sgmem_judge, longmemeval_judge, lightgmem_judge)}
"""All judges by name."""

__all__ = [
    "JUDGES",
    "METRICS",
    "Agreement",
    "AnsweredQuestion",
    "Judge",
    "Planted",
    "Verdict",
    "agreement",
    "answered",
    "lightgmem_judge",
    "longmemeval_judge",
    "named_error",
    "planted_cases",
    "score",
    "sgmem_judge",
    "summarise_answers",
]
