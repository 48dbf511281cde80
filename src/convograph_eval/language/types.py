"""The result of a measurement: records of items and a summary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

Watch = Callable[[int, int], object]
"""A progress callback: done, total."""


class PrecisionRecall(NamedTuple):
    """The numbers of our items, and of the right ones; of gold items, and of those found.

    >>> PrecisionRecall(right=1, stated=2, found=1, gold=4).f1
    0.3333333333333333
    """

    right: int
    stated: int
    found: int
    gold: int

    @property
    def precision(self) -> float:
        """The share of right items among ours; 0 without items."""
        return self.right / self.stated if self.stated else 0.0

    @property
    def recall(self) -> float:
        """The share of gold items that were found; 0 without gold."""
        return self.found / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 0 if both are 0."""
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
        """A JSON object with `items`, then `summary`."""
        return {"items": list(self.items), "summary": self.summary}
