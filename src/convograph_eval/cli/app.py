"""The Typer application of all commands, and how it reports failures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import typer
from rich.console import Console

from convograph.cli.defects import Debug, DefectGroup
from convograph.cli.exit_codes import BAD_INPUT, MODEL_FAILURE
from convograph.errors import ConvographError, ModelError
from convograph.formats.private_files import written

STDOUT = Path("-")
"""The file name that means the standard output."""


class ReportGroup(DefectGroup):
    """Commands whose --json names a file: failures are only reported as JSON if the report is printed (`--json -`)."""

    def asks_for_json(self, args: Sequence[str]) -> bool:
        """Whether the report goes to the standard output."""
        return ("--json", str(STDOUT)) in pairwise(args) or f"--json={STDOUT}" in args


app = typer.Typer(
    name="convograph-eval",
    cls=ReportGroup,
    help="Measures memories on conversations with questions and gold evidence.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
)


@app.callback()
def _options_of_all(debug: Debug = False) -> None:
    """Options given before the command."""


@contextmanager
def failures_reported() -> Iterator[None]:
    """Turn an error that the user can fix into one line on stderr and exit code 2, or 5 for a model error."""
    try:
        yield
    except (ConvographError, OSError) as error:
        Console(stderr=True).print(f"error: {error}", style="red", markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(MODEL_FAILURE if isinstance(error, ModelError) else BAD_INPUT) from None


def write_whole(path: Path, text: str) -> None:
    """Write a file the way exports are written; characters that UTF-8 cannot encode become question marks."""
    with written(path) as file:
        file.write(text.encode("utf-8", "replace").decode())
