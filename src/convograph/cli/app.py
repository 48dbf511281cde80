"""The application itself, and how a function becomes one of its commands."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from convograph import __version__
from convograph.cli.failures import failures_reported
from convograph.cli.options import spread
from convograph.cli.output import print_line
from convograph.cli.usage import OneLineUsage
from convograph.config import DEFAULT_LOCK_SECONDS, DEFAULT_OWNER, DEFAULT_STORE

WRITE, ASK, LOOK = "Remember and forget", "Ask", "Look"

EXIT_CODES = (
    "[bold]Exit codes[/]: 0 fine · 1 nothing found, or failures left something to write · 2 wrong use or bad input · "
    "3 trouble with the store · 4 no such store, owner, session, turn or speaker · 5 trouble with a model · "
    "130 stopped by Ctrl-C · 141 the output's reader left"
)

app = typer.Typer(
    name="convograph",
    cls=OneLineUsage,
    help="Graph memory for conversations: one file, no model call, every answer with its sources.",
    epilog="\n".join(
        (
            "[bold]Start[/]: convograph add chat.txt, then convograph recall 'Where does Ana live?'",
            f"[bold]Environment[/]: CONVOGRAPH_STORE ({DEFAULT_STORE}), CONVOGRAPH_OWNER ({DEFAULT_OWNER}), "
            f"CONVOGRAPH_LOCK_SECONDS ({DEFAULT_LOCK_SECONDS:g})",
            EXIT_CODES,
        )
    ),
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Command = Callable[..., None]


def command(panel: str, *examples: str, name: str | None = None) -> Callable[[Command], Command]:
    """Makes a function a command under the heading `panel`, with `examples` at the end of its help.

    Parameters that are dataclasses of options become these options; where one of them holds `as_json`, failures
    are reported in JSON when it is set. Failures that convograph raises on purpose become one line and an exit code.
    """

    def register(function: Command) -> Command:
        spreading = spread(function)

        @wraps(spreading)
        def reporting(**values: Any) -> None:
            with failures_reported(as_json=values.get("as_json", False)):
                spreading(**values)

        epilog = "\n".join(("[bold]Examples[/]", *(f"  {example}" for example in examples)))
        app.command(name, help=_unwrapped(function.__doc__), epilog=epilog, rich_help_panel=panel)(reporting)
        return function

    return register


def _unwrapped(text: str | None) -> str:
    """The paragraphs of a docstring, each on one line: the terminal is not as wide as the source."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in inspect.cleandoc(text or "").split("\n\n"))


def _show_version(wanted: bool) -> None:
    if wanted:
        print_line(f"convograph {__version__}")
        raise typer.Exit


@app.callback()
def _options_of_all(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Options that stand before the command."""
