"""Work in fresh processes, and what a process took of memory and disk."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import monotonic
from typing import ParamSpec, TypeVar

_STATUS = Path("/proc/self/status")
_EVERY = 5.0  # seconds between two lines of progress

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def in_fresh_process(
    work: Callable[Parameters, Result], *arguments: Parameters.args, **named: Parameters.kwargs
) -> Result:
    """What `work` returns in an interpreter that has done nothing else; its error is raised here."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, *arguments, **named).result()


def peak_megabytes() -> float | None:
    """The most memory that this process has had resident so far, in 10^6 bytes; `None` where the system does not tell.

    Not `getrusage`: its maximum survives the start of a program, and a child would begin with its parent's.
    """
    return _megabytes("VmHWM:")


def resident_megabytes() -> float | None:
    """The memory that this process has resident now, in 10^6 bytes; `None` where the system does not tell."""
    return _megabytes("VmRSS:")


def _megabytes(name: str) -> float | None:
    if not _STATUS.exists():
        return None
    line = next(line for line in _STATUS.read_text().splitlines() if line.startswith(name))
    return round(int(line.split()[1]) * 1024 / 1e6, 1)


def bytes_on_disk(path: Path) -> int:
    """The size of a file or of all files in a folder. Opens none: that would cancel SQLite's locks on it."""
    files = path.rglob("*") if path.is_dir() else path.parent.glob(path.name + "*")  # with a log, where there is one
    return sum(file.stat().st_size for file in files if file.is_file())


class Progress:
    """Tells on stderr, now and then, how far something long has come."""

    def __init__(self, what: str, total: int) -> None:
        self._what = what
        self._total = total
        self._begun = self._told = monotonic()

    def reached(self, done: int) -> None:
        """Tell it when the last line is some seconds old."""
        now = monotonic()
        if now - self._told >= _EVERY:
            self._told = now
            rate = done / (now - self._begun)
            tell(f"  {self._what}: {done:,} of {self._total:,} ({rate:,.0f}/s)")


def tell(line: str) -> None:
    """A line on stderr, at once."""
    print(line, file=sys.stderr, flush=True)
