"""The records of a run: a reply each, and a dialogue as one agent went through it, which is a line of the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from convograph_eval.answering import Cost

RESPONDING: Final = "responding"
UPKEEP: Final = "upkeep"
JUDGING: Final = "judging"
"""The stages in which a model may fail, and has a cost."""


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """One reply: what it is to, what was really said, what was generated (`None`: nothing), and the scores.

    `prompt_tokens` are those of the prompt by the run's counter, `memory_tokens` those of what was remembered in it.
    `metrics` are scores from 0 to 1, or `None`; `failed` maps a stage to its error.
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
        """The record from the JSON object that `asdict` gives."""
        return cls(**{**value, "cost": Cost(**value["cost"])})


@dataclass(frozen=True, slots=True)
class DialogueRecord:
    """A dialogue by one agent: its replies, what its memory and its judge cost, and the judge's scores, 1 to 5.

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
        """The name of its line in the journal."""
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
        """What `as_json` wrote."""
        given = {name: each for name, each in value.items() if name != "case"}
        replies = tuple(ReplyRecord.from_json(one) for one in value["replies"])
        costs = {name: Cost(**value[name]) for name in ("upkeep", "judging")}
        return cls(**{**given, **costs, "replies": replies})
