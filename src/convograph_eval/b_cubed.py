"""B³: do mentions stand together that mean the same, and no others?"""

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
        """2PR / (P + R); 0 where both are."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def b_cubed(found: Sequence[Hashable], gold: Sequence[Hashable]) -> BCubed:
    """How well clusters of mentions fit the entities that these mean; each sequence has a label for each mention.

    The means of `of_mentions`, each mention weighing the same (Bagga & Baldwin, LREC workshop on linguistic
    coreference, 1998). Labels say nothing beyond their own side. Raises `ValueError` for sequences that are empty or
    not of one length.

    >>> b_cubed(["x", "x", "y"], ["Ana", "Bob", "Bob"])  # precision (1/2 + 1/2 + 1) / 3, recall (1 + 1/2 + 1/2) / 3
    BCubed(precision=0.6666666666666666, recall=0.6666666666666666)
    """
    each = of_mentions(found, gold)
    return BCubed(fsum(precision for precision, _ in each) / len(each), fsum(recall for _, recall in each) / len(each))


def of_mentions(found: Sequence[Hashable], gold: Sequence[Hashable]) -> list[tuple[float, float]]:
    """The precision and the recall of each mention m.

    With C(m) the mentions that have the same found label as m, and E(m) those with the same gold label, they are
    |C(m) ∩ E(m)| / |C(m)| and |C(m) ∩ E(m)| / |E(m)|. Raises `ValueError` as `b_cubed` does.
    """
    if len(found) != len(gold) or not gold:
        raise ValueError(f"one found and one gold label a mention, at least one: {len(found)} and {len(gold)}")
    both = Counter(zip(found, gold, strict=True))
    clusters, entities = Counter(found), Counter(gold)
    return [(both[pair] / clusters[pair[0]], both[pair] / entities[pair[1]]) for pair in zip(found, gold, strict=True)]
