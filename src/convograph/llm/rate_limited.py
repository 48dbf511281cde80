"""A chat model that stays within a server's rate limits."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from threading import Lock

from convograph.chat import ChatOutcome, ChatRequest
from convograph.errors import InputError
from convograph.protocols import ChatModel, TokenCounter

MINUTE = 60.0


class RateLimited:
    """`model`, with at most `requests_a_minute` requests in any minute, over all threads that share this instance.

    With `tokens_a_minute`, also at most that many tokens: those of the messages by `counter`, plus `max_tokens` for the
    reply, as servers count them. A request above this limit is sent once nothing was sent for a minute.
    `clock` (monotonic seconds) and `sleep` can be replaced in tests.
    """

    def __init__(
        self,
        model: ChatModel,
        requests_a_minute: int,
        tokens_a_minute: int | None = None,
        counter: TokenCounter | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if requests_a_minute < 1 or (tokens_a_minute is not None and tokens_a_minute < 1):
            raise InputError(f"{requests_a_minute} requests and {tokens_a_minute} tokens a minute: give 1 or more")
        if tokens_a_minute is not None and counter is None:
            raise InputError("tokens_a_minute needs a counter, such as convograph.tokens.WordPieceCounter()")
        self._model = model
        self._requests_a_minute = requests_a_minute
        self._tokens_a_minute = tokens_a_minute
        self._counter = counter
        self._clock = clock
        self._sleep = sleep
        self._lock = Lock()
        self._sent: deque[tuple[float, int]] = deque()  # time and tokens of each request in the last minute

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self._model.name

    @property
    def fingerprint(self) -> str:
        """The wrapped model's fingerprint: the replies are the same."""
        return self._model.fingerprint

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The outcomes; requests are sent in batches as large as the limits allow."""
        outcomes: list[ChatOutcome] = []
        tokens = self._tokens(requests)
        while len(outcomes) < len(requests):
            done = len(outcomes)
            count = self._admitted(tokens[done:])
            outcomes += self._model.complete(requests[done : done + count])
        return outcomes

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """The reply in pieces, as soon as the limits allow. Raises `ModelError`."""
        self._admitted(self._tokens([request]))
        yield from self._model.stream(request)

    def _tokens(self, requests: Sequence[ChatRequest]) -> list[int]:
        """The tokens that each request counts for."""
        if self._counter is None:
            return [0] * len(requests)
        counts = self._counter.count(["\n".join(each.content for each in request.messages) for request in requests])
        return [count + request.max_tokens for count, request in zip(counts, requests, strict=True)]

    def _admitted(self, tokens: Sequence[int]) -> int:
        """Wait until at least one request may be sent; returns how many may, and records those as sent."""
        while True:
            with self._lock:
                now = self._clock()
                while self._sent and self._sent[0][0] <= now - MINUTE:
                    self._sent.popleft()
                count = 0
                while count < len(tokens) and self._has_room(tokens[count]):
                    self._sent.append((now, tokens[count]))
                    count += 1
                if count:
                    return count
                wait = self._sent[0][0] + MINUTE - now
            self._sleep(wait)

    def _has_room(self, tokens: int) -> bool:
        if not self._sent:
            return True
        if len(self._sent) >= self._requests_a_minute:
            return False
        most = self._tokens_a_minute
        return most is None or sum(used for _, used in self._sent) + tokens <= most
