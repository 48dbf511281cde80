"""The command `enrich`: a chat model writes memos."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, cast, get_args

import typer
from rich.console import Group, RenderableType
from rich.table import Table

from convograph.build import make_chat_model
from convograph.cli.app import WRITE, command
from convograph.cli.console import ask_first, counted, errors, output, print_json, progress_bar, shown
from convograph.cli.exit_codes import NOTHING_FOUND, report_interrupt
from convograph.cli.options import Common, existing
from convograph.cli.prices import Price, Tokens, money, price_of, summed
from convograph.errors import InputError
from convograph.memory.memory import DEFAULT_WORKERS
from convograph.types import PLURALS, EnrichPlan, EnrichReport, WrittenKind

FAILURES_SHOWN: Final = 10  # about half a screen; --json lists every failure


@dataclass(frozen=True, slots=True)
class Enriched:
    """The plan and report of an enrichment; `money` is the cost of its calls, `None` without a price."""

    owner: str
    model: str
    plan: EnrichPlan
    report: EnrichReport
    money: float | None = None


@command(
    WRITE,
    "convograph enrich --plan --price 0.15,0.60",
    "convograph enrich --model openai:gpt-4o-mini",
    "convograph enrich --model openai:llama3.1:8b --kinds fact --limit 20 --yes",
    "convograph enrich --model openai:qwen3:8b --architecture glong --lines 4",
    "convograph enrich --model openai:gpt-4o-mini --architecture lightgmem --kinds resolution --workers 10",
)
def enrich(
    common: Common,
    *,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="openai:MODEL, on the server at CONVOGRAPH_BASE_URL.")
    ] = None,
    kinds: Annotated[
        str | None,
        typer.Option(
            metavar="KIND,…",
            help=f"What to write: any of {', '.join(get_args(WrittenKind))}. "
            "[dim]\\[default: triplet or event if the architecture uses them, else summary, fact, insight][/]",
        ),
    ] = None,
    lines: Annotated[int, typer.Option(metavar="N", help="How many turns a request for triplets contains.")] = 1,
    flush: Annotated[
        bool, typer.Option("--flush", help="Write profiles by any evidence, not only by 15 episodes or more.")
    ] = False,
    limit: Annotated[int | None, typer.Option(metavar="N", help="At most this many model calls.")] = None,
    workers: Annotated[int, typer.Option(metavar="N", help="Concurrent calls.")] = DEFAULT_WORKERS,
    requests_a_minute: Annotated[
        int | None, typer.Option("--requests-a-minute", metavar="N", help="Rate limit, retries included.")
    ] = None,
    price: Annotated[
        str | None,
        typer.Option(metavar="READ,WRITTEN", help="Price of a million input and output tokens."),
    ] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Only print what it would take; no model is called.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Have a chat model write summaries, facts, triplets, events, resolutions, profiles or names of communities.

    The text of the turns is sent to the model's server. Only new turns cost calls: run it again after adding. After an
    interruption or a failure, the same command resumes. On a terminal it asks for confirmation; elsewhere --yes is
    required. Exit code 1 when failures leave work undone.
    """
    given = None if kinds is None else [kind.strip() for kind in kinds.split(",")]
    wanted = cast("list[WrittenKind] | None", given)
    prices = None if price is None else price_of(price)
    with existing(common, "read" if plan else "change") as memory:
        planned = memory.enrich_plan(wanted, lines=lines, flush=flush)
        if plan:
            _show_plan(planned, prices, as_json=common.as_json)
            return
        if model is None:
            raise InputError("name a model: --model openai:MODEL; only --plan needs none")
        chat = make_chat_model(model, requests_a_minute=requests_a_minute)
        if not common.as_json:
            errors().print(shown(plan_line(planned, prices), "dim"))
        if planned.calls and not yes:
            ask_first(f"Call {model}?", reason="model calls may cost money", otherwise="no model was called")
        writing = partial(memory.enrich, chat, kinds=wanted, limit=limit, workers=workers, lines=lines, flush=flush)
        before = summed(memory.ledger())
        report = _written(writing, as_json=common.as_json)
        paid = None if prices is None else prices.of(_used(before, summed(memory.ledger())))
        if common.as_json:
            print_json(Enriched(memory.owner, chat.name, planned, report, paid))
        else:
            output().print(enriched_view(memory.location, report, paid))
    if report.failures and report.waiting:
        raise typer.Exit(NOTHING_FOUND)


def _used(before: Tokens, after: Tokens) -> Tokens:
    """The tokens used between two sums of the ledger."""
    return Tokens(after.prompt_tokens - before.prompt_tokens, after.completion_tokens - before.completion_tokens)


def _written(writing: Callable[..., EnrichReport], *, as_json: bool) -> EnrichReport:
    """Run the enrichment; an interrupt ends the command and says what is kept."""
    try:
        with progress_bar("writing") as progress:
            return writing(progress=progress)
    except KeyboardInterrupt as interrupt:
        what = "replies received so far are kept and not requested again: the same command resumes"
        raise typer.Exit(report_interrupt(interrupt, what, as_json=as_json)) from None


def _show_plan(plan: EnrichPlan, price: Price | None, *, as_json: bool) -> None:
    if as_json:
        print_json({"plan": plan, "money": None if price is None else price.of(plan)})
    else:
        output().print(shown(plan_line(plan, price)))


def plan_line(plan: EnrichPlan, price: Price | None) -> str:
    """One line with the calls by kind, their tokens and their cost."""
    if not plan.calls:
        return "nothing to write: it was all written or imported, or waits for more turns (not with --flush)"
    calls = ", ".join(f"{number:,} for {PLURALS[kind]}" for kind, number in plan.calls.items())
    most = "" if price is None else f", at most {money(price.of(plan))} at --price"
    return (
        f"{counted(sum(plan.calls.values()), 'call')} ({calls}): about {plan.prompt_tokens:,} input tokens "
        f"(counted by {plan.counter}), at most {plan.completion_tokens:,} output tokens{most}"
    )


def enriched_view(location: str, report: EnrichReport, paid: float | None = None) -> RenderableType:
    """Memos written and calls waiting by kind, the number and cost of the calls, and the first failures."""
    table = Table("kind")
    for heading in ("written", "waiting calls"):
        table.add_column(heading, justify="right")
    for kind in get_args(WrittenKind):
        if kind in report.written or kind in report.waiting:
            table.add_row(PLURALS[kind], f"{report.written.get(kind, 0):,}", f"{report.waiting.get(kind, 0):,}")
    kept = f", {counted(report.kept, 'answer')} from earlier runs" * bool(report.kept)
    covered = f", {counted(report.sessions, 'session')} covered" * bool(report.sessions)
    cost = "" if paid is None else f", {money(paid)} at --price"
    calls = f"{counted(report.calls, 'call')}{cost}{kept}{covered}"
    parts: list[RenderableType] = [shown(f"Written into {location}", "bold")]
    parts += [table] if table.row_count else []
    parts.append(shown(calls))
    return Group(*parts, *_failures(report))


def _failures(report: EnrichReport) -> list[RenderableType]:
    if not report.failures:
        return []
    table = Table("failed", "about", "reason")
    for failure in report.failures[:FAILURES_SHOWN]:
        table.add_row(failure.kind, shown(failure.about), shown(failure.message))
    parts: list[RenderableType] = [table]
    if len(report.failures) > FAILURES_SHOWN:
        parts.append(shown(f"… {len(report.failures) - FAILURES_SHOWN:,} more failures (--json lists them)", "dim"))
    if report.gave_up:
        parts.append(shown("the rest would have failed too, and was not tried", "yellow"))
    parts.append(shown("the same command retries what failed", "yellow"))
    return parts
