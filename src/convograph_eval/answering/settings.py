"""All settings of an answering run, as a value that is written to its report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from convograph.context import DEFAULT_BUDGET
from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph_eval.answering.history_context import FULL_BUDGET, HISTORIES
from convograph_eval.judges import JUDGES
from convograph_eval.retrieval import RunSettings, described

ANSWER_HITS = 10  # hits, and memos of each kind, recalled for an answer; SGMem has K = 5 and 10

_OF_RETRIEVAL_ALONE = (
    "ks",
    "budgets",
    "ranked",
    "pooled",
    "all_turns",
    "triplets",
    "reranker",
    "reranker_fingerprint",
)

TEXT_METRICS = ("token_f1", "bleu1")
METRICS_OF = {"locomo": (*TEXT_METRICS, "locomo_f1")}
"""The text metrics of data sets that have more than `TEXT_METRICS`."""


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """The settings of a run.

    `run` names data, architecture (or one of `HISTORIES`), unit, encoder and questions. `k` is the number of hits to
    pack (for `recent-sessions`: sessions), `budget` the number of tokens (`None`: the default for a memory or a
    history). `model` answers and `judge` judges, each a name such as `openai:<model>`; without a model, answers are
    quotations. `short` asks for a few words, `words` scores the model's text even if it cites nothing, `abstentions`
    includes unanswerable questions. Raises `InputError` for unknown judges, for judges without a judge model and the
    reverse, and for `words` without a model.
    """

    run: RunSettings
    k: int = ANSWER_HITS
    budget: int | None = None
    model: str | None = None
    judge: str | None = None
    judges: tuple[str, ...] = ()
    short: bool = True
    words: bool = False
    abstentions: bool = False

    def __post_init__(self) -> None:
        checked_judges(self.judges)
        if bool(self.judges) != (self.judge is not None):
            raise InputError("judges need a model, and a judge model needs judges; give both or neither")
        if self.words and self.model is None:
            raise InputError("without a model the answers are quotations, not a model's words; name a model")

    @property
    def is_history(self) -> bool:
        """Whether contexts are the history itself, instead of what a memory recalls."""
        return self.run.architecture in HISTORIES

    @property
    def tokens(self) -> int:
        """The budget of a context, in tokens."""
        return self.budget or (FULL_BUDGET if self.is_history else DEFAULT_BUDGET)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The text metrics of the data set."""
        return METRICS_OF.get(self.run.dataset, TEXT_METRICS)

    def described(self, encoder_fingerprint: str, importance_fingerprint: str | None = None) -> dict[str, Any]:
        """The settings as a report shows them."""
        kept = {
            name: value
            for name, value in described(self.run, encoder_fingerprint, importance_fingerprint).items()
            if name not in _OF_RETRIEVAL_ALONE
        }
        return kept | {
            "k": self.k,
            "budget": self.tokens,
            "model": self.model,
            "judge": self.judge,
            "judges": list(self.judges),
            "answers": "quotations" if self.model is None else "short" if self.short else "paragraphs",
            "words": self.words,
            "abstentions": self.abstentions,
        }


def checked_judges(names: Sequence[str]) -> Sequence[str]:
    """The names. Raises `InputError` for an unknown judge."""
    for name in names:
        if name not in JUDGES:
            raise InputError(f"no judge is called {shortened(name)}; the judges are {', '.join(JUDGES)}")
    return names
