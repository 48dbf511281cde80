"""The rank of the first gold unit."""

from __future__ import annotations

from collections.abc import Sequence


def first_gold_rank(ranked: Sequence[str], gold: Sequence[str]) -> int | None:
    """The rank of the best gold unit, from 1; `None` if none was ranked."""
    wanted = set(gold)
    return next((rank for rank, unit in enumerate(ranked, start=1) if unit in wanted), None)
