"""The command line of the evaluation, `convograph-eval`."""

from __future__ import annotations

from convograph.cli.interrupts import ending_on_interrupt


def main() -> None:
    """The entry point."""
    with ending_on_interrupt():
        from convograph_eval.cli.commands import app  # noqa: PLC0415 - so that Ctrl-C also works while loading

        app()
