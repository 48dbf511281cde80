"""Runs parsers on hostile inputs: a batch for each seed, preceded by the kept inputs that once failed."""

from __future__ import annotations

import random
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from convograph.cli.console import clean
from convograph.errors import ConvographError
from faults.fuzzing.corpus import corpus_files, keep, smaller
from faults.fuzzing.mutation import mutated
from faults.fuzzing.parser import Parser, Read
from faults.fuzzing.parsers import PARSERS
from faults.report import FOREIGN, SAME, TOLD, Outcome

PREFIX = "fuzz-"
FAULTS = tuple(PREFIX + name for name in PARSERS)
"""A kind of fault for each parser."""

LIMIT_SECONDS = 3.0  # processor time for an input of at most 64 KiB
LONGEST_MESSAGE = 1_000  # characters

_SURROGATES = re.compile("[\ud800-\udfff]")


class TooSlowError(Exception):
    """Reading an input took more processor time than allowed."""


class MessageError(Exception):
    """An error of the library with a message that is too long, not a single line, or not printable."""


class FuzzTrial:
    """Parsers, each set up once in its own folder; with `keeps`, failing inputs are kept in the corpus."""

    def __init__(self, folder: Path, *, keeps: bool = True) -> None:
        self._folder = folder
        self._keeps = keeps
        self._set_up: dict[str, Read] = {}

    def run(self, fault: str, seed: int) -> Outcome:
        """Read a batch of inputs, preceded on first use by the kept ones; a failing input is minimised."""
        name = fault.removeprefix(PREFIX)
        parser = PARSERS[name]
        inputs = [] if name in self._set_up else [path.read_bytes() for path in corpus_files(name)]
        chance = random.Random(f"{name} {seed}")
        inputs += [mutated(parser.samples, chance) for _ in range(parser.inputs)]
        verdict = SAME
        for number, content in enumerate(inputs):
            failure = self.failure(name, content)
            if isinstance(failure, ConvographError):
                verdict = TOLD
            elif failure is not None:
                return Outcome(
                    fault, seed, FOREIGN, f"input {number}", self._told(name, content, failure), injected=number + 1
                )
        return Outcome(fault, seed, verdict, injected=len(inputs))

    def failure(self, name: str, content: bytes) -> BaseException | None:
        """The failure of an input: `None`, an expected error (as a `ConvographError`), or any other error."""
        parser = PARSERS[name]
        try:
            with limited():
                self._read(name, parser)(content)
        except parser.expected as error:
            return _of_ours(error)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - any other error is a finding; Rust panics are no `Exception`
            return error
        return None

    def _told(self, name: str, content: bytes, failure: BaseException) -> str:
        small = smaller(content, lambda part: alike(self.failure(name, part), failure))
        where = f", kept as {keep(name, small)}" if self._keeps else ""
        return f"{type(failure).__name__}: {failure!s:.200}; {small!r:.120}{where}"

    def _read(self, name: str, parser: Parser) -> Read:
        if name not in self._set_up:
            folder = self._folder / name
            folder.mkdir()
            self._set_up[name] = parser.make(folder)
        return self._set_up[name]


def _of_ours(error: Exception) -> BaseException:
    message = str(error)
    on_one_line = "\n" not in message and message == clean(message)
    if not on_one_line or len(message) > LONGEST_MESSAGE or _SURROGATES.search(message):
        return MessageError(f"{len(message):,} characters of {type(error).__name__}: {message!r:.{LONGEST_MESSAGE}}")
    return error if isinstance(error, ConvographError) else ConvographError(message)


def alike(one: BaseException | None, other: BaseException | None) -> bool:
    """Whether two failures have the same type and were raised on the same line."""
    return type(one) is type(other) and _line(one) == _line(other)


def _line(error: BaseException | None) -> tuple[str, int] | None:
    trace = error.__traceback__ if error else None
    while trace and trace.tb_next:
        trace = trace.tb_next
    return (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else None


@contextmanager
def limited() -> Iterator[None]:
    """Interrupt the block after `LIMIT_SECONDS`; only possible in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _too_slow)
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _too_slow(_: int, __: FrameType | None) -> None:
    raise TooSlowError(f"more than {LIMIT_SECONDS:g} s of processor time")
