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
from benchmarks.timing import Clock, Times, milliseconds, times
from convograph.formats import read_file
from convograph.types import Conversation

REPEATS = 5


@dataclass(frozen=True, slots=True)
class Ingestion:
    """The turns stored, the median of how many are stored per second, and bytes on disk per turn."""

    turns: int
    turns_per_second: int
    bytes_per_turn: int


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
    stored = ingestion(folder, conversations, architecture, REPEATS)
    path = store_path(folder, architecture)
    with convograph.open(path, owner=conversations[0].name, architecture=architecture) as memory:
        memory.recall(questions[0])
        recall = times([milliseconds(partial(memory.recall, question)) for question in questions])
    return LocomoFigures(stored.turns, stored.turns_per_second, stored.bytes_per_turn, recall)


def ingestion(
    folder: Path, conversations: Sequence[Conversation], architecture: str, repeats: int, clock: Clock = perf_counter
) -> Ingestion:
    """Store the conversations `repeats` times, one owner each, every time in a fresh file in `folder`."""
    seconds = []
    for attempt in range(repeats):
        path = store_path(folder, architecture, attempt)
        start = clock()
        with convograph.open(path, architecture=architecture) as memory:
            turns = sum(memory.for_owner(one.name).add(list(one.sessions)).added for one in conversations)
        seconds.append(clock() - start)
    return Ingestion(turns, round(turns / median(seconds)), round(bytes_on_disk(path) / turns))


def store_path(folder: Path, architecture: str, attempt: int = REPEATS - 1) -> Path:
    """The path of an ingestion's store, by default the last of `measure`."""
    return folder / f"locomo-{architecture}-{attempt}.db"


def owner(file: Path) -> str:
    """The owner used for recall: the first conversation's name."""
    return read_file(file)[0].name
