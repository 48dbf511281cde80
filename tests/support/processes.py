"""Work done in forked processes, for tests of what several processes do to one file."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence


class Child:
    """A forked process that does some work; `failure` is its error as text, empty for none.

    Once its failure was asked for, it has `ended`, and `signal` is what ended it, if a signal did.
    """

    def __init__(self, work: Callable[[], object], *, user: int | None = None) -> None:
        """Begin the work, as another user when this process is root's."""
        self.signal: int | None = None
        self.ended = False
        receiving, sending = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(receiving)
            _work(work, sending, user)
        os.close(sending)
        self._pipe = os.fdopen(receiving)

    def failure(self) -> str:
        """Wait until the work is done or the process killed."""
        with self._pipe as pipe:
            said = pipe.read()
        _, status = os.waitpid(self.process, 0)
        self.ended = True
        self.signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        return said

    def kill(self) -> str:
        """Kill it at once, and wait until it is gone; its failure before."""
        os.kill(self.process, signal.SIGKILL)
        return self.failure()


class Gate:
    """A closed gate before which forked processes wait until it is opened, so that they set off together."""

    def __init__(self) -> None:
        self._waiting, self._opening = os.pipe()

    def wait(self) -> None:
        """Wait, in a child."""
        os.close(self._opening)
        os.read(self._waiting, 1)  # ends when nobody is left who could write

    def open(self) -> None:
        """Let all go, in the parent."""
        os.close(self._opening)
        os.close(self._waiting)


def all_at_once(works: Sequence[Callable[[], object]]) -> list[str]:
    """Do each work in a process of its own, all beginning at the same moment; their failures."""
    gate = Gate()

    def behind_the_gate(work: Callable[[], object]) -> Callable[[], object]:
        def waits() -> None:
            gate.wait()
            work()

        return waits

    children = [Child(behind_the_gate(work)) for work in works]
    gate.open()
    return [child.failure() for child in children]


def _work(work: Callable[[], object], sending: int, user: int | None) -> None:
    """Do the work and leave, whatever happens: a forked child must never go on with the parent's tests."""
    try:
        if user is not None and os.geteuid() == 0:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
        work()
    except BaseException as error:  # noqa: BLE001  # all of it goes to the parent
        os.write(sending, f"{type(error).__name__}: {error}".encode())
    finally:
        os._exit(0)
