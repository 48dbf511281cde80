"""The settings of a simulation, which are written to its report."""

from __future__ import annotations

import platform
from dataclasses import asdict, dataclass, field
from typing import Any, Final

import convograph
from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph_eval.dialsim.agents import AgentSettings, remembers
from convograph_eval.dialsim.formats import ANSWER_FORMATS
from convograph_eval.retrieval.settings import code_digest

RUNS: Final = 3  # as in the paper


@dataclass(frozen=True, slots=True)
class SimulationSettings:
    """The settings of a simulation.

    `data` names the file of the show; `digests` identify its content and that of the files beside it. Each of `runs`
    runs draws its questions with its own seed, counted from `seed`. `names` and `whole_words` define the names of the
    characters, `form` is the format of the questions. `model` answers and `judge` judges, both by name; without a
    model, `reader` chooses an option. Answers that take longer than `time_limit` seconds are wrong (`None`: no limit).
    Only the first `scenes` scenes are played (`None`: all). Raises `InputError` for incompatible settings.
    """

    data: str
    agent: AgentSettings = field(default_factory=AgentSettings)
    names: str = "original"
    whole_words: bool = False
    form: str = "structured"
    reader: str = "evidence"
    model: str | None = None
    judge: str | None = None
    runs: int = RUNS
    seed: int = 0
    time_limit: float | None = None
    scenes: int | None = None
    digests: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.form not in ANSWER_FORMATS:
            raise InputError(f"no format is called {shortened(self.form)}; the formats are {', '.join(ANSWER_FORMATS)}")
        if self.form == "open-ended" and self.model is None:
            raise InputError("without options there is nothing to choose; name a --model, or take another format")
        if self.form == "structured" and self.judge is not None:
            raise InputError("letters need no judge; leave --judge out, or take another format")
        if self.agent.history == "summaries" and self.model is None:
            raise InputError("summaries are written by a chat model; name one with --model, or take another history")

    def described(self, show: str) -> dict[str, Any]:
        """The settings as written to a report, under the names that `compare` reads."""
        agent = self.agent
        remembering = remembers(agent.history)
        return {
            "dataset": f"dialsim:{show}",
            "data": self.data,
            "architecture": f"{agent.history} {agent.architecture}" if remembering else agent.history,
            "unit": "question",
            "encoder": agent.encoder if remembering else None,
            "model": self.model,
            "answers": self.form,
            "digests": dict(self.digests),
            "agent": asdict(agent),
            "names": self.names,
            "whole_words": self.whole_words,
            "reader": None if self.model else self.reader,
            "judge": self.judge,
            "runs": self.runs,
            "seed": self.seed,
            "time_limit": self.time_limit,
            "scenes": self.scenes,
            "version": convograph.__version__,
            "code": code_digest(),
            "python": platform.python_version(),
        }
