"""A chat model whose usage is recorded: calls, tokens, seconds, and cost at the user's prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from threading import Lock
from time import perf_counter

from convograph.chat import ChatOutcome, ChatReply, ChatRequest
from convograph.errors import ModelError
from convograph.llm.wrapper import ModelWrapper

Prices = Mapping[str, tuple[float, float]]
"""The prices of a million input and a million output tokens by model name: `{"gpt-4o-mini": (0.15, 0.60)}`."""

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class ModelUsage:
    """The usage of models. Cached replies cost nothing and count towards `cached` only.

    `calls` went to a model, `failures` of them failed. `uncounted` are replies without token counts (streams, and
    servers that report none), `unpriced` those of a model without a price: the sums leave them out. `seconds` is the
    sum over all calls, concurrent ones included.
    """

    calls: int = 0
    failures: int = 0
    cached: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    uncounted: int = 0
    unpriced: int = 0
    seconds: float = 0.0
    money: float = 0.0

    def __add__(self, other: ModelUsage) -> ModelUsage:
        """The sum of both."""
        return ModelUsage(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


class Ledger:
    """The usage by purpose; threads and models may share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._by_purpose: dict[str, ModelUsage] = {}

    def book(self, purpose: str, usage: ModelUsage) -> None:
        """Add to the usage of `purpose`."""
        with self._lock:
            self._by_purpose[purpose] = self._by_purpose.get(purpose, ModelUsage()) + usage

    def by_purpose(self) -> dict[str, ModelUsage]:
        """The usage of each purpose so far."""
        with self._lock:
            return dict(self._by_purpose)

    def total(self) -> ModelUsage:
        """The total usage so far."""
        return sum(self.by_purpose().values(), ModelUsage())


@dataclass(frozen=True, slots=True)
class Metered(ModelWrapper):
    """`model` with its usage in `ledger`. Prices are looked up by the server's name for the model, then by `name`."""

    ledger: Ledger = field(default_factory=Ledger)
    prices: Prices = field(default_factory=dict)

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The wrapped model's outcomes."""
        outcomes = self.model.complete(requests)
        for request, outcome in zip(requests, outcomes, strict=True):
            self.ledger.book(request.purpose, self._usage(outcome))
        return outcomes

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """The wrapped model's reply in pieces. Raises `ModelError`."""
        started, failures = perf_counter(), 0
        try:
            yield from self.model.stream(request)
        except ModelError:
            failures = 1
            raise
        finally:
            seconds = perf_counter() - started
            self.ledger.book(request.purpose, ModelUsage(calls=1, failures=failures, uncounted=1, seconds=seconds))

    def _usage(self, outcome: ChatOutcome) -> ModelUsage:
        if isinstance(outcome, ModelError):
            return ModelUsage(calls=1, failures=1)
        if outcome.cached:
            return ModelUsage(cached=1)
        counted = outcome.prompt_tokens is not None and outcome.completion_tokens is not None
        read, written = outcome.prompt_tokens or 0, outcome.completion_tokens or 0
        price = self._price(outcome)
        return ModelUsage(
            calls=1,
            prompt_tokens=read,
            completion_tokens=written,
            uncounted=int(not counted),
            unpriced=int(price is None),
            seconds=outcome.seconds,
            money=0.0 if price is None else (read * price[0] + written * price[1]) / _MILLION,
        )

    def _price(self, reply: ChatReply) -> tuple[float, float] | None:
        names = (reply.model, self.name, self.name.partition(":")[2])
        return next((self.prices[name] for name in names if name in self.prices), None)
