"""What came of a question, and of a case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from convograph_eval.answering.cost import Cost

ANSWERING = "answering"
"""The stage of a record's `costs` and `failed` that is no judge's."""


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """One question: what was shown, what was answered, how that scored, what it took.

    `gold` are the gold turns, `context` the turns that were packed, `cut_turns` counts those found (of a history: all)
    that were not. `answer` is the text that is scored, `raw` what was said. `metrics` are scores from 0 to 1, those of
    judges too; `None` where there is none. `failed` maps `ANSWERING` or a judge to its error, `costs` likewise.
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
        """The record that `asdict` made a JSON object of."""
        lists = {name: tuple(each) for name, each in value.items() if isinstance(each, list)}
        costs = {stage: Cost(**cost) for stage, cost in value["costs"].items()}
        return cls(**{**value, **lists, "costs": costs})


@dataclass(frozen=True, slots=True)
class CaseAnswers:
    """What one case gave: records, the questions left out with the reason, and what building cost."""

    case: str
    records: tuple[AnswerRecord, ...]
    left_out: Mapping[str, str]
    build_seconds: float
    sessions: int
    turns: int

    def as_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> CaseAnswers:
        """What `as_json` wrote."""
        return cls(**{**value, "records": tuple(AnswerRecord.from_json(one) for one in value["records"])})
