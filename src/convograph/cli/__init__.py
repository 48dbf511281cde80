"""The command line: parse, call `Memory`, render. `convograph --help` is the way in."""

from __future__ import annotations

import io
import sys

_STOPPED = 130  # as in `convograph.cli.failures`, which is not loaded yet when Ctrl-C comes early


def main() -> None:
    """Run the command that `sys.argv` gives, and end the process with its exit code; `--help` lists them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without é shows "?", and the command goes on
    try:
        from convograph.cli.commands import app  # noqa: PLC0415 - loading takes a while in which Ctrl-C may come
    except KeyboardInterrupt:
        sys.exit(_STOPPED)
    app()
