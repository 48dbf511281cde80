"""The application that every command hangs on, and how a failure is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console

from convograph.errors import ConvographError

app = typer.Typer(
    name="convograph-eval",
    help="Measures memories on conversations with questions and gold evidence.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
)


@contextmanager
def told() -> Iterator[None]:
    """Turns what a user can mend into one line on stderr and exit code 2."""
    try:
        yield
    except (ConvographError, OSError) as error:
        Console(stderr=True).print(f"error: {error}", style="red", markup=False, highlight=False)
        raise typer.Exit(2) from None


def share(value: float) -> str:
    """`.583` rather than `0.583`: ten columns fit into a terminal."""
    return f"{value:.3f}".replace("0.", ".", 1)
