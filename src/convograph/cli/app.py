"""The application, its usage errors, and how a function becomes one of its commands."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Final

import typer

from convograph import __version__
from convograph.cli.console import print_line
from convograph.cli.defects import USAGE_ERROR, Debug, DefectGroup, as_json
from convograph.cli.exit_codes import BAD_INPUT, failures_reported, report_failure
from convograph.cli.options import expanded
from convograph.cli.other_words import OtherWords
from convograph.config import DEFAULT_LOCK_SECONDS, DEFAULT_OWNER, DEFAULT_STORE


class OneLineUsage(OtherWords, DefectGroup):
    """A group of commands that reports a usage error as one line, or one JSON document with --json, and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command named on the command line."""
        try:
            return super().invoke(ctx)
        except USAGE_ERROR as error:
            path = error.ctx.command_path if error.ctx else ctx.command_path
            message = f"{error.format_message().rstrip('.')}; see `{path} --help`"
            report_failure("UsageError", message, as_json=as_json(ctx))
            raise typer.Exit(BAD_INPUT) from None


WRITE, ASK, LOOK, CARE = "Remember and forget", "Ask", "Look", "Take care of the file"

EXIT_CODES = (
    "[bold]Exit codes[/]: 0 success · 1 nothing found, or failures left work undone · 2 usage error or invalid input · "
    "3 store error · 4 no such thing · 5 model error · 70 defect (--debug shows it) · 74 system error · 130 Ctrl-C · "
    "141 broken pipe · 143 SIGTERM"
)

app = typer.Typer(
    name="convograph",
    cls=OneLineUsage,
    help="Graph memory for conversations: one file, no model call, answers with sources.",
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

entity: Final = typer.Typer(cls=OtherWords, help="Whom and what names mean: listed, merged, split.")
app.add_typer(entity, name="entity", rich_help_panel=LOOK)
fact: Final = typer.Typer(cls=OtherWords, help="Decide about a fact: it holds, it has ended, or it was misread.")
app.add_typer(fact, name="fact", rich_help_panel=WRITE)

Command = Callable[..., None]


def command(
    panel: str, *examples: str, name: str | None = None, group: typer.Typer = app
) -> Callable[[Command], Command]:
    """Register a function as a command under the heading `panel`, with `examples` at the end of its help.

    The command belongs to the application, or to a `group` in it. Parameters that are dataclasses of options are
    expanded into those options; if one of them has `as_json` set, failures are reported as JSON. A `ConvographError`
    becomes one line and an exit code.
    """

    def register(function: Command) -> Command:
        with_fields = expanded(function)

        @wraps(with_fields)
        def reporting(**values: Any) -> None:
            with failures_reported(as_json=values.get("as_json", False)):
                with_fields(**values)

        epilog = "\n".join(("[bold]Examples[/]", *(f"  {example}" for example in examples)))
        group.command(name, help=_unwrapped(function.__doc__), epilog=epilog, rich_help_panel=panel)(reporting)
        return function

    return register


def _unwrapped(text: str | None) -> str:
    """The paragraphs of a docstring, each on one line, since the terminal may be narrower than the source."""
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
    debug: Debug = False,
) -> None:
    """Options given before the command."""
