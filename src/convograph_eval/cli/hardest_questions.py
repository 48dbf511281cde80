"""The questions that a run did worst on, with the texts of the retrieved and of the gold units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from convograph_eval.brought import Brought
from convograph_eval.datasets import Dataset, Question
from convograph_eval.metrics import first_gold_rank
from convograph_eval.pages import HardQuestion, Passage
from convograph_eval.retrieval import RunSettings
from convograph_eval.units import UnitMap, unit_map

SHOWN = 20
RETRIEVED = 5  # retrieved units shown per question


def hardest_questions(
    report: Mapping[str, Any], settings: RunSettings, dataset: Dataset, brought: Brought
) -> list[HardQuestion]:
    """The questions whose first gold unit is ranked lowest or not found; among ties, those that miss the most gold."""
    asked = {question.id: (case, question) for case in dataset.cases for question in case.questions}
    units: dict[str, UnitMap] = {}
    found = []
    for record in sorted(report["questions"], key=_ease)[:SHOWN]:
        case, question = asked[record["id"]]
        name = case.conversation.name
        if name not in units:
            units[name] = unit_map(case.conversation, settings.unit, triplets=brought.share(name).triplets)
        found.append(_hard(record, question, units[name]))
    return found


def _ease(record: Mapping[str, Any]) -> tuple[float, float]:
    return record["metrics"]["mrr"], len(set(record["gold"]) & set(record["ranked"])) / len(record["gold"])


def _hard(record: Mapping[str, Any], question: Question, units: UnitMap) -> HardQuestion:
    gold = record["gold"]
    return HardQuestion(
        id=record["id"],
        category=record["category"],
        question=record["question"],
        answer=question.answer,
        retrieved=tuple(Passage(unit, units.text(unit), unit in gold) for unit in record["ranked"][:RETRIEVED]),
        gold=tuple(Passage(unit, units.text(unit), is_gold=True) for unit in gold),
        first_gold_rank=first_gold_rank(record["ranked"], gold),
    )
