"""How much gold contexts keep: `unified` beside `hybrid` and beside whole turns of its own hits, by token budget.

    python -m benchmarks.contexts DATASET DATA [--sentences FILE] [--processes N]

A table of Markdown: shares of gold turns, and in brackets the 95 % interval of what `unified` keeps more, paired over
the questions. `--sentences` names labels of the sentences that answer: only their questions are asked.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.tables import Table, bracketed, share
from convograph_eval.cache import default_folder
from convograph_eval.comparison import RESAMPLES, interval, resampled_means
from convograph_eval.datasets import DATASETS, Dataset, labelled, load
from convograph_eval.retrieval import RunSettings, run

BUDGETS = (500, 1_000, 2_000, 4_000, 8_000)
OURS, OTHER = "unified", "hybrid"
SEED = 0


def main() -> None:
    """Run both architectures and print the table."""
    given = _arguments()
    dataset = load(given.dataset, given.data)
    if given.sentences is not None:
        dataset = labelled(dataset, given.sentences)
    ours, other = (_asked(name, given.data, dataset, given.processes) for name in (OURS, OTHER))
    print(f"{len(ours)} questions\n\n{table(ours, other).markdown()}")


def table(ours: Sequence[Mapping[str, float]], other: Sequence[Mapping[str, float]]) -> Table:
    """A row a budget, from the metrics of the same questions in the same order."""
    kept = {f"`{OTHER}`": _shares(other, "quoted"), f"`{OURS}`'s hits as whole turns": _shares(ours, "plain")}
    best = _shares(ours, "quoted")
    intervals = {name: _intervals(best - shares) for name, shares in kept.items()}
    rows = tuple(
        (
            f"{budget:,}",
            f"**{share(best[:, place].mean())}**",
            *(f"{share(shares[:, place].mean())} {intervals[name][place]}" for name, shares in kept.items()),
        )
        for place, budget in enumerate(BUDGETS)
    )
    return Table(("tokens", f"`{OURS}`", *kept), rows)


def _asked(architecture: str, data: Path, dataset: Dataset, processes: int) -> list[Mapping[str, float]]:
    settings = RunSettings(dataset.name, data.name, architecture, "turn", budgets=BUDGETS)
    report: Mapping[str, Any] = run(settings, dataset, processes=processes, cache=default_folder())
    return [question["metrics"] for question in report["questions"]]


def _shares(questions: Sequence[Mapping[str, float]], name: str) -> npt.NDArray[np.float64]:
    """Shares of shape (questions, budgets)."""
    return np.array([[metrics[f"{name}@{budget}"] for budget in BUDGETS] for metrics in questions])


def _intervals(differences: npt.NDArray[np.float64]) -> list[str]:
    """The interval of each column's mean."""
    return [bracketed(low, high) for low, high in interval(resampled_means(differences, RESAMPLES, SEED)).T.tolist()]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", choices=DATASETS)
    parser.add_argument("data", type=Path, help="its file, or the folder of the chronicles")
    parser.add_argument("--sentences", type=Path, help="labels of the sentences that answer")
    parser.add_argument("--processes", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
