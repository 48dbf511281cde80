"""All commands. Importing a module registers its commands with the app; the help lists them in import order."""

from __future__ import annotations

from convograph.cli.app import app

# isort: off
from convograph.cli import (
    additions,
    questions,
    memos,
    enrichment,
    overview,
    facts,
    profiles,
    entities,
    parsing,
    demo,
    maintenance,
    stores,
)
# isort: on

__all__ = ["COMMANDS", "app"]

COMMANDS = (
    additions,
    questions,
    memos,
    enrichment,
    overview,
    facts,
    profiles,
    entities,
    parsing,
    demo,
    maintenance,
    stores,
)
