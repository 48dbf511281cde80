"""Reports of runs: checks of their files, writing, progress bars, and messages on interruption."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import typer
from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from convograph.errors import InputError
from convograph.formats.private_files import refuse_to_replace
from convograph.pages import is_page
from convograph_eval.cli.app import STDOUT, write_whole
from convograph_eval.retrieval import Watch

INTERRUPTED: Final = 130
NO_TARGETS: Final[Mapping[str, Path | None]] = MappingProxyType({})


@contextmanager
def progress(title: str) -> Iterator[Watch]:
    """A progress bar of conversations, and, in a single process, another bar for the current conversation."""
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


def check_targets(
    output: Path | None, page: Path | None, sources: Sequence[Path], further: Mapping[str, Path | None] = NO_TARGETS
) -> None:
    """Raise `InputError` for output files that cannot be written, are inputs, or exist and are none of ours.

    `further` maps options to other files that the run writes.
    """
    targets = {"--json": output, "--html": page, **further}
    for option, path in targets.items():
        if path is None or (path == STDOUT and option == "--json"):
            continue
        if path.is_dir():
            raise InputError(f"{option} {path} is a folder; name a file in it")
        if not path.absolute().parent.is_dir():
            raise InputError(f"{option} {path}: there is no folder {path.absolute().parent}; create it first")
        if path.absolute() in {source.absolute() for source in sources}:
            raise InputError(f"{option} {path} is an input of the run; name another file")
    if page is not None:
        refuse_to_replace(page, is_page, "HTML page")
    if output is not None and output != STDOUT:
        refuse_to_replace(output, _is_report, "report")
    given = [(option, path) for option, path in targets.items() if path is not None]
    for (option, path), (other, another) in combinations(given, 2):
        if path.absolute() == another.absolute():
            raise InputError(f"{option} and {other} are both {path}; name two files")


def _is_report(begin: bytes) -> bool:
    """Whether a file that begins with these bytes is a report, as `write_report` writes it."""
    return begin.startswith(b'{\n "')


@contextmanager
def resume_hint_on_interrupt(output: Path | None) -> Iterator[None]:
    """On Ctrl-C, say how to resume the run."""
    resumed = output is not None and output != STDOUT
    with interrupted(
        "the same command resumes with what is not finished" if resumed else "nothing is kept without --json FILE"
    ):
        yield


@contextmanager
def interrupted(what: str) -> Iterator[None]:
    """On Ctrl-C, print a message on what is kept of the run, and exit with code 130."""
    try:
        yield
    except KeyboardInterrupt:
        Console(stderr=True).print(
            f"interrupted: {what}", style="yellow", markup=False, highlight=False, soft_wrap=True
        )
        raise typer.Exit(INTERRUPTED) from None


def write_report(
    report: Mapping[str, Any], output: Path | None, view: Callable[[Mapping[str, Any]], RenderableType]
) -> None:
    """Write the report as JSON if requested, and as tables unless the JSON goes to the standard output."""
    text = json.dumps(report, ensure_ascii=False, indent=1) + "\n"
    if output == STDOUT:
        sys.stdout.write(text)
        return
    if output is not None:
        write_whole(output, text)
    Console().print(view(report), highlight=False)
