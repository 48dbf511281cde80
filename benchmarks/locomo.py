"""LoCoMo's five conversations in one store, one owner each: chat with short turns. Run it in a fresh process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import convograph
from benchmarks.processes import bytes_on_disk
from benchmarks.timing import Times, milliseconds, times
from convograph.formats import read_file

REPEATS = 5


@dataclass(frozen=True, slots=True)
class LocomoFigures:
    """Ingestion of all five conversations, and recall from one of them in milliseconds."""

    turns: int
    turns_per_second: int
    bytes_per_turn: int
    recall: Times


def measure(folder: Path, file: Path, questions: Sequence[str], architecture: str) -> LocomoFigures:
    """Measure the median of several ingestions into fresh files, and recall from the last."""
    conversations = read_file(file)
    seconds = []
    for attempt in range(REPEATS):
        path = stored(folder, attempt)
        start = perf_counter()
        with convograph.open(path, architecture=architecture) as memory:
            turns = sum(memory.for_owner(one.name).add(list(one.sessions)).added for one in conversations)
        seconds.append(perf_counter() - start)
    with convograph.open(path, owner=conversations[0].name, architecture=architecture) as memory:
        memory.recall(questions[0])
        recall = times([milliseconds(partial(memory.recall, question)) for question in questions])
    return LocomoFigures(turns, round(turns / median(seconds)), round(bytes_on_disk(path) / turns), recall)


def stored(folder: Path, attempt: int = REPEATS - 1) -> Path:
    """The path of an ingestion's store, by default the last."""
    return folder / f"locomo-{attempt}.db"


def owner(file: Path) -> str:
    """The owner used for recall: the first conversation's name."""
    return read_file(file)[0].name
