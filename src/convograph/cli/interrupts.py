"""Ctrl-C and SIGTERM: both end a command the same way, so that nothing is left half done."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

INTERRUPTED: Final = 130  # as in shells: 128 + the signal's number
TERMINATED: Final = 143


class TerminatedError(KeyboardInterrupt):
    """SIGTERM was received; code that cleans up after Ctrl-C also cleans up after this."""


def end_on_sigterm() -> None:
    """Make SIGTERM end this process as Ctrl-C does, unless the parent process set it to be ignored."""
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)


@contextmanager
def ending_on_interrupt() -> Iterator[None]:
    """End the process with the interrupt's exit code, without a traceback, if the block is interrupted."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        sys.exit(code_of(interrupt))
    except RuntimeError as error:
        if cause := interrupt_behind(error):
            sys.exit(code_of(cause))
        raise


def interrupt_behind(error: BaseException) -> KeyboardInterrupt | None:
    """The interrupt in an error's chain of causes, if there is one.

    Python 3.11 wraps an exception raised in `__set_name__` in a `RuntimeError`; importing a module that defines
    enumerations spends much of its time there.
    """
    cause = error.__cause__
    return cause if cause is None or isinstance(cause, KeyboardInterrupt) else interrupt_behind(cause)


def code_of(interrupt: KeyboardInterrupt) -> int:
    """The exit code for the interrupt that ended a command."""
    return TERMINATED if isinstance(interrupt, TerminatedError) else INTERRUPTED


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise TerminatedError
