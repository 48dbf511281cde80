"""Any embedding model on a server with OpenAI's protocol."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property, partial
from operator import attrgetter

import numpy as np
from pydantic import BaseModel, ValidationError

from convograph.endpoint import failures
from convograph.endpoint.address import check_model_name, read_address
from convograph.endpoint.backoff import Backoff, retried
from convograph.endpoint.connection import Endpoint
from convograph.endpoint.surrogates import without_lone_surrogates
from convograph.endpoint.threads import in_threads
from convograph.errors import InputError, ModelError, ModelOutputError
from convograph.graph.arrays import Vectors
from convograph.protocols import TextKind

SECONDS = 120.0
BATCH_TEXTS = 64  # servers accept 32 to 2,048; a model on a CPU embeds this many turns in seconds
CONCURRENCY = 4
LONGEST_BODY = 64 << 20  # 64 rows of 4,096 numbers with 20 digits are 6 MB


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Embeddings(BaseModel):
    data: list[_Row]


class HttpEncoder:
    """Encodes texts as unit vectors by a model on a server; blank texts get zeros and are not sent.

    `base_url` and `api_key` are the server's; `dimensions` is the length of the vectors, `None` to find it out by
    encoding one word. `batch_texts` is the maximum number of texts per request, `concurrency` the maximum number of
    concurrent requests. Transient failures are retried with `backoff`. Threads may share an instance. A server's
    rounding can vary from call to call. Queries and passages are encoded alike.
    The constructor raises `InputError` and `MissingExtraError`, `encode` raises `ModelError`.
    """

    def __init__(
        self,
        model: str,
        base_url: str,
        api_key: str | None = None,
        *,
        dimensions: int | None = None,
        batch_texts: int = BATCH_TEXTS,
        timeout: float = SECONDS,
        concurrency: int = CONCURRENCY,
        backoff: Backoff | None = None,
    ) -> None:
        check_model_name(model)
        if min(batch_texts, concurrency, timeout) <= 0:
            raise InputError(f"{batch_texts=}, {concurrency=} and {timeout=} must be above 0")
        self._model = model
        self._dimensions = dimensions
        self._batch_texts = batch_texts
        self._concurrency = concurrency
        self._backoff = backoff or Backoff()
        self._endpoint = Endpoint(read_address(base_url, api_key), timeout, LONGEST_BODY)

    @property
    def name(self) -> str:
        """The name that selects this encoder."""
        return f"openai:{self._model}"

    @property
    def fingerprint(self) -> str:
        """The model's name: a server reveals nothing else about its weights."""
        return self.name

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector."""
        return self._dimensions or int(self._rows(["length"], None).shape[1])

    def encode(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        """Unit rows, float32 [len(texts), dimensions], in the order given. Raises `ModelError`."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        written = [number for number, text in enumerate(texts) if text.strip()]
        if written:
            vectors[written] = self._rows([texts[number] for number in written], self.dimensions)
        return vectors

    def _rows(self, texts: Sequence[str], dimensions: int | None) -> Vectors:
        """Unit rows of non-blank texts."""
        starts = range(0, len(texts), self._batch_texts)
        batches = [texts[start : start + self._batch_texts] for start in starts]
        outcomes = retried(partial(self._embedded, dimensions), batches, self._backoff)
        rows = []
        for outcome in outcomes:
            if isinstance(outcome, ModelError):
                raise outcome
            rows.append(outcome)
        return np.concatenate(rows)

    def _embedded(self, dimensions: int | None, batches: Sequence[Sequence[str]]) -> list[Vectors | ModelError]:
        return in_threads(partial(self._batch, dimensions), batches, self._concurrency)

    def _batch(self, dimensions: int | None, texts: Sequence[str]) -> Vectors | ModelError:
        sendable = [without_lone_surrogates(text) for text in texts]
        try:
            asked = {"model": self._model, "input": sendable, "encoding_format": "float"}
            body = self._endpoint.read(attrgetter("embeddings"), asked)
            return self._unit_rows(body, len(texts), dimensions)
        except ModelError as error:
            return error.with_traceback(None)  # its frames would keep references to the client and the key

    def _unit_rows(self, body: bytes, count: int, dimensions: int | None) -> Vectors:
        """The rows of a response in the order of the texts. Raises `ModelOutputError`."""
        try:
            found = sorted(_Embeddings.model_validate(json.loads(body)).data, key=lambda row: row.index)
        except (ValueError, RecursionError) as error:
            reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
            raise self._unusable(failures.excerpt(self._endpoint.address, reason)) from None
        if [row.index for row in found] != list(range(count)):
            raise self._unusable(f"{len(found)} rows for {count} texts, or wrong indices")
        lengths = {len(row.embedding) for row in found}
        if len(lengths) > 1 or 0 in lengths or (dimensions is not None and lengths != {dimensions}):
            raise self._unusable(f"vectors of {sorted(lengths)} numbers instead of {dimensions or 'one length'}")
        rows = np.array([row.embedding for row in found], dtype=np.float64)
        largest = np.abs(rows).max(axis=1, keepdims=True)
        if not np.isfinite(largest).all():
            raise self._unusable("a number is NaN or infinite")
        rows = np.divide(rows, largest, out=np.zeros_like(rows), where=largest > 0)  # so that no square overflows
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(np.divide(rows, norms, out=rows, where=norms > 0), dtype=np.float32)

    def _unusable(self, reason: str) -> ModelOutputError:
        return ModelOutputError(
            f"{self._model} at {self._endpoint.address.url} sent no usable vectors: {reason}; "
            "check that it is an embedding model"
        )
