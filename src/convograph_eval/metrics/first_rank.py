"""Where the first gold unit stands."""

from __future__ import annotations

from collections.abc import Sequence


def first_gold_rank(ranked: Sequence[str], gold: Sequence[str]) -> int | None:
    """The place of the best gold unit, 1 for the first; `None` when none was ranked."""
    wanted = set(gold)
    return next((rank for rank, unit in enumerate(ranked, start=1) if unit in wanted), None)
