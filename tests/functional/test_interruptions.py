"""The families of faults that interrupt or starve processes, in short forms, and that all which writes is enrolled."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
import typer

pytest.importorskip("openai")

import convograph
from convograph import maintenance
from convograph.cli.commands import app
from convograph.memory import Memory
from faults import judgement, kills
from faults.clocks import Clock
from faults.families import FAMILIES
from faults.operations import OPERATIONS, READING
from faults.report import FAILURES, FOREIGN, LOST, SAME, SILENT, TOLD, Report, worst
from faults.shell import SHELL
from support.chance import chance

EACH = {"kills": 4, "interrupts": 1, "servers": 1, "starvation": 2, "versions": 5, "clocks": 5}
CHANCE = chance()


@pytest.mark.slow
@pytest.mark.parametrize("family", EACH)
def test_nothing_acknowledged_is_lost(family: str, tmp_path: Path) -> None:
    """Other seeds in every run; a failure names its own: `python -m faults --only FAULT --seed SEED --count 1`."""
    report, trial = Report(), FAMILIES[family].trial(tmp_path)
    for fault in FAMILIES[family].faults:
        for seed in CHANCE.sample(range(1 << 30), EACH[family]):
            report.add(trial.run(fault, seed))
    assert report.failures == []


@pytest.mark.parametrize("done", [[], [(0, "add several")]], ids=["nobody writes", "nothing is done"])
def test_a_kill_that_loses_something_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: list[tuple[int, str]]
) -> None:
    """What is acknowledged, and not there, is lost; a writer that ends by itself has no acknowledgement to lose."""
    monkeypatch.setattr(kills, "steps", lambda place, share, seed: iter(done))
    outcome = kills.KillTrial(tmp_path).run("kill", 1)
    assert (outcome.acknowledged, outcome.verdict in FAILURES) == (len(done), bool(done))


def test_every_call_that_writes_is_enrolled() -> None:
    """A new public method of a memory, or function for whole stores, has to be tried, or to be listed as reading."""
    public = {f"Memory.{name}" for name in vars(Memory) if not name.startswith("_")}
    public |= {
        f"maintenance.{name}"
        for name, function in inspect.getmembers(maintenance, inspect.isfunction)
        if function.__module__ == maintenance.__name__ and not name.startswith("_")
    }
    writing = {operation.covers for operation in OPERATIONS.values()}
    assert writing.isdisjoint(READING)
    assert writing | READING == public


def test_every_command_of_the_shell_is_enrolled() -> None:
    """A new command has to be interrupted too."""
    assert {shell.name for shell in SHELL} == set(_commands(app))
    assert "entity undo" in _commands(app)


def _commands(group: typer.Typer, before: str = "") -> list[str]:
    """The commands of a group, and of the groups in it, as they are called."""
    own = [before + (one.name or one.callback.__name__.replace("_", "-")) for one in group.registered_commands]
    return [*own, *(name for one in group.registered_groups for name in _commands(one.typer_instance, f"{one.name} "))]


def test_the_clock_is_the_one_that_the_library_reads() -> None:
    """A message without a time is said when the clock says so, and the system's is read again afterwards."""
    clock = Clock()
    clock.now = 86_400.0 * 365
    with convograph.open(":memory:", architecture="bm25") as memory:
        with clock.read():
            assert memory.append({"text": "Hello."}).said.local.year in (1970, 1971)
        assert memory.append({"text": "Hello again."}).said.local.year > 2020


def test_the_judgement_would_notice() -> None:
    """A line that is gone is lost; a strange one, a doubled one and a step that is there in part are silent."""
    before, after = ["a", "b"], ["a", "b", "c", "d"]

    def verdict(found: list[str], *, atomic: bool = True) -> str:
        return judgement.of_content(found, before, after, atomic=atomic)[0]

    assert [verdict(found) for found in (before, after)] == [SAME, SAME]
    assert verdict(["a", "c", "d"]) == LOST
    assert [verdict([*before, line]) for line in ("x", "a", "c")] == [SILENT] * 3
    assert verdict([*before, "c"], atomic=False) == SAME


def test_the_worst_finding_counts() -> None:
    """And of several as bad, the first."""
    assert worst([(SAME, ""), (TOLD, "a"), (LOST, "b", "call"), (LOST, "c"), (TOLD, "d")]) == (LOST, "b", "call")
    assert worst([(SILENT, "a"), (FOREIGN, "b"), (LOST, "c")]) == (FOREIGN, "b")
