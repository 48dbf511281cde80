"""How fast a conversation becomes memory, and how fast it answers: ingestion, bytes, cold open, recall, growth.

    python benchmarks/foundation.py DATA [--sentences 1000 10000 100000]

`DATA` is the folder with `locomo/` and `longmemeval/`. Recall is compared with the floor of the same run: one
matrix product of the question with all sentence vectors. Times are milliseconds unless they say otherwise.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import convograph
from convograph.formats import read_file
from convograph.types import Session, Turn

QUESTIONS = 200
REPEATS = 5


def main() -> None:
    """Measure and print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sentences", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    arguments = parser.parse_args()
    locomo = arguments.data / "locomo" / "locomo_dev5.json"
    questions = [one["question"] for sample in json.loads(locomo.read_text()) for one in sample["qa"]][:QUESTIONS]
    with tempfile.TemporaryDirectory() as folder:
        result = {
            "import_seconds": _import_seconds(),
            "locomo_dev5": _locomo(Path(folder), locomo, questions),
            "growth": [_growth(Path(folder), arguments.data, size, questions) for size in arguments.sentences],
        }
    print(json.dumps(result, indent=2))


def _import_seconds() -> float:
    code = "import time; t = time.perf_counter(); import convograph; print(time.perf_counter() - t)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(REPEATS)]
    return round(statistics.median(times), 3)


def _locomo(folder: Path, file: Path, questions: list[str]) -> dict[str, float]:
    conversations = read_file(file)
    rates = []
    for attempt in range(REPEATS):
        path = folder / f"locomo{attempt}.db"
        start = perf_counter()
        with convograph.open(path) as memory:
            turns = sum(memory.for_owner(one.name).add(list(one.sessions)).added for one in conversations)
        rates.append(turns / (perf_counter() - start))
    owner = conversations[0].name
    with convograph.open(path, owner=owner) as memory:
        recall = _milliseconds(memory.recall, questions)
    return {
        "turns": turns,
        "turns_per_second_median": round(statistics.median(rates)),
        "bytes_per_turn": round(path.stat().st_size / turns),
        "recall_p50": _quantile(recall, 50),
        "recall_p95": _quantile(recall, 95),
        "cold_open_and_first_recall": _cold(path, owner, questions[0]),
    }


def _growth(folder: Path, data: Path, size: int, questions: list[str]) -> dict[str, float]:
    """One owner with about `size` sentences of LongMemEval's text."""
    path = folder / f"growth{size}.db"
    with convograph.open(path) as memory:
        built = 0.0
        for batch in _batches(_sessions(data)):
            start = perf_counter()
            memory.add(batch)
            built += perf_counter() - start
            if memory.stats().sentences >= size:
                break
        stats = memory.stats()
        vectors = next(iter(memory._keeper.newest().layers.values())).vectors.values
        encoded = memory.architecture.encoder.encode(questions, "query")
        recall = _milliseconds(memory.recall, questions)
        floor = _milliseconds(lambda place: vectors @ encoded[place], range(len(questions)))
        fresh = [_after_adding(memory, number, question) for number, question in enumerate(questions[:20])]
        forgotten = _milliseconds(lambda number: memory.forget(session=f"added-{number}"), range(REPEATS))
    return {
        "sentences": stats.sentences,
        "turns": stats.turns,
        "turns_per_second": round(stats.turns / built),
        "bytes_per_turn": round(path.stat().st_size / stats.turns),
        "floor_p50": _quantile(floor, 50),
        "recall_p50": _quantile(recall, 50),
        "recall_p95": _quantile(recall, 95),
        "recall_over_floor": round(statistics.median(recall) / statistics.median(floor), 1),
        "recall_after_adding_one_turn_p50": _quantile(fresh, 50),
        "forget_one_session_p50": _quantile(forgotten, 50),
        "cold_open_and_first_recall": _cold(path, "default", questions[0]),
    }


def _sessions(data: Path) -> Iterator[Session]:
    for conversation in read_file(data / "longmemeval" / "longmemeval_s_dev.json.xz"):
        for session in conversation.sessions:
            yield Session(session.turns, f"{conversation.name}/{session.id}", session.said)


def _batches(sessions: Iterator[Session]) -> Iterator[list[Session]]:
    while batch := list(islice(sessions, 20)):
        yield batch


def _after_adding(memory: convograph.Memory, number: int, question: str) -> float:
    memory.add([Turn(f"Note {number}: remember the milk.", "Ana")], session=f"added-{number}")
    return _milliseconds(memory.recall, [question])[0]


def _cold(path: Path, owner: str, question: str) -> float:
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        with convograph.open(path, owner=owner) as memory:
            memory.recall(question)
        times.append((perf_counter() - start) * 1000)
    return round(statistics.median(times), 1)


def _milliseconds(call: Callable[[Any], object], values: Iterable[Any]) -> list[float]:
    times = []
    for value in values:
        start = perf_counter()
        call(value)
        times.append((perf_counter() - start) * 1000)
    return times


def _quantile(times: list[float], percent: int) -> float:
    return round(float(np.percentile(times, percent)), 2)


if __name__ == "__main__":
    main()
