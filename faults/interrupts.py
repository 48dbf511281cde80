"""Commands that are interrupted or lack memory: do they end promptly, with the right exit code and nothing half done?

If memory is short, a native library may also abort the process, as a kill would.
"""

from __future__ import annotations

import random
import shutil
import signal
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from convograph.cli.defects import SYSTEM_FAILURE
from convograph.cli.exit_codes import BAD_INPUT, MODEL_FAILURE, NOTHING_FOUND, STORE_FAILURE
from convograph.cli.interrupts import INTERRUPTED, TERMINATED
from faults.judgement import Finding
from faults.report import FOREIGN, SAME, SILENT, TOLD, Outcome
from faults.shell import PROMPT, SHELL, Ended, Running, Shell, Workshop, content_of, left_behind

SIGNALS: Mapping[str, signal.Signals] = {"ctrl-c": signal.SIGINT, "sigterm": signal.SIGTERM}
SHORT = "short-memory"

DISTURBANCES = (*SIGNALS, SHORT)
"""The disturbances of a command: a signal, or a limit on its memory."""

CODES: Mapping[str, frozenset[int]] = {
    "ctrl-c": frozenset({INTERRUPTED, -signal.SIGINT}),  # Python's own code applies before and after the command
    "sigterm": frozenset({TERMINATED, -signal.SIGTERM}),
    SHORT: frozenset(
        {NOTHING_FOUND, BAD_INPUT, STORE_FAILURE, MODEL_FAILURE, SYSTEM_FAILURE, -signal.SIGABRT, -signal.SIGKILL}
    ),
}
"""The exit codes other than 0 with which a disturbed command may end.

Short of memory, this trial may have to kill it: Python waits forever for a thread that lacked the memory to start.
"""

STUCK = 60.0  # seconds after which a command counts as stuck

SHORT_BYTES = (200 << 20, 380 << 20)  # address space; commands take a few hundred megabytes


@dataclass(frozen=True, slots=True)
class Undisturbed:
    """An undisturbed run of a command: its folders before and after, and how it ended."""

    before: Path
    after: Path
    ended: Ended


class InterruptTrial:
    """Commands in their own folders, each run once undisturbed for comparison."""

    def __init__(self, folder: Path) -> None:
        self._workshop = Workshop(folder)
        self._undisturbed: dict[Shell, Undisturbed] = {}

    def run(self, fault: str, seed: int) -> Outcome:
        """Disturb a command; the seed chooses the command, and the moment or the memory limit."""
        chance = random.Random(f"{fault}/{seed}")
        shell = chance.choice(SHELL)
        whole = self._whole(shell)
        folder = self._workshop.copy()
        if fault == SHORT:
            running = self._workshop.begin(shell, folder, most_bytes=chance.randrange(*SHORT_BYTES))
            ended = running.end(STUCK)
        else:
            running = self._workshop.begin(shell, folder)
            running.interrupt(SIGNALS[fault], chance.random() * whole.ended.seconds)
            ended = running.end(2 * PROMPT)
        verdict, detail = next(
            (found for found in self._findings(fault, running, ended, shell, folder) if found[0] != SAME),
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

    def _findings(self, fault: str, running: Running, ended: Ended, shell: Shell, folder: Path) -> Iterator[Finding]:
        whole = self._whole(shell)
        yield _of_end(fault, ended)
        if running.orphans():
            yield FOREIGN, "processes outlive it"
        yield left_behind(shell, folder, whole.before, whole.after)
        if ended.code and shell.repeatable:
            again = self._workshop.begin(shell, folder).end()
            if again.code:
                yield FOREIGN, f"repeated, it ends with {again.code}: {again.err[-500:]}"
            elif sorted(content_of(folder)) != sorted(content_of(whole.after)):
                yield SILENT, "repeated, it does not come to what it should"


def _of_end(fault: str, ended: Ended) -> Finding:
    if fault in SIGNALS and ended.seconds > PROMPT:
        return FOREIGN, f"it took {ended.seconds:.1f} s to end"
    if ended.code and ended.code not in CODES[fault]:
        return FOREIGN, f"exit code {ended.code}: {ended.err[-1000:]}"
    if "Traceback" in ended.err or "ignored" in ended.err:
        return FOREIGN, ended.err[-1000:]
    return SAME, ""
