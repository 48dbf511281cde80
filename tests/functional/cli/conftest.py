"""What tests of the shell share: a plain terminal, a small transcript, and the example conversation, stored."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import convograph
from convograph.formats import read_file
from support.chat_files import ANA_AND_BEN
from support.shell import Run


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """80 columns without colours, a folder of its own, and no settings from outside."""
    for name in [name for name in os.environ if name.startswith("CONVOGRAPH_STORE") or name == "CONVOGRAPH_OWNER"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    """A transcript of two sessions."""
    path = tmp_path / "chat.txt"
    path.write_text(ANA_AND_BEN, encoding="utf-8")
    return path


@pytest.fixture
def store(run: Run, chat: Path, tmp_path: Path) -> Path:
    """A store with the transcript, under the default owner."""
    path = tmp_path / "small.db"
    run("add", chat, "-s", path)
    return path


@pytest.fixture(scope="session")
def example() -> Path:
    """The example conversation."""
    return Path(__file__).parents[3] / "examples" / "allotment.json"


@pytest.fixture(scope="session")
def filled(example: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the example conversation, to be read only."""
    path = tmp_path_factory.mktemp("filled") / "memory.db"
    with convograph.open(path) as memory:
        memory.add(read_file(example)[0].sessions)
    return path
