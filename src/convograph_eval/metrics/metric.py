"""A metric as a value: a name and a cutoff, written `recall_all@5`, called with a ranking and its gold units."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph_eval.metrics.average_precision import average_precision
from convograph_eval.metrics.hit import hit
from convograph_eval.metrics.ndcg import ndcg
from convograph_eval.metrics.ndcg_longmemeval import ndcg_longmemeval
from convograph_eval.metrics.recall_all import recall_all
from convograph_eval.metrics.recall_frac import recall_frac
from convograph_eval.metrics.reciprocal_rank import reciprocal_rank

Measure = Callable[[Sequence[str], frozenset[str], int], float]

WITH_CUTOFF: Mapping[str, Measure] = {
    "hit": hit,
    "recall_all": recall_all,
    "recall_frac": recall_frac,
    "ndcg": ndcg,
    "ndcg_longmemeval": ndcg_longmemeval,
}
"""Metrics that need a cutoff, because they say little without one."""

OF_A_RANKING: Mapping[str, Measure] = {"mrr": reciprocal_rank, "map": average_precision}
"""Metrics of a whole ranking; a cutoff is optional."""

_MEASURES = {**WITH_CUTOFF, **OF_A_RANKING}
_WAYS_TO_WRITE = ", ".join([f"{name}@k" for name in WITH_CUTOFF] + [f"{name}, {name}@k" for name in OF_A_RANKING])
_CUTOFF = re.compile("[1-9][0-9]{0,8}")  # no leading zeros, so that `str` gives back what was parsed


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric of one ranking: `name` is a key of `WITH_CUTOFF` or `OF_A_RANKING`, `cutoff` at least 1.

    `cutoff` (the k of "@k") is the number of units read from the top; `None`, allowed only for metrics of a whole
    ranking, reads all. Raises `InputError` for an unknown name, a cutoff below 1, or a missing cutoff.
    """

    name: str
    cutoff: int | None = None

    def __post_init__(self) -> None:
        if self.name not in _MEASURES:
            raise InputError(f"no metric {shortened(self.name)}; the metrics are {_WAYS_TO_WRITE}")
        if self.cutoff is None and self.name not in OF_A_RANKING:
            raise InputError(f"metric {self.name} needs a cutoff; write it as in {self.name}@5")
        if self.cutoff is not None and self.cutoff < 1:
            raise InputError(f"no cutoff {self.cutoff} in metric {self.name}; give a whole number from 1")

    def __call__(self, ranked: Sequence[str], gold: frozenset[str]) -> float:
        """The score of `ranked` against `gold`, 0 (worst; also for an empty ranking) to 1.

        `ranked` are distinct unit ids, best first; `gold` are the ids of the right units, at least one. A unit found
        several times, through smaller units, is ranked once, at its best place: `list(dict.fromkeys(ids))`. Raises
        `ValueError` for an empty `gold` and for an id that is ranked twice.
        """
        _check(ranked, gold)
        return _MEASURES[self.name](ranked, gold, len(ranked) if self.cutoff is None else self.cutoff)

    def __str__(self) -> str:
        return self.name if self.cutoff is None else f"{self.name}@{self.cutoff}"


def parse_metric(text: str) -> Metric:
    """The metric that `text` names, for example `recall_all@5` or `mrr`; `str` of it gives `text` back.

    Raises `InputError` for an unknown name, with a list of the known ones, and for a cutoff that is missing or not a
    whole number from 1 to 999,999,999.

    >>> parse_metric("hit@3")(["a", "b", "c"], frozenset({"c"}))
    1.0
    """
    name, at, cutoff = text.partition("@")
    if at and name in _MEASURES and not _CUTOFF.fullmatch(cutoff):
        raise InputError(f"no cutoff {shortened(cutoff)} in metric {name}; write a whole number, as in {name}@5")
    return Metric(name, int(cutoff) if at and name in _MEASURES else None)


def _check(ranked: Sequence[str], gold: frozenset[str]) -> None:
    if not gold:
        raise ValueError("gold is empty; leave questions without evidence out of retrieval metrics")
    if len(set(ranked)) < len(ranked):
        twice = next(unit for unit, count in Counter(ranked).items() if count > 1)
        raise ValueError(f"ranked holds {shortened(twice)} more than once; keep only its best place")
