"""Architectures compared in one process by processor time, for machines that run other work meanwhile.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.beside DATA [--sentences N] [--json FILE]

Times are those of the calling thread, which does all the work when linear algebra uses one thread. Each question goes
to every architecture and then to the floor, the product of its vector with all sentence vectors, so that other load
slows them alike. The text is LoCoMo's: its five conversations are ingested, one owner each, and questions go to one
owner with ten thousand of its turns, or with `--sentences`, with that many sentences of LongMemEval instead.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import process_time, thread_time

import numpy as np
from rich.console import Console
from rich.table import Table

import convograph
from benchmarks import ARCHITECTURE
from benchmarks.corpus import (
    locomo_file,
    locomo_questions,
    longmemeval_file,
    pool_chat,
    prepare_sessions,
    read_sessions,
)
from benchmarks.locomo import ingestion
from benchmarks.ours import EVERYTHING, built, growth_times, held
from benchmarks.output import write_figures
from benchmarks.processes import in_fresh_process
from benchmarks.timing import Times, middle, milliseconds, times
from convograph.formats import read_file
from convograph.memory import Memory

NAMES = (ARCHITECTURE, "sgmem", "hybrid")
REPEATS = 3  # ingestions; the median is reported


@dataclass(frozen=True, slots=True)
class Beside:
    """One architecture's figures; rates and times (in milliseconds) are by processor time."""

    architecture: str
    turns_per_second: int
    bytes_per_turn: int
    recall: Times
    asked_again_p50: float
    add_one_turn_p50: float
    recall_after_adding_p50: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The size of the queried memory, its floor, and the figures of each architecture."""

    turns: int
    sentences: int
    floor: Times
    architectures: list[Beside]


def main() -> None:
    """Measure, and print the table."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        found = compare(Path(folder), arguments.data, arguments.architectures, arguments.sentences)
    Console().print(_table(found))
    if arguments.json:
        write_figures(arguments.json, asdict(found))


def compare(folder: Path, data: Path, names: Sequence[str], sentences: int) -> Comparison:
    """The architectures over one store of about `sentences` sentences of LongMemEval, or of pooled chat if 0.

    The floor is computed over the sentences of the first architecture.
    """
    file, text, path = locomo_file(data), folder / "text.jsonl", folder / "memory.db"
    if sentences:
        in_fresh_process(prepare_sessions, longmemeval_file(data), text)
    else:
        pool_chat(file, text)
    conversations = read_file(file)
    ingested = [ingestion(folder, conversations, name, REPEATS, process_time) for name in names]
    questions = locomo_questions(file)
    with convograph.open(path, architecture=names[0]) as memory:
        turns, _ = built(memory, read_sessions(text), sentences or EVERYTHING)
    with ExitStack() as stack:
        memories = [stack.enter_context(convograph.open(path, architecture=name)) for name in names]
        recalls, again, floor = _recall_times(memories, questions)
        size = len(held(memories[0])[1])
        grown = [growth_times(memory, questions, thread_time) for memory in memories]
    found = [
        Beside(name, stored.turns_per_second, stored.bytes_per_turn, times(first), middle(second), *after)
        for name, stored, first, second, after in zip(names, ingested, recalls, again, grown, strict=True)
    ]
    return Comparison(turns, size, times(floor), found)


def _recall_times(
    memories: Sequence[Memory], questions: Sequence[str]
) -> tuple[list[list[float]], list[list[float]], list[float]]:
    """Milliseconds per question: first recalls and repeated recalls by architecture, and the floor."""
    matrix, encoder = held(memories[0])[1].vectors.values, memories[0].architecture.encoder
    for memory in memories:
        memory.recall("Who is it?")  # reads the store, and loads the encoder and the word table
    first: list[list[float]] = [[] for _ in memories]
    again: list[list[float]] = [[] for _ in memories]
    floor = []
    for rounds in (first, again):
        for question in questions:
            vector = encoder.encode([question], "query")[0]
            for memory, taken in zip(memories, rounds, strict=True):
                taken.append(milliseconds(partial(memory.recall, question), thread_time))
            floor.append(milliseconds(partial(np.matmul, matrix, vector), thread_time))
    return first, again, floor


def _table(found: Comparison) -> Table:
    table = Table(title=f"{found.turns:,} turns, {found.sentences:,} sentences; floor {found.floor.p50:.2f} ms")
    headings = (
        "",
        "turns/s",
        "bytes a turn",
        "recall p50",
        "p95",
        "asked again",
        "add a turn",
        "recall after",
        "/ floor",
    )
    for heading in headings:
        table.add_column(heading, justify="right" if heading else "left")
    for one in found.architectures:
        numbers = (one.recall.p50, one.recall.p95, one.asked_again_p50, one.add_one_turn_p50)
        table.add_row(
            *(one.architecture, f"{one.turns_per_second:,}", f"{one.bytes_per_turn:,}"),
            *(f"{number:.1f}" for number in (*numbers, one.recall_after_adding_p50)),
            f"{one.recall.p50 / found.floor.p50:.1f}",
        )
    return table


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder with locomo/ and longmemeval/")
    parser.add_argument("--sentences", type=int, default=0, help="of LongMemEval, about; by default pooled chat")
    parser.add_argument("--architectures", nargs="+", default=NAMES)
    parser.add_argument("--folder", type=Path, help="folder for temporary files")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    return parser.parse_args()


if __name__ == "__main__":
    main()
