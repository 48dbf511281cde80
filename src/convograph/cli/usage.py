"""Wrong use of a command, reported as every other failure is."""

from __future__ import annotations

from typing import Any, Final, cast

import typer
from typer.core import TyperGroup

from convograph.cli.failures import BAD_INPUT, report_failure

# Its parent, with "no such option" among its children; where that class lies depends on the version of typer.
_USAGE_ERROR: Final = cast(type[typer.BadParameter], typer.BadParameter.__mro__[1])
_AS_JSON: Final = "convograph.as_json"


class OneLineUsage(TyperGroup):
    """Commands whose wrong use ends with one line, or one JSON document under --json, and exit code 2."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Note whether --json was given: a command that cannot be parsed cannot say."""
        ctx.meta[_AS_JSON] = "--json" in args
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except _USAGE_ERROR as error:
            path = error.ctx.command_path if error.ctx else ctx.command_path
            message = f"{error.format_message().rstrip('.')}; `{path} --help` shows what can be given"
            report_failure("UsageError", message, as_json=ctx.meta[_AS_JSON])
            raise typer.Exit(BAD_INPUT) from None
