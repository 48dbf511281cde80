"""The report of `convograph-eval simulate` as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType

from convograph.cli.console import counted, shown
from convograph_eval.cli.tables import figures_table, mean_with_interval, share

HOPS = ("first hop", "second hop")
"""The columns of found evidence: for each hop, how often a scene with its evidence was found."""


def simulation_view(report: Mapping[str, Any]) -> RenderableType:
    """Accuracy and found evidence by source and type of question, and notes, also on scenes without a question."""
    if not report["questions"]:
        return shown("No question was asked: " + "; ".join(_silent(report)))
    settings, summary = report["settings"], report["summary"]
    columns = list(summary["means"])
    reader = settings["model"] or f"reader {settings['reader']}"
    title = f"{settings['architecture']} · {settings['dataset']} · {reader} · {settings['names']} names"
    accuracy = figures_table(title, ("questions",), ("n", *columns), wrapped=True)
    for name, group in report["by_category"].items():
        accuracy.add_row(name, *_accuracies(group, columns))
    accuracy.add_section()
    accuracy.add_row("all", *_accuracies(summary, columns), style="bold")
    return Group(accuracy, *_evidence(report), shown("\n".join(_notes(report))))


def _accuracies(group: Mapping[str, Any], columns: Sequence[str]) -> Iterator[str]:
    yield f"{group['questions']:,}"
    yield from (mean_with_interval(group["means"][column]) for column in columns)


def _evidence(report: Mapping[str, Any]) -> Iterator[RenderableType]:
    """The table of found evidence by source and type of question; none if no evidence scene is known."""
    found = {name: group["evidence"] for name, group in report["by_category"].items() if group["evidence"]}
    if not found:
        return
    hops = HOPS[: max(map(len, found.values()))]
    table = figures_table(None, ("evidence found",), ("n", *hops), wrapped=True)
    for name, shares in found.items():
        figures = [mean_with_interval({"mean": one["share"], **one}) for one in shares]
        table.add_row(name, f"{shares[0]['questions']:,}", *figures, *("-" for _ in hops[len(figures) :]))
    yield table


def _notes(report: Mapping[str, Any]) -> list[str]:
    summary, cost, show = report["summary"], report["cost"], report["show"]
    runs = summary["runs"]
    deviation = "" if runs["deviation"] is None else f" ± {share(runs['deviation'])}"
    storing = f"{_milliseconds(report):.1f} ms to store an utterance"
    found = [
        f"accuracy over {counted(len(runs['accuracy']), 'run')}: {share(runs['mean'])}{deviation}"
        if runs["mean"] is not None
        else "no question has a score",
        f"{show['scenes']:,} scenes, {show['utterances']:,} utterances, the agent is {show['agent']} · an answer in "
        f"{cost['answer_seconds_p50']} s (p95 {cost['answer_seconds_p95']}), {storing}",
        *_silent(report),
    ]
    if summary["late"]:
        found.append(f"{summary['late']:,} answers came too late")
    found += [f"{counted(count, 'question')} failed in {stage}" for stage, count in summary["failed"].items()]
    found += [f"{count:,} summaries failed: {name}" for name, count in cost["failed_summaries"].items()]
    found += [f"{counted(count, 'question')} left out: {reason}" for reason, count in show["skipped"].items()]
    return found


def _milliseconds(report: Mapping[str, Any]) -> float:
    """The mean milliseconds to store an utterance."""
    milliseconds: float = 1_000 * report["cost"]["hearing_seconds"] / report["show"]["utterances"]
    return milliseconds


def _silent(report: Mapping[str, Any]) -> list[str]:
    return [
        f"run {run}: {counted(count, 'scene')} without a question: {reason}"
        for run, reasons in enumerate(report["show"]["silent"], start=1)
        for reason, count in reasons.items()
    ]
