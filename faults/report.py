"""The outcomes of faults, and their counts by kind and verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

SAME, TOLD, LOST, SILENT, FOREIGN = "same", "told", "lost", "silent", "foreign"
"""No effect; convograph's own error or warning; acknowledged data lost; silently different results; another error."""

VERDICTS = (SAME, TOLD, LOST, SILENT, FOREIGN)
FAILURES = frozenset({LOST, SILENT, FOREIGN})

Found = TypeVar("Found", bound=tuple[str, ...])
"""A verdict with further texts, such as a detail and the call."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one fault: the worst verdict, the call, and the error or difference.

    `acknowledged` counts the operations acknowledged before or in spite of the fault; `injected` counts the faults,
    more than one if an outcome covers a batch.
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
    """A test subject for faults of several kinds."""

    def run(self, fault: str, seed: int) -> Outcome:
        """Inject the fault determined by name and seed, and return its outcome."""
        ...


MakeTrial = Callable[[Path], Trial]
"""Sets up a trial in its own empty folder."""


@dataclass(frozen=True, slots=True)
class Family:
    """Kinds of fault that share a trial; `needs` is a module of the extra `dev` that the trial requires."""

    faults: Collection[str]
    trial: MakeTrial
    needs: str | None = None


@dataclass(slots=True)
class Report:
    """Counts of outcomes by kind and verdict, and the outcomes that are failures."""

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
        """The number of outcomes of all kinds with `verdict`."""
        return sum(counts[verdict] for counts in self.counts.values())


def worst(findings: Iterable[Found]) -> Found:
    """The first finding with the worst verdict."""
    return max(findings, key=lambda finding: VERDICTS.index(finding[0]))


def difference(expected: object, result: object) -> str:
    """The surroundings of the first difference between the `repr` of two values."""
    before, after = repr(expected), repr(result)
    place = next((place for place, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    return f"{before[max(place - 40, 0) : place + 40]!r} became {after[max(place - 40, 0) : place + 40]!r}"
