"""A report on responses as tables: scores by session, ratings, and the cost of a dialogue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table

from convograph.cli.console import counted, shown
from convograph_eval.cli.tables import figures_table

SCORES: Final = {"bleu1": "B-1", "bleu2": "B-2", "bleu3": "B-3", "bleu4": "B-4", "rouge_l": "R-L", "bert_score": "BS"}
REASONS_SHOWN: Final = 3  # --json lists every error


def responses_view(report: Mapping[str, Any]) -> RenderableType:
    """Scores times 100 by agent and session (Tables 1, 3, 8), ratings (Table 2), tokens and money (Table 6)."""
    tables = [_costs(report)]
    if report["settings"]["model"] and len(report["agents"]) > 1:
        tables.insert(0, _differences(report))
    if report["settings"]["judge"]:
        tables.insert(0, _ratings(report))
    if report["settings"]["model"]:
        tables.insert(0, _scores(report))
    return Group(*tables, shown("\n".join(_notes(report))))


def _scores(report: Mapping[str, Any]) -> Table:
    settings = report["settings"]
    title = f"{settings['dataset']} · {settings['model']} · scores × 100"
    names = _shown_scores(settings)
    headings = ("session", "n", *(SCORES[name] for name in names), "D-1", "D-2")
    table = figures_table(title, ("agent",), headings)
    for agent, summary in report["agents"].items():
        for number, session in summary["sessions"].items():
            table.add_row(agent, number, *_row(session, "macro", names))
        table.add_row(agent, "all", *_row(summary["all"], "macro", names), style="bold")
        table.add_row(agent, "by turn", *_row(summary["all"], "by_turn", names), style="dim")
        table.add_section()
    return table


def _differences(report: Mapping[str, Any]) -> Table:
    """By how much the macro means of the other agents exceed the first agent's, paired by dialogue."""
    first, *others = report["agents"]
    columns = _shown_scores(report["settings"])
    headings = [SCORES[name] for name in columns]
    table = figures_table(f"difference to {first}, 95 %", ("agent",), headings, wrapped=True)
    for agent in others:
        found = report["agents"][agent]["difference"]
        table.add_row(agent, *(_interval(found[name]) for name in columns))
    return table


def _shown_scores(settings: Mapping[str, Any]) -> list[str]:
    return [name for name in SCORES if name != "bert_score" or settings["bert_score"]]


def _interval(one: Mapping[str, float] | None) -> str:
    return "-" if one is None else f"{100 * one['mean']:+.2f} [{100 * one['low']:+.2f}, {100 * one['high']:+.2f}]"


def _row(means: Mapping[str, Any], which: str, names: Sequence[str]) -> Iterator[str]:
    yield f"{means['said']:,}"
    for value in (*(means[which][name] for name in names), *means["distinct"].values()):
        yield "-" if value is None else f"{100 * value:.2f}"


def _ratings(report: Mapping[str, Any]) -> Table:
    names = ("coherence", "engagingness", "fluency", "average")
    table = figures_table(f"ratings by {report['settings']['judge']}, 1 to 5", ("agent",), ("dialogues", *names))
    for agent, summary in report["agents"].items():
        judged = summary["judged"]
        table.add_row(agent, f"{judged['dialogues']:,}", *(_rating(judged.get(name)) for name in names))
    return table


def _rating(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _costs(report: Mapping[str, Any]) -> Table:
    """Tokens per dialogue, and dollars per thousand dialogues, by the formula of Table 6."""
    headings = ("prompts", "written", "upkeep in", "upkeep out", "$ of 1,000", "of long-context", "a prompt", "memory")
    table = figures_table("tokens of a dialogue", ("agent",), headings, wrapped=True)
    for name, summary in report["agents"].items():
        cost = summary["cost"]
        one, reply = cost["a_dialogue"], cost["a_reply"]
        tokens = (one["main"], one["written"], one["memory_read"], one["memory_written"])
        ratio = "-" if cost["ratio"] is None else f"{cost['ratio']:.3f}"
        each = (reply["prompt_tokens"], reply["memory_tokens"])
        table.add_row(
            name,
            *(f"{count:,.0f}" for count in tokens),
            f"{cost['money_of_1000']:.2f}",
            ratio,
            *(f"{count:,.0f}" for count in each),
        )
    return table


def _notes(report: Mapping[str, Any]) -> Iterator[str]:
    dialogues, settings = report["dialogues"], report["settings"]
    sessions = ", ".join(map(str, dialogues["scored_sessions"]))
    yield (
        f"{counted(dialogues['count'], 'dialogue')}, {counted(dialogues['sessions'], 'session')}, "
        f"{counted(dialogues['replies'], 'turn')} to generate, in sessions {sessions} · tokens counted by "
        f"{dialogues['counter']}{', or by the server' if settings['model'] or settings['upkeep'] else ''}"
    )
    if settings["model"] is None:
        yield "Nothing was generated: prompts were counted; --model NAME has a model reply."
    if dialogues["dropped_turns"]:
        yield f"{counted(dialogues['dropped_turns'], 'turn')} without words, or that nobody replied to, left out"
    for name, summary in report["agents"].items():
        if summary["failed"]:
            failed = ", ".join(f"{stage} {count:,}" for stage, count in summary["failed"].items())
            yield f"{name}: failed, and in no mean: {failed}. The same command retries these."
    yield from _reasons(report)


def _reasons(report: Mapping[str, Any]) -> Iterator[str]:
    """The most frequent errors."""
    errors: Counter[str] = Counter()
    for record in report["records"]:
        errors.update(f"{stage}: {error}" for stage, error in record["failed"].items())
        for reply in record["replies"]:
            errors.update(f"{stage}: {error}" for stage, error in reply["failed"].items())
    for error, count in errors.most_common(REASONS_SHOWN):
        yield f"  {count:,} × {error}"
