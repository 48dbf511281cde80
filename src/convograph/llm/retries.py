"""A chat model that retries requests after transient failures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from convograph.chat import ChatOutcome, ChatRequest
from convograph.endpoint.backoff import Backoff, retried
from convograph.errors import ModelError
from convograph.llm.wrapper import ModelWrapper


@dataclass(frozen=True, slots=True)
class Retrying(ModelWrapper):
    """`model`, retried after `ModelUnreachableError` and `ModelBusyError` with `backoff`.

    In a batch, only the failed requests are sent again. A stream is restarted only if no piece of it has arrived.
    """

    backoff: Backoff = field(default_factory=Backoff)

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The outcomes: for each request, the first success or the last failure."""
        return retried(self.model.complete, requests, self.backoff)

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """The reply in pieces. Raises `ModelError`."""
        pieces: Iterator[str] = iter(())

        def begin(_: Sequence[ChatRequest]) -> list[str | ModelError]:
            nonlocal pieces
            pieces = self.model.stream(request)
            try:
                return [next(pieces, "")]
            except ModelError as error:
                return [error]

        (first,) = retried(begin, [request], self.backoff)
        if isinstance(first, ModelError):
            raise first
        yield first
        yield from pieces
