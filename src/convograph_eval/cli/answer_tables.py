"""A report on answers as tables in a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from convograph.cli.console import counted, shown
from convograph_eval.cli.models import not_kept
from convograph_eval.cli.tables import figures_table, share

REASONS_SHOWN = 3  # per stage; --json lists every error


def answers_view(report: Mapping[str, Any]) -> RenderableType:
    """Means by category, and overall with intervals; costs; and notes on what was cut, left out or failed."""
    if not report["questions"]:
        missing = not_kept(report["cost"]["upkeep"])
        return missing or "No question to ask: none has a gold answer (--abstentions asks unanswerable ones)."
    settings = report["settings"]
    costs = [_cost_table(report)] if settings["model"] or settings["judge"] else []
    return Group(_means_table(report), *costs, shown("\n".join(_notes(report))))


def _means_table(report: Mapping[str, Any]) -> Table:
    settings, summary = report["settings"], report["summary"]
    answers = settings["model"] or "quotations, no model"
    title = f"{settings['architecture']} · {settings['dataset']} · {answers}"
    columns = [name for name in summary["means"] if name != "covered" or settings["memos"]]  # else same as quoted
    table = figures_table(title, ("category",), ("n", "found", *columns))
    for name, group in report["by_category"].items():
        table.add_row(name, *_counts(group), *(_mean(group, column) for column in columns))
    table.add_section()
    table.add_row("all", *_counts(summary), *(_mean(summary, column) for column in columns), style="bold")
    for name, end in (("95 % from", "low"), ("to", "high")):
        table.add_row(name, "", "", *(_mean(summary, column, end) for column in columns), style="dim")
    return table


def _cost_table(report: Mapping[str, Any]) -> Table:
    """A row for answering and each judge; tokens, seconds and money are per question."""
    cost = report["cost"]
    stages = {"answering": cost["answering"], **cost["judging"]}
    money = ["money"] if any("money" in stage for stage in stages.values()) else []
    table = figures_table("cost", ("",), ("calls", "failed", "cached", "input", "output", "seconds", *money))
    for name, stage in stages.items():
        one = stage["a_question"]
        figures = [f"{one['prompt_tokens']:,.0f}", f"{one['completion_tokens']:,.1f}", f"{one['seconds']:.2f}"]
        paid = [f"{one['money']:.5f}" if "money" in one else "-"] if money else []
        counts = (f"{stage[name]:,}" for name in ("calls", "failures", "kept"))
        table.add_row(name, *counts, *figures, *paid)
    return table


def _notes(report: Mapping[str, Any]) -> list[str]:
    settings, cost, summary = report["settings"], report["cost"], report["summary"]
    context, memory = cost["context"], report["memory"]
    notes = [
        f"{counted(memory['sessions'], 'session')} in {counted(memory['conversations'], 'conversation')} · contexts of "
        f"{context['mean_tokens']:,} tokens (of {settings['budget']:,}, counted by {context['counter']}) · "
        f"{counted(len(report['left_out']['questions']), 'question')} left out"
    ]
    if settings["model"] is None:
        notes.append("The answers are sentences quoted from what was found; --model NAME has a model answer.")
    if context["cut"]:
        notes.append(f"{counted(context['cut'], 'context')} left turns out, {context['mean_turns_cut']:,} on average.")
    stages = [cost["answering"], *cost["judging"].values()]
    if estimated := sum(stage["estimated"] for stage in stages):
        notes.append(f"Without token counts from the server: {estimated:,} replies, counted by our tokenizer.")
    if upkeep := cost["upkeep"]:
        notes.append(
            f"To keep the memories: {counted(upkeep['calls'], 'call')}, {upkeep['prompt_tokens']:,} tokens read, "
            f"{upkeep['completion_tokens']:,} written."
        )
    if missing := not_kept(upkeep):
        notes.append(missing)
    if summary["failed"]:
        failed = ", ".join(f"{stage} {count:,}" for stage, count in summary["failed"].items())
        notes.append(f"Failed, and in no mean: {failed}. The same command retries these.")
        notes += _reasons(report)
    return notes


def _reasons(report: Mapping[str, Any]) -> list[str]:
    """The most frequent errors of each stage that failed."""
    errors: dict[str, Counter[str]] = {}
    for record in report["questions"]:
        for stage, error in record["failed"].items():
            errors.setdefault(stage, Counter())[error] += 1
    return [
        f"  {stage}, {count:,}: {error}"
        for stage, counts in errors.items()
        for error, count in counts.most_common(REASONS_SHOWN)
    ]


def _counts(group: Mapping[str, Any]) -> tuple[str, str]:
    return f"{group['questions']:,}", share(group["found"] / group["questions"])


def _mean(group: Mapping[str, Any], name: str, which: str = "mean") -> str:
    found = group["means"][name]
    return "-" if found is None else share(found[which])
