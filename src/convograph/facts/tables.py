"""The tables of facts and profiles: one text file each, loaded on first use."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from convograph.errors import ConvographError
from convograph.formats.limits import shortened


@cache
def lines_of(name: str, package: str = __package__) -> tuple[str, ...]:
    """The lines of a table that are neither blank nor comments. Raises `ConvographError` if it cannot be read."""
    try:
        text = files(package).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise damaged(name, str(error)) from error
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def damaged(name: str, why: str) -> ConvographError:
    """The error that a table is missing or not as it was shipped."""
    return ConvographError(f"the table {name}.txt of convograph is damaged: {shortened(why)}; install convograph again")
