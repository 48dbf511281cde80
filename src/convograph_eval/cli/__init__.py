"""`convograph-eval`: the evaluation from the shell."""

from __future__ import annotations

import sys

from convograph.cli.interrupts import code_of


def main() -> None:
    """The entry point."""
    try:
        from convograph_eval.cli.commands import app  # noqa: PLC0415 - so that loading may be interrupted

        app()
    except KeyboardInterrupt as interrupt:
        sys.exit(code_of(interrupt))
