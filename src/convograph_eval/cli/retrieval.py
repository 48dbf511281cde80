"""`convograph-eval retrieval`: one run, its table and its report."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from convograph.errors import InputError
from convograph_eval.architectures import CHOICES
from convograph_eval.cli.app import app, share, told
from convograph_eval.datasets import DATASETS, load
from convograph_eval.retrieval import RunSettings, run
from convograph_eval.units import GROUPINGS

SHOWN = ("hit", "recall_all")


@app.command(
    epilog="[bold]Examples[/]\n"
    "  convograph-eval retrieval --dataset locomo --data locomo10.json --architecture sgmem --unit turn\n"
    "  convograph-eval retrieval --dataset longmemeval --data longmemeval_s.json --architecture bm25 --unit session "
    "--json bm25.json"
)
def retrieval(
    *,
    dataset: Annotated[str, typer.Option(help=f"One of {', '.join(DATASETS)}.")],
    data: Annotated[Path, typer.Option(help="The data set's file, plain or compressed.")],
    architecture: Annotated[str, typer.Option("--architecture", "-a", help=f"One of {', '.join(CHOICES)}.")],
    unit: Annotated[str, typer.Option("--unit", "-u", help=f"One of {', '.join(GROUPINGS)}.")] = "turn",
    k: Annotated[str, typer.Option("--k", help="Cut-offs of the metrics, with commas.")] = "1,3,5,10",
    encoder: Annotated[str, typer.Option(help="static, or sentence-transformers:<model>.")] = "static",
    audit: Annotated[Path | None, typer.Option(help="LoCoMo: a file with corrected citations.")] = None,
    limit: Annotated[int | None, typer.Option(help="Only the first so many conversations.")] = None,
    ids: Annotated[Path | None, typer.Option(help="Only the questions whose ids this file names, a line each.")] = None,
    output: Annotated[Path | None, typer.Option("--json", help="Write the whole report here; - for stdout.")] = None,
) -> None:
    """Ask every question of its own conversation's memory, and measure what comes back."""
    with told():
        settings = RunSettings(
            dataset=dataset,
            data=str(data.name),
            architecture=architecture,
            unit=unit,
            encoder=encoder,
            ks=_cutoffs(k),
            audit=None if audit is None else audit.name,
            limit=limit,
            ids=None if ids is None else tuple(ids.read_text(encoding="utf-8").split()),
        )
        report = _run(settings, data, audit)
    _write(report, output)


def _run(settings: RunSettings, data: Path, audit: Path | None) -> dict[str, Any]:
    loaded = load(settings.dataset, data, audit)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(f"{settings.architecture} on {settings.dataset}", total=None)
        return run(settings, loaded, lambda done, total: bar.update(task, completed=done, total=total))


def _cutoffs(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdigit() and int(part) > 0 for part in parts):
        raise InputError(f"--k takes whole numbers from 1, with commas between: {text!r}")
    return tuple(sorted({int(part) for part in parts}))


def _write(report: dict[str, Any], output: Path | None) -> None:
    text = json.dumps(report, ensure_ascii=False, indent=1)
    if output is not None and str(output) == "-":
        sys.stdout.write(text + "\n")
        return
    if output is not None:
        output.write_text(text + "\n", encoding="utf-8")
    _show(report)


def _show(report: dict[str, Any]) -> None:
    settings = report["settings"]
    title = f"{settings['architecture']} · {settings['dataset']} · unit {settings['unit']}"
    table = Table(title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("category", overflow="fold")
    table.add_column("n", justify="right", no_wrap=True)
    columns = [f"{name}@{k}" for name in SHOWN for k in settings["ks"]] + ["mrr"]
    for column in columns:
        table.add_column(column.replace("recall_all", "all"), justify="right", no_wrap=True)
    for name, means in report["by_category"].items():
        table.add_row(name, str(means["questions"]), *(share(means[column]) for column in columns))
    if report["summary"]:
        table.add_section()
        total = str(len(report["questions"]))
        table.add_row("all", total, *(share(report["summary"][column]) for column in columns), style="bold")
    console = Console()
    console.print(table)
    left_out, cost = report["left_out"]["questions"], report["cost"]
    console.print(
        f"{len(left_out)} questions left out (not answerable, or without gold) · "
        f"{len(report['left_out']['unresolved_citations'])} citations unresolved · build {cost['build_seconds']} s · "
        f"a query {cost['query_milliseconds_p50']} ms (p95 {cost['query_milliseconds_p95']}) · no model call",
        highlight=False,
    )
