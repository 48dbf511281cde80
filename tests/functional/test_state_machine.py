"""Any calls in any order, over every architecture and engine: the store holds what a simple model of it holds."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

from convograph.build import ARCHITECTURES, ENGINES
from convograph.memory import Memory
from faults.machine import machine
from faults.machine.trial import MachineTrial
from faults.report import FOREIGN, SAME, SILENT
from support.chance import chance

CHANCE = chance()


@pytest.mark.slow
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_store_holds_what_the_model_holds(tmp_path: Path, architecture: str) -> None:
    """Other sequences in every run, and another engine in every second; `make faults` has more of them."""
    trial = MachineTrial(tmp_path, sequences=5, calls=15, shrinks=False)
    outcome = trial.over(architecture, CHANCE.choice(list(ENGINES)), CHANCE.randrange(1 << 30))
    assert outcome.verdict == SAME, str(outcome)


def test_every_call_is_in_the_machine_or_has_a_reason_not_to_be() -> None:
    """A new method of `Memory` needs a rule; an exemption that is no longer needed goes."""
    used = {node.attr for node in ast.walk(ast.parse(inspect.getsource(machine))) if isinstance(node, ast.Attribute)}
    public = {name for name in dir(Memory) if not name.startswith("_")}
    assert public - used == machine.EXEMPT.keys()


@pytest.mark.parametrize(("error", "verdict"), [(None, SILENT), (KeyError, FOREIGN)])
def test_the_machine_would_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error, verdict: str) -> None:
    """An export that loses its last line, and one that fails."""

    def losing(memory: Memory, target, **options: bool) -> int:
        written: list[str] = []
        count = whole(memory, written.append, **options)
        if error is not None and count > 1:
            raise error("a")
        for line in written[: max(count - 1, 1)]:
            target(line)
        return count

    whole = Memory.export_to
    monkeypatch.setattr(Memory, "export_to", losing)
    outcome = MachineTrial(tmp_path, sequences=10, shrinks=False).over("bm25", "memory", 7)
    assert outcome.verdict == verdict
    assert "exports_equal_the_model" in outcome.detail
