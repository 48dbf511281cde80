"""Compares `unified` with and without its understanding of times: ranges, periods, and things compared in time.

    python -m benchmarks.asked_times DATASET DATA [--unit UNIT] [--questions compared | orders] [--processes N]

Prints a Markdown table with a row for each category: the figures with it, those without it, and in brackets the 95 %
interval of the difference, paired over the questions. `--questions compared` asks only the questions that compare
things in time; `orders` asks for the order of three events each, in questions made of three "When did …?" questions
of one conversation, whose gold they share.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.retrieval_report import retrieval_report
from benchmarks.tables import Table, intervals, share
from convograph.extraction.comparisons import compared_in
from convograph_eval.cache import default_folder
from convograph_eval.datasets import DATASETS, Case, Dataset, Question, load

WITH, WITHOUT = "unified", "unified-no-times"
METRICS = ("hit@1", "hit@5", "recall_all@5", "recall_all@10", "mrr")
ALL = "all"
SEED = 0
EVENTS = 3  # of a question for an order

_WHEN = re.compile(r"(?:When|On (?:which|what) (?:date|day)) (?:did|was|were|had) ([^,;]+)\?")


def main() -> None:
    """Ask the questions twice and print the table."""
    given = _arguments()
    dataset = load(given.dataset, given.data)
    cases = tuple(case for case in map(CHOICES[given.questions], dataset.cases) if case.questions)
    reports = [_run_report(name, given, replace(dataset, cases=cases)) for name in (WITH, WITHOUT)]
    print(table(*reports).markdown())


def compared(case: Case) -> Case:
    """The case with the questions that compare things in time."""
    return replace(case, questions=tuple(one for one in case.questions if compared_in(one.text)))


def orders(case: Case) -> Case:
    """The case with questions for the order of three events, each in one made question at most; drawn by `SEED`."""
    single = [one for one in case.questions if _event(one) and not one.abstention and len(one.gold_turns) == 1]
    drawn = np.random.default_rng(SEED).permutation(len(single))[: len(single) // EVENTS * EVENTS]
    threes = drawn.reshape(-1, EVENTS).tolist()
    return replace(case, questions=tuple(_order([single[place] for place in three]) for three in threes))


def _event(question: Question) -> str | None:
    """What a question wants the time of, in its own words."""
    found = _WHEN.fullmatch(question.text.strip())
    return None if found is None else found[1]


def _order(asked: Sequence[Question]) -> Question:
    *events, last = (_event(one) or "" for one in asked)
    return replace(
        asked[0],
        id="+".join(one.id for one in asked),
        text=f"In which order did these happen: {', '.join(events)} and {last}?",
        category="orders",
        asked_at=max((one.asked_at for one in asked if one.asked_at), default=None),
        as_of=max((one.as_of for one in asked if one.as_of), default=None),
        gold_turns=tuple(turn for one in asked for turn in one.gold_turns),
        gold_sessions=tuple(dict.fromkeys(session for one in asked for session in one.gold_sessions)),
    )


CHOICES: Mapping[str, Callable[[Case], Case]] = {"all": lambda case: case, "compared": compared, "orders": orders}
"""Which questions of a case are asked."""


def table(given: Mapping[str, Any], without: Mapping[str, Any]) -> Table:
    """One row per category and one for all questions, from the reports of two runs over the same questions."""
    ours, theirs = _scores(given), _scores(without)
    categories = sorted({category for category, _ in ours.values()})
    groups = [*categories, ALL] if len(categories) > 1 else categories
    return Table(("category", "questions", *METRICS), tuple(_row(group, ours, theirs) for group in groups))


_Scores = Mapping[str, tuple[str, Sequence[float]]]  # the category and the `METRICS` of each question, by id


def _scores(report: Mapping[str, Any]) -> _Scores:
    return {
        one["id"]: (one["category"].split("/")[-1], [one["metrics"][metric] for metric in METRICS])
        for one in report["questions"]
    }


def _row(group: str, ours: _Scores, theirs: _Scores) -> tuple[str, ...]:
    asked = [one for one, (category, _) in ours.items() if group in (ALL, category)]
    own = np.array([ours[one][1] for one in asked])
    other = np.array([theirs[one][1] for one in asked])
    figures = zip(own.mean(axis=0).tolist(), other.mean(axis=0).tolist(), intervals(own - other), strict=True)
    return (group, str(len(asked)), *(f"{share(one)} / {share(another)} {ends}" for one, another, ends in figures))


def _run_report(architecture: str, given: argparse.Namespace, dataset: Dataset) -> Mapping[str, Any]:
    return retrieval_report(
        dataset, given.data.name, architecture, given.unit, processes=given.processes, cache=default_folder()
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", choices=DATASETS)
    parser.add_argument("data", type=Path, help="its file, or the folder of the chronicles")
    parser.add_argument("--unit", default="turn")
    parser.add_argument("--questions", choices=CHOICES, default="all")
    parser.add_argument("--processes", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
