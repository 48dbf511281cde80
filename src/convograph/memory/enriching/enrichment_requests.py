"""The requests of enrichment to a model, within an allowance, and their usage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from convograph.chat import ChatRequest
from convograph.errors import ModelError, ModelOutputError
from convograph.llm.cached import Cached
from convograph.llm.limited import Allowance, Limited
from convograph.llm.metered import Ledger, Metered, ModelUsage
from convograph.memory.enriching.enrichment_tally import Tally, refuses_key
from convograph.memory.enriching.model_calls import book
from convograph.memory.enriching.replies import NotedReplies, StoredReplies
from convograph.protocols import ChatModel, Store
from convograph.structured import FIRST_OBJECT, Parsed, ReplyReading, ask_for
from convograph.types import WrittenKind

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """The outcome of a request, and the usage of its calls."""

    outcome: T | ModelError
    usage: ModelUsage

    @property
    def failure(self) -> ModelError | None:
        """The error, or `None`."""
        return self.outcome if isinstance(self.outcome, ModelError) else None


@dataclass(frozen=True, slots=True)
class Consulted:
    """The model for one job; it meters the job's usage and notes its replies."""

    model: ChatModel
    owner: str
    ledger: Ledger
    replies: NotedReplies

    def used(self) -> ModelUsage:
        """The job's usage so far."""
        return self.ledger.total()

    def drop_replies(self) -> None:
        """Remove the job's replies from the cache, because they were unusable."""
        self.replies.drop(self.owner)


@dataclass(frozen=True, slots=True)
class Asking:
    """Asks a model for the memos of one owner, within an allowance; replies are cached as they arrive."""

    store: Store
    owner: str
    model: ChatModel
    allowance: Allowance
    tally: Tally = field(default_factory=Tally)

    def consulted(self, incarnation: str, *, cut: bool = False) -> Consulted:
        """The model for a job; with `cut`, replies that were cut off are cached too."""
        ledger, noted = Ledger(), NotedReplies(StoredReplies(self.store, incarnation))
        model = Cached(Limited(Metered(self.model, ledger), self.allowance), noted, cut=cut)
        return Consulted(model, self.owner, ledger, noted)

    def ask(
        self, request: ChatRequest, shape: type[T], incarnation: str, reading: ReplyReading = FIRST_OBJECT
    ) -> Asked[T]:
        """A value of `shape`, or the error. Thread-safe; unusable replies are not kept in the cache."""
        consulted = self.consulted(incarnation, cut=reading.cut)
        (outcome,) = ask_for(consulted.model, [request], shape, reading)
        if isinstance(outcome, ModelOutputError):
            consulted.drop_replies()
        if refuses_key(outcome):
            self.allowance.close()  # at once, not in request order: others are about to be sent
        return Asked(outcome.value if isinstance(outcome, Parsed) else outcome, consulted.used())

    def book(self, kind: WrittenKind, used: ModelUsage) -> None:
        """Record a request's usage in the ledger, whatever its outcome."""
        book(self.store, self.owner, kind, self.model.name, used)

    def take_down(self, kind: WrittenKind, about: str, used: ModelUsage, failure: ModelError | None) -> None:
        """Book and count a request; giving up ends the allowance. Not thread-safe."""
        self.book(kind, used)
        self.tally.count(kind, about, used.calls, failure)
        if self.tally.gave_up:
            self.allowance.close()
