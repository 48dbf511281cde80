"""A benchmark run: all sizes and peers, one after the other."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks import ARCHITECTURE, corpus, locomo, ours, startup, triplets
from benchmarks.machine import this_machine
from benchmarks.peers import chroma, fts5
from benchmarks.peers.figures import Peer
from benchmarks.processes import in_fresh_process, tell
from benchmarks.report import Report, SizeFigures
from benchmarks.sentences import SentenceFiles
from benchmarks.triplets import TripletFigures
from convograph.config import DEFAULT_OWNER

Measure = Callable[[Path, SentenceFiles, Sequence[str], int], Peer]

PEERS: Mapping[str, Measure] = {
    "Chroma": chroma.measure,
    "FTS5": fts5.measure,
}


def run(data: Path, sizes: Sequence[int], folder: Path, architecture: str = ARCHITECTURE) -> Report:
    """Measure with the data sets in `data` and temporary files in `folder`. Raises `MissingDataError`."""
    conversations, haystacks = corpus.locomo_file(data), corpus.longmemeval_file(data)
    questions = corpus.locomo_questions(conversations)
    sessions, pooled = folder / "sessions.jsonl", folder / "chat.jsonl"
    tell("importing; LoCoMo")
    imports = startup.imports()
    small = in_fresh_process(locomo.measure, folder, conversations, questions, architecture)
    small_cold = startup.cold(
        locomo.store_path(folder, architecture), locomo.owner(conversations), questions[0], architecture
    )
    in_fresh_process(corpus.pool_chat, conversations, pooled)
    chat = measure_size(folder / "chat", pooled, ours.EVERYTHING, questions, architecture, measures={})
    tell("reading LongMemEval")
    in_fresh_process(corpus.prepare_sessions, haystacks, sessions)
    measured = tuple(
        measure_size(folder / str(size), sessions, size, questions, architecture, measures=PEERS)
        for size in sorted(sizes)
    )
    graphs = tuple(measure_graph(folder / f"{size}-triplets", sessions, size, questions) for size in sorted(sizes))
    return Report(architecture, this_machine(), imports, small, small_cold, chat, measured, graphs)


def measure_graph(folder: Path, sessions: Path, size: int, questions: Sequence[str]) -> TripletFigures:
    """Measure a graph of `size` triplets in a fresh process; `folder` is created and removed."""
    folder.mkdir()
    tell(f"{size:,} triplets")
    figures = in_fresh_process(triplets.measure, folder / "memory.db", sessions, size, questions)
    shutil.rmtree(folder)
    return figures


def measure_size(
    folder: Path,
    sessions: Path,
    size: int,
    questions: Sequence[str],
    architecture: str,
    *,
    measures: Mapping[str, Measure],
) -> SizeFigures:
    """Measure one size, each part in a fresh process; `folder` is created and removed."""
    folder.mkdir()
    path = folder / "memory.db"
    tell(f"{folder.name}: {architecture}")
    figures, files = in_fresh_process(ours.measure, path, sessions, size, questions, architecture)
    cold = startup.cold(path, DEFAULT_OWNER, questions[0], architecture)
    peers = {}
    for name, measure in measures.items():
        tell(f"{folder.name}: {name}")
        peers[name] = in_fresh_process(measure, folder, files, questions, ours.NEAREST)
    shutil.rmtree(folder)
    return SizeFigures(figures, cold, peers)
