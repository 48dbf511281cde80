"""The connection to a server through the openai library, with limits on time and size that the library lacks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from functools import partial
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import finalize

from convograph.endpoint import failures
from convograph.endpoint.address import Address
from convograph.errors import MissingExtraError, ModelError, ModelOutputError

if TYPE_CHECKING:
    from openai import OpenAI

CONNECT_SECONDS = 10.0  # a running server takes milliseconds
LONGEST_LINE = 1 << 20  # an event holds a word or two
LONGEST_ERROR = 1 << 16

Create = Callable[..., Any]
"""The library's method that opens a response as a stream of bytes."""


class Endpoint:
    """A server and its client; threads may share it.

    `seconds` limits the wait for each chunk of a response and, checked at each chunk, the whole response; `longest` is
    the maximum number of bytes of a response. The library's own retries are off. Redirects are not followed:
    requests go only to the configured address. Raises `MissingExtraError` if the library is not installed.
    """

    def __init__(self, address: Address, seconds: float, longest: int) -> None:
        openai = _library()
        self.address = address
        self._seconds = seconds
        self._longest = longest
        # httpx, or the httpx2 of newer releases, whose exceptions are raised while a body is read
        http = import_module(openai.DefaultHttpxClient.__base__.__module__.partition(".")[0])
        self._failures = (openai.OpenAIError, http.RequestError, _AnsweredError)
        self._silent = (openai.APITimeoutError, http.TimeoutException)
        timeout = openai.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS))
        self.client: OpenAI = openai.OpenAI(
            api_key=address.api_key,
            base_url=address.url,
            max_retries=0,
            timeout=timeout,
            http_client=openai.DefaultHttpxClient(
                timeout=timeout,
                follow_redirects=False,
                trust_env=not address.is_local,
                event_hooks={"response": [partial(_refuse, address, seconds)]},
            ),
        )
        finalize(self, self.client.close)  # connections are closed with the last user of this endpoint

    def read(self, create: Create, body: Mapping[str, Any]) -> bytes:
        """The whole body of the response. Raises `ModelError`."""
        return b"".join(self.chunks(create, body))

    def lines(self, create: Create, body: Mapping[str, Any]) -> Generator[bytes, None, None]:
        """The lines of the response as they arrive, without line ends. Raises `ModelError`."""
        rest = b""
        with closing(self.chunks(create, body)) as chunks:
            for chunk in chunks:
                *whole, rest = (rest + chunk).split(b"\n")
                yield from (line.rstrip(b"\r") for line in whole)
                if len(rest) > LONGEST_LINE:
                    raise self._too_much(LONGEST_LINE, "on one line")
        yield rest

    def chunks(self, create: Create, body: Mapping[str, Any]) -> Generator[bytes, None, None]:
        """The response in chunks as they arrive. Raises `ModelError`, detached from the library's exception."""
        deadline = monotonic() + self._seconds
        length = 0
        failure: ModelError | None = None
        try:
            with create(**body) as response:
                for chunk in response.iter_bytes():
                    length += len(chunk)
                    failure = self._overdue(deadline) or self._overlong(length)
                    if failure is not None:
                        break
                    yield chunk
        except self._failures as error:
            failure = self._failure(error)
        if failure is not None:
            raise failure

    def _overdue(self, deadline: float) -> ModelError | None:
        return failures.too_slow(self.address, self._seconds) if monotonic() > deadline else None

    def _overlong(self, length: int) -> ModelError | None:
        return self._too_much(self._longest, "for one request") if length > self._longest else None

    def _too_much(self, most: int, where: str) -> ModelError:
        return ModelOutputError(f"{self.address.url} sent more than {most:,} bytes {where}; ask for less at once")

    def _failure(self, error: Exception) -> ModelError:
        if isinstance(error, self._silent):
            return failures.too_slow(self.address, self._seconds)
        cause = error.__cause__ or error  # older releases of the library wrap exceptions of hooks
        return cause.answer if isinstance(cause, _AnsweredError) else failures.unreachable(self.address, cause)


class _AnsweredError(Exception):
    """The server responded with an error, which is read here because the library would read it without limits."""

    def __init__(self, answer: ModelError) -> None:
        super().__init__(str(answer))
        self.answer = answer


def _refuse(address: Address, seconds: float, response: Any) -> None:
    """Raise the error in an unsuccessful response; of an endless body, what arrived in time is read."""
    if response.is_success:
        return
    deadline = monotonic() + seconds
    body = b""
    for chunk in response.iter_bytes():
        body += chunk
        if len(body) > LONGEST_ERROR or monotonic() > deadline:
            break
    raise _AnsweredError(failures.of_status(address, response.status_code, body, response.headers))


def _library() -> Any:
    try:
        import openai  # noqa: PLC0415 - takes a second, which only its users pay
    except ImportError as error:
        raise MissingExtraError(f"openai cannot be imported ({error}): pip install 'convograph[llm]'") from error
    return openai
