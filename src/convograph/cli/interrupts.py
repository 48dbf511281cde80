"""What ends a command from outside: Ctrl-C, and SIGTERM, which is treated like it: nothing is left half done."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

INTERRUPTED: Final = 130  # as shells have it: 128 and the number of the signal
TERMINATED: Final = 143


class TerminatedError(KeyboardInterrupt):
    """SIGTERM came: whatever cleans up after Ctrl-C does so here too."""


def end_on_sigterm() -> None:
    """Have SIGTERM end this process as Ctrl-C does, unless whoever started it has it ignored."""
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)


@contextmanager
def ending_on_interrupt() -> Iterator[None]:
    """End the process with the interrupt's exit code, and without a traceback, when one comes during the block."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        sys.exit(code_of(interrupt))
    except RuntimeError as error:
        if cause := interrupt_behind(error):
            sys.exit(code_of(cause))
        raise


def interrupt_behind(error: BaseException) -> KeyboardInterrupt | None:
    """The interrupt that has caused an error, if one has.

    What is raised while the attributes of a class are told their names is the cause of a `RuntimeError` in Python 3.11;
    modules that define enumerations spend their time there while they are loaded.
    """
    cause = error.__cause__
    return cause if cause is None or isinstance(cause, KeyboardInterrupt) else interrupt_behind(cause)


def code_of(interrupt: KeyboardInterrupt) -> int:
    """The exit code for what has interrupted a command."""
    return TERMINATED if isinstance(interrupt, TerminatedError) else INTERRUPTED


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise TerminatedError
