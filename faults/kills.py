"""Writers killed at random moments: is all acknowledged data stored once and complete, and nothing else in part?

A few processes write to one store, and report each returned call through a pipe. After some calls and a fraction of the
time of one call, all are killed; then the store is compared with the same steps done without interruption.
"""

from __future__ import annotations

import os
import random
import shutil
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

from convograph.build import ARCHITECTURES
from convograph.errors import DamageWarning
from faults.judgement import Finding, Reference, of_content, of_recall, of_repetition, of_store
from faults.operations import OPERATIONS, Share, step_of, steps
from faults.places import Place, made
from faults.report import FOREIGN, SAME, Outcome
from tests.support.processes import Child


@dataclass(frozen=True, slots=True)
class Crowd:
    """The maximum number of concurrent writers, whether they share an owner, and what each may change."""

    most: int
    shared: bool
    share: Share


CROWDS: Mapping[str, Crowd] = {
    "kill": Crowd(1, shared=False, share="store"),
    "kill-owners": Crowd(8, shared=False, share="owner"),
    "kill-shared": Crowd(8, shared=True, share="sessions"),
}
"""One writer of everything; several writers with one owner each; several writers of one owner."""

WARMING = 3  # maximum calls per writer before the kill


class KillTrial:
    """Rounds of writing and killing, each with its own store."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rounds = count()

    def run(self, fault: str, seed: int) -> Outcome:
        """Run writers, kill them, and check the store."""
        chance, crowd = random.Random(f"{fault}/{seed}"), CROWDS[fault]
        folder = self._folder / f"round-{next(self._rounds)}"
        folder.mkdir()
        try:
            return _Round(fault, seed, crowd, _places(folder, crowd, chance)).run(chance)
        finally:
            shutil.rmtree(folder)


def _places(folder: Path, crowd: Crowd, chance: random.Random) -> list[Place]:
    """The writers' shares of one store; all use one architecture, loaded before they are forked."""
    architecture = chance.choice(list(ARCHITECTURES))
    made(architecture)
    names = [f"w{number}" for number in range(chance.randint(min(2, crowd.most), crowd.most))]
    store = folder / "memory.db"
    return [
        Place(store, "ana" if crowd.shared else f"owner of {name}", name, architecture, whole=not crowd.shared)
        for name in names
    ]


@dataclass(slots=True)
class _Round:
    fault: str
    seed: int
    crowd: Crowd
    places: Sequence[Place]

    def run(self, chance: random.Random) -> Outcome:
        done = self._written(chance)
        if isinstance(done, Outcome):
            return done
        call = "opening the store"
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", DamageWarning)  # nothing is damaged
                for call, (verdict, detail) in self._findings(done):
                    if verdict != SAME:
                        return self._outcome(verdict, call, detail, done)
        except Exception as error:  # noqa: BLE001 - any error is a failure
            return self._outcome(FOREIGN, call, f"{type(error).__name__}: {error}", done)
        return self._outcome(SAME, "", "", done)

    def _written(self, chance: random.Random) -> dict[str, int] | Outcome:
        """Run and kill the writers; the acknowledged steps of each, or an outcome if one of them failed."""
        receiving, sending = os.pipe()
        children = [Child(_Writing(place, self.crowd.share, self.seed, sending)) for place in self.places]
        os.close(sending)
        done = dict.fromkeys((place.name for place in self.places), 0)
        with os.fdopen(receiving) as lines:
            began = time.monotonic()
            wanted = chance.randint(0, WARMING * len(children))
            for line in islice(iter(lines.readline, ""), wanted):  # ends early if no writer is left
                done[line.strip()] += 1
            time.sleep(chance.random() * (time.monotonic() - began) / max(wanted, 1))
            failures = [child.kill() for child in children]
            for line in lines:
                done[line.strip()] += 1
        for failure in filter(None, failures):
            return self._outcome(FOREIGN, "a writer", failure, done)
        return done

    def _findings(self, done: Mapping[str, int]) -> Iterator[tuple[str, Finding]]:
        """All checks in order, with each place and its reference opened anew."""
        if any(done.values()):  # otherwise the store may not exist
            yield "the store", of_store(self.places[0].path)
        for place in self.places:
            with closing(place), closing(Reference(place, self.crowd.share, self.seed)) as reference:
                yield from self._findings_at(place, reference, done[place.name])
        yield "the store, used again", of_store(self.places[0].path)

    def _findings_at(self, place: Place, reference: Reference, done: int) -> Iterator[tuple[str, Finding]]:
        found, before = place.content(), reference.after(done)
        call = reference.following()
        cut_off = call, step_of(place, self.crowd.share, self.seed, done)[1]
        after = reference.after(done + 1)
        yield call, of_content(found, before, after, atomic=OPERATIONS[call].atomic)
        yield f"{call}, again", of_repetition(place, cut_off, before, after)
        yield "recall", of_recall(place.memory)

    def _outcome(self, verdict: str, call: str, detail: str, done: Mapping[str, int] | None = None) -> Outcome:
        acknowledged = sum((done or {}).values())
        return Outcome(self.fault, self.seed, verdict, call, detail, acknowledged, len(self.places))


@dataclass(frozen=True, slots=True)
class _Writing:
    """The work of a writer: endless steps, and after each a line with its name through the pipe."""

    place: Place
    share: Share
    seed: int
    sending: int

    def __call__(self) -> None:
        warnings.simplefilter("error", DamageWarning)
        for _ in steps(self.place, self.share, self.seed):
            os.write(self.sending, f"{self.place.name}\n".encode())
