"""The result of a measurement: records of items, then summaries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

Watch = Callable[[int, int], object]
"""A progress callback: done, total."""


class PrecisionRecall(NamedTuple):
    """How many of our items are right, and how many gold items were found.

    >>> PrecisionRecall(right=1, stated=2, found=1, gold=4).f1
    0.3333333333333333
    """

    right: int
    stated: int
    found: int
    gold: int

    @property
    def precision(self) -> float:
        """Right items among ours; 0 without any."""
        return self.right / self.stated if self.stated else 0.0

    @property
    def recall(self) -> float:
        """Found items among gold; 0 without gold."""
        return self.found / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def as_json(self) -> dict[str, Any]:
        """Counts and rates."""
        return {**self._asdict(), "precision": self.precision, "recall": self.recall, "f1": self.f1}


@dataclass(frozen=True, slots=True)
class Measured:
    """A JSON record for each item, and their summary."""

    items: tuple[dict[str, Any], ...]
    summary: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Items first."""
        return {"items": list(self.items), "summary": self.summary}
