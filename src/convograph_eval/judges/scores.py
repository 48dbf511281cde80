"""Scores of answers: one record per question, then means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph.protocols import ChatModel
from convograph_eval.answer_metrics import bleu1, locomo_f1, token_f1
from convograph_eval.judges.judge import Judge
from convograph_eval.judges.types import AnsweredQuestion, Verdict, named_error

TextMetric = Callable[[AnsweredQuestion, str], float | None]


def _against_gold(metric: Callable[[str, str], float]) -> TextMetric:
    return lambda answered, answer: None if answered.gold is None else metric(answer, answered.gold)


METRICS: Mapping[str, TextMetric] = {
    "token_f1": _against_gold(token_f1),
    "bleu1": _against_gold(bleu1),
    "locomo_f1": lambda answered, answer: locomo_f1(answer, answered.gold, answered.category),
}
"""The text metrics. The first two are `None` without a gold text; `locomo_f1` accepts only LoCoMo's categories."""


def score(
    answers: Sequence[AnsweredQuestion],
    judges: Sequence[Judge] = (),
    model: ChatModel | None = None,
    metrics: Sequence[str] = ("token_f1", "bleu1"),
) -> list[dict[str, Any]]:
    """A JSON record for each answer, in order.

    - `question`, `category`, `abstention`; `missing` is true for a missing answer, which scores 0 everywhere;
    - `scores`: a number from 0 to 1 for each of `metrics` and each judge's name (1 for right, 0 for wrong); `None` if
      there is no gold text or the judge failed;
    - `failed`: a judge's name → its error, for the judges that failed.

    Each judge calls `model` with one batch. Raises `InputError` for an unknown metric, for judges without a model, and
    for a category that `locomo_f1` does not know.
    """
    for name in metrics:
        if name not in METRICS:
            raise InputError(f"no text metric {shortened(name)}; the metrics are {', '.join(METRICS)}")
    verdicts = _verdicts(answers, judges, model)
    return [
        _record(answered, metrics, {name: column[place] for name, column in verdicts.items()})
        for place, answered in enumerate(answers)
    ]


def summarise_answers(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Means over the records of `score`, with equal weights, and counts of what they leave out.

    `questions` and `missing` are counts. For each metric and judge, `means` holds its mean, `None` without a score;
    `counted` the number of questions in that mean; `failed` the number of failed judgements, if any. Missing answers
    count as 0; failed judgements are left out. Raises `InputError` without records, and for records whose scores have
    different names.
    """
    if not records:
        raise InputError("there are no records of answers; give at least one")
    names = list(records[0]["scores"])
    for record in records:
        if set(record["scores"]) != set(names):
            differing = ", ".join(sorted(set(record["scores"]) ^ set(names)))
            raise InputError(
                f"questions {shortened(records[0]['question'])} and {shortened(record['question'])} differ in scores: "
                f"{differing}; score all answers with the same metrics and judges"
            )
    found = {name: [value for record in records if (value := record["scores"][name]) is not None] for name in names}
    failures = {name: sum(name in record["failed"] for record in records) for name in names}
    return {
        "questions": len(records),
        "missing": sum(record["missing"] for record in records),
        "means": {name: fmean(values) if values else None for name, values in found.items()},
        "counted": {name: len(values) for name, values in found.items()},
        "failed": {name: count for name, count in failures.items() if count},
    }


def _verdicts(
    answers: Sequence[AnsweredQuestion], judges: Sequence[Judge], model: ChatModel | None
) -> dict[str, list[Verdict]]:
    if not judges:
        return {}
    if model is None:
        raise InputError(f"judge {judges[0].name} needs a model; give one, or score without judges")
    return {judge.name: judge(answers, model) for judge in judges}


def _record(answered: AnsweredQuestion, metrics: Sequence[str], verdicts: Mapping[str, Verdict]) -> dict[str, Any]:
    judged = {name: None if verdict.right is None else float(verdict.right) for name, verdict in verdicts.items()}
    return {
        "question": answered.id,
        "category": answered.category,
        "abstention": answered.abstention,
        "missing": answered.missing,
        "scores": {name: _text_score(answered, name) for name in metrics} | judged,
        "failed": {
            name: named_error(verdict.failed) for name, verdict in verdicts.items() if verdict.failed is not None
        },
    }


def _text_score(answered: AnsweredQuestion, name: str) -> float | None:
    """The value of a metric for the answer; a missing answer scores 0 if the metric applies to it."""
    value = METRICS[name](answered, answered.answer or "")
    return 0.0 if answered.missing and value is not None else value
