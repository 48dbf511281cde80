"""Commands of the shell that are interrupted: do they end at once, with their exit code, and nothing half done?"""

from __future__ import annotations

import random
import shutil
import signal
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from convograph.cli.interrupts import INTERRUPTED, TERMINATED
from faults.judgement import Finding
from faults.report import FOREIGN, SAME, SILENT, TOLD, Outcome
from faults.shell import PROMPT, SHELL, Ended, Running, Shell, Workshop, content_of, left_behind

SIGNALS: Mapping[str, signal.Signals] = {"ctrl-c": signal.SIGINT, "sigterm": signal.SIGTERM}
"""What interrupts, by its name."""

CODES = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}


@dataclass(frozen=True, slots=True)
class Undisturbed:
    """What a command comes to by itself: its folders before and after, its exit code and time."""

    before: Path
    after: Path
    ended: Ended


class InterruptTrial:
    """Commands in folders of their own, each run once undisturbed."""

    def __init__(self, folder: Path) -> None:
        self._workshop = Workshop(folder)
        self._undisturbed: dict[Shell, Undisturbed] = {}

    def run(self, fault: str, seed: int) -> Outcome:
        """Interrupt the command that the seed chooses at the moment that it chooses."""
        chance, number = random.Random(f"{fault}/{seed}"), SIGNALS[fault]
        shell = chance.choice(SHELL)
        whole = self._whole(shell)
        folder = self._workshop.copy()
        running = self._workshop.begin(shell, folder)
        running.interrupt(number, chance.random() * whole.ended.seconds)
        ended = running.end(2 * PROMPT)
        verdict, detail = next(
            (found for found in self._findings(running, ended, shell, folder, number) if found[0] != SAME),
            (TOLD if ended.code else SAME, ""),
        )
        shutil.rmtree(folder)
        return Outcome(fault, seed, verdict, " ".join(shell.arguments), detail, int(ended.code == 0))

    def _whole(self, shell: Shell) -> Undisturbed:
        if shell not in self._undisturbed:
            before, after = self._workshop.copy(), self._workshop.copy()
            ended = self._workshop.begin(shell, after).end()
            if ended.code:
                raise RuntimeError(f"{shell.arguments} fails undisturbed: {ended.code} {ended.err}")
            self._undisturbed[shell] = Undisturbed(before, after, ended)
        return self._undisturbed[shell]

    def _findings(
        self, running: Running, ended: Ended, shell: Shell, folder: Path, number: signal.Signals
    ) -> Iterator[Finding]:
        whole = self._whole(shell)
        yield _of_end(ended, number)
        if running.orphans():
            yield FOREIGN, "processes outlive it"
        yield left_behind(shell, folder, whole.before, whole.after)
        if ended.code and shell.repeatable:
            again = self._workshop.begin(shell, folder).end()
            if again.code:
                yield FOREIGN, f"repeated, it ends with {again.code}: {again.err[-500:]}"
            elif sorted(content_of(folder)) != sorted(content_of(whole.after)):
                yield SILENT, "repeated, it does not come to what it should"


def _of_end(ended: Ended, number: signal.Signals) -> Finding:
    if ended.seconds > PROMPT:
        return FOREIGN, f"it took {ended.seconds:.1f} s to end"
    if ended.code not in (0, CODES[number], -number):  # the last is Python itself, while it ends
        return FOREIGN, f"exit code {ended.code}: {ended.err[-1000:]}"
    if "Traceback" in ended.err or "ignored" in ended.err:
        return FOREIGN, ended.err[-1000:]
    return SAME, ""
