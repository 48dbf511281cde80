"""Many owners in one store: `python -m benchmarks.hosting DATA [--json FILE] [--owners N] [--max-bytes N]`.

Each owner has turns of LoCoMo. A fresh process queries all owners, once with a bound on the snapshots held in memory
and once without. Reports the times of recall for held owners and for owners that must be loaded, and process memory.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.table import Table

import convograph
from benchmarks.corpus import locomo_file, locomo_questions
from benchmarks.output import write_figures
from benchmarks.processes import Progress, bytes_on_disk, in_fresh_process, peak_megabytes, resident_megabytes
from benchmarks.timing import Times, milliseconds, times
from convograph.formats import read_file
from convograph.memory import Memories
from convograph.types import Session, Turn

OWNERS = 1_000
TURNS = 50  # turns per owner, in two sessions
BOUND = 10_000_000
UNBOUNDED = sys.maxsize
SAMPLE = 200  # owners whose recalls are timed
THREADS = 8
DRAWN = 4_000  # recalls by the threads


@dataclass(frozen=True, slots=True)
class Hosting:
    """Times (milliseconds) and memory (10^6 bytes) of one process that answers all owners.

    `warm` is a recall for an owner queried just before, `loaded` one for an owner who is not held; `recalls_a_second`
    is the rate of several threads with owners drawn at random. Process memory is measured before the first owner, after
    one thread has queried all owners once, after the threads, and at its peak.
    """

    max_bytes: int
    owners: int
    warm: Times
    loaded: Times
    recalls_a_second: float
    held_megabytes: float
    start_megabytes: float | None
    asked_megabytes: float | None
    threads_megabytes: float | None
    peak_megabytes: float | None


def main() -> None:
    """Measure, and print the table."""
    arguments = _arguments()
    file = locomo_file(arguments.data)
    questions = locomo_questions(file)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        stored = in_fresh_process(store, path, file, arguments.owners, arguments.architecture)
        size = bytes_on_disk(path)
        bounds = (arguments.max_bytes, UNBOUNDED)
        found = [in_fresh_process(measure, path, bound, questions) for bound in bounds]
    Console().print(f"{arguments.owners:,} owners of {TURNS} turns by {arguments.architecture}")
    Console().print(f"stored in {stored:.0f} s, {size / 1e6:.0f} MB on disk")
    Console().print(_table(found))
    if arguments.json:
        write_figures(arguments.json, [asdict(one) for one in found])


def store(path: Path, file: Path, owners: int, architecture: str) -> float:
    """Store the owners; return the seconds taken."""
    turns = cycle(
        Turn(turn.text, turn.speaker)
        for conversation in read_file(file)
        for session in conversation.sessions
        for turn in session.turns
    )
    progress, started = Progress("owners stored", owners), perf_counter()
    with convograph.open_memories(path, architecture=architecture, max_bytes=BOUND) as memories:
        for number in range(owners):
            given = [next(turns) for _ in range(TURNS)]
            half = TURNS // 2
            memories.of(_name(number)).add([Session(tuple(given[:half]), "1"), Session(tuple(given[half:]), "2")])
            progress.reached(number)
    return perf_counter() - started


def measure(path: Path, max_bytes: int, questions: Sequence[str]) -> Hosting:
    """Query all owners once, timing the last `SAMPLE`, then random owners from several threads."""
    with convograph.open_memories(path, max_bytes=max_bytes) as memories:
        names = memories.owners()
        chance = np.random.default_rng(0)
        _ask(memories, names[0], questions[0])  # loads the encoder and the store
        memories.of("nobody").recall(questions[0])
        start = resident_megabytes()
        chance.shuffle(names)
        loaded, warm = [], []
        for number, name in enumerate(names):
            ask = partial(_ask, memories, name, questions[number % len(questions)])
            first = milliseconds(ask)
            if number >= len(names) - SAMPLE:
                loaded.append(first)
                warm.append(milliseconds(ask))
        asked = resident_megabytes()
        drawn = [(names[owner], questions[owner % len(questions)]) for owner in chance.integers(len(names), size=DRAWN)]
        began = perf_counter()
        with ThreadPoolExecutor(THREADS) as threads:
            for done in [threads.submit(_ask, memories, *one) for one in drawn]:
                done.result()
        rate = len(drawn) / (perf_counter() - began)
        held = memories.held_bytes / 1e6
        return Hosting(
            *(max_bytes, len(names), times(warm), times(loaded), round(rate), round(held, 1)),
            *(start, asked, resident_megabytes(), peak_megabytes()),
        )


def _ask(memories: Memories, owner: str, question: str) -> None:
    memories.of(owner).recall(question, touch=False)


def _name(number: int) -> str:
    return f"owner {number}"


def _table(found: Sequence[Hosting]) -> Table:
    table = Table(title="one process that answers all owners", title_justify="left")
    table.add_column("")
    for one in found:
        table.add_column(
            "no bound" if one.max_bytes == UNBOUNDED else f"{one.max_bytes / 1e6:,.0f} MB", justify="right"
        )
    rows = {
        "recall, held: p50 / p95, ms": [_both(one.warm) for one in found],
        "recall, loaded: p50 / p95, ms": [_both(one.loaded) for one in found],
        f"recalls a second by {THREADS} threads, owners at random": [f"{one.recalls_a_second:,.0f}" for one in found],
        "snapshots held, MB": [f"{one.held_megabytes:,.1f}" for one in found],
        "process before the first owner, MB": [_megabytes(one.start_megabytes) for one in found],
        "process after the last, MB": [_megabytes(one.asked_megabytes) for one in found],
        "process after the threads, MB": [_megabytes(one.threads_megabytes) for one in found],
        "process at its peak, MB": [_megabytes(one.peak_megabytes) for one in found],
    }
    for name, values in rows.items():
        table.add_row(name, *values)
    return table


def _both(measured: Times) -> str:
    return f"{measured.p50:.2f} / {measured.p95:.2f}"


def _megabytes(measured: float | None) -> str:
    return "–" if measured is None else f"{measured:,.0f}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder with the real conversations")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--owners", type=int, default=OWNERS)
    parser.add_argument("--max-bytes", type=int, default=BOUND)
    parser.add_argument("--architecture", default="hybrid")
    return parser.parse_args()


if __name__ == "__main__":
    main()
