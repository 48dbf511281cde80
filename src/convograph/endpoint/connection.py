"""The connection to a server through the openai library, with limits on time and size that the library lacks."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, closing
from functools import partial
from importlib import import_module
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import finalize

from convograph.endpoint import failures
from convograph.endpoint.address import Address
from convograph.endpoint.event_loop import EventLoop
from convograph.errors import MissingExtraError, ModelError, ModelOutputError

if TYPE_CHECKING:
    from openai import AsyncOpenAI

CONNECT_SECONDS = 10.0  # a running server takes milliseconds
PAGE_SECONDS = 2.0  # an error page usually arrives with the status; a slow one is not worth waiting for
LONGEST_LINE = 1 << 20  # an event holds a word or two
LONGEST_ERROR = 1 << 16

Resource = Callable[["AsyncOpenAI"], Any]
"""The part of the API to call: `lambda client: client.embeddings`."""

_Arrived = SimpleQueue["bytes | Future[ModelError | None]"]


class Endpoint:
    """A server and its client; threads may share it, and so may forked processes.

    `seconds` limits a whole request, from the DNS lookup to the last byte, however the server times its bytes;
    `longest` is the maximum number of bytes of a response. The library's own retries and compression are off. Redirects
    are not followed: requests go only to the configured address.
    Raises `MissingExtraError` if the library is not installed.
    """

    def __init__(self, address: Address, seconds: float, longest: int) -> None:
        openai = _library()
        self.address = address
        self._seconds = seconds
        self._longest = longest
        # httpx, or httpx2 in newer releases: its exceptions can be raised while a body is read
        http = import_module(openai.DefaultAsyncHttpxClient.__base__.__module__.partition(".")[0])
        self._failures = (openai.OpenAIError, http.RequestError, _AnsweredError)
        self._silent = (openai.APITimeoutError, http.TimeoutException)
        self._client: _Client | None = None

    def _connected(self) -> _Client:
        """The client of this process; its connections are closed with the last user of this endpoint."""
        client = self._client
        if client is None or not client.loop.is_ours:
            self._client = client = _Client(self.address, self._seconds)
        return client

    def read(self, resource: Resource, body: Mapping[str, Any]) -> bytes:
        """The whole body of the response. Raises `ModelError`."""
        return b"".join(self.chunks(resource, body))

    def lines(self, resource: Resource, body: Mapping[str, Any]) -> Generator[bytes, None, None]:
        """The lines of the response as they arrive, without line ends. Raises `ModelError`."""
        rest = b""
        with closing(self.chunks(resource, body)) as chunks:
            for chunk in chunks:
                *whole, rest = (rest + chunk).split(b"\n")
                yield from (line.rstrip(b"\r") for line in whole)
                if len(rest) > LONGEST_LINE:
                    raise self._too_much(LONGEST_LINE, "on one line")
        yield rest

    def chunks(self, resource: Resource, body: Mapping[str, Any]) -> Generator[bytes, None, None]:
        """The response in chunks as they arrive. Raises `ModelError`, detached from the library's exception.

        The time the caller takes between chunks counts towards the limit, too.
        """
        client = self._connected()
        deadline = monotonic() + self._seconds
        arrived: _Arrived = SimpleQueue()
        create = resource(client.library).with_streaming_response.create
        exchange = client.loop.begin(self._exchange(create(**body), arrived))
        exchange.add_done_callback(arrived.put)
        try:
            while isinstance(next_one := self._next(arrived, deadline), bytes):
                yield next_one
        finally:
            exchange.cancel()
        failure = next_one.result() if isinstance(next_one, Future) else next_one
        if failure is not None:
            raise failure

    def _next(self, arrived: _Arrived, deadline: float) -> bytes | Future[ModelError | None] | ModelError:
        """The next chunk, the finished exchange, or the error if the deadline has passed."""
        left = deadline - monotonic()
        try:
            if left > 0:
                return arrived.get(timeout=left)
        except Empty:
            pass
        return failures.too_slow(self.address, self._seconds)

    async def _exchange(self, opened: AbstractAsyncContextManager[Any], arrived: _Arrived) -> ModelError | None:
        """Send the request and deliver the response; returns the error, if any."""
        length = 0
        try:
            async with opened as response:
                async for chunk in response.http_response.aiter_raw():
                    length += len(chunk)
                    if length > self._longest:
                        return self._too_much(self._longest, "for one request")
                    arrived.put(chunk)
        except self._failures as error:
            return self._failure(error)
        return None

    def _too_much(self, most: int, where: str) -> ModelError:
        return ModelOutputError(f"{self.address.url} sent more than {most:,} bytes {where}; ask for less at once")

    def _failure(self, error: Exception) -> ModelError:
        if isinstance(error, self._silent):
            return failures.too_slow(self.address, self._seconds)
        cause = error.__cause__ or error  # older releases of the library wrap exceptions raised in hooks
        return cause.answer if isinstance(cause, _AnsweredError) else failures.unreachable(self.address, _origin(cause))


class _Client:
    """The library's client in one process, and the loop that runs its requests."""

    def __init__(self, address: Address, seconds: float) -> None:
        openai = _library()
        timeout = openai.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS))
        self.library: AsyncOpenAI = openai.AsyncOpenAI(
            api_key=address.api_key,
            base_url=address.url,
            max_retries=0,
            timeout=timeout,
            default_headers={"Accept-Encoding": "identity"},  # a few compressed bytes can hold gigabytes
            http_client=openai.DefaultAsyncHttpxClient(
                timeout=timeout,
                follow_redirects=False,
                trust_env=not address.is_local,
                event_hooks={"response": [partial(_check_answer, address, min(PAGE_SECONDS, seconds / 2))]},
            ),
        )
        self.loop = EventLoop()
        finalize(self, self.loop.close, self.library.close)


class _AnsweredError(Exception):
    """The server responded with an error, read by `_check_answer` because the library would read it without limits."""

    def __init__(self, answer: ModelError) -> None:
        super().__init__(str(answer))
        self.answer = answer


async def _check_answer(address: Address, seconds: float, response: Any) -> None:
    """Raise the error in an unsuccessful response; its body is read for at most `seconds`, as it may be endless."""
    if not response.is_success:
        page = await _page(response, seconds)
        raise _AnsweredError(failures.of_status(address, response.status_code, page, response.headers))
    encoding = response.headers.get("content-encoding", "identity")
    if encoding.lower() != "identity":
        raise _AnsweredError(
            ModelOutputError(
                f"{address.url} sent a response compressed as {failures.excerpt(address, encoding)}, which was not "
                "asked for; turn compression off there"
            )
        )


async def _page(response: Any, seconds: float) -> bytes:
    page = b""
    try:
        async with asyncio.timeout(seconds):
            async for chunk in response.aiter_raw():
                page += chunk
                if len(page) > LONGEST_ERROR:
                    break
    except TimeoutError:
        pass
    return page


def _origin(error: BaseException) -> object:
    """The operating system's reason for an error ("Connection refused"), if there is one, else the error."""
    reason: BaseException | None = error
    while reason is not None:
        if isinstance(reason, OSError) and reason.errno:
            return os.strerror(reason.errno) if isinstance(reason, ConnectionError) else reason
        if isinstance(reason, BaseExceptionGroup):  # raised for a host name with several addresses
            reason = reason.exceptions[0]
        else:
            reason = reason.__cause__ or reason.__context__
    return error


def _library() -> Any:
    try:
        import openai  # noqa: PLC0415 - takes a second: only those who use it should pay
    except ImportError as error:
        raise MissingExtraError(f"openai cannot be imported ({error}): pip install 'convograph[llm]'") from error
    return openai
