"""The settings of a run of responses, which are written to its report."""

from __future__ import annotations

import platform
from dataclasses import asdict, dataclass, field
from typing import Any

import convograph
from convograph.errors import InputError
from convograph_eval.responding.agents import ResponseAgentSettings, check_agent, kept_by_model, weighs_importance
from convograph_eval.retrieval.settings import code_digest


@dataclass(frozen=True, slots=True)
class ResponseSettings:
    """The settings of a run.

    `dataset` and `data` name the dialogues, `agents` the agents that reply in them. `model` writes the replies (`None`:
    prompts are only made and counted). `upkeep` writes the memories of some agents, `judge` rates; `bert_score` is the
    fingerprint of the encoder for that score (`None`: not computed). `sessions` are those whose replies are generated
    (`None`: all from the second on); `limit`, `sample` and `seed` say how a part was drawn, `ids` lists the sample.
    Raises `InputError` for incompatible settings.
    """

    dataset: str
    data: str
    agents: tuple[str, ...]
    memory: ResponseAgentSettings = field(default_factory=ResponseAgentSettings)
    model: str | None = None
    upkeep: str | None = None
    judge: str | None = None
    bert_score: str | None = None
    sessions: tuple[int, ...] | None = None
    limit: int | None = None
    sample: int | None = None
    seed: int | None = None
    ids: tuple[str, ...] | None = None
    digests: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        for name in self.agents:
            check_agent(name)
            if kept_by_model(name) and self.upkeep is None:
                raise InputError(f"what {name} remembers is written by a model; name one with --upkeep")
        if self.judge is not None and self.model is None:
            raise InputError("there is nothing to judge without replies; name a --model, or leave --judge out")
        if self.memory.importance is not None and not any(map(weighs_importance, self.agents)):
            raise InputError(f"importance does not count for {', '.join(self.agents)}; leave --importance out")
        if self.bert_score is not None and self.model is None:
            raise InputError("there is nothing to score without replies; name a --model, or leave --bert-score out")
        if self.upkeep is not None and not any(map(kept_by_model, self.agents)):
            raise InputError(f"no model writes what {', '.join(self.agents)} remember; leave --upkeep out")

    def described(self, encoder_fingerprint: str) -> dict[str, Any]:
        """The settings as written to a report."""
        values = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        return {
            **values,
            "digests": dict(self.digests),
            "encoder_fingerprint": encoder_fingerprint,
            "version": convograph.__version__,
            "code": code_digest(),
            "python": platform.python_version(),
        }
