"""Ingestion, recall, addition and forgetting in one owner's memory of a given size. Run it in a fresh process.

The exact search runs in the same process over the same matrix as recall, and their calls alternate, so that load on the
machine affects both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter

import numpy as np

import convograph
from benchmarks.corpus import read_sessions
from benchmarks.processes import Progress, bytes_on_disk, peak_megabytes
from benchmarks.sentences import SentenceFiles, highest, write_sentences
from benchmarks.timing import Clock, Times, middle, milliseconds, times
from convograph import Memory, Session, Turn
from convograph.graph.snapshot import LayerTable, Snapshot

NEAREST = 15  # SGMem's number of seeds, also requested from every peer
ADDED = 20
FORGOTTEN = 3
EVERYTHING = 1 << 40  # sentences: more than any corpus has

_MOST_TURNS = 1_000  # given to one call of `add`
_SENTENCES_A_TURN = 10  # roughly, in LongMemEval; used to estimate the turns left to add


@dataclass(frozen=True, slots=True)
class OursFigures:
    """The figures of one memory: times in milliseconds, peaks in 10^6 bytes since the start of the process."""

    sentences: int
    turns: int
    turns_per_second: int
    sentences_per_second: int
    bytes_per_turn: int
    recall: Times
    floor: Times
    exact_search: Times
    recall_over_floor: float
    add_one_turn_p50: float
    recall_after_adding_p50: float
    forget_session_p50: float
    peak_ingestion: float | None
    peak_recall: float | None
    peak_adding: float | None
    peak: float | None


def measure(
    path: Path, sessions: Path, size: int, questions: Sequence[str], architecture: str
) -> tuple[OursFigures, SentenceFiles]:
    """The figures of a memory of about `size` sentences at `path`, with its sentences as files."""
    with convograph.open(path, architecture=architecture) as memory:
        turns, seconds = built(memory, read_sessions(sessions), size)
    size_on_disk = bytes_on_disk(path)
    ingested = peak_megabytes()
    with convograph.open(path, architecture=architecture) as memory:
        snapshot, table = held(memory)
        sentences = len(table)
        recall, floor, exact = _recall_times(memory, table, questions)
        files = write_sentences(path.parent, _texts(snapshot, table), table.vectors.values)
        stored = [row.name for row in islice(snapshot.turns.session_rows.values(), FORGOTTEN)]
        del snapshot, table  # so that the memory can release them when it forgets
        recalled = peak_megabytes()
        adding, after = growth_times(memory, questions)
        grown = peak_megabytes()
        forgetting = _shrunk(memory, stored)
    figures = OursFigures(
        sentences=sentences,
        turns=turns,
        turns_per_second=round(turns / seconds),
        sentences_per_second=round(sentences / seconds),
        bytes_per_turn=round(size_on_disk / turns),
        recall=recall,
        floor=floor,
        exact_search=exact,
        recall_over_floor=round(recall.p50 / floor.p50, 1),
        add_one_turn_p50=adding,
        recall_after_adding_p50=after,
        forget_session_p50=forgetting,
        peak_ingestion=ingested,
        peak_recall=recalled,
        peak_adding=grown,
        peak=peak_megabytes(),
    )
    return figures, files


def built(memory: Memory, sessions: Iterator[Session], size: int) -> tuple[int, float]:
    """Add sessions until there are `size` sentences or no more text; return the turns and the seconds in `add`."""
    progress = Progress("sentences stored", size)
    turns, sentences, seconds = 0, 0, 0.0
    while sentences < size and (batch := list(_batch(sessions, size - sentences))):
        start = perf_counter()
        turns += memory.add(batch).added
        seconds += perf_counter() - start
        sentences = len(held(memory)[1])
        progress.reached(sentences)
    return turns, seconds


def _batch(sessions: Iterator[Session], sentences: int) -> Iterator[Session]:
    """The next sessions: as many as fit into one call of `add` and no more than needed."""
    missing = min(_MOST_TURNS, sentences // _SENTENCES_A_TURN)
    for session in sessions:
        yield session
        missing -= len(session.turns)
        if missing <= 0:
            return


def held(memory: Memory) -> tuple[Snapshot, LayerTable]:
    """The memory's snapshot and its table of sentences, which have no public API."""
    snapshot = memory._keeper.newest()
    layer = memory.architecture.layers[0]  # the other layers are of memos, and there are none
    return snapshot, snapshot.layers[layer.key]


def _texts(snapshot: Snapshot, table: LayerTable) -> Iterator[str]:
    return (snapshot.span(table, source).text for source in range(len(table)))


def _recall_times(memory: Memory, table: LayerTable, questions: Sequence[str]) -> tuple[Times, Times, Times]:
    """Times of recall, of the floor (the product of a question's vector with all vectors), and of an exact search."""
    matrix, encoder = table.vectors.values, memory.architecture.encoder
    memory.recall(questions[0])  # the first recall loads the encoder, which `startup` measures

    def search(question: str) -> object:
        return highest(matrix @ encoder.encode([question], "query")[0], NEAREST)

    recall, floor, exact = [], [], []
    for question in questions:
        vector = encoder.encode([question], "query")[0]
        recall.append(milliseconds(partial(memory.recall, question)))
        floor.append(milliseconds(partial(np.matmul, matrix, vector)))
        exact.append(milliseconds(partial(search, question)))
    return times(recall), times(floor), times(exact)


def growth_times(memory: Memory, questions: Sequence[str], clock: Clock = perf_counter) -> tuple[float, float]:
    """Median milliseconds to add one turn, and to recall one of the questions right after that."""
    adding, after = [], []
    for number, question in enumerate(questions[:ADDED]):
        turn = Turn(f"Note {number}: remember the milk.", "user")
        session = f"{memory.architecture.name}-{number}"  # memories of several architectures may share a store
        adding.append(milliseconds(partial(memory.add, [turn], session=session), clock))
        after.append(milliseconds(partial(memory.recall, question), clock))
    return middle(adding), middle(after)


def _shrunk(memory: Memory, names: Sequence[str]) -> float:
    return middle([milliseconds(partial(memory.forget, session=name)) for name in names])
