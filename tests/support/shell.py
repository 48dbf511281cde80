"""Commands of the shell as a test calls them: in a folder of its own, without the user's settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from convograph.cli.commands import app


def settle(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Work in a folder, whose `memory.db` is the store, on a terminal of 120 columns without colours."""
    monkeypatch.delenv("CONVOGRAPH_OWNER", raising=False)
    for name, value in (("COLUMNS", "120"), ("NO_COLOR", "1"), ("CONVOGRAPH_STORE", str(folder / "memory.db"))):
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(folder)


def call(*arguments: str, exits: int = 0) -> Any:
    """Call a command and check its exit code; what it wrote."""
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == exits, (result.output, result.exception)
    return result
