"""Tests whether current facts rank above outdated ones: questions about facts that changed, by architecture.

    python -m benchmarks.newest DATASET DATA [--architectures unified hybrid bm25] [--processes N]
    python -m benchmarks.newest longmemeval DATA --categories temporal-reasoning

Gold is only the newest evidence: the gold turns of the last session that has any; older ones are outdated. Prints a
Markdown table: hit@1, hit@5 and MRR of the newest evidence, and where older evidence is known, how often the newest
ranks above it; in brackets the 95 % interval of the first architecture's lead, paired over the questions.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.retrieval_report import retrieval_report
from benchmarks.tables import Table, intervals, share
from convograph_eval.cache import default_folder
from convograph_eval.datasets import DATASETS, Case, Dataset, load, turn_ids, with_ids
from convograph_eval.metrics import parse_metric

CHANGED = ("knowledge-update", "changed-fact")
"""The last components of the categories whose questions ask for changed facts."""

METRICS = ("hit@1", "hit@5", "mrr")
ABOVE = "above the outdated"


@dataclass(frozen=True)
class Evidence:
    """The gold turns of a question: those of the newest session, and older ones."""

    newest: frozenset[str]
    older: frozenset[str]


def main() -> None:
    """Run each architecture and print the table."""
    given = _arguments()
    dataset = load(given.dataset, given.data)
    by_case = (evidence_of(case, given.categories) for case in dataset.cases)
    evidence = {question: found for of_case in by_case for question, found in of_case.items()}
    dataset = with_ids(dataset, tuple(evidence))
    scores = {
        name: scored(_ranked(name, given.data, dataset, given.processes), evidence) for name in given.architectures
    }
    print(f"{len(evidence)} questions\n\n{table(scores).markdown()}")


def evidence_of(case: Case, categories: Sequence[str] = CHANGED) -> dict[str, Evidence]:
    """The evidence of each question of some categories, by question id; sessions are ordered by time."""
    sessions = [one for one in case.conversation.sessions if one.id is not None]
    told = {one.id: (one.said.local if one.said else datetime.min, place) for place, one in enumerate(sessions)}
    session_of = {turn: one.id for one in sessions for turn in turn_ids(one)}
    found = {}
    for question in case.questions:
        gold = [turn for turn in question.gold_turns if turn in session_of]
        if question.category.split("/")[-1] not in categories or question.abstention or not gold:
            continue
        last = max((session_of[turn] for turn in gold), key=told.__getitem__)
        newest = frozenset(turn for turn in gold if session_of[turn] == last)
        found[question.id] = Evidence(newest, frozenset(gold) - newest)
    return found


def scored(ranked: Mapping[str, Sequence[str]], evidence: Mapping[str, Evidence]) -> dict[str, npt.NDArray[np.float64]]:
    """The scores per question for each of `METRICS` and for `ABOVE`, which is NaN if no evidence is outdated."""
    found = {
        metric: np.array([parse_metric(metric)(ranked[one], each.newest) for one, each in evidence.items()])
        for metric in METRICS
    }
    return {**found, ABOVE: np.array([_above(ranked[one], each) for one, each in evidence.items()])}


def _above(ranked: Sequence[str], evidence: Evidence) -> float:
    if not evidence.older:
        return float("nan")
    either = evidence.newest | evidence.older
    return float(next((turn in evidence.newest for turn in ranked if turn in either), False))


def table(scores: Mapping[str, Mapping[str, npt.NDArray[np.float64]]]) -> Table:
    """One row per architecture."""
    (first, best), *_ = scores.items()
    rows = []
    for name, own in scores.items():
        cells = []
        for metric, values in own.items():
            known = ~np.isnan(values)
            cell = share(values[known].mean()) if known.any() else "–"
            if name != first and known.any():
                (lead,) = intervals((best[metric] - values)[known][:, None])
                cell = f"{cell} {lead}"
            cells.append(cell)
        rows.append((f"`{name}`", *cells))
    pairs = int(np.count_nonzero(~np.isnan(best[ABOVE])))
    return Table(("architecture", *METRICS, f"{ABOVE} ({pairs})"), tuple(rows))


def _ranked(architecture: str, data: Path, dataset: Dataset, processes: int) -> dict[str, Sequence[str]]:
    report = retrieval_report(dataset, data.name, architecture, processes=processes, cache=default_folder())
    return {question["id"]: question["ranked"] for question in report["questions"]}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", choices=DATASETS)
    parser.add_argument("data", type=Path, help="its file, or the folder of the chronicles")
    parser.add_argument("--categories", nargs="+", default=CHANGED, help="the last components of their names")
    parser.add_argument("--architectures", nargs="+", default=["unified", "hybrid", "bm25"])
    parser.add_argument("--processes", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
