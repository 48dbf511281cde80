"""Failures as one line on the standard error and an exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import typer
from rich.text import Text

from convograph.cli.output import clean, errors, leave_broken_pipe
from convograph.errors import ConvographError, ModelError, NoStoreError, NotFoundError, StoreError

NOTHING_FOUND: Final = 1
BAD_INPUT: Final = 2
STORE_TROUBLE: Final = 3
NOT_THERE: Final = 4
MODEL_TROUBLE: Final = 5
STOPPED: Final = 130

# The library names its parameters; on the command line they are called otherwise.
_AS_OPTIONS: Final[Mapping[str, str]] = {
    "replace=True": "--replace",
    "first_ordinal": "--first-ordinal",
    "lock_seconds": "CONVOGRAPH_LOCK_SECONDS",
}


@contextmanager
def failures_reported(*, as_json: bool) -> Iterator[None]:
    """Ends the command with one line, as JSON when wanted, when convograph raises one of its errors or Ctrl-C comes.

    When the reader of the output has left, it ends without a line. Other exceptions pass through, with their
    traceback: they are faults of convograph.
    """
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # here, where a reader who has left can still be told from a failure
    except BrokenPipeError:
        leave_broken_pipe()
    except ConvographError as error:
        report_failure(type(error).__name__, str(error), as_json=as_json)
        raise typer.Exit(exit_code(error)) from None
    except KeyboardInterrupt:
        report_failure("Interrupted", "stopped; what was stored before stays stored", as_json=as_json)
        raise typer.Exit(STOPPED) from None


def exit_code(error: ConvographError) -> int:
    """The exit code for an error: 4 when something is not there, 3 for other trouble with the store, 5 with a model.

    It is 2 for all others.
    """
    if isinstance(error, NoStoreError | NotFoundError):
        return NOT_THERE
    if isinstance(error, ModelError):
        return MODEL_TROUBLE
    return STORE_TROUBLE if isinstance(error, StoreError) else BAD_INPUT


def report_failure(kind: str, message: str, *, as_json: bool) -> None:
    """Write a failure on the standard error: one line in the command line's words, or one JSON document."""
    for parameter, option in _AS_OPTIONS.items():
        message = message.replace(parameter, option)
    if as_json:
        errors().out(json.dumps({"error": {"type": kind, "message": message}}), highlight=False)
    else:
        line = " ".join(clean(message).split())
        errors().print(Text.assemble(("error: ", "bold red"), (line, "red")), soft_wrap=True)
