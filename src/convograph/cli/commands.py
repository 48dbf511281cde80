"""All commands: a module's commands belong to the app as soon as it is imported."""

from __future__ import annotations

from convograph.cli import adding, asking, demo, showing, upkeep
from convograph.cli.app import app

__all__ = ["COMMANDS", "app"]

COMMANDS = (adding, asking, showing, demo, upkeep)
