"""A retrieval report as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from convograph_eval.cli.models import not_kept
from convograph_eval.cli.tables import figures_table, share


def retrieval_view(report: Mapping[str, Any]) -> RenderableType:
    """Means by category and overall, then a line on what was left out and on the cost of the run."""
    settings = report["settings"]
    title = f"{settings['architecture']} · {settings['dataset']} · unit {settings['unit']}"
    columns = _columns(settings)
    headings = (column.replace("recall_all", "all") for column in columns)
    table = figures_table(title, ("category",), ("n", *headings))
    for name, means in report["by_category"].items():
        table.add_row(name, str(means["questions"]), *(share(means[column]) for column in columns))
    if report["summary"]:
        table.add_section()
        total = str(len(report["questions"]))
        table.add_row("all", total, *(share(report["summary"][column]) for column in columns), style="bold")
    parts = [table, _context_table(report)] if settings["budgets"] and report["summary"] else [table]
    return Group(*parts, _footer(report))


def _columns(settings: Mapping[str, Any]) -> list[str]:
    """The metrics shown: `hit` at each cut-off, `recall_all` at the last two, `mrr`."""
    ks = settings["ks"]
    return [*(f"hit@{k}" for k in ks), *(f"recall_all@{k}" for k in ks[-2:]), "mrr"]


def _context_table(report: Mapping[str, Any]) -> Table:
    """The share of gold turns in packed contexts, by token budget."""
    summary = report["summary"]
    rows = [
        (f"{budget:,}", *(share(summary[f"{name}@{budget}"]) for name in ("quoted", "covered", "plain")))
        for budget in report["settings"]["budgets"]
    ]
    headings = ("tokens", "quoted", "quoted or in a memo", "whole turns alone")
    return figures_table("gold turns in the context", (), headings, rows, wrapped=True)


def _footer(report: Mapping[str, Any]) -> str:
    left_out, cost, memory = report["left_out"], report["cost"], report["memory"]
    missing = not_kept(cost["upkeep"])
    below = "" if missing is None else f"\n{missing}"
    if not report["questions"]:
        reasons = Counter(left_out["questions"].values())
        why = ", ".join(f"{reason}: {count:,}" for reason, count in reasons.items())
        return f"No question could be scored with the unit {report['settings']['unit']} ({why}).{below}"
    return (
        f"{memory['sessions']:,} sessions in {memory['conversations']:,} memories · "
        f"{len(left_out['questions'])} questions left out (not answerable, or without gold) · "
        f"{len(left_out['unresolved_citations'])} citations unresolved · build {cost['build_seconds']} s · "
        f"a query {cost['query_milliseconds_p50']} ms (p95 {cost['query_milliseconds_p95']}) · "
        f"{cost['model_calls']} model calls{_upkeep(cost['upkeep'])}{below}"
    )


def _upkeep(cost: Mapping[str, Any] | None) -> str:
    """The calls and tokens of the model that writes memos, if any."""
    if cost is None:
        return ""
    return (
        f", and {cost['calls']:,} to keep the memories ({cost['prompt_tokens']:,} tokens read, "
        f"{cost['completion_tokens']:,} written)"
    )
