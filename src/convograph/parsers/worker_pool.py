"""A parser with worker processes: parsing holds the GIL, so threads would not help."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property
from itertools import chain
from math import ceil

from convograph.errors import ConvographError
from convograph.processes import end_with_parent
from convograph.protocols import Parser
from convograph.syntax import Parse

SENTENCES_AT_ONCE = 64  # at most, per batch: no batch takes long
BATCHES_EACH = 2  # per process: sentences differ in length, and no worker should be idle for long
LEAST_SENTENCES = 8  # for fewer, workers save almost nothing: transfer costs 0.2 ms a sentence
BEGUN_AFTER = 1_024  # sentences, three seconds of work; starting a worker with its model takes one to two


class ParallelParser:
    """Parses in `processes` worker processes, each with the parser that `make` returns; small batches are parsed here.

    `make` is called in each worker and must be picklable. The workers start once there were enough sentences to make it
    worthwhile, and end with this process, or at `close`.
    """

    def __init__(self, make: Callable[[], Parser], processes: int) -> None:
        if processes < 1:
            raise ValueError(f"processes must be 1 or more, not {processes}")
        self._make = make
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._come = 0  # sentences so far
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the workers' parser."""
        return self._here.name

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the workers' parser."""
        return self._here.fingerprint

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        """One parse per sentence, in their order. Raises `ConvographError` if a worker was killed."""
        if self._processes == 1 or not self._is_worth(len(sentences)):
            return self._here.parse(sentences)
        size = min(SENTENCES_AT_ONCE, ceil(len(sentences) / (BATCHES_EACH * self._processes)))
        batches = [sentences[start : start + size] for start in range(0, len(sentences), size)]
        try:
            return list(chain.from_iterable(self._begun().map(_parse, batches)))
        except BrokenProcessPool as error:
            self.close()
            raise ConvographError(
                "a worker process was killed, perhaps for lack of memory; try again with fewer processes"
            ) from error

    def close(self) -> None:
        """End the workers; the next batch of sufficient size starts new ones."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def _is_worth(self, sentences: int) -> bool:
        with self._lock:
            self._come += sentences
            return sentences >= LEAST_SENTENCES and self._come >= BEGUN_AFTER

    @cached_property
    def _here(self) -> Parser:
        return self._make()

    def _begun(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                context = multiprocessing.get_context("spawn")  # a fork would share open files and locks
                self._pool = ProcessPoolExecutor(self._processes, context, initializer=_begin, initargs=(self._make,))
            return self._pool


_parser: Parser | None = None  # the one of this worker process


def _begin(make: Callable[[], Parser]) -> None:
    global _parser  # noqa: PLW0603 - a pool has no other place for per-process state
    end_with_parent()
    _parser = make()


def _parse(sentences: Sequence[str]) -> list[Parse]:
    if _parser is None:
        raise RuntimeError("this process is not a parser's worker")
    return _parser.parse(sentences)
