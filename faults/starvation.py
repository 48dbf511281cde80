"""A writer that lacks disk space, file handles or memory: does each step complete or fail with convograph's own error?

Steps run in a separate process, some of them starved. A starved step may fail with an error that says so; then it must
not be stored in part, and must complete when repeated with enough room. A lack of memory may also raise Python's
errors, or make a native library abort the process; then the store is judged as after a kill.
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from itertools import count, islice
from pathlib import Path

from convograph.build import ARCHITECTURES
from convograph.errors import ConvographError, DamagedError, DamageWarning
from convograph.storage.connections import Connections
from convograph.storage.connections import file_size as size_of
from faults.injection import PAGE
from faults.judgement import Finding, Reference, of_content, of_recall, of_store
from faults.operations import OPERATIONS, step_of
from faults.places import Place, encoders, made
from faults.report import FOREIGN, SAME, SILENT, TOLD, Outcome, worst
from tests.support.processes import Child

STEPS = 6
STARVED = 0.6  # share of the steps
DISK_BYTES = 32 << 20
MOST_BYTES = 300_000  # maximum room left; a step takes some tens or hundreds of thousands
MOST_HANDLES = 8
MOST_MEMORY = 48 << 20
MOST_PAGES = (1 << 32) - 2  # SQLite's own limit

_NEW_MOUNTS, _NEW_USERS = 0x00020000, 0x10000000  # CLONE_NEWNS, CLONE_NEWUSER
_PRIVATE = 0x44000  # MS_REC | MS_PRIVATE

Starve = Callable[[Place, random.Random], AbstractContextManager[None]]
"""Withholds a random part of a resource that a step needs, within a block."""


def _room(chance: random.Random, most: int) -> int:
    """A random number up to `most`, uniform in its logarithm."""
    return int(most ** chance.random())


@contextmanager
def full_disk(place: Place, chance: random.Random) -> Iterator[None]:
    """Fill the disk, except for some bytes, with a file beside the store."""
    filler = place.path.with_name("filler")
    with filler.open("wb") as file:
        free = shutil.disk_usage(filler.parent).free
        if taken := max(free - _room(chance, MOST_BYTES), 0):
            os.posix_fallocate(file.fileno(), 0, taken)
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def file_size(place: Place, chance: random.Random) -> Iterator[None]:
    """Limit the size of files, possibly below that of existing ones; Python ignores the resulting signal."""
    largest = max((file.stat().st_size for file in place.path.parent.iterdir()), default=0)
    with _limited(resource.RLIMIT_FSIZE, chance.randrange(largest + MOST_BYTES)):
        yield


@contextmanager
def quota(place: Place, chance: random.Random) -> Iterator[None]:
    """Limit how many pages SQLite may add to the file."""
    pages = size_of(place.path) // PAGE + _room(chance, MOST_BYTES // PAGE)
    take = Connections._take
    _limit_pages(take, max(pages, 1))
    try:
        yield
    finally:
        _limit_pages(take, MOST_PAGES)


def _limit_pages(take: Callable[[Connections], sqlite3.Connection], most: int) -> None:
    """From now on, limit the pages of the file on each connection that `take` gets from a pool."""

    def limited(self: Connections) -> sqlite3.Connection:
        connection = take(self)
        connection.execute(f"PRAGMA max_page_count = {most}")
        return connection

    Connections._take = limited  # type: ignore[method-assign] # of this process only


@contextmanager
def handles(place: Place, chance: random.Random) -> Iterator[None]:
    """Limit the number of open files."""
    place.close()  # so that files must be opened again
    opened = {int(file.name) for file in Path("/proc/self/fd").iterdir()}  # includes that of this listing
    free = (number for number in count() if number not in opened)
    with _limited(resource.RLIMIT_NOFILE, next(islice(free, chance.randrange(MOST_HANDLES), None))):
        yield


@contextmanager
def memory(place: Place, chance: random.Random) -> Iterator[None]:
    """Limit the growth of the process's address space."""
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    with _limited(resource.RLIMIT_AS, taken + _room(chance, MOST_MEMORY)):
        yield


def of_memory(error: BaseException) -> bool:
    """Whether an error of Python or a native library is due to a lack of memory, or of a thread, which needs some.

    If a library lacks the memory for its exception, Python reports that none was set.
    """
    said = f"{type(error).__name__}: {error}"
    return isinstance(error, MemoryError) or any(
        each in said for each in ("memory", "new thread", "Panic", "map segment", "without exception set")
    )


@contextmanager
def _limited(which: int, most: int) -> Iterator[None]:
    former = resource.getrlimit(which)
    resource.setrlimit(which, (most, former[1]))
    try:
        yield
    finally:
        resource.setrlimit(which, former)


STUCK = 30  # seconds after which a step short of memory is ended, hundreds of times its usual duration

# Short of memory, a native library may abort the process, or Python may wait forever for a thread that lacked the
# memory to signal its start.
ENDINGS = (signal.SIGABRT, signal.SIGALRM)

LACKS: Mapping[str, Starve] = {
    "full-disk": full_disk,
    "file-size": file_size,
    "quota": quota,
    "handles": handles,
    "memory": memory,
}
"""The ways to starve a step, by name."""


class StarvationTrial:
    """Rounds of steps, each with its own process and store."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rounds = count()

    def run(self, fault: str, seed: int) -> Outcome:
        """Starve some steps of a writer, and check what each leaves."""
        folder = self._folder / f"round-{next(self._rounds)}"
        folder.mkdir()
        chance = random.Random(f"{fault}/{seed}")
        architecture = chance.choice(list(ARCHITECTURES))
        made(architecture)
        place = Place(folder / "memory.db", "ana", "w0", architecture, whole=True)
        receiving, sending = os.pipe()
        child = Child(_Starving(fault, seed, place, chance, sending))
        os.close(sending)
        with os.fdopen(receiving) as lines:
            reports = [tuple(json.loads(line)) for line in lines]
        failure = child.failure()
        if child.signal in ENDINGS and fault == "memory":
            reports.append((*_of_abort(place, seed, len(reports)), "a step"))
        elif child.signal is not None:
            failure = f"ended by {signal.Signals(child.signal).name}"
        if failure:
            reports.append((FOREIGN, failure, "a step"))
        shutil.rmtree(folder)
        verdict, detail, call = worst(reports)
        acknowledged = sum(report[0] == SAME for report in reports)
        return Outcome(fault, seed, verdict, call, detail, acknowledged, len(reports))


def _of_abort(place: Place, seed: int, done: int) -> Finding:
    """Judge the content after `done` steps and part of another."""
    with closing(place), closing(Reference(place, "store", seed)) as reference:
        found, before, call = place.content(), reference.after(done), reference.following()
        verdict, detail = of_content(found, before, reference.after(done + 1), atomic=OPERATIONS[call].atomic)
    return (TOLD, "aborted, or stuck") if verdict == SAME else (verdict, f"{call}, aborted: {detail}")


class _Starving:
    """The work of a starved writer, which judges its own steps and reports each as verdict, detail and call."""

    def __init__(self, fault: str, seed: int, place: Place, chance: random.Random, sending: int) -> None:
        self._fault = fault
        self._seed = seed
        self._place = place
        self._chance = chance
        self._sending = sending

    def __call__(self) -> None:
        warnings.simplefilter("error", DamageWarning)  # nothing is damaged
        starve = LACKS[self._fault]
        if starve is full_disk and not mounted(self._place.path.parent):
            starve = file_size
        if starve is memory:  # silence the long messages of native libraries
            signal.signal(signal.SIGALRM, signal.SIG_DFL)  # a test's timeout may have set another handler
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
            encoders()[0].encode(["Begin."] * 1_000, "passage")  # starts its threads, which it tries only once
        with closing(self._place), closing(Reference(self._place, "store", self._seed)) as reference:
            for number in range(STEPS):
                self._report(self._step(starve, reference, number))
            self._report((*of_recall(self._place.memory), "the store"))
        self._report((*of_store(self._place.path), "the store"))

    def _report(self, report: tuple[str, str, str]) -> None:
        verdict, detail, call = report
        os.write(self._sending, (json.dumps((verdict, detail[:1000], call)) + "\n").encode())

    def _step(self, starve: Starve, reference: Reference, number: int) -> tuple[str, str, str]:
        before = reference.after(number)
        name, step = step_of(self._place, "store", self._seed, number)
        operation = OPERATIONS[name]
        starved = self._chance.random() < STARVED
        told = ""
        signal.alarm(STUCK if starve is memory else 0)
        try:
            with starve(self._place, self._chance) if starved else nullcontext():
                operation.run(step)
        except DamagedError as error:
            return FOREIGN, f"taken for damage: {error}", name
        except BaseException as error:  # native libraries may raise errors that are no `Exception`
            if not isinstance(error, ConvographError) and not (starve is memory and of_memory(error)):
                raise
            told = f"{type(error).__name__}: {error}"
        signal.alarm(0)
        after = reference.after(number + 1)
        return *self._judged(name, number, told, before, after), name

    def _judged(self, name: str, number: int, told: str, before: list[str], after: list[str]) -> Finding:
        """Judge the content after a step, which must be complete if acknowledged; if it failed, complete it."""
        operation, found = OPERATIONS[name], self._place.content()
        verdict, detail = of_content(found, before if told else after, after, atomic=operation.atomic)
        if verdict != SAME:
            return verdict, f"{detail} ({told or 'acknowledged'})"
        if told and (found == before or not operation.atomic):
            operation.run(step_of(self._place, "store", self._seed, number)[1])
            if self._place.content() != after:
                return SILENT, f"repeated with room, it does not come to what it should ({told})"
        return (TOLD, told) if told else (SAME, "")


def mounted(folder: Path) -> bool:
    """Mount a small in-memory disk on the folder, for this process only; return whether that is allowed."""
    libc = ctypes.CDLL(None)
    new = _NEW_MOUNTS if os.geteuid() == 0 else _NEW_MOUNTS | _NEW_USERS
    done: bool = (
        libc.unshare(new) == 0
        and libc.mount(None, b"/", None, _PRIVATE, None) == 0
        and libc.mount(b"tmpfs", bytes(folder), b"tmpfs", 0, f"size={DISK_BYTES}".encode()) == 0
    )
    return done
