"""The report of `convograph-eval facts` as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType

from convograph_eval.cli.tables import figures_table, mean_with_interval

_STEP_COLUMNS = ("made", "wrong_share", "harmful_share", "truth", "missed_share", "untrue_share")
_TOPIC_COLUMNS = ("wrong", "untrue", "lacking")


def facts_view(report: Mapping[str, Any]) -> RenderableType:
    """Supersessions by kind of step, then the current values at the end."""
    settings = report["settings"]
    title = f"{settings['memory']} · {settings['chains']:,} chains, seed {settings['seed']}"
    headings = ("n", *(column.removesuffix("_share") for column in _STEP_COLUMNS))
    steps = figures_table(title, ("step",), headings, wrapped=True)
    for name, one in report["by_kind"].items():
        if name == "all":
            steps.add_section()
        steps.add_row(name, f"{one['steps']:,}", *(_step_figure(one, column) for column in _STEP_COLUMNS))
    topics = figures_table(
        "current values at the end", ("subjects and relations",), ("n", *_TOPIC_COLUMNS), wrapped=True
    )
    for name, one in report["topics"].items():
        shares = (mean_with_interval(one[f"{part}_share"]) for part in _TOPIC_COLUMNS)
        topics.add_row(name, f"{one['topics']:,}", *shares)
    return Group(steps, topics)


def _step_figure(steps: Mapping[str, Any], column: str) -> str:
    figure = steps[column]
    return mean_with_interval(figure) if column.endswith("_share") else f"{figure:,}"
