"""Charts as inline SVG, without scripts or requests, with values on hover and a description for screen readers.

A page with charts must include `assets/charts.css`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from convograph_eval.pages.axes import Axis, axis_from_zero, axis_of_range, log_axis, tick_label
from convograph_eval.pages.markup import label, number
from convograph_eval.pages.svg import WIDTH, colour, empty, frame, legend, letters, mark, short

BAR: Final = 13
BAR_STEP: Final = 16
GROUP_HEAD: Final = 18  # the name of a group is above its bars, because screens may be narrow
GROUP_GAP: Final = 10
VALUE_WIDTH: Final = 46
PLOT_HEIGHT: Final = 210
PLOT_LEFT: Final = 44
PLOT_RIGHT: Final = WIDTH - 12

Series = Mapping[str, Sequence[tuple[float, float]]]


@dataclass(frozen=True, slots=True)
class _Plane:
    """The plot area, and the labels of the axes."""

    across: Axis
    up: Axis
    x_label: str
    y_label: str


def bar_chart(title: str, groups: Mapping[str, Mapping[str, float]], *, highest: float | None = None) -> str:
    """Horizontal bars with their values: a block per group, a bar per series.

    `groups` maps group → series → value; a group may lack a series. The axis starts at 0 and ends at `highest`, or
    beyond if a value is larger. Raises `ValueError` for a value that is negative or not finite.
    """
    values = [value for bars in groups.values() for value in bars.values()]
    for value in values:
        if not (math.isfinite(value) and value >= 0):
            raise ValueError(f"a bar cannot be {value} long; give finite values from 0")
    if not values:
        return empty(title)
    series = {
        name: place for place, name in enumerate(dict.fromkeys(name for bars in groups.values() for name in bars))
    }
    names, top = legend(list(series))
    axis = axis_from_zero(values, 0, WIDTH - VALUE_WIDTH, highest)
    blocks, y = [], top
    for group, bars in groups.items():
        blocks += _block(group, bars, series, axis, y)
        y += GROUP_HEAD + len(bars) * BAR_STEP + GROUP_GAP
    description = "; ".join(
        f"{group}: {', '.join(f'{name} {number(value)}' for name, value in bars.items())}"
        for group, bars in groups.items()
    )
    return frame(title, description, y + 18, [*names, *_upright_lines(axis, top, y - 4), *blocks])


def line_chart(
    title: str,
    series: Series,
    *,
    x_label: str,
    y_label: str,
    log_x: bool = False,
    log_y: bool = False,
    highest: float | None = None,
) -> str:
    """A curve with marks for each of `series`: name → points (x, y), drawn in the order given.

    A linear y axis starts at 0 and reaches at least `highest`; a linear x axis spans the points. Raises `ValueError`
    for a value that is not finite, and for one that is not above 0 on a logarithmic axis.
    """
    points = [point for curve in series.values() for point in curve]
    _check((x for x, _ in points), "x", log_x)
    _check((y for _, y in points), "y", log_y)
    if not points:
        return empty(title)
    names, top = legend(list(series))
    top += 22  # for the label of the y axis
    bottom = top + PLOT_HEIGHT
    xs, ys = zip(*points, strict=True)
    across = (log_axis if log_x else axis_of_range)(xs, PLOT_LEFT, PLOT_RIGHT)
    up = log_axis(ys, bottom, top) if log_y else axis_from_zero(ys, bottom, top, highest)
    plane = _Plane(across, up, x_label, y_label)
    curves = [part for place, (name, curve) in enumerate(series.items()) for part in _curve(name, place, curve, plane)]
    y_name = f'<text class="chart-note" x="0" y="{short(top - 12)}">{label(y_label, letters(WIDTH))}</text>'
    x_name = (
        f'<text class="chart-note" x="{short((across.start + across.end) / 2)}" y="{short(bottom + 36)}" '
        f'text-anchor="middle">{label(x_label, letters(WIDTH - PLOT_LEFT))}</text>'
    )
    grid = [*_level_lines(up), *_upright_lines(across, top, bottom)]
    description = "; ".join(_line_summary(name, curve) for name, curve in series.items())
    description = f"{y_label} over {x_label}. {description}"
    return frame(title, description, bottom + 42, [*names, y_name, *grid, *curves, x_name])


def _block(group: str, bars: Mapping[str, float], series: Mapping[str, int], axis: Axis, top: float) -> list[str]:
    parts = [f'<text class="chart-label" x="0" y="{short(top + 13)}">{label(group, letters(WIDTH))}</text>']
    for row, (name, value) in enumerate(bars.items()):
        y = top + GROUP_HEAD + row * BAR_STEP
        length = axis.place(value)
        parts.append(
            f'<rect class="bar {colour(series[name])}" x="0" y="{short(y)}" width="{short(length)}" height="{BAR}" '
            f'rx="2"><title>{label(f"{group}: {name} {number(value)}")}</title></rect>'
            f'<text class="chart-value" x="{short(length + 5)}" y="{short(y + 10.5)}">{number(value)}</text>'
        )
    return parts


def _curve(name: str, place: int, points: Sequence[tuple[float, float]], plane: _Plane) -> list[str]:
    at = [(plane.across.place(x), plane.up.place(y)) for x, y in points]
    line = " ".join(f"{short(x)},{short(y)}" for x, y in at)
    marks = [
        mark(place, *spot, hover=f"{name}: {plane.x_label} {number(x)}, {plane.y_label} {number(y)}")
        for spot, (x, y) in zip(at, points, strict=True)
    ]
    return [f'<polyline class="curve {colour(place)}" points="{line}"/>', *marks]


def _upright_lines(axis: Axis, top: float, bottom: float) -> list[str]:
    return [
        f'<path class="grid" d="M{short(axis.place(tick))} {short(top)}V{short(bottom)}"/>'
        f'<text class="chart-note" x="{short(axis.place(tick))}" y="{short(bottom + 16)}" '
        f'text-anchor="{"middle" if axis.place(tick) > 8 else "start"}">{tick_label(tick)}</text>'
        for tick in axis.ticks
    ]


def _level_lines(axis: Axis) -> list[str]:
    return [
        f'<path class="grid" d="M{PLOT_LEFT} {short(axis.place(tick))}H{PLOT_RIGHT}"/>'
        f'<text class="chart-note" x="{PLOT_LEFT - 7}" y="{short(axis.place(tick) + 4)}" '
        f'text-anchor="end">{tick_label(tick)}</text>'
        for tick in axis.ticks
    ]


def _line_summary(name: str, points: Sequence[tuple[float, float]]) -> str:
    if not points:
        return f"{name}: no points"
    (first_x, first_y), (last_x, last_y) = points[0], points[-1]
    return f"{name}: {number(first_y)} at {number(first_x)}, {number(last_y)} at {number(last_x)}"


def _check(values: Iterable[float], which: str, log: bool) -> None:
    for value in values:
        if not math.isfinite(value):
            raise ValueError(f"{which} = {value} cannot be drawn; give finite values")
        if log and value <= 0:
            raise ValueError(f"{which} = {value} cannot be on a logarithmic axis; give values above 0")
