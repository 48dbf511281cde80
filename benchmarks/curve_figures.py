"""The figures of a growth curve, their aims, and the size at which each figure first misses its aim."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.tables import Table, shown

NOISE = 1.5  # factor by which equal costs may differ between two processes on a busy machine
_MILLISECONDS_A_TURN = 1_000 / 1_200  # 1,200 turns a second
_RECALL = 10.0  # milliseconds, at ten thousand turns
_TIMES_THE_FLOOR = 3.0  # at a million sentences


@dataclass(frozen=True, slots=True)
class Figure:
    """The cost of a call, and its floor measured in the same process."""

    value: float
    floor: float


@dataclass(frozen=True, slots=True)
class Point:
    """The figures, by name, at one size."""

    growth: str
    architecture: str
    size: int
    turns: int
    items: int
    figures: dict[str, Figure]


Limit = Callable[[Sequence[Point], int, str], float]
"""The maximum of a named figure at one index of the points, which ascend by size."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure's display name, its unit and floor, and its aim, in words and as a limit."""

    title: str
    unit: str
    floor: str
    aim: str
    limit: Limit


@dataclass(frozen=True, slots=True)
class Growth:
    """The quantity that grows, the sizes measured, and the measures at each size in display order."""

    name: str
    sizes: tuple[int, ...]
    measures: Mapping[str, Measure]


def point_of(written: Mapping[str, Any]) -> Point:
    """The point that `dataclasses.asdict` turned into `written`."""
    return Point(**{**written, "figures": {name: Figure(**one) for name, one in written["figures"].items()}})


def leaves_at(points: Sequence[Point], name: str, limit: Limit) -> int | None:
    """The first size at which a figure exceeds its limit, or `None`."""
    return next(
        (one.size for place, one in enumerate(points) if one.figures[name].value > limit(points, place, name)), None
    )


def figures_table(growth: Growth, points: Sequence[Point]) -> Table:
    """One row per figure and one column per size: the value, and its ratio to the floor."""
    heads = (growth.name, *(f"{one.size:,}" for one in points))
    counts = (
        ("turns in all", *(f"{one.turns:,}" for one in points)),
        ("items of an owner", *(f"{one.items:,}" for one in points)),
    )
    rows = tuple(
        (f"{measure.title}, {measure.unit} (times {measure.floor})", *(_cell(one.figures[name]) for one in points))
        for name, measure in growth.measures.items()
    )
    return Table(heads, (*counts, *rows))


def leaving_table(growth: Growth, points: Sequence[Point]) -> Table:
    """One row per figure: its aim, and the size at which the figure first misses it."""
    rows = (
        (measure.title, measure.aim, "–" if at is None else f"{at:,}")
        for name, measure in growth.measures.items()
        for at in (leaves_at(points, name, measure.limit),)
    )
    return Table(("", "aim", f"left at, {growth.name}"), tuple(rows))


def _cell(figure: Figure) -> str:
    return f"{shown(figure.value)} ({shown(figure.value / figure.floor)})" if figure.floor else shown(figure.value)


def _at_most(limit: float) -> Limit:
    return lambda *_: limit


def _flat(points: Sequence[Point], _: int, name: str) -> float:
    return NOISE * points[0].figures[name].value


def _linear(points: Sequence[Point], place: int, name: str) -> float:
    """The limit for linear growth from the previous size, with the tolerance for noise."""
    before = points[max(place - 1, 0)]
    return NOISE * before.figures[name].value * points[place].size / before.size


def _milliseconds_or_floors(points: Sequence[Point], place: int, name: str) -> float:
    return max(_RECALL, _TIMES_THE_FLOOR * points[place].figures[name].floor)


def _times_recall(times: float) -> Limit:
    return lambda points, place, _: times * points[place].figures["recall"].value


_PLAIN, _PRODUCT = "plain SQLite", "one product"
_AIM_FLAT = f"the same at every size, within {NOISE} times"
_AIM_LINEAR = "no more than the size"
_AIM_RECALL = f"≤ {_RECALL:.0f} ms, or ≤ {_TIMES_THE_FLOOR:.0f} times the product"
_AIM_ADD = "≥ 1,200 turns/s"
_AIM_AFTER = f"≤ {NOISE} times recall"
_AIM_CONTEXT = "≤ 2 times recall"

_COMMON = {
    "add": Measure("add", "ms a turn", _PLAIN, _AIM_ADD, _at_most(_MILLISECONDS_A_TURN)),
    "append": Measure("append", "ms", _PLAIN, _AIM_FLAT, _flat),
    "recall": Measure("recall, p50", "ms", _PRODUCT, _AIM_RECALL, _milliseconds_or_floors),
    "recall_after": Measure("recall right after an append, p50", "ms", _PRODUCT, _AIM_AFTER, _times_recall(NOISE)),
    "context": Measure("context, p50", "ms", _PLAIN, _AIM_CONTEXT, _times_recall(2)),
}
_STATS = Measure("counts of the store", "ms", _PLAIN, _AIM_LINEAR, _linear)
_FORGET_TURN = Measure("forget a turn", "ms", _PLAIN, _AIM_LINEAR, _linear)
_FORGET_OWNER = Measure("forget an owner", "ms", _PLAIN, _AIM_LINEAR, _linear)
_SIZE = Measure("file", "MB", _PLAIN, _AIM_LINEAR, _linear)
_COLD_TITLE = "new process: open and first recall"

GROWTHS: Mapping[str, Growth] = {
    growth.name: growth
    for growth in (
        Growth(
            "owners",
            (1_000, 10_000, 100_000),
            {
                **_COMMON,
                "cold": Measure(_COLD_TITLE, "ms", _PLAIN, _AIM_FLAT, _flat),
                "load": Measure("recall of an owner who is not held, p50", "ms", _PLAIN, _AIM_FLAT, _flat),
                "forget_turn": _FORGET_TURN,
                "forget_owner": _FORGET_OWNER,
                "stats": _STATS,
                "size": _SIZE,
                "peak": Measure("peak memory of asking", "MB", "before it", _AIM_FLAT, _flat),
            },
        ),
        Growth(
            "turns",
            (1_000, 10_000, 100_000),
            {
                **_COMMON,
                "cold": Measure(_COLD_TITLE, "ms", _PLAIN, _AIM_LINEAR, _linear),
                "forget_turn": _FORGET_TURN,
                "forget_owner": _FORGET_OWNER,
                "stats": _STATS,
                "size": _SIZE,
                "peak": Measure("peak memory of asking", "MB", "before it", "≤ 3 GB", _at_most(3_000)),
            },
        ),
    )
}
