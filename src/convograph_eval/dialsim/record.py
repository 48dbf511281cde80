"""The record of one asked question: a line of the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from convograph_eval.answering import Cost


@dataclass(frozen=True, slots=True)
class SimulationRecord:
    """One question of a run: what was asked, found and replied, the scores and the cost.

    `case` is unique within a report. `category` is `<source>/<type>`; `gold` the right letter, `gold_text` its words.
    `choice` is the letter that the reply means, `None` if it means none. `sources` are the ids of the turns found.
    `seconds` are those of finding and replying; `late` says that they exceed the limit, and that all scores are 0.
    `hops` says for each hop whether a scene that tells it is among those found (none: it is not known which do), and
    `hearing` how many seconds it took to store what was said since the question before.
    `metrics` are scores of 0 and 1, or `None` where a model failed; `failed` maps `answering` or `judging` to its
    error, `costs` likewise to its cost.
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
        """What `as_json` wrote."""
        lists = {name: tuple(each) for name, each in value.items() if isinstance(each, list)}
        costs = {stage: Cost(**cost) for stage, cost in value["costs"].items()}
        return cls(**{**value, **lists, "costs": costs})
