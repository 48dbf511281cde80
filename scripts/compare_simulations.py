"""Print a comparison of `convograph-eval simulate` reports over the same show.

    python scripts/compare_simulations.py first.json other.json …

Prints the accuracy over all questions, answerable ones, answerable ones of one and of two hops, and unanswerable ones;
how often a scene that tells the first hop was found, and the second, and the mean number of scenes found; the time to
store an utterance and to answer; and the paired difference to the first report, over all and over answerable questions.
Accuracies, shares and differences have 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from convograph_eval.comparison import RESAMPLES, interval, resampled_means

COLUMNS = (
    *("report", "all", "answerable", "one hop", "two hops", "none", "first hop", "second", "scenes"),
    *("store", "answer", "difference", "of answerable"),
)

GRAPH = "tkg/"  # prefix of the types of questions from the graph, whose hops are joined by "_"

Records = Sequence[Mapping[str, Any]]


def main() -> None:
    """Read the reports and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", type=Path, nargs="+")
    paths: list[Path] = parser.parse_args().reports
    reports = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    first = reports[0]["questions"]
    print(f"| {' | '.join(COLUMNS)} |")
    print(f"| {' | '.join(['---'] * len(COLUMNS))} |")
    for path, report in zip(paths, reports, strict=True):
        questions = report["questions"]
        differences = (difference(questions, first), difference(_answerable(questions), _answerable(first)))
        print(f"| {' | '.join((path.stem, *_cells(report), *differences))} |")


def _cells(report: Mapping[str, Any]) -> Iterator[str]:
    records, cost = report["questions"], report["cost"]
    answerable = _answerable(records)
    types = [one["category"].removeprefix(GRAPH) for one in answerable]
    hops = [
        [one for one, kind in zip(answerable, types, strict=True) if "/" not in kind and kind.count("_") == number]
        for number in (0, 1)
    ]
    for group in (records, answerable, *hops, [one for one in records if one["unanswerable"]]):
        yield _mean([one["metrics"]["accuracy"] for one in group])
    for place in (0, 1):
        yield _mean([float(one["hops"][place]) for one in answerable if len(one["hops"]) > place])
    yield f"{fmean(len({turn.rpartition(':')[0] for turn in one['sources']}) for one in records):.0f}"
    yield f"{1_000 * cost['hearing_seconds'] / report['show']['utterances']:.1f} ms"
    yield f"{cost['answer_seconds_p50']:.2f} s ({cost['answer_seconds_p95']:.2f})"


def _answerable(records: Records) -> Records:
    return [one for one in records if not one["unanswerable"]]


def _mean(values: Sequence[float]) -> str:
    if not values:
        return "-"
    low, high = interval(resampled_means(np.array(values, float)[:, None], RESAMPLES, 0))
    return f"{fmean(values):.3f} [{low[0]:.3f}, {high[0]:.3f}]"


def difference(records: Records, first: Records) -> str:
    """The mean difference in accuracy of paired records, with its interval.

    Raises `ValueError` if they are not of the same questions.
    """
    paired = []
    for one, other in zip(records, first, strict=True):
        if one["case"] != other["case"]:
            raise ValueError(f"not the same questions: {one['case']} is not {other['case']}")
        paired.append(one["metrics"]["accuracy"] - other["metrics"]["accuracy"])
    low, high = interval(resampled_means(np.array(paired)[:, None], RESAMPLES, 0))
    return f"{fmean(paired):+.3f} [{low[0]:+.3f}, {high[0]:+.3f}]"


if __name__ == "__main__":
    main()
