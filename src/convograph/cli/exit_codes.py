"""How failures are reported: one line on standard error, and an exit code."""

from __future__ import annotations

import json
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Final

import typer
from rich.text import Text

from convograph.cli.console import clean, errors
from convograph.cli.interrupts import code_of
from convograph.errors import ConvographError, DamageWarning, ModelError, NoStoreError, NotFoundError, StoreError
from convograph.patterns import lazy_pattern

NOTHING_FOUND: Final = 1
BAD_INPUT: Final = 2
STORE_FAILURE: Final = 3
NOT_FOUND: Final = 4
MODEL_FAILURE: Final = 5

_TO_WRITE: Final = "make it and its folder writable, or copy it elsewhere and name the copy with --store"

# The library's error messages suggest remedies that name parameters; these are the equivalents in the shell: options,
# environment variables, or other advice.
_AS_OPTIONS: Final[Mapping[str, str]] = {
    "open it with read_only=True or change its mode": _TO_WRITE,
    "open it without read_only": _TO_WRITE,
    "replace=True": "--replace",
    "overwrite=True": "--overwrite",
    "first_ordinal": "--first-ordinal",
    "lock_seconds": "CONVOGRAPH_LOCK_SECONDS",
}
_QUOTED_OR_PARAMETER: Final = lazy_pattern("|".join((r"'[^']*'|`[^`]*`", *map(re.escape, _AS_OPTIONS))))


@contextmanager
def failures_reported(*, as_json: bool) -> Iterator[None]:
    """Turn a `ConvographError`, Ctrl-C or SIGTERM into one line (or one JSON document) and an exit code.

    A `DamageWarning` is also printed as one line (or document), and the command continues. `DefectGroup` handles
    broken pipes and unexpected exceptions.
    """
    try:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("always", DamageWarning)
                warnings.showwarning = partial(_report_warning, as_json=as_json)
                yield
        finally:
            sys.stdout.flush()  # here, so that a broken pipe is noticed before the process ends
    except ConvographError as error:
        report_failure(type(error).__name__, str(error), as_json=as_json)
        raise typer.Exit(exit_code(error)) from None
    except KeyboardInterrupt as interrupt:
        raise typer.Exit(report_interrupt(interrupt, as_json=as_json)) from None


def exit_code(error: ConvographError) -> int:
    """The exit code of an error: 4 if something was not found, 3 for other store errors, 5 for model errors, else 2."""
    if isinstance(error, NoStoreError | NotFoundError):
        return NOT_FOUND
    if isinstance(error, ModelError):
        return MODEL_FAILURE
    return STORE_FAILURE if isinstance(error, StoreError) else BAD_INPUT


def report_interrupt(
    interrupt: KeyboardInterrupt, what: str = "what was stored before stays stored", *, as_json: bool
) -> int:
    """Report that a command was interrupted and what is kept, as `report_failure` would; returns the exit code."""
    report_failure("Interrupted", f"interrupted; {what}", as_json=as_json)
    return code_of(interrupt)


def _report_warning(message: Warning | str, category: type[Warning], *_: object, as_json: bool) -> None:
    """Write a warning to standard error in the form that `report_failure` uses."""
    if as_json:
        document = {"warning": {"type": category.__name__, "message": str(message)}}
        errors().out(json.dumps(document), highlight=False)
    else:
        line = " ".join(clean(str(message)).split())
        errors().print(Text.assemble(("warning: ", "bold yellow"), (line, "yellow")), soft_wrap=True)


def report_failure(kind: str, message: str, *, as_json: bool) -> None:
    """Write a failure to standard error, as one line or one JSON document; the remedy names options."""
    message = _as_options(message)
    if as_json:
        errors().out(json.dumps({"error": {"type": kind, "message": message}}), highlight=False)
    else:
        line = " ".join(clean(message).split())
        errors().print(Text.assemble(("error: ", "bold red"), (line, "red")), soft_wrap=True)


def _as_options(message: str) -> str:
    """The message with parameters replaced by options in its remedy, the part after the last semicolon.

    Names and files of the user may look like parameters; they stand before the remedy or in quotes, and stay as they
    are.
    """
    what, sign, remedy = message.rpartition(";")
    return f"{what}{sign}{_QUOTED_OR_PARAMETER.sub(_as_option, remedy)}" if sign else message


def _as_option(found: re.Match[str]) -> str:
    return _AS_OPTIONS.get(found[0], found[0])
