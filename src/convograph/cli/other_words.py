"""The names that other programs use for our commands, so that an unknown command's error suggests the right one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from typer.core import TyperGroup

from convograph.cli.defects import USAGE_ERROR

_WORDS: Final[Mapping[str, str]] = {  # our command -> other programs' names for it
    "add": "import-chat ingest insert learn load put remember save store",
    "answer": "ask qa",
    "chat": "talk",
    "entity list": "entities",
    "export": "dump",
    "facts": "fact-list list-facts",
    "forget": "delete del drop erase remove rm",
    "recall": "find get grep lookup query retrieve search",
    "sessions": "conversations history list ls",
    "stats": "count info status summary",
    "verify": "check",
}
_IN_GROUPS: Final[Mapping[str, str]] = {
    "facts": "fact list, fact ls, fact show",
    "fact strike": "fact delete, fact remove, fact rm",
    "entity list": "entity ls",
    "entity merge": "entity join",
}

OURS: Final[Mapping[str, str]] = {
    **{word: ours for ours, words in _WORDS.items() for word in words.split()},
    **{word: ours for ours, words in _IN_GROUPS.items() for word in words.split(", ")},
}
"""Another program's name, with its group as in "fact list" -> our command."""


class OtherWords(TyperGroup):
    """A group of commands that suggests our command for a name in `OURS`, else one with a similar spelling."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first argument names. Raises a usage error with a suggestion if there is none."""
        try:
            return super().resolve_command(ctx, args)
        except USAGE_ERROR as error:
            group = ctx.command_path.split()[1:]
            if ours := OURS.get(" ".join([*group, args[0]])):
                error.message = f"No such command {args[0]!r}: here it is `convograph {ours}`"
            raise
