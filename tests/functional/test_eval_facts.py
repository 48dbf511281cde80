"""`convograph-eval facts` as a user runs it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from convograph.types import Session
from convograph_eval.cli import facts
from convograph_eval.cli.commands import app
from convograph_eval.update_chains.baselines import FixedFacts, ReadFact
from support.update_chains import DEV


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["facts", "--wordings", str(DEV), *arguments], env={"COLUMNS": "140"})


def test_a_baseline_is_measured_into_tables_and_a_file(tmp_path: Path) -> None:
    """The same run gives the same file; the tables name the kinds of steps."""
    files = [tmp_path / "one.json", tmp_path / "other.json"]
    for file in files:
        result = invoke("--chains", "20", "--seed", "3", "--baseline", "always", "--json", str(file))
        assert result.exit_code == 0, result.output
        assert "always · 20 chains, seed 3" in result.stdout
        assert all(name in result.stdout for name in ("change_both", "two of one name", "lacking"))
    assert files[0].read_bytes() == files[1].read_bytes()
    report = json.loads(files[0].read_text())
    assert (report["settings"]["memory"], len(report["chains"])) == ("always", 20)
    assert report["by_kind"]["all"]["truth"] == sum(chain["truth"] for chain in report["chains"])


class RememberedSessions:
    """A memory that holds no fact, and notes which sessions it was given."""

    def __init__(self) -> None:
        self.given: list[Session] = []

    def __enter__(self) -> RememberedSessions:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def add(self, sessions: Iterable[Session]) -> None:
        self.given += sessions

    def facts(self, *, outdated: bool = False) -> list[ReadFact]:
        return list(FixedFacts([]).facts(outdated=outdated))


def test_a_memory_is_given_each_chain_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store of its own a chain, with the turns' ids; a report on standard output is JSON alone."""
    opened: list[RememberedSessions] = []

    def open_memory(location: str) -> RememberedSessions:
        assert location == ":memory:"
        opened.append(RememberedSessions())
        return opened[-1]

    monkeypatch.setattr(facts, "open_memory", open_memory)
    result = invoke("--chains", "3", "--json", "-")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["by_kind"]["all"]["missed"] == report["by_kind"]["all"]["truth"] > 0
    assert [memory.given[0].id for memory in opened] == ["chain-0#1", "chain-1#1", "chain-2#1"]
    assert opened[0].given[0].turns[0].id == "chain-0#1:0"


def test_what_cannot_be_measured_is_refused(tmp_path: Path) -> None:
    """In one line: an unknown baseline, a file that is no wordings."""
    assert (
        "no baseline is called 'sometimes'; the baselines are never, always" in invoke("--baseline", "sometimes").stderr
    )
    other = tmp_path / "other.json"
    other.write_text("{}")
    result = CliRunner().invoke(app, ["facts", "--wordings", str(other), "--baseline", "never"])
    assert result.exit_code == 2
    assert "people is missing" in result.stderr
