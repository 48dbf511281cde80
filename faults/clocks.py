"""A clock that jumps or stands still: are turns kept whole and in order, and is every call accepted?

In every module of the library that imports `datetime`, the class is replaced by one with another `now`. Messages are
appended, found, touched and forgotten without explicit times.
"""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from itertools import count
from pathlib import Path
from typing import Any

import convograph
from convograph.build import ARCHITECTURES, ENGINES, IN_MEMORY
from convograph.errors import DamageWarning
from convograph.memory import Memory
from faults.operations import WORDS
from faults.places import made
from faults.report import FOREIGN, LOST, SAME, SILENT, Outcome
from tests.support.pictures import exported
from tests.support.stores import new_location

STEPS = 14
START = datetime(2025, 6, 1, 12).timestamp()
YEAR = timedelta(days=365).total_seconds()

Tick = Callable[[float, random.Random], float]

JUMPS: Mapping[str, Tick] = {
    "clock-back": lambda now, chance: now - YEAR if chance.random() < 0.3 else now + chance.random() * 1e5,
    "clock-ahead": lambda now, chance: now + 30 * YEAR if chance.random() < 0.3 else now + chance.random() * 1e5,
    "clock-1970": lambda now, chance: chance.choice([0.0, now + 1.0, START, 0.5]),
    "clock-still": lambda now, chance: now,
    "clock-any": lambda now, chance: chance.uniform(0.0, 200 * YEAR),
}
"""The clock's next time, by the name of the fault."""


class _Fake(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


class Clock:
    """A fake clock for the library."""

    def __init__(self) -> None:
        self.now = START

    @contextmanager
    def read(self) -> Iterator[None]:
        """Make every module of the library read this clock within the block."""
        clock = self

        class Told(datetime, metaclass=_Fake):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Any:
                return datetime.fromtimestamp(clock.now, tz)

        modules = [
            module
            for name, module in sys.modules.items()
            if name.startswith("convograph.") and getattr(module, "datetime", None) is datetime
        ]
        for module in modules:
            module.datetime = Told  # type: ignore[attr-defined]
        try:
            yield
        finally:
            for module in modules:
                module.datetime = datetime  # type: ignore[attr-defined]


class ClockTrial:
    """Conversations with a misbehaving clock, on any engine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rounds = count()

    def run(self, fault: str, seed: int) -> Outcome:
        """Run a conversation, and compare the stored turns with those that were said."""
        chance, clock = random.Random(f"{fault}/{seed}"), Clock()
        architecture = chance.choice(list(ARCHITECTURES))
        engine = chance.choice(list(ENGINES))
        talk = _Conversation(engine, new_location(engine, self._folder, str(next(self._rounds))), architecture, chance)
        with clock.read(), warnings.catch_warnings():
            warnings.simplefilter("error", DamageWarning)
            try:
                for _ in range(STEPS):
                    clock.now = JUMPS[fault](clock.now, chance)
                    talk.go_on()
                verdict, detail = talk.judged()
            except Exception as error:  # noqa: BLE001 - no call may fail
                verdict, detail = FOREIGN, f"{type(error).__name__}: {error}"
            talk.close()
        return Outcome(fault, seed, verdict, talk.doing, detail, acknowledged=STEPS)


class _Conversation:
    """The turns said so far, and a memory of them."""

    def __init__(self, engine: str, location: Path | str, architecture: str, chance: random.Random) -> None:
        self._engine = engine
        self._location = location
        self._architecture = made(architecture)[0]
        self._chance = chance
        self._said: dict[str, list[tuple[str, str]]] = {}
        self._memory = self._opened()
        self.doing = "opening"

    def _opened(self) -> Memory:
        return convograph.open(self._location, architecture=self._architecture)

    def close(self) -> None:
        self._memory.close()

    def go_on(self) -> None:
        """Run one more randomly chosen operation."""
        does = self._chance.choice([self._append, self._append, self._recall, self._touch, self._forget, self._reopen])
        self.doing = does.__name__.strip("_")
        does()

    def _append(self) -> None:
        text = " ".join(self._chance.choices(WORDS, k=5))
        turn = self._memory.append({"text": text}, self._chance.choice([None, None, "named"]))
        if turn is not None:
            self._said.setdefault(turn.session, []).append((turn.id, text))

    def _recall(self) -> None:
        self._memory.recall("What did we say about music yesterday?", recent=["It was last week."])
        self._memory.context("yellow bicycle", as_of="today")

    def _touch(self) -> None:
        self._memory.recall("the market on Tuesday", touch=True, between=("last year", None))
        self._memory.stats()

    def _forget(self) -> None:
        sessions = [name for name, turns in self._said.items() if turns]
        if sessions:
            turns = self._said[self._chance.choice(sessions)]
            turn, _ = turns.pop(self._chance.randrange(len(turns)))
            self._memory.forget(turn=turn)

    def _reopen(self) -> None:
        if ENGINES[self._engine].lasts:
            self._memory.close()
            self._memory = self._opened()

    def judged(self) -> tuple[str, str]:
        """Check that all turns are stored whole and in order, and can be exported and found; a verdict and detail."""
        self.doing = "looking"
        for session, turns in self._said.items():
            found = [(turn.id, turn.text) for turn in self._memory.turns(session)]
            if found != turns:
                return (LOST if set(turns) - set(found) else SILENT), f"{session}: {turns} became {found}"
        lines = exported(self._memory)
        with convograph.open(IN_MEMORY, architecture=self._architecture) as other:
            other.import_from(lines)
            if exported(other) != lines:
                return SILENT, "an export, imported, is another one"
        said = {turn for turns in self._said.values() for turn, _ in turns}
        found_ids = {turn.id for hit in self._memory.recall("market").hits for turn in hit.turns}
        if found_ids - said:
            return SILENT, f"found, and not there: {found_ids - said}"
        if self._engine == "file" and (problems := convograph.verify(self._location).problems):
            return FOREIGN, problems[0]
        return SAME, ""
