"""The record of a question, and the answers of a case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from convograph_eval.answering.cost import Cost
from convograph_eval.retrieval import Upkeep

ANSWERING = "answering"
"""The stage of answering in a record's `costs` and `failed`; the other stages are judges."""


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """A question: its context, its answer, the scores and the cost.

    `gold` are the gold turns, `context` the packed turns; `cut_turns` counts turns that were found (in a history: all
    turns) but not packed. `answer` is the scored text, `raw` the original. `metrics` are scores from 0 to 1 or `None`,
    including the judges'. `failed` and `costs` map `ANSWERING` and judges to their errors and costs.
    """

    id: str
    category: str
    abstention: bool
    question: str
    gold_answer: str | None
    gold: tuple[str, ...]
    found: bool
    answer: str | None
    raw: str | None
    citations: tuple[str, ...]
    memos_cited: int
    invented: tuple[int, ...]
    context: tuple[str, ...]
    context_tokens: int
    cut_turns: int
    milliseconds: float
    metrics: Mapping[str, float | None]
    failed: Mapping[str, str]
    costs: Mapping[str, Cost]

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> AnswerRecord:
        """The record from a JSON object that `asdict` made."""
        return cls(**record_fields(value))


def record_fields(value: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a question's record from a JSON object that `asdict` made: lists as tuples, costs as `Cost`s."""
    tuples = {name: tuple(field) for name, field in value.items() if isinstance(field, list)}
    costs = {stage: Cost(**cost) for stage, cost in value["costs"].items()}
    return {**value, **tuples, "costs": costs}


@dataclass(frozen=True, slots=True)
class CaseAnswers:
    """The records of a case, the questions left out with the reasons, and the cost of its memory and of its memos."""

    case: str
    records: tuple[AnswerRecord, ...]
    left_out: Mapping[str, str]
    build_seconds: float
    sessions: int
    turns: int
    upkeep: Upkeep | None = None

    def as_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads."""
        return asdict(self)

    @property
    def has_failed(self) -> bool:
        """Whether a model failed on a question or on the memory."""
        missing = self.upkeep is not None and self.upkeep.failed is not None
        return missing or any(record.failed for record in self.records)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> CaseAnswers:
        """The answers that `as_json` wrote."""
        upkeep = None if value["upkeep"] is None else Upkeep(**value["upkeep"])
        records = tuple(AnswerRecord.from_json(one) for one in value["records"])
        return cls(**{**value, "records": records, "upkeep": upkeep})
