"""Measures SGMem by its seed threshold (γ) for an encoder: the minimum cosine of a sentence to be a seed.

    python scripts/calibrate_threshold.py longmemeval DATA/longmemeval_s_dev.json.xz --unit session --limit 60
    python scripts/calibrate_threshold.py chronicles data/chronicles
    python scripts/calibrate_threshold.py locomo DATA/locomo_dev5.json --neighbours 1     # reported, never chosen by

Each question is recalled once for every cosine of a grid, which includes the encoder's equivalents of the paper's two
thresholds. Prints hit@1, hit@5, and the share of questions without hits.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

import convograph
from convograph.architectures.sgmem import LONGMEMEVAL, SGMem, SGMemSettings
from convograph.build import DEFAULT_ENCODER, make_encoder
from convograph.calibration import equivalent_cosine
from convograph.errors import ConvographError
from convograph.graph.snapshot import Snapshot
from convograph.protocols import Query
from convograph.types import Recall, Unit
from convograph_eval.datasets import Case, Question, load

PAPER = (0.0, 0.2)  # γ − 1 on LongMemEval and on LoCoMo
GRID = (-1.0, *(step / 20 for step in range(0, 17)))  # -1: no threshold; then 0 to .80
HITS = 5

Outcomes = npt.NDArray[np.bool_]
"""By question and cosine: gold first, gold among `HITS`, no hits; shape (questions, cosines, 3)."""


@dataclass(frozen=True, slots=True)
class Recorder(SGMem):
    """SGMem that records each query with its snapshot."""

    kept: list[tuple[Snapshot, Query]] = field(default_factory=list)

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        """Record the query, and recall as SGMem does."""
        self.kept.append((graph, query))
        return SGMem.recall(self, graph, query)


def main(arguments: list[str] | None = None) -> None:
    """Print a line for each cosine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", choices=("longmemeval", "chronicles", "locomo"))
    parser.add_argument("data", type=Path)
    parser.add_argument("--encoder", default=DEFAULT_ENCODER)
    parser.add_argument("--unit", default="turn", choices=("turn", "session"))
    parser.add_argument("--neighbours", type=int, default=LONGMEMEVAL.neighbours, help="k of the KNN graph")
    parser.add_argument("--fallback", action="store_true", help="the best sentences where none reaches the threshold")
    parser.add_argument("--limit", type=int, help="the first N conversations")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(arguments)
    try:
        cases = load(given.dataset, given.data).cases[: given.limit]
        cosines = cosines_for(given.encoder)
        settings = replace(LONGMEMEVAL, neighbours=given.neighbours, fallback=given.fallback, threshold_scale="paper")
        work = partial(outcomes, cosines=cosines, encoder=given.encoder, unit=given.unit, settings=settings)
        with ProcessPoolExecutor(given.processes) as pool:
            found = np.concatenate(list(pool.map(work, cases)))
    except ConvographError as error:
        parser.error(str(error))
    print(f"{given.dataset}, {given.encoder}, {given.unit}: {len(found):,} questions of {len(cases)} conversations")
    for line in table(cosines, found, given.encoder):
        print(line)


def cosines_for(encoder: str) -> tuple[float, ...]:
    """The grid including the encoder's equivalents of the paper's thresholds, ascending."""
    return tuple(sorted({*GRID, *(equivalent_cosine(one, encoder) for one in PAPER)}))


def outcomes(case: Case, cosines: Sequence[float], encoder: str, unit: Unit, settings: SGMemSettings) -> Outcomes:
    """SGMem's outcomes for the questions of a conversation at each cosine."""
    recorder = Recorder(make_encoder(encoder), settings)
    asked = [one for one in case.questions if not one.abstention and gold_of(one, unit)]
    found = np.zeros((len(asked), len(cosines), 3), np.bool_)
    with convograph.open(":memory:", architecture=recorder) as memory:
        memory.add(list(case.conversation.sessions))
        for place, question in enumerate(asked):
            memory.recall(question.text, unit=unit, k=HITS, asked_at=question.asked_at, as_of=question.as_of)
            snapshot, query = recorder.kept.pop()
            for column, cosine in enumerate(cosines):
                graph = SGMem(recorder.encoder, replace(settings, threshold=cosine + 1))
                hits = [hit.id in gold_of(question, unit) for hit in graph.recall(snapshot, query).hits]
                found[place, column] = any(hits[:1]), any(hits), not hits
    return found


def gold_of(question: Question, unit: Unit) -> tuple[str, ...]:
    """The ids of the turns or sessions that hold the answer."""
    return question.gold_turns if unit == "turn" else question.gold_sessions


def table(cosines: Sequence[float], found: Outcomes, encoder: str) -> Iterator[str]:
    """A line for each cosine, with the paper's thresholds marked."""
    marks = {equivalent_cosine(one, encoder): f"  γ = {one + 1:.1f}, calibrated" for one in PAPER}
    for column, cosine in enumerate(cosines):
        first, five, nothing = found[:, column].mean(axis=0).tolist()
        mark = marks.get(cosine, "")
        yield f"    cosine {cosine:+.4f}: hit@1 {first:.3f}, hit@{HITS} {five:.3f}, nothing {nothing:.3f}{mark}"


if __name__ == "__main__":
    main()
