"""The report of `convograph-eval facts` as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table

from convograph_eval.cli.app import share

_STEP_COLUMNS = ("made", "wrong_share", "harmful_share", "truth", "missed_share", "untrue_share")
_TOPIC_COLUMNS = ("wrong", "untrue", "lacking")


def facts_view(report: Mapping[str, Any]) -> RenderableType:
    """Supersessions by kind of step, then the current values at the end."""
    settings = report["settings"]
    title = f"{settings['memory']} · {settings['chains']:,} chains, seed {settings['seed']}"
    steps = _table(title, "step", "n", *(column.removesuffix("_share") for column in _STEP_COLUMNS))
    for name, one in report["by_kind"].items():
        if name == "all":
            steps.add_section()
        figures = (_share(one[each]) if each.endswith("_share") else f"{one[each]:,}" for each in _STEP_COLUMNS)
        steps.add_row(name, f"{one['steps']:,}", *figures)
    topics = _table("current values at the end", "subjects and relations", "n", "wrong", "untrue", "lacking")
    for name, one in report["topics"].items():
        topics.add_row(name, f"{one['topics']:,}", *(_share(one[f"{part}_share"]) for part in _TOPIC_COLUMNS))
    return Group(steps, topics)


def _table(title: str, first: str, *headings: str) -> Table:
    table = Table(title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(first)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _share(one: Mapping[str, float] | None) -> str:
    """`.583 [.510, .640]`, or a dash for `None`."""
    return "-" if one is None else f"{share(one['mean'])} [{share(one['low'])}, {share(one['high'])}]"
