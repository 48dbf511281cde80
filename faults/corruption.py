"""A store with a damaged file: does it ever silently give different results, or raise a foreign exception?"""

from __future__ import annotations

import random
import sqlite3
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import convograph
from convograph.build import ARCHITECTURES, DEFAULT_ARCHITECTURE
from convograph.errors import ConvographError, DamageWarning
from convograph.formats import read_file
from convograph.memory import Memory
from convograph.protocols import Architecture
from convograph.types import Recall
from faults.injection import FAULTS
from faults.places import made
from faults.report import FOREIGN, SAME, SILENT, TOLD, Outcome, difference, worst
from tests.support.pictures import exported

CONVERSATION = Path(__file__).parents[1] / "examples" / "allotment.json"
SESSIONS = 4
OWNERS = ("nora", "cal")
QUESTIONS = ("Where is the spare key?", "Who looks after the cat?", "What did Juno plant in spring?")
ASKED_AT = "2025-01-01"  # the reference time for recency
MEMOS: Sequence[Mapping[str, Any]] = [
    {"kind": "fact", "text": "Nora has an allotment.", "turns": ["allotment#1:0"]},
    {"kind": "summary", "text": "They talk about the plot.", "session": "allotment#2"},
    {"kind": "triplet", "subject": "Cal", "relation": "visits", "object": "Nora", "turns": ["allotment#1:3"]},
]
ASKED = 2  # architectures queried besides the default, for each fault

Call = Callable[[], object]


def make_store(path: Path) -> None:
    """Create a store of two owners with turns, memos, use marks and the layers of every architecture."""
    for owner in OWNERS:
        sessions = read_file(CONVERSATION)[0].sessions[:SESSIONS] if owner == OWNERS[0] else [{"text": "I row."}]
        with convograph.open(path, owner=owner) as memory:
            memory.add(sessions)
            if owner == OWNERS[0]:
                memory.bring(MEMOS)
        for name in ARCHITECTURES:
            with convograph.open(path, owner=owner, architecture=made(name)[0]) as memory:
                memory.recall(QUESTIONS[0], touch=True, asked_at=ASKED_AT)


def drawn_architectures(seed: int) -> list[str]:
    """The architectures queried besides the default, chosen by the seed."""
    return random.Random(seed).sample([name for name in ARCHITECTURES if name != DEFAULT_ARCHITECTURE], ASKED)


def calls(path: Path, names: Iterable[str]) -> Iterator[tuple[str, Call]]:
    """The calls to the store, by name; each opens it anew, so that its warnings are its own."""
    yield f"recall by {DEFAULT_ARCHITECTURE}", partial(_hits, path, OWNERS[0], None)
    for name in names:
        yield f"recall by {name}", partial(_hits, path, OWNERS[0], made(name)[0])
    yield "recall by the other owner", partial(_hits, path, OWNERS[1], None)
    for owner in OWNERS:
        yield f"export of {owner}", partial(_with, path, owner, None, partial(exported, content_only=False))
    yield "owners", partial(_with, path, OWNERS[0], None, Memory.owners)
    yield "statistics", partial(_with, path, OWNERS[0], None, _statistics)
    yield "append", partial(_with, path, OWNERS[0], None, _appended)


def _with(path: Path, owner: str, architecture: Architecture | None, work: Callable[[Memory], object]) -> object:
    with convograph.open(path, owner=owner, architecture=architecture, create=False) as memory:
        return work(memory)


def _hits(path: Path, owner: str, architecture: Architecture | None) -> object:
    def ask(memory: Memory) -> object:
        return [_seen(memory.recall(question, touch=False, asked_at=ASKED_AT)) for question in QUESTIONS]

    return _with(path, owner, architecture, ask)


def _seen(recall: Recall) -> object:
    hits = [(hit.id, hit.score, [turn.text for turn in hit.turns], repr(hit.evidence)) for hit in recall.hits]
    return hits, [(memo.text, memo.score) for memo in recall.memos], recall.probability


def _statistics(memory: Memory) -> object:
    stats = memory.stats()
    return stats.turns, stats.sessions, stats.speakers, stats.last_used, stats.layers


def _appended(memory: Memory) -> object:
    """The exported content after appending a message, without storage times."""
    memory.append({"speaker": "Nora", "text": "The key is under the pot.", "time": "2024-12-31T23:00"}, "allotment#1")
    return exported(memory)


class CorruptionTrial:
    """An undamaged store and its results, with which those of damaged copies are compared."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "memory.db"
        make_store(self._path)
        with closing(sqlite3.connect(self._path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._intact = self._path.read_bytes()
        self._expected: dict[str, object] = {}

    def run(self, fault: str, seed: int) -> Outcome:
        """Damage a copy with one fault and compare the result of every call."""
        content = FAULTS[fault](self._intact, random.Random(seed))
        if content == self._intact:
            return Outcome(fault, seed, SAME)
        findings = [(SAME, "", "")]
        for name, call in calls(self._path, drawn_architectures(seed)):
            expected = self._result(name, call)
            self._restore(content)
            findings.append((*_verdict(call, expected), name))
        verdict, detail, name = worst(findings)
        return Outcome(fault, seed, verdict, name, detail)

    def _result(self, name: str, call: Call) -> object:
        """The result of a call on the undamaged store, computed once."""
        if name not in self._expected:
            self._restore(self._intact)
            self._expected[name] = call()
        return self._expected[name]

    def _restore(self, content: bytes) -> None:
        for file in self._path.parent.glob("memory.db*"):
            file.unlink()  # a new file: SQLite identifies files by inode
        self._path.write_bytes(content)


def _verdict(call: Call, expected: object) -> tuple[str, str]:
    with _warnings() as told:
        try:
            result = call()
        except ConvographError as error:
            return TOLD, str(error)
        except Exception as error:  # noqa: BLE001 - any foreign exception is a finding
            return FOREIGN, f"{type(error).__name__}: {error}"
    if told:
        return TOLD, str(told[0].message)
    return (SAME, "") if result == expected else (SILENT, difference(expected, result))


@contextmanager
def _warnings() -> Iterator[list[warnings.WarningMessage]]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DamageWarning)
        told: list[Any] = []
        yield told
        told += [one for one in caught if issubclass(one.category, DamageWarning)]
