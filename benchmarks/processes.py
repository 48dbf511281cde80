"""Running work in fresh processes, and measuring memory and disk usage."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import monotonic
from typing import ParamSpec, TypeVar

_STATUS = Path("/proc/self/status")
_EVERY = 5.0  # seconds between two progress lines

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def in_fresh_process(
    work: Callable[Parameters, Result], *arguments: Parameters.args, **named: Parameters.kwargs
) -> Result:
    """The result of `work` in a fresh interpreter; its errors are raised here."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, *arguments, **named).result()


def peak_megabytes() -> float | None:
    """The peak resident memory of this process so far, in 10^6 bytes; `None` if unavailable.

    `getrusage` does not serve here: its maximum survives `exec`, so a child would start with its parent's peak.
    """
    return _megabytes("VmHWM:")


def resident_megabytes() -> float | None:
    """The current resident memory of this process, in 10^6 bytes; `None` if unavailable."""
    return _megabytes("VmRSS:")


def _megabytes(name: str) -> float | None:
    if not _STATUS.exists():
        return None
    line = next(line for line in _STATUS.read_text().splitlines() if line.startswith(name))
    return round(int(line.split()[1]) * 1024 / 1e6, 1)


def bytes_on_disk(path: Path) -> int:
    """The size of a file with its logs, or of all files in a folder; opening them would drop SQLite's locks."""
    files = path.rglob("*") if path.is_dir() else path.parent.glob(path.name + "*")  # includes a log, if there is one
    return sum(file.stat().st_size for file in files if file.is_file())


class Progress:
    """Reports the progress of a long task on stderr every few seconds."""

    def __init__(self, what: str, total: int) -> None:
        self._what = what
        self._total = total
        self._begun = self._told = monotonic()

    def reached(self, done: int) -> None:
        """Print a line if the last one is a few seconds old."""
        now = monotonic()
        if now - self._told >= _EVERY:
            self._told = now
            rate = done / (now - self._begun)
            tell(f"  {self._what}: {done:,} of {self._total:,} ({rate:,.0f}/s)")


def tell(line: str) -> None:
    """Print a line to stderr, flushed."""
    print(line, file=sys.stderr, flush=True)
