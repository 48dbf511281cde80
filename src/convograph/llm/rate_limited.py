"""A chat model that waits before it asks more than a server allows in a minute."""

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
    """`model`, asked at most `requests_a_minute` times in any minute, over all threads that share this instance.

    With `tokens_a_minute`, also at most that many tokens: those of the messages as `counter` counts them, and
    `max_tokens` for the reply, as servers reckon. A request that alone exceeds this goes out when nothing else did
    for a minute. `clock` (monotonic seconds) and `sleep` are there for tests.
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
        self._sent: deque[tuple[float, int]] = deque()  # when, and how many tokens; the last minute's only

    @property
    def name(self) -> str:
        """The name of the model within."""
        return self._model.name

    @property
    def fingerprint(self) -> str:
        """That of the model within: replies are the same."""
        return self._model.fingerprint

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The outcomes; what the minute has room for goes out together."""
        outcomes: list[ChatOutcome] = []
        tokens = self._tokens(requests)
        while len(outcomes) < len(requests):
            done = len(outcomes)
            count = self._admitted(tokens[done:])
            outcomes += self._model.complete(requests[done : done + count])
        return outcomes

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """The reply in pieces, once there is room. Raises `ModelError`."""
        self._admitted(self._tokens([request]))
        yield from self._model.stream(request)

    def _tokens(self, requests: Sequence[ChatRequest]) -> list[int]:
        """What each request may use of the minute's tokens."""
        if self._counter is None:
            return [0] * len(requests)
        counts = self._counter.count(["\n".join(each.content for each in request.messages) for request in requests])
        return [count + request.max_tokens for count, request in zip(counts, requests, strict=True)]

    def _admitted(self, tokens: Sequence[int]) -> int:
        """How many of the requests in waiting may go now, at least one; waits until one may, and notes them."""
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
