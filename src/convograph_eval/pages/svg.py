"""The parts that all charts share: the SVG element, title, legend, and marks that distinguish series without colour.

Colours are classes (`series-1` to `series-8`) defined in `assets/charts.css`, for light and dark mode. Lengths are in
user units; a chart fills the width that the page gives it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from convograph_eval.pages.markup import label

WIDTH: Final = 440  # on a phone, a unit is about 0.85 pixels, so text stays readable
TITLE_HEIGHT: Final = 28
COLOURS: Final = 8
_LETTER: Final = 7.4  # the average letter width of a wide font, so that texts do not overlap
_SWATCH: Final = 18
_LEGEND_LINE: Final = 19
_MARKS: Final = (
    "M{x} {y}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",  # a disc
    "M{x} {y}m-3.5 -3.5h7v7h-7z",  # a square
    "M{x} {y}m0 -5l5 5l-5 5l-5 -5z",  # a diamond
    "M{x} {y}m0 -4.8l4.8 8.4h-9.6z",  # a triangle
)


def frame(title: str, description: str, height: float, parts: Sequence[str]) -> str:
    """The SVG element around `parts`, with `title` and `description` for screen readers."""
    heading = f'<text class="chart-title" x="0" y="15">{label(title, letters(WIDTH) - 6)}</text>'
    return (
        f'<svg class="chart" role="img" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {short(height)}">\n'
        f"<title>{label(title)}</title>\n<desc>{label(description)}</desc>\n"
        + "\n".join((heading, *parts))
        + "\n</svg>"
    )


def empty(title: str) -> str:
    """A chart that says that there is no data."""
    middle = TITLE_HEIGHT + 30
    note = f'<text class="chart-note" x="{WIDTH / 2:g}" y="{middle}" text-anchor="middle">nothing to show</text>'
    return frame(title, "There is nothing to show.", middle + 30, [note])


def legend(names: Sequence[str]) -> tuple[list[str], float]:
    """The names of series with their colours and marks, under the title, and the y at which the plot may start."""
    parts, x, y = [], 0.0, TITLE_HEIGHT + 12.0
    for place, name in enumerate(names):
        text = label(name, letters(WIDTH - _SWATCH))
        width = _SWATCH + len(text) * _LETTER + 14
        if x and x + width > WIDTH:
            x, y = 0.0, y + _LEGEND_LINE
        parts.append(mark(place, x + 6, y - 4))
        parts.append(f'<text class="chart-label" x="{short(x + _SWATCH)}" y="{short(y)}">{text}</text>')
        x += width
    return parts, y + 16


def mark(series: int, x: float, y: float, hover: str | None = None) -> str:
    """The mark of a series centred at (x, y), with `hover` as its tooltip."""
    path = _MARKS[(series + series // COLOURS) % len(_MARKS)].format(x=short(x), y=short(y))
    told = "" if hover is None else f"<title>{label(hover)}</title>"
    return f'<path class="mark {colour(series)}" d="{path}">{told}</path>'


def colour(series: int) -> str:
    """The CSS class with the colour of a series, counted from 0."""
    return f"series-{series % COLOURS + 1}"


def letters(width: float) -> int:
    """The number of average letters that fit into `width`."""
    return int(width / _LETTER)


def short(length: float) -> str:
    """A coordinate with up to two decimals; more would not be visible.

    >>> short(12.0), short(3.14159)
    ('12', '3.14')
    """
    return f"{length:.2f}".rstrip("0").rstrip(".")
