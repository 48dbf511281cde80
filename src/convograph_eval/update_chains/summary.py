"""The summary of scored chains: counts by group of steps, and shares with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from convograph_eval.comparison import RESAMPLES, interval, resampled_means
from convograph_eval.update_chains.scoring import EVERY, NAMESAKES, OTHER, ChainRecord, Ending
from convograph_eval.update_chains.wordings import KINDS

GROUPS: Final = (*KINDS, NAMESAKES, OTHER, EVERY)

_SHARES: Final = {  # name: (part, whole)
    "wrong_share": ("wrong", "made"),
    "harmful_share": ("harmful", "made"),
    "missed_share": ("missed", "truth"),
    "untrue_share": ("untrue", "steps"),
}
_TOPIC_SHARES: Final = {
    "wrong_share": ("wrong", "topics"),
    "untrue_share": ("untrue", "topics"),
    "lacking_share": ("lacking", "topics"),
}


def report(settings: dict[str, Any], records: Sequence[ChainRecord]) -> dict[str, Any]:
    """`settings`, `by_kind` (of steps), `topics` (the current values at the end), and `chains` (a record per chain).

    Shares are over all chains together, `None` if the whole is 0; their intervals are bootstrapped over chains, because
    the steps of a chain are not independent.
    """
    return {
        "settings": settings,
        "by_kind": {group: _of_group(group, records) for group in GROUPS if _occurs(group, records)},
        "topics": {
            EVERY: _of_topics(records, namesakes_only=False),
            NAMESAKES: _of_topics(records, namesakes_only=True),
        },
        "chains": [_as_json(record) for record in records],
    }


def _occurs(group: str, records: Sequence[ChainRecord]) -> bool:
    return any(record.steps.get(group) or _count(group, record, record.made) for record in records)


def _of_group(group: str, records: Sequence[ChainRecord]) -> dict[str, Any]:
    rows = [
        {
            "steps": record.steps.get(group, 0),
            "made": _count(group, record, record.made),
            "wrong": _count(group, record, set(record.made) - set(record.truth)),
            "harmful": _count(group, record, record.harmful),
            "truth": _count(group, record, record.truth),
            "missed": _count(group, record, set(record.truth) - set(record.made)),
            "untrue": _count(group, record, record.untrue),
        }
        for record in records
    ]
    return _with_shares(rows, _SHARES)


def _of_topics(records: Sequence[ChainRecord], *, namesakes_only: bool) -> dict[str, Any]:
    rows = []
    for record in records:
        topics = [one for one in record.topics if one.namesake or not namesakes_only]
        rows.append(
            {
                "topics": len(topics),
                "wrong": sum(one.untrue or one.lacking for one in topics),
                "untrue": sum(one.untrue for one in topics),
                "lacking": sum(one.lacking for one in topics),
            }
        )
    return _with_shares(rows, _TOPIC_SHARES)


def _count(group: str, record: ChainRecord, endings: Iterable[Ending]) -> int:
    return sum(group in record.groups_of(ending) for ending in endings)


def _with_shares(rows: Sequence[dict[str, int]], shares: dict[str, tuple[str, str]]) -> dict[str, Any]:
    """The sums of the rows, one per chain, and `shares` of one sum in another."""
    names = list(rows[0])
    table = np.array([list(row.values()) for row in rows], dtype=float)
    sums = dict(zip(names, (int(total) for total in table.sum(axis=0)), strict=True))
    means = resampled_means(table, RESAMPLES, seed=0)
    columns = dict(zip(names, means.T, strict=True))
    return {
        **sums,
        **{
            name: _share(sums[part], sums[whole], columns[part], columns[whole])
            for name, (part, whole) in shares.items()
        },
    }


def _share(part: int, whole: int, parts: NDArray[np.float64], wholes: NDArray[np.float64]) -> dict[str, float] | None:
    """The share and its interval; resamples with a whole of 0 are left out."""
    if not whole:
        return None
    there = wholes > 0
    low, high = interval(parts[there] / wholes[there])
    return {"mean": part / whole, "low": float(low), "high": float(high)}


def _as_json(record: ChainRecord) -> dict[str, Any]:
    made, truth = set(record.made), set(record.truth)
    return {
        "id": record.id,
        "made": len(made),
        "truth": len(truth),
        "wrong": [asdict(one) for one in record.made if one not in truth],
        "harmful": [asdict(one) for one in record.harmful],
        "missed": [asdict(one) for one in record.truth if one not in made],
        "untrue": [asdict(one) for one in record.untrue],
        "topics": [asdict(topic) for topic in record.topics],
    }
