"""`convograph-eval compare`: reports against a baseline, with intervals and flipped questions."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from convograph.cli.console import counted, shown
from convograph.errors import InputError
from convograph_eval.cli.app import STDOUT, app, failures_reported, write_whole
from convograph_eval.cli.tables import figures_table, share
from convograph_eval.comparison import CONFIDENCE, RESAMPLES, Comparison, Flip, Report, compare, read_report

MOST_RESAMPLES = 1_000_000  # limited because their means are kept in memory

FEW = 30  # intervals over fewer questions mean little


@app.command(
    name="compare",
    epilog="[bold]Examples[/]\n"
    "  convograph-eval compare bm25.json sgmem.json\n"
    "  convograph-eval compare bm25.json dense.json sgmem.json --metric recall_all@5 --metric mrr --by recall_all@5\n"
    "  convograph-eval compare bm25.json sgmem.json --show 0 --json comparison.json",
)
def compare_reports(
    *,
    reports: Annotated[list[Path], typer.Argument(help="Reports of retrieval or answers; the first is the baseline.")],
    metric: Annotated[list[str] | None, typer.Option(help="A metric, such as recall_all@5; repeatable.")] = None,
    by: Annotated[str | None, typer.Option(help="The metric of wins and losses; hit@5 if it is compared.")] = None,
    show: Annotated[int, typer.Option(min=0, help="How many won and lost questions to show.")] = 10,
    resamples: Annotated[
        int, typer.Option(min=100, max=MOST_RESAMPLES, help="Bootstrap resamples for the intervals.")
    ] = RESAMPLES,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the resamples.")] = 0,
    output: Annotated[
        Path | None, typer.Option("--json", help="Write the whole comparison to this file; - for stdout.")
    ] = None,
) -> None:
    """Compare reports with the first of them, on their shared questions.

    The intervals are those of the paired bootstrap over questions; one that contains 0 shows no difference.
    """
    with failures_reported():
        if len(reports) < 2:
            raise InputError(f"nothing to compare {reports[0]} with; name another report after it")
        if output is not None and any(output.resolve() == path.resolve() for path in reports):
            raise InputError(f"--json {output} would overwrite one of the reports; name another file")
        baseline, *others = [read_report(path) for path in reports]
        made = [
            compare(baseline, other, metrics=metric or (), by=by, resamples=resamples, seed=seed) for other in others
        ]
        if output is not None:
            text = json.dumps(_as_json(baseline, others, made, resamples, seed), ensure_ascii=False, indent=1) + "\n"
            if output == STDOUT:
                sys.stdout.write(text)
                return
            write_whole(output, text)
        console = Console(highlight=False)
        for other, comparison in zip(others, made, strict=True):
            _print(console, baseline, other, comparison, show)


def _as_json(
    baseline: Report, others: Sequence[Report], made: Sequence[Comparison], resamples: int, seed: int
) -> dict[str, Any]:
    return {
        "settings": {"confidence": CONFIDENCE, "resamples": resamples, "seed": seed},
        "baseline": _as_record(baseline),
        "comparisons": [
            {"report": _as_record(other), **asdict(comparison)} for other, comparison in zip(others, made, strict=True)
        ],
    }


def _as_record(report: Report) -> dict[str, Any]:
    return {"file": report.name, **asdict(report.settings), "questions": len(report.questions)}


def _print(console: Console, baseline: Report, other: Report, comparison: Comparison, show: int) -> None:
    names = [f"{report.name} ({_run(report)})" for report in (baseline, other)]
    console.print(shown(f"A: {names[0]}\nB: {names[1]}"))
    console.print(shown(_coverage(comparison)))
    console.print(_metrics_table(comparison))
    console.print(_tally_table(comparison))
    for title, flips in (("B better", comparison.won), ("B worse", comparison.lost)):
        if flips[:show]:
            console.print(_flips_table(f"{title}, {comparison.by}", flips, show))


def _run(report: Report) -> str:
    """The settings in which comparable runs may differ, as text."""
    settings = report.settings
    parts = [settings.architecture, settings.encoder, settings.model, settings.answers, "pooled" * settings.pooled]
    parts += [f"importance {settings.importance}"] if settings.importance else []
    parts += [f"deliberator {settings.deliberator}"] if settings.deliberator else []
    parts += [f"reranker {settings.reranker}"] if settings.reranker else []
    parts += [f"follow-ups {settings.follow_ups}"] if settings.follow_ups else []
    return ", ".join([*filter(None, parts), *([] if settings.speakers else ["no speakers"])])


def _coverage(comparison: Comparison) -> str:
    alone = [
        f"{counted(len(ids), 'question')} only in {name}, left out"
        for name, ids in (("A", comparison.only_before), ("B", comparison.only_after))
        if ids
    ]
    few = ["too few for its intervals to mean much"] if comparison.shared < FEW else []
    unscored = len(comparison.unscored)
    without = [f"{counted(unscored, 'question')} without all scores, left out"] if unscored else []
    return " · ".join([f"{counted(comparison.shared, 'question')} in both", *few, *alone, *without])


def _metrics_table(comparison: Comparison) -> Table:
    table = figures_table(None, ("metric",), ("A", "B", "B - A", "95 % interval", "p"))
    for name, one in comparison.metrics.items():
        interval = f"{_signed(one.low)} to {_signed(one.high)}"
        difference = _signed(one.difference)
        table.add_row(shown(name), share(one.before), share(one.after), difference, interval, f"{one.p:.4f}")
    return table


def _tally_table(comparison: Comparison) -> Table:
    table = figures_table(f"B against A, {comparison.by}", ("category",), ("n", "better", "worse", "same"))
    rows = [*comparison.by_category.items(), ("all", comparison.total)]
    for name, tally in rows:
        counts = (tally.wins, tally.losses, tally.ties)
        style = "bold" if tally is comparison.total else None
        table.add_row(shown(name), str(sum(counts)), *map(str, counts), style=style)
    return table


def _flips_table(title: str, flips: Sequence[Flip], show: int) -> Table:
    title += f": the first {show} of {len(flips):,}" if len(flips) > show else f": {len(flips):,}"
    ranked = any(rank is not None for flip in flips for rank in (flip.rank_before, flip.rank_after))
    table = figures_table(title, ("id", "category", "question"), ("gold in A", "in B") if ranked else ("A", "B"))
    for flip in flips[:show]:
        ranks = (_rank(flip.rank_before), _rank(flip.rank_after))
        figures = ranks if ranked else (share(flip.before), share(flip.after))
        table.add_row(shown(flip.id), shown(flip.category), shown(flip.question or ""), *figures)
    return table


def _rank(rank: int | None) -> str:
    return "none" if rank is None else str(rank)


def _signed(value: float) -> str:
    """`+.034`, `-.034`, and `.000` for values that round to it."""
    rounded = round(value, 3) + 0.0  # -0.0 becomes 0.0
    return f"{'+' if rounded > 0 else ''}{share(rounded)}"
