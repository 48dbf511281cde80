"""The records of a run: one per reply, and one per dialogue and agent, which is a line of the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from convograph_eval.answering import Cost

RESPONDING: Final = "responding"
UPKEEP: Final = "upkeep"
JUDGING: Final = "judging"
"""The stages in which a model may fail and has a cost."""


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """One reply: the line replied to, the original reply, the generated one (`None`: nothing), and the scores.

    `prompt_tokens` and `memory_tokens` are the tokens of the prompt and of the memories in it, by the run's counter.
    `metrics` are scores in [0, 1], or `None`; `failed` maps a stage to its error.
    """

    id: str
    session: int
    inquiry: str
    reference: str
    reply: str | None
    raw: str | None
    prompt_tokens: int
    memory_tokens: int
    metrics: Mapping[str, float | None]
    failed: Mapping[str, str]
    cost: Cost

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> ReplyRecord:
        """The record from a JSON object as returned by `asdict`."""
        return cls(**{**value, "cost": Cost(**value["cost"])})


@dataclass(frozen=True, slots=True)
class DialogueRecord:
    """A dialogue by one agent: its replies, the costs of its memory and judge, and the judge's scores (1 to 5).

    `failed` maps `UPKEEP` or `JUDGING` to the error.
    """

    agent: str
    dialogue: str
    replies: tuple[ReplyRecord, ...]
    judged: Mapping[str, int]
    failed: Mapping[str, str]
    upkeep: Cost
    judging: Cost
    seconds: float

    @property
    def case(self) -> str:
        """The name of the record's line in the journal."""
        return f"{self.agent} {self.dialogue}"

    @property
    def has_failed(self) -> bool:
        """Whether a model failed in any stage."""
        return bool(self.failed) or any(reply.failed for reply in self.replies)

    def as_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads."""
        return {"case": self.case, **asdict(self)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> DialogueRecord:
        """The record that `as_json` wrote."""
        given = {name: each for name, each in value.items() if name != "case"}
        replies = tuple(ReplyRecord.from_json(one) for one in value["replies"])
        costs = {name: Cost(**value[name]) for name in ("upkeep", "judging")}
        return cls(**{**given, **costs, "replies": replies})
