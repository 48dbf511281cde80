"""The record of one question, a line of the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from convograph_eval.answering import Cost, record_fields


@dataclass(frozen=True, slots=True)
class SimulationRecord:
    """One question of a run: what was asked, found and replied, the scores and the cost.

    `case` is unique within a report. `category` is `<source>/<type>`; `gold` is the right letter, `gold_text` its
    words. `choice` is the letter that the reply means, `None` if it means none. `sources` are the ids of the turns
    found.
    `seconds` is the time for finding and replying; `late` means that it exceeds the limit, so that all scores are 0.
    `hops` has a boolean per hop: whether a scene that states it was found (empty if these scenes are unknown).
    `hearing` is the time in seconds for storing what was said since the last question.
    `metrics` are scores of 0 or 1, `None` where a model failed; `failed` maps `answering` or `judging` to its error,
    and `costs` maps them to their costs.
    """

    case: str
    run: int
    seed: int
    scene: str
    date: str
    after: int
    asker: str
    question: str
    options: tuple[str, ...]
    category: str
    unanswerable: bool
    gold: str
    gold_text: str
    reply: str | None
    choice: str | None
    sources: tuple[str, ...]
    hops: tuple[bool, ...]
    hearing: float
    seconds: float
    late: bool
    metrics: Mapping[str, float | None]
    failed: Mapping[str, str]
    costs: Mapping[str, Cost]

    def as_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> SimulationRecord:
        """The record that `as_json` wrote."""
        return cls(**record_fields(value))
