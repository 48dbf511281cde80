"""How much gold contexts keep, by token budget: `unified`, `hybrid`, and the hits of both as whole turns.

    python -m benchmarks.contexts DATASET DATA [--sentences FILE] [--processes N] [--stop-below P ...]

Prints a Markdown table: shares of gold turns, and in brackets the 95 % interval of `unified`'s lead, paired over the
questions. `--sentences` names a file of labels of the answering sentences; only questions with labels are asked. With
`--stop-below`, it prints instead the gold and tokens left in `unified`'s contexts of 2,000 tokens when hits below each
probability are dropped.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

import convograph
from benchmarks.reordering import default_ranker
from benchmarks.retrieval_report import retrieval_report
from benchmarks.tables import Table, intervals, share
from convograph.memory import Memory
from convograph.types import Context
from convograph_eval.cache import default_folder
from convograph_eval.datasets import DATASETS, Dataset, Question, labelled, load
from convograph_eval.retrieval import survived

BUDGETS = (500, 1_000, 2_000, 4_000, 8_000)
OURS, OTHER = "unified", "hybrid"
STOPPED = 2_000  # token budget of contexts with `stop_below`


def main() -> None:
    """Run both architectures and print the table."""
    given = _arguments()
    dataset = load(given.dataset, given.data)
    if given.sentences is not None:
        dataset = labelled(dataset, given.sentences)
    if given.stop_below:
        print(stopped(dataset, given.stop_below).markdown())
        return
    ours, other = (_question_metrics(name, given.data, dataset, given.processes) for name in (OURS, OTHER))
    print(f"{len(ours)} questions\n\n{table(ours, other).markdown()}")


def table(ours: Sequence[Mapping[str, float]], other: Sequence[Mapping[str, float]]) -> Table:
    """One row per budget, from the metrics of the same questions in the same order."""
    kept = {
        f"`{OTHER}`": _shares(other, "quoted"),
        f"`{OURS}`'s hits as whole turns": _shares(ours, "plain"),
        f"`{OTHER}`'s hits as whole turns": _shares(other, "plain"),
    }
    best = _shares(ours, "quoted")
    leads = {name: intervals(best - shares) for name, shares in kept.items()}
    rows = tuple(
        (
            f"{budget:,}",
            f"**{share(best[:, place].mean())}**",
            *(f"{share(shares[:, place].mean())} {leads[name][place]}" for name, shares in kept.items()),
        )
        for place, budget in enumerate(BUDGETS)
    )
    return Table(("tokens", f"`{OURS}`", *kept), rows)


def stopped(dataset: Dataset, stops: Sequence[float]) -> Table:
    """One row per `stop_below` probability, and one without: the share of gold turns, mean and median tokens."""
    limits = (None, *stops)
    kept: list[list[float]] = []
    tokens: list[list[int]] = []
    for case in dataset.cases:
        with convograph.open(":memory:", architecture=default_ranker(case)) as memory:
            memory.add(list(case.conversation.sessions))
            for question in case.questions:
                if question.gold_turns and not question.abstention:
                    contexts = [_context(memory, question, limit) for limit in limits]
                    kept.append([survived(context, question)[0] for context in contexts])
                    tokens.append([context.tokens for context in contexts])
    gold, used = np.array(kept).mean(axis=0).tolist(), np.array(tokens)
    means, medians = used.mean(axis=0).tolist(), np.median(used, axis=0).tolist()
    rows = zip(limits, gold, means, medians, strict=True)
    return Table(
        ("stop below", f"gold in {STOPPED:,} tokens", "tokens, mean", "median"),
        tuple(
            ("–" if limit is None else f"{limit:g}", share(left), f"{mean:,.0f}", f"{median:,.0f}")
            for limit, left, mean, median in rows
        ),
    )


def _context(memory: Memory, question: Question, stop_below: float | None) -> Context:
    return memory.context(
        question.text,
        budget=STOPPED,
        stop_below=stop_below,
        asked_at=question.asked_at,
        as_of=question.as_of,
        recent=question.recent,
    )


def _question_metrics(architecture: str, data: Path, dataset: Dataset, processes: int) -> list[Mapping[str, float]]:
    report = retrieval_report(
        dataset, data.name, architecture, processes=processes, cache=default_folder(), budgets=BUDGETS
    )
    return [question["metrics"] for question in report["questions"]]


def _shares(questions: Sequence[Mapping[str, float]], name: str) -> npt.NDArray[np.float64]:
    """Shares of shape (questions, budgets)."""
    return np.array([[metrics[f"{name}@{budget}"] for budget in BUDGETS] for metrics in questions])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", choices=DATASETS)
    parser.add_argument("data", type=Path, help="its file, or the folder of the chronicles")
    parser.add_argument("--sentences", type=Path, help="labels of the sentences that answer")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--stop-below", type=float, nargs="+", default=[], help="probabilities of hits")
    return parser.parse_args()


if __name__ == "__main__":
    main()
