"""A parser that spreads its sentences over processes: parsing holds the interpreter, and threads gain nothing."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property
from itertools import chain

from convograph.errors import ConvographError
from convograph.processes import end_with_parent
from convograph.protocols import Parser
from convograph.syntax import Parse

SENTENCES_AT_ONCE = 64  # a tenth of a second of work: outweighs the way there and back, and spreads evenly
LEAST_SENTENCES = 128  # below, handing over takes longer than it saves


class ParallelParser:
    """Parses in `processes` processes of its own, each with the parser that `make` gives; small batches stay here.

    `make` is called in each process, and must be a function that can be sent to one. The processes start with the
    first large batch and end with this one, or at `close`.
    """

    def __init__(self, make: Callable[[], Parser], processes: int) -> None:
        if processes < 1:
            raise ValueError(f"a parser works in one process or more: {processes}")
        self._make = make
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """That of the parsers inside."""
        return self._here.name

    @property
    def fingerprint(self) -> str:
        """That of the parsers inside."""
        return self._here.fingerprint

    def parse(self, sentences: Sequence[str]) -> list[Parse]:
        """One parse for each sentence, in their order. Raises `ConvographError` when a process was killed."""
        if self._processes == 1 or len(sentences) < LEAST_SENTENCES:
            return self._here.parse(sentences)
        batches = [
            sentences[start : start + SENTENCES_AT_ONCE] for start in range(0, len(sentences), SENTENCES_AT_ONCE)
        ]
        try:
            return list(chain.from_iterable(self._begun().map(_parse, batches)))
        except BrokenProcessPool as error:
            self.close()
            raise ConvographError(
                "a process that parses was killed, perhaps for want of memory; try again, with fewer processes"
            ) from error

    def close(self) -> None:
        """End the processes; the next large batch begins new ones."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    @cached_property
    def _here(self) -> Parser:
        return self._make()

    def _begun(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                context = multiprocessing.get_context("spawn")  # a fork would share what is open
                self._pool = ProcessPoolExecutor(self._processes, context, initializer=_begin, initargs=(self._make,))
            return self._pool


_parser: Parser | None = None  # of this process, when it is one of several


def _begin(make: Callable[[], Parser]) -> None:
    global _parser  # noqa: PLW0603 - a process pool has no other place for what lives as long as a process
    end_with_parent()
    _parser = make()


def _parse(sentences: Sequence[str]) -> list[Parse]:
    if _parser is None:
        raise RuntimeError("this process was not begun by a parser")
    return _parser.parse(sentences)
