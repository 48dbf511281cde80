"""Runs of the state machine: each seed gives some sequences of calls over one architecture."""

from __future__ import annotations

from pathlib import Path

from convograph.build import ARCHITECTURES, ENGINES
from faults.report import FOREIGN, SAME, SILENT, Outcome

PREFIX = "machine-"
FAULTS = tuple(PREFIX + engine for engine in ENGINES)
"""A kind of fault for each engine."""

SEQUENCES = 8
CALLS = 40  # maximum calls per sequence

_TOLD = 3_000  # characters kept of hypothesis's report of a failure


class MachineTrial:
    """Sequences of calls; consecutive seeds cycle through all architectures.

    With `shrinks`, hypothesis searches for the shortest failing sequence, which may take minutes.
    """

    def __init__(self, folder: Path, *, sequences: int = SEQUENCES, calls: int = CALLS, shrinks: bool = True) -> None:
        self._sequences = sequences
        self._calls = calls
        self._shrinks = shrinks

    def run(self, fault: str, seed: int) -> Outcome:
        """Run some sequences of calls on the seed's architecture; the outcome describes one failure."""
        names = list(ARCHITECTURES)
        return self.over(names[seed % len(names)], fault.removeprefix(PREFIX), seed)

    def over(self, architecture: str, engine: str, seed: int) -> Outcome:
        """Run some sequences of calls on an architecture and an engine."""
        from hypothesis import HealthCheck, Phase, settings  # noqa: PLC0415 - of the extra `dev`
        from hypothesis import seed as seeded  # noqa: PLC0415
        from hypothesis.stateful import run_state_machine_as_test  # noqa: PLC0415

        from faults.machine.machine import MemoryMachine  # noqa: PLC0415

        done = 0

        def called() -> None:
            nonlocal done
            done += 1

        members = {"engine": engine, "architecture": architecture, "on_call": staticmethod(called)}
        machine = seeded(seed)(type("Run", (MemoryMachine,), members))
        how = settings(
            max_examples=self._sequences,
            stateful_step_count=self._calls,
            deadline=None,
            database=None,
            phases=(Phase.generate, Phase.shrink) if self._shrinks else (Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        verdict, detail = SAME, ""
        try:
            run_state_machine_as_test(machine, settings=how)
        except AssertionError as error:
            verdict, detail = SILENT, _told(error)
        except Exception as error:  # noqa: BLE001 - any foreign exception is a finding
            verdict, detail = FOREIGN, _told(error)
        return Outcome(f"{PREFIX}{engine}", seed, verdict, architecture, detail, done, self._sequences)


def _told(error: Exception) -> str:
    notes = "\n".join(getattr(error, "__notes__", ()))
    return f"{type(error).__name__}: {error}\n{notes}"[:_TOLD]
