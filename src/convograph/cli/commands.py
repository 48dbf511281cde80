"""All commands: importing a module registers its commands with the app."""

from __future__ import annotations

from convograph.cli import additions, demo, enrichment, maintenance, memos, overview, parsing, questions
from convograph.cli.app import app

__all__ = ["COMMANDS", "app"]

COMMANDS = (additions, memos, enrichment, questions, overview, parsing, demo, maintenance)
