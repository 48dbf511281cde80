"""What enrichment asks a model, within an allowance, with what it took."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from convograph.chat import ChatRequest
from convograph.errors import ModelError, ModelOutputError
from convograph.llm.cached import Cached
from convograph.llm.limited import Allowance, Limited
from convograph.llm.metered import Ledger, Metered, ModelUsage
from convograph.memory.enrichment_tally import Tally, refuses_key
from convograph.memory.model_calls import book
from convograph.memory.replies import NotedReplies, StoredReplies
from convograph.protocols import ChatModel, Store
from convograph.structured import FIRST_OBJECT, Parsed, ReplyReading, ask_for
from convograph.types import WrittenKind

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """What became of a request, and the usage of its calls."""

    outcome: T | ModelError
    usage: ModelUsage

    @property
    def failure(self) -> ModelError | None:
        """The error, `None` where there is none."""
        return self.outcome if isinstance(self.outcome, ModelError) else None


@dataclass(frozen=True, slots=True)
class Consulted:
    """The model for one job: what it takes is counted, and its replies are noted."""

    model: ChatModel
    owner: str
    ledger: Ledger
    replies: NotedReplies

    def used(self) -> ModelUsage:
        """What the job took so far."""
        return self.ledger.total()

    def drop_replies(self) -> None:
        """Keep no reply of the job: it was of no use."""
        self.replies.drop(self.owner)


@dataclass(frozen=True, slots=True)
class Asking:
    """A model that is asked for the memos of one owner, within an allowance; replies are kept as they arrive."""

    store: Store
    owner: str
    model: ChatModel
    allowance: Allowance
    tally: Tally = field(default_factory=Tally)

    def consulted(self, incarnation: str, *, cut: bool = False) -> Consulted:
        """The model for a job; with `cut`, replies that were cut off are kept as well."""
        ledger, noted = Ledger(), NotedReplies(StoredReplies(self.store, incarnation))
        model = Cached(Limited(Metered(self.model, ledger), self.allowance), noted, cut=cut)
        return Consulted(model, self.owner, ledger, noted)

    def ask(
        self, request: ChatRequest, shape: type[T], incarnation: str, reading: ReplyReading = FIRST_OBJECT
    ) -> Asked[T]:
        """A value of `shape`, or the error; any number of threads may ask. A reply of no use is not kept."""
        consulted = self.consulted(incarnation, cut=reading.cut)
        (outcome,) = ask_for(consulted.model, [request], shape, reading)
        if isinstance(outcome, ModelOutputError):
            consulted.drop_replies()
        if refuses_key(outcome):
            self.allowance.close()  # now, not in the order of requests: others are about to be sent
        return Asked(outcome.value if isinstance(outcome, Parsed) else outcome, consulted.used())

    def book(self, kind: WrittenKind, used: ModelUsage) -> None:
        """Note what a request took in the ledger, whatever became of it."""
        book(self.store, self.owner, kind, self.model.name, used)

    def take_down(self, kind: WrittenKind, about: str, used: ModelUsage, failure: ModelError | None) -> None:
        """Book and count a request; too many failures in a row end the allowance. One thread at a time does so."""
        self.book(kind, used)
        self.tally.count(kind, about, used.calls, failure)
        if self.tally.gave_up:
            self.allowance.close()
