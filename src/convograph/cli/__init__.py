"""The command line: parse arguments, call `Memory`, render the result. Start with `convograph --help`."""

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
    with ending_on_interrupt():  # covers importing and building the commands, which takes a while
        _application()()


def _application() -> Callable[[], None]:
    try:
        from convograph.cli.commands import app  # noqa: PLC0415 - so that an interrupt while loading is handled
    except (ImportError, MemoryError) as error:  # shared libraries cannot be mapped when memory is short
        reason = str(error).strip().splitlines() or ["no memory is left"]
        sys.stderr.write(f"error: convograph cannot be loaded: {reason[-1]}\n")
        sys.exit(_SYSTEM_FAILURE)
    return app
