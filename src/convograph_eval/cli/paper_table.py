"""`convograph-eval table`: make the runs for a table of a paper, and print their figures beside the paper's."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from typer.main import get_command

from convograph.cli.console import shown
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph_eval.cli.app import app, failures_reported
from convograph_eval.cli.models import JudgeModel
from convograph_eval.cli.tables import figures_table
from convograph_eval.paper_tables import PAPERS, PaperTable, Plan, Row, TableInputs, TableRun

Paper = Annotated[str, typer.Argument(help=f"The paper: {', '.join(PAPERS)}.")]
Number = Annotated[str, typer.Argument(help="The table: a number, or figure-4.")]
DataFiles = Annotated[
    list[str], typer.Option("--data", metavar="SET=FILE", help="A data set's file, once for each: msc=test.json.")
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model", "-m", metavar="NAME", help="openai:MODEL that replies and answers; --upkeep, --judge are it too."
    ),
]
UpkeepModel = Annotated[
    str | None, typer.Option("--upkeep", metavar="NAME", help="openai:MODEL that writes what memories hold.")
]
Extractor = Annotated[
    str | None, typer.Option("--extractor", metavar="NAME", help="openai:MODEL, a tuned one, that reads triplets.")
]
Folder = Annotated[
    Path,
    typer.Option("--folder", metavar="DIR", help="Where reports, replies and memories stay: what a rerun resumes."),
]
PRINTED = " (paper)"
OF_SESSIONS = ("msc", "cc")
LAST_SESSION = 5  # of the test halves, on which the papers measure
LAST_OF_VALIDATION = 4


@app.command(
    name="table",
    epilog="[bold]Examples[/]\n"
    "  convograph-eval table glong 6 --data msc=msc_test.json    # without a model: prompts are counted\n"
    "  convograph-eval table glong 4 --data longmemeval=longmemeval_s.json --model openai:gpt-4o-mini",
)
def paper_table(
    *,
    paper: Paper,
    number: Number,
    data: DataFiles,
    model: Model = None,
    upkeep: UpkeepModel = None,
    extractor: Extractor = None,
    judge: JudgeModel = None,
    bert_score: Annotated[
        Path | None, typer.Option("--bert-score", metavar="DIR", help="The encoder of BERTScore, for Table 8.")
    ] = None,
    encoder: Annotated[str | None, typer.Option("--encoder", help="As in the other commands.")] = None,
    importance: Annotated[str | None, typer.Option(help="t5:FOLDER, which tells the importance of triplets.")] = None,
    sample: Annotated[int | None, typer.Option("--sample", min=1, help="In place of the paper's sample.")] = None,
    folder: Folder = Path("tables"),
) -> None:
    """Make one table of a paper: run what it takes, and print its rows beside the paper's.

    Each run is a command of its own, shown as it starts; its report stays in the folder, and the same command resumes.
    """
    with failures_reported():
        table = _table(paper, number)
        given = TableInputs(
            _files(data, table, f"{paper} {number}"),
            model,
            upkeep or model,
            extractor,
            judge or model,
            bert_score,
            sample,
            encoder,
            importance,
        )
        plan = table.plan(given)
        place = folder / f"{paper}-{number}"
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot make the folder {place}: {error.strerror or error}; name another") from error
    failed = [run.name for run in plan.runs if not _done(run, place)]
    reports = {run.name: json.loads(_report(run, place).read_text()) for run in plan.runs}
    Console().print(_view(f"{paper}, {number}: {table.title}", plan, reports), highlight=False)
    for line in (*_short_of_sessions(plan, reports), *(f"not measured: {line}" for line in plan.missing)):
        Console().print(shown(line), highlight=False)
    if failed:
        raise typer.Exit(NOTHING_FOUND)


def _table(paper: str, number: str) -> PaperTable:
    if paper not in PAPERS:
        raise InputError(f"no tables of {shortened(paper)}; there are those of {', '.join(PAPERS)}")
    if number not in PAPERS[paper]:
        raise InputError(f"{paper} has no table {shortened(number)}; it has {', '.join(PAPERS[paper])}")
    return PAPERS[paper][number]


def _files(given: Sequence[str], table: PaperTable, name: str) -> Mapping[str, Path]:
    """The files by data set. Raises `InputError` for a data set that is not the table's, given twice or missing."""
    files: dict[str, Path] = {}
    for one in given:
        dataset, equals, path = one.partition("=")
        if not equals or not path or dataset not in table.datasets or dataset in files:
            raise InputError(
                f"--data {shortened(one)}: {name} takes {' and '.join(f'{each}=FILE' for each in table.datasets)}, once"
            )
        files[dataset] = Path(path)
        if not files[dataset].exists():
            raise InputError(f"--data {shortened(one)}: there is no such file; name one that is there")
    return files


def _done(run: TableRun, place: Path) -> bool:
    """Run a command; false if models failed on a part of it. Exits with its exit code if it made no report."""
    files = ["--json", str(_report(run, place))]
    if run.arguments[0] != "retrieval" and "--prompts-only" not in run.arguments:
        files += ["--replies", str(place.parent / "replies")]
    if run.arguments[0] != "responses" and "--upkeep" in run.arguments:
        files += ["--memories", str(place.parent / "memories")]
    arguments = [*run.arguments, *files]
    Console(stderr=True).print(
        f"convograph-eval {shlex.join(arguments)}", markup=False, highlight=False, soft_wrap=True
    )
    code = get_command(app).main(arguments, prog_name="convograph-eval", standalone_mode=False) or 0
    if code not in (0, NOTHING_FOUND):
        raise typer.Exit(code)
    return code == 0


def _report(run: TableRun, place: Path) -> Path:
    return place / f"{run.name}.json"


def _view(title: str, plan: Plan, reports: Mapping[str, Any]) -> Table:
    """Our rows, each followed by the paper's, if it has one."""
    table = figures_table(title, ("",), list(plan.columns))
    decimals = list(plan.columns.values())
    for row in plan.rows:
        table.add_row(row.label, *(_figure(*each) for each in zip(_ours(row, reports), decimals, strict=True)))
        if row.published is not None:
            printed = zip(row.published, decimals, strict=True)
            table.add_row(f"{row.label}{PRINTED}", *(_figure(*each) for each in printed), style="dim")
    return table


def _short_of_sessions(plan: Plan, reports: Mapping[str, Any]) -> Iterator[str]:
    """A note for each run over dialogues that end before the papers' last session."""
    for run in plan.runs:
        dataset = run.arguments[run.arguments.index("--dataset") + 1]
        agents = reports[run.name].get("agents", {}).values()
        last = max((int(session) for one in agents for session in one["sessions"]), default=LAST_SESSION)
        if dataset in OF_SESSIONS and last < LAST_SESSION:
            yield (
                f"{dataset}: the dialogues given end with session {last}, as those of MSC's validation half do with "
                f"{LAST_OF_VALIDATION}; the paper's figures are of a test half, sessions 2 to {LAST_SESSION}"
            )


def _ours(row: Row, reports: Mapping[str, Any]) -> Iterator[float | None]:
    return (None if cell is None else cell.read(reports[cell.run]) for cell in row.cells)


def _figure(value: float | None, decimals: int) -> str:
    return "-" if value is None else f"{value:,.{decimals}f}"
