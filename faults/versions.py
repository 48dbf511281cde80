"""Several processes open a store of an older version at once: does each see all of it, or get one clear error?

No later version of the schema exists yet, so one is made up: it adds an index and rebuilds a table. Processes of both
versions open the store at about the same moment, to read and to write; some are killed meanwhile.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import time
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import convograph
from convograph.errors import ConvographError, DamagedError, DamageWarning
from convograph.formats import read_file
from convograph.memory import Memory
from convograph.storage import connections
from convograph.storage.migrations import MIGRATIONS, NEWEST
from faults.places import made
from faults.report import FOREIGN, LOST, SAME, SILENT, TOLD, Outcome, worst
from faults.shell import CONVERSATION
from tests.support.pictures import exported
from tests.support.processes import Child, Gate

ARCHITECTURE = "bm25"  # derived data does not matter here
SESSIONS = 12
WITHIN = 0.05  # seconds over which the processes arrive: about as long as the migration takes

_TURN = next(statement for statement in MIGRATIONS[0].split(";") if "CREATE TABLE turn (" in statement)
LATER = (
    *MIGRATIONS,
    "CREATE INDEX session_by_time ON session (owner, said_local)",
    f"ALTER TABLE turn RENAME TO former; {_TURN}; INSERT INTO turn SELECT * FROM former; DROP TABLE former",  # noqa: S608
)
"""The migrations of the later version."""

VERSIONS: Mapping[str, bool] = {"migration": False, "migration-killed": True}
"""Whether some processes are killed, by the name of the fault."""

Work = Callable[["Visitor"], object]


def become_later() -> None:
    """Make this process use the later version."""
    vars(connections).update(MIGRATIONS=LATER, NEWEST=NEWEST + 2)  # where they were imported by name
    connections._schema.cache_clear()


class Visitor:
    """A process that opens the store, of a random version, at a random moment, for a random kind of visit."""

    def __init__(self, store: Path, number: int, chance: random.Random, sending: int, known: frozenset[str]) -> None:
        self._store = store
        self._number = number
        self._later = chance.random() < 0.7
        self._visit = chance.choice([self._read, self._write, self._stay])
        self._delay = chance.random() * WITHIN
        self._sending = sending
        self._known = known

    def __call__(self, gate: Gate) -> None:
        """Visit the store and report the finding."""
        warnings.simplefilter("error", DamageWarning)
        if self._later:
            become_later()
        gate.wait()
        time.sleep(self._delay)
        try:
            verdict, detail = self._visit()
        except DamagedError as error:
            verdict, detail = FOREIGN, f"taken for damage: {error}"
        except ConvographError as error:
            verdict, detail = TOLD, f"{type(error).__name__}: {error}"
        self._say(verdict, detail)

    def _say(self, verdict: str, detail: str) -> None:
        os.write(self._sending, (json.dumps((verdict, detail[:1000])) + "\n").encode())

    def _open(self, *, read_only: bool = False) -> Memory:
        return convograph.open(self._store, architecture=made(ARCHITECTURE)[0], read_only=read_only)

    def _seen(self, memory: Memory) -> tuple[str, str]:
        lacking = self._known - set(exported(memory))
        return (LOST, f"{len(lacking)} lines are not seen") if lacking else (SAME, "")

    def _read(self) -> tuple[str, str]:
        with self._open(read_only=True) as memory:
            return self._seen(memory)

    def _write(self) -> tuple[str, str]:
        with self._open() as memory:
            return self._appended(memory)

    def _stay(self) -> tuple[str, str]:
        """Read, read again after others may have migrated the store, then write."""
        with self._open() as memory:
            found = self._seen(memory)
            time.sleep(WITHIN)
            return worst([found, self._seen(memory), self._appended(memory)])

    def _appended(self, memory: Memory) -> tuple[str, str]:
        turn = memory.append({"text": f"Visitor {self._number} was here."}, f"visit-{self._number}", said="2024-01-01")
        if turn is not None:
            self._say("stored", turn.id)
        return self._seen(memory)


class VersionTrial:
    """Visits to a copy of one store."""

    def __init__(self, folder: Path) -> None:
        self._ready = folder / "ready.db"
        self._store = folder / "memory.db"
        with convograph.open(self._ready, architecture=made(ARCHITECTURE)[0]) as memory:
            memory.add(read_file(CONVERSATION)[0].sessions[:SESSIONS])
            self._known = frozenset(exported(memory)[1:])

    def run(self, fault: str, seed: int) -> Outcome:
        """Let processes visit the store, then check it with the later version."""
        chance = random.Random(f"{fault}/{seed}")
        for file in self._store.parent.glob("memory.db*"):
            file.unlink()
        shutil.copy(self._ready, self._store)
        reports, failures = self._visited(chance, killed=VERSIONS[fault])
        stored = [detail for verdict, detail in reports if verdict == "stored"]
        findings = [(SAME, ""), *((verdict, detail) for verdict, detail in reports if verdict != "stored")]
        findings += [(FOREIGN, failure) for failure in failures if failure]
        if failure := Child(partial(self._look, stored)).failure():
            findings.append((SILENT, failure))
        verdict, detail = worst(findings)
        return Outcome(fault, seed, verdict, "a visit", detail, acknowledged=len(stored))

    def _visited(self, chance: random.Random, *, killed: bool) -> tuple[list[tuple[str, str]], list[str]]:
        """The visitors' reports, and the foreign errors of those that failed."""
        receiving, sending = os.pipe()
        gate = Gate()
        visitors = [
            Visitor(self._store, number, chance, sending, self._known) for number in range(chance.randint(2, 6))
        ]
        children = [Child(partial(visitor, gate)) for visitor in visitors]
        os.close(sending)
        gate.open()
        failures = []
        for child in children:
            if killed and chance.random() < 0.5:
                time.sleep(chance.random() * WITHIN)
                failures.append(child.kill())
        failures += [child.failure() for child in children if not child.ended]
        with os.fdopen(receiving) as lines:
            return [json.loads(line) for line in lines], failures

    def _look(self, stored: list[str]) -> None:
        """Check the store with the later version, which migrates it if necessary; raises if anything is wrong."""
        become_later()
        with convograph.open(self._store, architecture=made(ARCHITECTURE)[0]) as memory:
            lines = exported(memory)[1:]
            if lacking := self._known - set(lines):
                raise AssertionError(f"{len(lacking)} lines are gone")
            ids = [json.loads(line).get("turn") for line in lines]
            if wrong := [each for each in stored if ids.count(each) != 1]:
                raise AssertionError(f"acknowledged, and not there once: {wrong}")
            if not memory.recall("Where is the spare key?").hits:
                raise AssertionError("nothing is found")
        if problems := convograph.verify(self._store).problems:
            raise AssertionError(problems[0])
