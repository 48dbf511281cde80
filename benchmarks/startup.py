"""The time of a fresh process until its first recall. This module does not import convograph at the top."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.processes import in_fresh_process, peak_megabytes

REPEATS = 5


@dataclass(frozen=True, slots=True)
class ColdFigures:
    """A fresh process that answers one question from a stored memory: milliseconds, and peak memory in 10^6 bytes."""

    import_open_recall: float
    open_recall: float
    peak: float | None


@dataclass(frozen=True, slots=True)
class ImportFigures:
    """Seconds in a fresh process: the bare import, and the import of everything that a memory needs."""

    bare: float
    with_memory: float


def cold(path: Path, owner: str, question: str, architecture: str) -> ColdFigures:
    """The figures of the process with the median time."""
    runs = [in_fresh_process(_first_answer, path, owner, question, architecture) for _ in range(REPEATS)]
    return sorted(runs, key=lambda run: run.import_open_recall)[len(runs) // 2]


def imports() -> ImportFigures:
    """The medians over several fresh processes."""
    runs = [in_fresh_process(_import) for _ in range(REPEATS)]
    return ImportFigures(round(median(run.bare for run in runs), 3), round(median(run.with_memory for run in runs), 3))


def _first_answer(path: Path, owner: str, question: str, architecture: str) -> ColdFigures:
    start = perf_counter()
    import convograph  # noqa: PLC0415 - this is what is measured

    _ = convograph.open
    imported = perf_counter()
    with convograph.open(path, owner=owner, architecture=architecture) as memory:
        memory.recall(question)
        end = perf_counter()
    return ColdFigures(round((end - start) * 1000, 1), round((end - imported) * 1000, 1), peak_megabytes())


def _import() -> ImportFigures:
    start = perf_counter()
    import convograph  # noqa: PLC0415 - this is what is measured

    bare = perf_counter() - start
    _ = convograph.open  # public names load their modules on first use
    return ImportFigures(bare, perf_counter() - start)
