"""Exceptions that no command expects, defects and system errors: each is one line and its own exit code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, cast

import typer
from typer.core import TyperGroup

from convograph.cli.console import discard_output, leave_broken_pipe
from convograph.cli.exit_codes import report_failure, report_interrupt
from convograph.cli.interrupts import interrupt_behind

DEFECT: Final = 70  # EX_SOFTWARE of sysexits.h; no result has this code
SYSTEM_FAILURE: Final = 74

Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of a defect.")]
"""An option for every application whose group is a `DefectGroup`."""

_NO_THREAD: Final = "can't start new thread"  # the message of Python's RuntimeError when memory or threads run out
_AS_JSON: Final = "convograph.as_json"

# The module that defines these classes depends on the version of typer, so they are taken from a subclass.
USAGE_ERROR: Final = cast(type[typer.BadParameter], typer.BadParameter.__mro__[1])
"""The base class of usage errors, which also covers "no such option"."""

# Exceptions that end a command in a regular way.
_EXPECTED: Final = cast(tuple[type[Exception], ...], (typer.Exit, typer.Abort, typer.BadParameter.__mro__[2]))


class DefectGroup(TyperGroup):
    """A group of commands that reports an unexpected exception as one line, or one JSON document with --json."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Remember whether --json was given: the options of a command that failed are gone."""
        ctx.meta[_AS_JSON] = self.asks_for_json(args)
        return super().parse_args(ctx, args)

    def asks_for_json(self, args: Sequence[str]) -> bool:
        """Whether the arguments of the whole command line ask for JSON on standard output."""
        return "--json" in args

    def invoke(self, ctx: Any) -> Any:
        """Run the command named on the command line."""
        try:
            return super().invoke(ctx)
        except _EXPECTED:
            raise
        except KeyboardInterrupt as interrupt:  # before or after the command's own code ran
            raise typer.Exit(report_interrupt(interrupt, as_json=as_json(ctx))) from None
        except BrokenPipeError:
            leave_broken_pipe()
        except Exception as error:  # the outermost boundary
            if cause := interrupt_behind(error):
                raise typer.Exit(report_interrupt(cause, as_json=as_json(ctx))) from None
            if ctx.params.get("debug"):
                raise
            raise typer.Exit(_reported(error, ctx.command_path, as_json=as_json(ctx))) from None


def as_json(ctx: Any) -> bool:
    """Whether --json was given anywhere on the command line."""
    return bool(ctx.meta[_AS_JSON])


def _reported(error: Exception, command: str, *, as_json: bool) -> int:
    """Report the exception in one line; returns the exit code."""
    if isinstance(error, OSError | MemoryError) or str(error) == _NO_THREAD:
        report_failure("SystemError", f"the system refused: {str(error) or 'no memory is left'}", as_json=as_json)
        if isinstance(error, OSError):  # perhaps raised by writing the output, which must not be tried again
            discard_output()
        return SYSTEM_FAILURE
    report_failure(
        "Defect",
        f"this is a defect of convograph, not of what you asked: {type(error).__name__}: {str(error)[:200]}; "
        f"run it again as `{command} --debug …`, and report what it shows",
        as_json=as_json,
    )
    return DEFECT
