"""One request of enrichment to a model, with what it took, for kinds of memos that have no marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from convograph.chat import ChatRequest
from convograph.errors import ModelError, ModelOutputError
from convograph.llm.cached import Cached
from convograph.llm.limited import Allowance, Limited
from convograph.llm.metered import Ledger, Metered, ModelUsage
from convograph.memory.enrichment_tally import Tally
from convograph.memory.model_calls import book
from convograph.memory.replies import NotedReplies, StoredReplies
from convograph.protocols import ChatModel, Store
from convograph.structured import Parsed, ask_for
from convograph.types import WrittenKind

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """What became of a request, and the usage of its calls."""

    outcome: T | ModelError
    usage: ModelUsage


@dataclass(frozen=True, slots=True)
class Asking:
    """A model that is asked for the memos of one owner, within an allowance; replies are kept as they arrive."""

    store: Store
    owner: str
    model: ChatModel
    allowance: Allowance
    tally: Tally

    def ask(self, request: ChatRequest, shape: type[T], incarnation: str) -> Asked[T]:
        """A value of `shape`, or the error; any number of threads may ask. A reply of no use is not kept."""
        ledger, noted = Ledger(), NotedReplies(StoredReplies(self.store, incarnation))
        model = Cached(Limited(Metered(self.model, ledger), self.allowance), noted)
        (outcome,) = ask_for(model, [request], shape)
        if isinstance(outcome, ModelOutputError):
            noted.drop(self.owner)
        return Asked(outcome.value if isinstance(outcome, Parsed) else outcome, ledger.total())

    def take_down(self, kind: WrittenKind, about: str, asked: Asked[T]) -> None:
        """Book and count a request; too many failures in a row end the allowance. One thread does so."""
        book(self.store, self.owner, kind, self.model.name, asked.usage)
        failure = asked.outcome if isinstance(asked.outcome, ModelError) else None
        self.tally.count(kind, about, asked.usage.calls, failure)
        if self.tally.gave_up:
            self.allowance.close()
