"""`convograph-eval retrieval`: one run, its table, its report and its page."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from convograph.errors import InputError
from convograph_eval.architectures import CHOICE_NAMES
from convograph_eval.brought import bring
from convograph_eval.cache import default_folder
from convograph_eval.cli.app import STDOUT, app, told, write_whole
from convograph_eval.cli.hardest import hardest_questions
from convograph_eval.cli.tables import report_view
from convograph_eval.datasets import DATASETS, load, pooled
from convograph_eval.pages import render_report
from convograph_eval.retrieval import RunSettings, Watch, chosen, file_digest, run
from convograph_eval.units import TRIPLET, UNITS


@app.command(
    epilog="[bold]Examples[/]\n"
    "  convograph-eval retrieval --dataset locomo --data locomo10.json --architecture sgmem --unit turn\n"
    "  convograph-eval retrieval --dataset longmemeval --data longmemeval_s.json --architecture bm25 --unit session "
    "--processes 2 --json bm25.json --html bm25.html\n"
    "  convograph-eval retrieval --dataset longmemeval --data longmemeval_s.json --architecture dense --unit session "
    "--sample 60 --seed 0 --encoder sentence-transformers:all-MiniLM-L6-v2"
)
def retrieval(
    *,
    dataset: Annotated[str, typer.Option(help=f"One of {', '.join(DATASETS)}.")],
    data: Annotated[Path, typer.Option(help="The data set's file, plain or compressed.")],
    architecture: Annotated[str, typer.Option("--architecture", "-a", help=f"One of {CHOICE_NAMES}.")],
    unit: Annotated[str, typer.Option("--unit", "-u", help=f"One of {', '.join(UNITS)}.")] = "turn",
    k: Annotated[str, typer.Option("--k", help="Cut-offs of the metrics, with commas.")] = "1,3,5,10",
    budgets: Annotated[
        str | None, typer.Option(help="Also pack contexts of so many tokens, with commas: how much gold is left?")
    ] = None,
    encoder: Annotated[str, typer.Option(help="static, or sentence-transformers:<model>.")] = "static",
    pool: Annotated[bool, typer.Option("--pooled", help="Put all conversations into one memory.")] = False,
    audit: Annotated[Path | None, typer.Option(help="LoCoMo: a file with corrected citations.")] = None,
    triplets: Annotated[Path | None, typer.Option(help="Triplets to search, for the unit triplet.")] = None,
    memos: Annotated[
        Path | None, typer.Option(help="Memos to bring: for sgmem-sf and its like, and facts for longmemeval-uf.")
    ] = None,
    speakers: Annotated[
        bool, typer.Option("--speakers/--no-speakers", help="Whether the baselines' texts say who speaks.")
    ] = True,
    limit: Annotated[int | None, typer.Option(help="Only the first so many conversations.")] = None,
    ids: Annotated[Path | None, typer.Option(help="Only the questions whose ids this file names, a line each.")] = None,
    sample: Annotated[int | None, typer.Option(help="Only so many questions, of each category its share.")] = None,
    seed: Annotated[int, typer.Option(help="Which sample.")] = 0,
    processes: Annotated[int, typer.Option(min=1, help="Conversations measured at once; times suffer.")] = 1,
    cache: Annotated[
        Path | None,
        typer.Option(envvar="CONVOGRAPH_EVAL_CACHE", help="Folder of vectors and extractions kept for later runs."),
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Derive everything anew, and keep nothing.")] = False,
    output: Annotated[Path | None, typer.Option("--json", help="Write the whole report here; - for stdout.")] = None,
    page: Annotated[Path | None, typer.Option("--html", help="Write a page with tables and charts here.")] = None,
) -> None:
    """Ask every question of its own conversation's memory, and measure what comes back.

    With --json FILE, a run that was stopped goes on where it was when it is started again.
    """
    with told(), _kept(output):
        if ids and sample:
            raise InputError("--ids and --sample both choose the questions; give one of them")
        if cache and no_cache:
            raise InputError("--cache and --no-cache contradict each other; give one of them")
        if triplets and unit != TRIPLET:
            raise InputError(f"--triplets is for the unit {TRIPLET}, and the unit is {unit}; leave it out")
        _check_targets(output, page, [path for path in (data, audit, triplets, memos, ids) if path is not None])
        files = [path for path in (data, audit, triplets, memos) if path is not None]
        settings = RunSettings(
            dataset=dataset,
            data=data.name,
            architecture=architecture,
            unit=unit,
            encoder=encoder,
            ks=_numbers(k, "--k"),
            budgets=() if budgets is None else _numbers(budgets, "--budgets"),
            pooled=pool,
            speakers=speakers,
            audit=_name(audit),
            triplets=_name(triplets),
            memos=_name(memos),
            limit=limit,
            ids=None if ids is None else tuple(ids.read_text(encoding="utf-8").split()),
            sample=sample,
            seed=None if sample is None else seed,
        )
        loaded = load(dataset, data, audit)
        brought = bring(loaded, triplets, memos)
        settings = replace(settings, digests=tuple((path.name, file_digest(path)) for path in files))
        settings, asked = chosen(settings, loaded)
        if pool:
            asked = pooled(asked)
            brought = brought.pooled(asked.cases[0].conversation)
        with _progress(f"{architecture} on {dataset}") as watch:
            report = run(
                settings,
                asked,
                brought=brought,
                processes=processes,
                cache=None if no_cache else cache or default_folder(),
                output=None if output == STDOUT else output,
                watch=watch,
            )
        _write(report, output)
        if page is not None:
            write_whole(page, render_report(report, hardest_questions(report, settings, asked, brought)))


@contextmanager
def _progress(title: str) -> Iterator[Watch]:
    """A bar of conversations, and in one process another for what is done with the present one."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not shown) as bar:
        cases = bar.add_task(title, total=None)
        inside = bar.add_task("", total=None, visible=False)

        def watch(stage: str, done: int, total: int) -> None:
            if stage == "cases":
                bar.update(cases, completed=done, total=total)
            else:
                bar.update(inside, description=f"  {stage}", completed=done, total=total, visible=True)

        yield watch


def _check_targets(output: Path | None, page: Path | None, sources: Sequence[Path]) -> None:
    """Refuse, before anything is run, files that cannot be written or that are something else's."""
    targets = {"--json": output, "--html": page}
    for option, path in targets.items():
        if path is None or (path == STDOUT and option == "--json"):
            continue
        if path.is_dir():
            raise InputError(f"{option} {path} is a folder; name a file in it")
        if not path.absolute().parent.is_dir():
            raise InputError(f"{option} {path}: there is no folder {path.absolute().parent}; make it first")
        if path.absolute() in {source.absolute() for source in sources}:
            raise InputError(f"{option} {path} is a file that the run reads; name another one")
    if output is not None and page is not None and output.absolute() == page.absolute():
        raise InputError(f"--json and --html are both {output}; name two files")


@contextmanager
def _kept(output: Path | None) -> Iterator[None]:
    """Say of a run that is stopped how it goes on."""
    try:
        yield
    except KeyboardInterrupt:
        kept = output is not None and output != STDOUT
        what = "the same command goes on with the next conversation" if kept else "nothing is kept without --json FILE"
        Console(stderr=True).print(f"stopped: {what}", style="yellow", markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(130) from None


def _name(path: Path | None) -> str | None:
    return None if path is None else path.name


def _numbers(text: str, option: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdigit() and int(part) > 0 for part in parts):
        raise InputError(f"{option} takes whole numbers from 1, with commas between: {text!r}")
    return tuple(sorted({int(part) for part in parts}))


def _write(report: dict[str, Any], output: Path | None) -> None:
    text = json.dumps(report, ensure_ascii=False, indent=1)
    if output == STDOUT:
        sys.stdout.write(text + "\n")
        return
    if output is not None:
        write_whole(output, text + "\n")
    Console().print(report_view(report), highlight=False)
