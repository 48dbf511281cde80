"""B³: how well clusters of mentions match the gold entities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import fsum


@dataclass(frozen=True, slots=True)
class BCubed:
    """Means over mentions, each from 0 to 1; `f1` is the harmonic mean of the two means."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """2PR / (P + R); 0 if both are 0."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def b_cubed(found: Sequence[Hashable], gold: Sequence[Hashable]) -> BCubed:
    """B³ of found clusters against gold entities; each sequence has one label per mention.

    The means of `of_mentions`, with equal weight for each mention (Bagga & Baldwin, LREC workshop on linguistic
    coreference, 1998). Found and gold labels are never compared with each other. Raises `ValueError` for sequences
    that are empty or differ in length.

    >>> b_cubed(["x", "x", "y"], ["Ana", "Bob", "Bob"])  # precision (1/2 + 1/2 + 1) / 3, recall (1 + 1/2 + 1/2) / 3
    BCubed(precision=0.6666666666666666, recall=0.6666666666666666)
    """
    each = of_mentions(found, gold)
    return BCubed(fsum(precision for precision, _ in each) / len(each), fsum(recall for _, recall in each) / len(each))


def of_mentions(found: Sequence[Hashable], gold: Sequence[Hashable]) -> list[tuple[float, float]]:
    """Precision and recall of each mention m.

    C(m) are the mentions with the same found label as m, E(m) those with the same gold label. Precision is
    |C(m) ∩ E(m)| / |C(m)|, recall is |C(m) ∩ E(m)| / |E(m)|. Raises `ValueError` as `b_cubed` does.
    """
    if len(found) != len(gold) or not gold:
        raise ValueError(f"one found and one gold label a mention, at least one: {len(found)} and {len(gold)}")
    both = Counter(zip(found, gold, strict=True))
    clusters, entities = Counter(found), Counter(gold)
    return [(both[pair] / clusters[pair[0]], both[pair] / entities[pair[1]]) for pair in zip(found, gold, strict=True)]
