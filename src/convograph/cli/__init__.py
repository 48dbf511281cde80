"""The command line: parse, call `Memory`, render. Start with `convograph --help`."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

from convograph.cli.interrupts import end_on_sigterm, ending_on_interrupt

_SYSTEM_FAILURE = 74  # as in `convograph.cli.defects`, which is not loaded yet


def main() -> None:
    """Run the command in `sys.argv` and exit with its code; `--help` lists the codes."""
    end_on_sigterm()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show é shows "?"
    with ending_on_interrupt():  # while the commands are loaded or put together, which takes a while
        _application()()


def _application() -> Callable[[], None]:
    try:
        from convograph.cli.commands import app  # noqa: PLC0415 - so that loading may be interrupted
    except (ImportError, MemoryError) as error:  # where memory is short, libraries cannot be mapped
        reason = str(error).strip().splitlines() or ["no memory is left"]
        sys.stderr.write(f"error: convograph cannot be loaded: {reason[-1]}\n")
        sys.exit(_SYSTEM_FAILURE)
    return app
