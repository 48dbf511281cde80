"""What ends a command from outside: Ctrl-C, and SIGTERM, which is treated like it: nothing is left half done."""

from __future__ import annotations

import signal
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


def code_of(interrupt: KeyboardInterrupt) -> int:
    """The exit code for what has interrupted a command."""
    return TERMINATED if isinstance(interrupt, TerminatedError) else INTERRUPTED


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise TerminatedError
