"""The cost of answering or judging a question: calls, tokens, seconds, and money at the user's prices."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from convograph.chat import ChatOutcome, ChatRequest
from convograph.errors import ModelError
from convograph.protocols import TokenCounter

TokenPrice = tuple[float, float]
"""The price of a million input and output tokens."""

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Cost:
    """Usage of a model; a cached reply counts with the tokens and seconds of its original call.

    `calls` were made in this run, and `failures` of them failed or gave an unusable reply; `kept` counts cached
    replies. `estimated` replies came without token counts and were counted by our tokenizer.
    """

    calls: int = 0
    failures: int = 0
    kept: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: int = 0
    seconds: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        """The sum of two costs."""
        return Cost(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def money(self, price: TokenPrice) -> float:
        """The price of these tokens."""
        return (self.prompt_tokens * price[0] + self.completion_tokens * price[1]) / _MILLION

    def as_json(self, price: TokenPrice | None = None) -> dict[str, Any]:
        """A JSON object, with `money` if there is a price."""
        return asdict(self) | ({} if price is None else {"money": self.money(price)})


def cost_of(request: ChatRequest, outcome: ChatOutcome, counter: TokenCounter) -> Cost:
    """The cost of a call or of a cached reply."""
    if isinstance(outcome, ModelError):
        return Cost(calls=1, failures=1)
    read, written = outcome.prompt_tokens, outcome.completion_tokens
    if estimated := read is None or written is None:
        read = sum(counter.count([message.content for message in request.messages]))
        (written,) = counter.count([outcome.text])
    return Cost(
        calls=int(not outcome.cached),
        kept=int(outcome.cached),
        prompt_tokens=read or 0,
        completion_tokens=written or 0,
        estimated=int(estimated),
        seconds=outcome.seconds,
    )
