"""Any chat model on a server with OpenAI's protocol: OpenAI, vLLM, Ollama, llama.cpp and many more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from operator import attrgetter
from time import perf_counter
from typing import Literal

from convograph.chat import ChatOutcome, ChatReply, ChatRequest
from convograph.endpoint.address import check_model_name, read_address
from convograph.endpoint.connection import Endpoint
from convograph.endpoint.threads import in_threads
from convograph.errors import InputError, ModelError, ModelRefusedError
from convograph.llm.dialect import KnownDialect, SchemaMode, body_of
from convograph.llm.replies import read_events, read_reply

SECONDS = 120.0  # a model on a CPU writes about 1,000 tokens in that time
CONCURRENCY = 4
LONGEST_BODY = 32 << 20  # 200,000 characters, streamed word by word with 300 bytes of overhead each
_COMPLETIONS = attrgetter("chat.completions")


class OpenAIChat:
    """A chat model by its name on a server; threads may share it.

    `base_url` is the server's, `None` for OpenAI's own; other servers may need no `api_key`. `schema_mode` fixes how
    structured replies are requested, `"auto"` discovers it (see `dialect`). `timeout` limits the seconds of a whole
    request, from the DNS lookup to the last byte; for a stream, the time its reader takes counts, too. `concurrency` is
    the maximum number of concurrent requests. Failures are not retried here: `Retrying` does that.
    Raises `InputError` for an invalid name, address or key, `MissingExtraError` without openai.
    """

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        schema_mode: SchemaMode | Literal["auto"] = "auto",
        timeout: float = SECONDS,
        concurrency: int = CONCURRENCY,
    ) -> None:
        check_model_name(model)
        if timeout <= 0 or concurrency < 1:
            raise InputError(f"timeout={timeout} and concurrency={concurrency} must be above 0")
        self._model = model
        self._mode = schema_mode
        self._known = KnownDialect(schema_mode)
        self._concurrency = concurrency
        self._endpoint = Endpoint(read_address(base_url, api_key), timeout, LONGEST_BODY)

    @property
    def name(self) -> str:
        """The name that selects this model."""
        return f"openai:{self._model}"

    @property
    def fingerprint(self) -> str:
        """The model's name and the schema mode."""
        return f"{self.name}:{self._mode}"

    def complete(self, requests: Sequence[ChatRequest]) -> list[ChatOutcome]:
        """The reply to each request, or the `ModelError` in its place."""
        return in_threads(self._outcome, requests, self._concurrency)

    def stream(self, request: ChatRequest) -> Iterator[str]:
        """The reply in pieces. Raises `ModelError`."""
        dialect, with_schema = self._known.dialect, request.schema is not None
        while True:
            body = body_of(request, self._model, dialect, stream=True)
            try:
                with closing(self._endpoint.lines(_COMPLETIONS, body)) as lines:
                    yield from read_events(lines, request, self._endpoint.address)
            except ModelRefusedError as refused:  # if `after` does not raise, no piece was sent yet
                dialect = self._known.after(refused, dialect, with_schema=with_schema)
                continue
            self._known.worked(dialect, with_schema=with_schema)
            return

    def _outcome(self, request: ChatRequest) -> ChatOutcome:
        try:
            return self._reply(request)
        except ModelError as error:
            return error.with_traceback(None)  # its frames would keep references to the client and the key

    def _reply(self, request: ChatRequest) -> ChatReply:
        dialect, with_schema = self._known.dialect, request.schema is not None
        while True:
            started = perf_counter()
            try:
                sent = self._endpoint.read(_COMPLETIONS, body_of(request, self._model, dialect, stream=False))
            except ModelRefusedError as refused:
                dialect = self._known.after(refused, dialect, with_schema=with_schema)
                continue
            seconds = perf_counter() - started
            reply = read_reply(sent, request, self._endpoint.address, self._model, seconds)
            self._known.worked(dialect, with_schema=with_schema)
            return reply
