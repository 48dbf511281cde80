"""The speed of the language layer in turns per second, step by step, in one process and in several.

Each step starts from the text, so the times of steps do not add up: "triplets and events" includes parsing. Processes
are warmed up before the clock starts: each has loaded the model and done the step on the first session.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache, partial
from statistics import median
from threading import Barrier
from typing import Any

from convograph.errors import ConvographError
from convograph.extraction.in_context import turns_in_context
from convograph.extraction.reading import Reader
from convograph.extraction.times import times_in
from convograph.parsers.udpipe import UDPipeParser
from convograph.processes import end_with_parent
from convograph.protocols import Parser
from convograph.segmentation import sentence_spans
from convograph.types import SourceTurn
from convograph_eval.language.types import Measured, Watch

REPEATS = 3  # the median is reported
READY_SECONDS = 120  # within which all processes must have loaded the model

_WALL, _PROCESSOR = "turns_a_second", "turns_a_processor_second"

Turns = Sequence[SourceTurn]


def rules(session: Turns, parser: Parser) -> None:
    """Sentences, and times by rules, without tags and trees."""
    for turn in session:
        for start, end in sentence_spans(turn.text):
            times_in(turn.text[start:end], turn.said)


def tags(session: Turns, parser: Parser) -> None:
    """Sentences, words and tags, with the bundled model, without trees."""
    turns_in_context(session, _tagger())


@cache
def _tagger() -> Parser:
    return UDPipeParser(trees=False)


def syntax(session: Turns, parser: Parser) -> None:
    """Sentences, words, tags and trees."""
    turns_in_context(session, parser)


def everything(session: Turns, parser: Parser) -> None:
    """Syntax, mentions, triplets and events."""
    Reader(parser).read(session)


STEPS: Mapping[str, Callable[[Turns, Parser], None]] = {
    "rules only": rules,
    "tags": tags,
    "full syntax": syntax,
    "triplets and events": everything,
}


def measure(
    sessions: Sequence[Turns],
    make: Callable[[], Parser],
    processes: Sequence[int] = (1, 2),
    watch: Watch = lambda done, total: None,
) -> Measured:
    """A record for each step and number of processes; the summary maps both to turns per second.

    The summary also has turns per second of CPU time over all processes, the meaningful figure on a busy machine.
    `make` makes the parser in each process, and must be picklable.
    """
    turns = sum(map(len, sessions))
    records: list[dict[str, Any]] = []
    for count in processes:
        for step in STEPS:
            with _ready(step, sessions, make, count) as run:
                seconds, spent = zip(*(_timed(run) for _ in range(REPEATS)), strict=True)
            records.append(
                {
                    "step": step,
                    "processes": count,
                    "seconds": [round(each, 3) for each in seconds],
                    "processor_seconds": [round(each, 3) for each in spent],
                    **{_WALL: round(turns / median(seconds), 1), _PROCESSOR: round(turns / median(spent), 1)},
                }
            )
            watch(len(records), len(processes) * len(STEPS))
    rates = {
        rate: {step: {str(one["processes"]): one[rate] for one in records if one["step"] == step} for step in STEPS}
        for rate in (_WALL, _PROCESSOR)
    }
    return Measured(tuple(records), {"turns": turns, "repeats": REPEATS, **rates})


def _timed(run: Callable[[], Iterable[float]]) -> tuple[float, float]:
    """Wall-clock seconds, and CPU seconds over all processes."""
    begun = time.perf_counter()
    spent = sum(run())
    return time.perf_counter() - begun, spent


def _do(step: str, parser: Parser, session: Turns) -> float:
    """Do a step, and return the CPU seconds that this process spent on it."""
    begun = time.process_time()
    STEPS[step](session, parser)
    return time.process_time() - begun


@contextmanager
def _ready(
    step: str, sessions: Sequence[Turns], make: Callable[[], Parser], processes: int
) -> Iterator[Callable[[], Iterable[float]]]:
    """A function that does a step on all sessions, in warmed-up worker processes."""
    if processes == 1:
        do = partial(_do, step, make())
        do(sessions[0])
        yield lambda: map(do, sessions)
        return
    context = multiprocessing.get_context("spawn")  # as in a run, where forked processes would share files and locks
    begin = (make, context.Barrier(processes))
    with ProcessPoolExecutor(processes, context, initializer=_begin, initargs=begin) as pool:
        try:
            for warm in [pool.submit(_warm, step, sessions[0]) for _ in range(processes)]:
                warm.result()
            yield lambda: pool.map(partial(_do_here, step), sessions)
        except BrokenProcessPool as error:
            raise ConvographError(
                "a worker process was killed, perhaps for lack of memory; measure again with more of it"
            ) from error


_parser: Parser | None = None  # of this worker process
_barrier: Barrier | None = None


def _begin(make: Callable[[], Parser], barrier: Barrier) -> None:
    global _parser, _barrier
    end_with_parent()
    _parser, _barrier = make(), barrier


def _warm(step: str, session: Turns) -> None:
    """Do the step once, then wait for all processes, so that each process takes exactly one of these calls."""
    _do_here(step, session)
    if _barrier is not None:
        _barrier.wait(READY_SECONDS)


def _do_here(step: str, session: Turns) -> float:
    if _parser is None:
        raise RuntimeError("this process is not a worker of a measurement")
    return _do(step, _parser, session)
