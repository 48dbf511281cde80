"""What came of faults: one outcome each, and how many of each kind came to what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

SAME, TOLD, LOST, SILENT, FOREIGN = "same", "told", "lost", "silent", "foreign"
"""Nothing; convograph's own error or warning; something acknowledged is gone; other results silently; another error."""

VERDICTS = (SAME, TOLD, LOST, SILENT, FOREIGN)
FAILURES = frozenset({LOST, SILENT, FOREIGN})

Found = TypeVar("Found", bound=tuple[str, ...])
"""A verdict, and what else there is to say: a detail, the call."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one fault: the worst that was seen, where, and the error or difference.

    `acknowledged` counts the operations that the library said it had done before or in spite of the fault;
    `injected` the faults, more than one where they are too small to be told apart.
    """

    fault: str
    seed: int
    verdict: str
    call: str = ""
    detail: str = ""
    acknowledged: int = 0
    injected: int = 1

    def __str__(self) -> str:
        return f"{self.fault} seed {self.seed}: {self.verdict} in {self.call}: {self.detail}"


class Trial(Protocol):
    """Something that is put to the test by faults of several kinds."""

    def run(self, fault: str, seed: int) -> Outcome:
        """Inject one fault, which its name and seed determine, and say what came of it."""
        ...


MakeTrial = Callable[[Path], Trial]
"""Sets a trial up in an empty folder of its own."""


@dataclass(frozen=True, slots=True)
class Family:
    """Kinds of fault that share a trial; `needs` is a module of the extra `dev` without which there is none."""

    faults: Collection[str]
    trial: MakeTrial
    needs: str | None = None


@dataclass(slots=True)
class Report:
    """How many faults of each kind came to what, and those outcomes that must not be."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    injected: int = 0
    acknowledged: int = 0
    failures: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Count an outcome."""
        self.counts.setdefault(outcome.fault, Counter())[outcome.verdict] += 1
        self.injected += outcome.injected
        self.acknowledged += outcome.acknowledged
        if outcome.verdict in FAILURES:
            self.failures.append(outcome)

    def total(self, verdict: str) -> int:
        """How many faults of all kinds came to `verdict`."""
        return sum(counts[verdict] for counts in self.counts.values())


def worst(findings: Iterable[Found]) -> Found:
    """The first of those findings whose verdict is the worst."""
    return max(findings, key=lambda finding: VERDICTS.index(finding[0]))


def difference(expected: object, result: object) -> str:
    """The place at which two values begin to differ, as they are written."""
    before, after = repr(expected), repr(result)
    place = next((place for place, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    return f"{before[max(place - 40, 0) : place + 40]!r} became {after[max(place - 40, 0) : place + 40]!r}"
