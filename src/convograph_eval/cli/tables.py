"""How tables and figures of all reports look in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from convograph.cli.console import shown


def figures_table(
    title: str | None,
    texts: Sequence[str],
    figures: Sequence[str],
    rows: Iterable[Sequence[RenderableType]] = (),
    *,
    wrapped: bool = False,
) -> Table:
    """A table with columns of text at the left of columns of figures, and these rows.

    In a narrow terminal the texts take several lines; with `wrapped`, the figures and their headings do.
    """
    heading = shown(title, "table.title") if title else None
    table = Table(title=heading, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in texts:
        table.add_column(name, overflow="fold", no_wrap=wrapped)
    for name in figures:
        table.add_column(name, justify="right", no_wrap=not wrapped)
    for row in rows:
        table.add_row(*row)
    return table


def share(value: float) -> str:
    """`.583` instead of `0.583`, so that ten columns fit into a terminal."""
    return f"{value:.3f}".replace("0.", ".", 1)


def mean_with_interval(figure: Mapping[str, float] | None) -> str:
    """`.583 [.510, .640]` of a mean with the ends of its interval, or a dash for `None`."""
    if figure is None:
        return "-"
    return f"{share(figure['mean'])} [{share(figure['low'])}, {share(figure['high'])}]"
