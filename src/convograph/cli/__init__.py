"""The command line: parse, call `Memory`, render. Start with `convograph --help`."""

from __future__ import annotations

import io
import sys

_INTERRUPTED = 130  # as in `convograph.cli.exit_codes`, which is not loaded yet on an early Ctrl-C


def main() -> None:
    """Run the command in `sys.argv` and exit with its code; `--help` lists the codes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show é shows "?"
    try:
        from convograph.cli.commands import app  # noqa: PLC0415 - loading takes a while, and Ctrl-C may come meanwhile
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    app()
