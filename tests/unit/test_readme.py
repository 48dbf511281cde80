"""README opens with a program that runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
OPENING = 10  # lines: what a reader sees first


def test_the_opening_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The loop of an assistant stands whole in the first lines, and prints what was said."""
    opening = "\n".join(README.read_text(encoding="utf-8").splitlines()[:OPENING])
    (program,) = re.findall(r"^```python\n(.*?)^```$", opening, re.DOTALL | re.MULTILINE)
    assert all(call in program for call in ("memory.append({", "memory.context(", "memory.sessions()"))
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(program, names)  # noqa: S102 - it is ours
    names["memory"].close()  # type: ignore[attr-defined]
    assert "My cat Miso sleeps on the boiler." in capsys.readouterr().out
