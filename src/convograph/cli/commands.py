"""All commands: a module's commands belong to the app as soon as it is imported."""

from __future__ import annotations

from convograph.cli import adding, asking, chatting, demo, enriching, memos, parsing, showing, upkeep
from convograph.cli.app import app

__all__ = ["COMMANDS", "app"]

COMMANDS = (adding, memos, enriching, asking, chatting, showing, parsing, demo, upkeep)
