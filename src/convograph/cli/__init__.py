"""The command line: parse, call `Memory`, render. `convograph --help` is the way in."""

from __future__ import annotations

import io
import sys

from convograph.cli import adding, asking, demo, showing, upkeep
from convograph.cli.app import app

__all__ = ["COMMANDS", "app", "main"]

COMMANDS = (adding, asking, showing, demo, upkeep)  # a module's commands belong to the app as soon as it is imported


def main() -> None:
    """Run the command that `sys.argv` gives, and end the process with its exit code; `--help` lists them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without é shows "?", and the command goes on
    app()
