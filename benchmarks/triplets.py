"""Import, recall by G-Long and addition in one owner's graph of triplets of a given size. Run it in a fresh process.

Triplets are generated from LongMemEval's sentences by a rule, since parsing would dominate: the speaker (or, in every
third sentence, its first long word) "speaks of" the two longest words. A few names have many edges, most have few.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks.corpus import read_sessions
from benchmarks.ours import ADDED
from benchmarks.processes import Progress, bytes_on_disk, peak_megabytes
from benchmarks.timing import Times, middle, milliseconds, times
from convograph import Memo, Memory, Session
from convograph.architectures.glong import PAPER, WITH_SOURCES, GLong, GLongSettings
from convograph.build import make_encoder, make_reader, open_memory
from convograph.types import Triplet

_LONG = 4  # letters, at least
_AT_ONCE = 5_000  # triplets given to one call of `bring`
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[.!?\n]+")


@dataclass(frozen=True, slots=True)
class TripletFigures:
    """The figures of one graph: times in milliseconds, the peak in 10^6 bytes."""

    triplets: int
    triplets_per_second: int
    bytes_per_triplet: int
    recall: Times
    two_hops: Times
    with_sources: Times
    floor: Times
    recall_over_floor: float
    recall_after_bringing_p50: float
    peak: float | None


def measure(path: Path, sessions: Path, size: int, questions: Sequence[str]) -> TripletFigures:
    """The figures of a graph of about `size` triplets at `path`."""
    with _opened(path, PAPER) as memory:
        seconds, triplets = _built(memory, read_sessions(sessions), size)
    size_on_disk = bytes_on_disk(path)
    with _opened(path, PAPER) as memory:
        floor = _floor(memory, questions)
        recall = _recall_times(memory, questions)
        after = _grown(memory, questions)
    asked = {}
    for name, settings in {"two_hops": replace(PAPER, hops=2), "with_sources": WITH_SOURCES}.items():
        with _opened(path, settings) as memory:
            asked[name] = _recall_times(memory, questions)
    return TripletFigures(
        triplets=triplets,
        triplets_per_second=round(triplets / seconds),
        bytes_per_triplet=round(size_on_disk / triplets),
        recall=recall,
        floor=floor,
        recall_over_floor=round(recall.p50 / floor.p50, 1),
        recall_after_bringing_p50=after,
        peak=peak_megabytes(),
        **asked,
    )


def memos_of(session: Session) -> Iterator[Memo]:
    """A triplet for each sentence of a session with at least three long words."""
    for ordinal, turn in enumerate(session.turns):
        for number, sentence in enumerate(_SENTENCE.split(turn.text)):
            words = [word for word in _WORD.findall(sentence) if len(word) >= _LONG]
            if len(words) > 2:
                subject = words[0] if number % 3 == 2 else turn.speaker or "user"
                triplet = Triplet(subject, "speaks of", " ".join(sorted(words[1:], key=len)[-2:]))
                yield Memo("triplet", triplet.text, None, (f"{session.id}:{ordinal}",), triplets=(triplet,))


def _opened(path: Path, settings: GLongSettings) -> Memory:
    settings = replace(settings, triplets="brought", touch=False)
    return open_memory(path, architecture=GLong(make_encoder("static"), make_reader(), settings))


def _built(memory: Memory, sessions: Iterator[Session], size: int) -> tuple[float, int]:
    """Bring triplets until there are `size` or no more text; return the seconds in `bring`, and their number."""
    progress = Progress("triplets stored", size)
    seconds, stored = 0.0, 0
    batch: list[Memo] = []
    added: list[Session] = []
    for session in sessions:
        added.append(session)
        batch += memos_of(session)
        if len(batch) >= min(_AT_ONCE, size - stored):
            memory.add(added)
            start = perf_counter()
            stored += memory.bring(batch).added
            seconds += perf_counter() - start
            batch, added = [], []
            progress.reached(stored)
        if stored >= size:
            break
    return seconds, stored


def _floor(memory: Memory, questions: Sequence[str]) -> Times:
    """The time of one product of a question's vector with the loaded vectors of all triplets."""
    memory.recall(questions[0])
    key = memory.architecture.layers[0].key
    matrix = memory._keeper.newest().layers[key].vectors.values
    vectors = memory.architecture.encoder.encode(questions, "query")
    return times([milliseconds(partial(np.matmul, matrix, vector)) for vector in vectors])


def _recall_times(memory: Memory, questions: Sequence[str]) -> Times:
    memory.recall(questions[0])
    return times([milliseconds(partial(memory.recall, question)) for question in questions])


def _grown(memory: Memory, questions: Sequence[str]) -> float:
    """The median milliseconds of a recall right after a triplet was brought."""
    after = []
    for number, question in enumerate(questions[:ADDED]):
        session = f"brought-{number}"
        memory.add([{"text": "Remember the milk.", "speaker": "user"}], session=session)
        triplet = Triplet("user", "remembers", f"milk {number}")
        memory.bring([Memo("triplet", triplet.text, None, (f"{session}:0",), triplets=(triplet,))])
        after.append(milliseconds(partial(memory.recall, question)))
    return middle(after)
