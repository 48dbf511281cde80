"""A question before something is done that cannot be taken back."""

from __future__ import annotations

import sys

import typer

from convograph.cli.output import clean, errors
from convograph.errors import InputError


def ask_first(question: str, *, reason: str, otherwise: str) -> None:
    """Ends the command, saying `otherwise`, unless the user says yes.

    Raises `InputError` with `reason` where there is no terminal to ask on.
    """
    if not sys.stdin.isatty():
        raise InputError(f"{reason}, and there is no terminal to ask on; say --yes")
    if not typer.confirm(clean(question), err=True):
        errors().print(otherwise)
        raise typer.Exit
