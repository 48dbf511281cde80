"""Commands of the shell as a test calls them: in a folder of its own, without the user's settings."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer import Typer
from typer.testing import CliRunner

from convograph.cli.commands import app
from convograph.llm.scripted import ReceivedRequest, ScriptedServer

Run = Callable[..., Any]

KEY = "sk-very-secret-0123456789"
"""The key of a server of models, which no command shows."""


def settle(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Work in a folder, whose `memory.db` is the store, on a terminal of 120 columns without colours."""
    monkeypatch.delenv("CONVOGRAPH_OWNER", raising=False)
    for name, value in (("COLUMNS", "120"), ("NO_COLOR", "1"), ("CONVOGRAPH_STORE", str(folder / "memory.db"))):
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(folder)


def call(*arguments: object, exits: int = 0, given: str | bytes | None = None, by: Typer = app) -> Any:
    """Call a command, which reads what is `given`, and check its exit code; what it wrote."""
    result = CliRunner().invoke(by, [str(one) for one in arguments], input=given)
    assert result.exit_code == exits, (result.output, result.exception)
    assert KEY not in result.output
    return result


def error_of(result: Any) -> str:
    """The one line of a failure, unwrapped."""
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr
    return str(" ".join(result.stderr.split()))


def process(*arguments: object, **options: Any) -> subprocess.Popen[bytes]:
    """The command line as a process of its own."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-m", "convograph", *map(str, arguments)], **pipes | options)


@contextmanager
def serving(monkeypatch: pytest.MonkeyPatch, reply: Callable[[ReceivedRequest], Any]) -> Iterator[ScriptedServer]:
    """A server whose model says what `reply` does, and which the commands find."""
    with ScriptedServer(reply) as running:
        monkeypatch.setenv("CONVOGRAPH_BASE_URL", running.url)
        yield running
