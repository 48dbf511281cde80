"""Comparison of two reports on the same questions: differences, their significance, and which questions flipped.

two reports ── check that they are comparable ── shared questions ──▶ paired differences ── bootstrap ──▶ Comparison
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, NoReturn

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr, TypeAdapter, ValidationError

from convograph.errors import InputError
from convograph.formats.contents import contents
from convograph.formats.limits import shortened, within
from convograph_eval.datasets import category_groups
from convograph_eval.metrics import first_gold_rank

RESAMPLES: Final = 10_000  # of the paired bootstrap
CONFIDENCE: Final = 0.95
USUAL: Final = (
    *("hit", "recall_all", "mrr"),
    *("token_f1", "bleu1", "locomo_f1", "sgmem", "longmemeval", "lightgmem"),
    *("accuracy", "calibrated"),
)
USUAL_FLIP: Final = "hit@5"

_SAME: Final = ("dataset", "data", "unit", "all_turns", "sentences")  # settings that must be equal

_BLOCK: Final = 2_000_000  # draws per block: 16 MB, and as much again for their counts
_DECIMALS: Final = 12  # rounding, so that a mean that is zero up to rounding errors counts as zero

Share = Annotated[StrictFloat, Field(ge=0, le=1, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class ComparedSettings:
    """The settings of a run as in its report: its data, and what was run.

    Runs can be compared if their settings in `_SAME` are equal, and also the `digests` of their `data` if both have
    one. Metrics of a whole ranking also need an equal `ranked`. The other settings describe what was compared.
    """

    dataset: StrictStr
    data: StrictStr
    architecture: StrictStr
    unit: StrictStr
    encoder: StrictStr | None = None
    pooled: StrictBool = False
    speakers: StrictBool = True
    ranked: StrictInt | None = None
    model: StrictStr | None = None
    answers: StrictStr | None = None
    follow_ups: StrictStr | None = None
    all_turns: StrictBool = False
    sentences: StrictStr | None = None
    importance: StrictStr | None = None
    deliberator: StrictStr | None = None
    reranker: StrictStr | None = None
    digests: Mapping[StrictStr, StrictStr] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ComparedQuestion:
    """A question of a run: its gold units, its ranking, best first, and its metrics, 0 to 1.

    Answering runs have an empty ranking, and `None` for a metric without a score: no gold answer, or a failed model.
    """

    id: StrictStr
    category: StrictStr
    gold: tuple[StrictStr, ...]
    metrics: Mapping[StrictStr, Share | None]
    ranked: tuple[StrictStr, ...] = ()
    question: StrictStr | None = None

    def score(self, metric: str) -> float:
        """The score by a metric. Raises `ValueError` if it is `None`."""
        value = self.metrics[metric]
        if value is None:
            raise ValueError(f"question {self.id} has no score by {metric}")
        return value


@dataclass(frozen=True)
class Report:
    """A run's settings and questions; `name` is the path of its file, for messages and tables."""

    name: StrictStr
    settings: ComparedSettings
    questions: tuple[ComparedQuestion, ...]

    @cached_property
    def by_id(self) -> dict[str, ComparedQuestion]:
        """The questions by id, in the report's order."""
        return {question.id: question for question in self.questions}


@dataclass(frozen=True, slots=True)
class Difference:
    """A metric's means, the mean paired difference `after - before`, its 95 % interval and two-sided p."""

    before: float
    after: float
    difference: float
    low: float
    high: float
    p: float


@dataclass(frozen=True, slots=True)
class WinCount:
    """The numbers of questions on which the second report is better, worse, and equal."""

    wins: int
    losses: int
    ties: int


@dataclass(frozen=True, slots=True)
class Flip:
    """A question on which the reports differ; ranks, from 1, are of the first gold unit, `None` if not ranked."""

    id: str
    category: str
    question: str | None
    before: float
    after: float
    rank_before: int | None
    rank_after: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A report against the baseline, over the `shared` questions; `only_*` are the ids that only one of them has.

    `unscored` are the ids of questions in both that lack a score by a compared metric; they are left out. `by` is the
    metric of `total`, `by_category`, `won` and `lost`; the greatest differences come first.
    """

    shared: int
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    metrics: Mapping[str, Difference]
    by: str
    total: WinCount
    by_category: Mapping[str, WinCount]
    won: tuple[Flip, ...]
    lost: tuple[Flip, ...]
    unscored: tuple[str, ...] = ()


_REPORT = TypeAdapter(Report)


def read_report(path: Path) -> Report:
    """The report that `retrieval --json` or `answers --json` wrote. Raises `InputError` for any other file."""
    try:
        value = json.loads(contents(path), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:  # invalid JSON and invalid UTF-8 are ValueErrors
        raise _no_report(path, str(error)) from None
    if not isinstance(value, dict):
        raise _no_report(path, f"it holds {shortened(value)}, not an object")
    try:
        report = _REPORT.validate_python({**value, "name": str(path)})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        what = f"{within('', *first['loc'])}: {first['msg']}"
        raise _no_report(
            path, what if first["type"] == "missing" else f"{what}, not {shortened(first['input'])}"
        ) from None
    for index, question in enumerate(report.questions):
        place = within("", "questions", index)
        if report.by_id[question.id] is not question:
            raise _no_report(path, f"{place} has the id of a later one, {shortened(question.id)}")
        if differing := question.metrics.keys() ^ report.questions[0].metrics.keys():
            raise _no_report(path, f"{place}.metrics and the first question's differ in {', '.join(sorted(differing))}")
    return report


def compare(
    before: Report,
    after: Report,
    *,
    metrics: Sequence[str] = (),
    by: str | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Comparison:
    """How `after` differs from `before` on their shared questions.

    The intervals are from a paired bootstrap: percentiles of the mean difference over `resamples` draws of the
    questions with replacement, the same draws for every metric. They assume independent questions and are not corrected
    for multiple metrics. `metrics` are names such as `hit@5` (none: `USUAL`); `by` is the metric of wins and losses
    (`None`: `hit@5` if it is compared, else the first). The order of the questions does not matter.

    Raises `InputError` for reports on different data or units, without a shared question, with different gold, or for a
    metric that one of them lacks.
    """
    _check_settings(before, after)
    ids = sorted(before.by_id.keys() & after.by_id.keys())
    if not ids:
        raise InputError(
            f"{before.name} and {after.name} have no question in common; compare runs on the same questions"
        )
    pairs = [(before.by_id[one], after.by_id[one]) for one in ids]
    _check_gold(before, after, pairs)
    shared = _shared_metrics(before, after, pairs[0])
    names = list(dict.fromkeys(metrics)) or [name for name in shared if name.partition("@")[0] in USUAL]
    _check_metrics(before, after, names, shared)
    chosen = by or (USUAL_FLIP if USUAL_FLIP in names else names[0])
    _check_metrics(before, after, (chosen,), shared)
    unscored = [pair for pair in pairs if not _is_scored(pair, (*names, chosen))]
    pairs = [pair for pair in pairs if _is_scored(pair, (*names, chosen))]
    if not pairs:
        raise InputError(f"no question has all scores in {before.name} and {after.name}; compare other metrics")
    flips = sorted(_flips(pairs, chosen), key=lambda flip: (-abs(flip.after - flip.before), flip.id))
    by_category: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        for group in category_groups(pair[0].category):
            by_category[group].append(pair)
    return Comparison(
        shared=len(pairs),
        only_before=tuple(one for one in before.by_id if one not in after.by_id),
        only_after=tuple(one for one in after.by_id if one not in before.by_id),
        metrics=dict(zip(names, _differences(pairs, names, resamples, seed), strict=True)),
        by=chosen,
        total=_tally(pairs, chosen),
        by_category={name: _tally(group, chosen) for name, group in sorted(by_category.items())},
        won=tuple(flip for flip in flips if flip.after > flip.before),
        lost=tuple(flip for flip in flips if flip.after < flip.before),
        unscored=tuple(first.id for first, _ in unscored),
    )


def resampled_means(differences: NDArray[np.float64], resamples: int, seed: int) -> NDArray[np.float64]:
    """The column means of `resamples` draws of the rows with replacement, shape (resamples, columns).

    `differences` has a row per question and a column per metric. Draws are made in blocks to limit memory use.
    """
    generator = np.random.default_rng(seed)
    questions, columns = differences.shape
    means = np.empty((resamples, columns))
    size = max(1, _BLOCK // questions)
    for start in range(0, resamples, size):
        block = means[start : start + size]
        drawn = generator.integers(questions, size=(len(block), questions))
        drawn += questions * np.arange(len(block))[:, None]  # so that one bincount serves the whole block
        counts = np.bincount(drawn.ravel(), minlength=drawn.size).reshape(drawn.shape)
        block[:] = counts @ differences / questions
    return means.round(_DECIMALS)


def interval(means: NDArray[np.float64]) -> NDArray[np.float64]:
    """The ends of each column's `CONFIDENCE` interval, shape (2, columns); `means` are from `resampled_means`."""
    tail = (1 - CONFIDENCE) / 2
    ends: NDArray[np.float64] = np.quantile(means, (tail, 1 - tail), axis=0)
    return ends


Pair = tuple[ComparedQuestion, ComparedQuestion]


def _differences(pairs: Sequence[Pair], names: Sequence[str], resamples: int, seed: int) -> Iterator[Difference]:
    scores = np.array([[[question.score(name) for name in names] for question in pair] for pair in pairs], dtype=float)
    paired = scores[:, 1] - scores[:, 0]
    means = resampled_means(paired, resamples, seed)
    low, high = interval(means)
    # The observed sample counts as one more resample: p is never 0.
    one_sided = np.minimum((means <= 0).sum(axis=0) + 1, (means >= 0).sum(axis=0) + 1) / (resamples + 1)
    columns = (*scores.mean(axis=0), paired.mean(axis=0).round(_DECIMALS), low, high, np.minimum(1, 2 * one_sided))
    return (Difference(*map(float, row)) for row in zip(*columns, strict=True))


def _is_scored(pair: Pair, names: Sequence[str]) -> bool:
    return all(question.metrics[name] is not None for question in pair for name in names)


def _tally(pairs: Sequence[Pair], metric: str) -> WinCount:
    wins = sum(second.score(metric) > first.score(metric) for first, second in pairs)
    losses = sum(second.score(metric) < first.score(metric) for first, second in pairs)
    return WinCount(wins, losses, len(pairs) - wins - losses)


def _flips(pairs: Sequence[Pair], metric: str) -> Iterator[Flip]:
    for first, second in pairs:
        values = first.score(metric), second.score(metric)
        if values[0] != values[1]:
            ranks = (first_gold_rank(question.ranked, question.gold) for question in (first, second))
            yield Flip(first.id, first.category, first.question or second.question, *values, *ranks)


def _shared_metrics(before: Report, after: Report, pair: Pair) -> list[str]:
    """The metrics in both reports that can be compared; those without a cutoff need rankings of equal depth."""
    same_depth = _is_as_deep(before, after)
    return [name for name in pair[0].metrics if name in pair[1].metrics and ("@" in name or same_depth)]


def _check_metrics(before: Report, after: Report, names: Sequence[str], shared: Sequence[str]) -> None:
    """Raise `InputError` if `names` is empty or holds a metric that is not shared."""
    unknown = next((name for name in names if name not in shared), None)
    if names and unknown is None:
        return
    wanted = "usual metric" if unknown is None else f"metric {shortened(unknown)}"
    depths = f"{before.settings.ranked} and {after.settings.ranked} units deep"
    note = "" if _is_as_deep(before, after) else f" (mrr and map look {depths}, and cannot be compared)"
    raise InputError(
        f"no {wanted} in both {before.name} and {after.name}{note}; they share {', '.join(shared) or 'none'}"
    )


def _is_as_deep(before: Report, after: Report) -> bool:
    return before.settings.ranked == after.settings.ranked


def _check_settings(before: Report, after: Report) -> None:
    one, other = before.settings, after.settings
    differing = [
        f"{name} ({getattr(one, name)} and {getattr(other, name)})"
        for name in _SAME
        if getattr(one, name) != getattr(other, name)
    ]
    digests = one.digests.get(one.data), other.digests.get(other.data)
    if one.data == other.data and None not in digests and digests[0] != digests[1]:
        differing.append(f"the content of {one.data}")
    if differing:
        raise InputError(
            f"{before.name} and {after.name} differ in {', '.join(differing)}; compare runs on the same data and unit"
        )


def _check_gold(before: Report, after: Report, pairs: Sequence[Pair]) -> None:
    differing = [pair for pair in pairs if set(pair[0].gold) != set(pair[1].gold)]
    if differing:
        first, second = differing[0]
        golds = f"{shortened(list(first.gold))} and {shortened(list(second.gold))}"
        raise InputError(
            f"{before.name} and {after.name} differ in the gold of {len(differing):,} of {len(pairs):,} questions, "
            f"such as {shortened(first.id)} ({golds}); compare runs with the same corrections of citations"
        )


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _no_report(path: Path, reason: str) -> InputError:
    return InputError(
        f"{path} is not a report: {reason}; write one with convograph-eval retrieval or answers --json FILE"
    )
