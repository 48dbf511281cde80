"""`convograph-eval judges`: how far judges can be trusted, measured on answers with known verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType

from convograph.build import make_chat_model
from convograph.cli.console import shown
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph_eval.answering import judge_agreement
from convograph_eval.cli.answer_tables import REASONS_SHOWN
from convograph_eval.cli.app import app, failures_reported
from convograph_eval.cli.models import (
    EVERY_JUDGE,
    Judges,
    RepliesFolder,
    RequestsAMinute,
    named_judges,
    opened_replies,
    priced,
)
from convograph_eval.cli.options import Output
from convograph_eval.cli.report_files import check_targets, resume_hint_on_interrupt, write_report
from convograph_eval.cli.tables import figures_table, share


@app.command(
    epilog="[bold]Examples[/]\n"
    "  convograph-eval judges --judge openai:gpt-4o-mini\n"
    "  convograph-eval judges --judge openai:llama3.1:8b --judges lightgmem --json agreement.json"
)
def judges(
    *,
    judge: Annotated[str, typer.Option("--judge", metavar="NAME", help="openai:MODEL to test as a judge.")],
    judges: Judges = EVERY_JUDGE,
    requests_a_minute: RequestsAMinute = None,
    price: Annotated[str | None, typer.Option(metavar="READ,WRITTEN", help="Price of a million tokens.")] = None,
    replies: RepliesFolder = None,
    output: Output = None,
) -> None:
    """Have a model judge planted right and wrong answers by each judge's rules, and measure the agreement.

    Exit code 1 when it failed on some of them, 5 when it never replied.
    """
    with failures_reported(), resume_hint_on_interrupt(output):
        check_targets(output, None, [])
        model = make_chat_model(judge, requests_a_minute=requests_a_minute)
        with opened_replies(replies, output) as kept_replies:
            report = judge_agreement(model, named_judges(judges), kept_replies, priced(price))
        write_report(report, output, _view)
    if any(one["failed"] for one in report["judges"].values()):
        raise typer.Exit(NOTHING_FOUND)


def _view(report: Mapping[str, Any]) -> RenderableType:
    """A row per judge: agreement, kappa and the confusion matrix; then misjudged cases and reasons of failures."""
    headings = ("cases", "agree", "kappa", "both right", "both wrong", "too lenient", "too strict", "failed")
    table = figures_table(f"{report['judge']} as a judge", ("judge",), headings, wrapped=True)
    notes = []
    for name, one in report["judges"].items():
        measures = ("-" if one[each] is None else share(one[each]) for each in ("agreement", "kappa"))
        counts = (str(one[each]) for each in ("both_right", "both_wrong", "too_lenient", "too_strict", "failed"))
        table.add_row(name, str(one["cases"]), *measures, *counts)
        if one["mistaken"]:
            notes.append(f"{name} misjudged {', '.join(one['mistaken'])}")
        notes += [f"{name} failed: {reason}" for reason in one["reasons"][:REASONS_SHOWN]]
    cost = report["cost"]
    calls = f"{cost['calls']:,} calls, {cost['kept']:,} cached replies"
    return Group(table, shown("\n".join([*notes, calls])))
