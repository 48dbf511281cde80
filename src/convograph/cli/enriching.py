"""`enrich`: a chat model writes memos."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, cast

import typer

from convograph.build import make_chat_model
from convograph.cli.app import WRITE, command
from convograph.cli.confirming import ask_first
from convograph.cli.enrichments import Enriched, Price, enriched_view, plan_line, price_of
from convograph.cli.failures import NOTHING_FOUND, STOPPED, report_failure
from convograph.cli.json_output import print_json
from convograph.cli.opening import existing
from convograph.cli.options import Common
from convograph.cli.output import errors, output, progress_bar, shown
from convograph.errors import InputError
from convograph.memory.enriching import WORKERS
from convograph.memory.memory import WRITTEN_KINDS
from convograph.types import EnrichPlan, EnrichReport, WrittenKind


@command(
    WRITE,
    "convograph enrich --plan --price 0.15,0.60",
    "convograph enrich --model openai:gpt-4o-mini",
    "convograph enrich --model openai:llama3.1:8b --kinds fact --limit 20 --yes",
    "convograph enrich --model openai:qwen3:8b --architecture glong --lines 4",
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
            help=f"What to write: some of {', '.join(WRITTEN_KINDS)}. "
            "[dim]\\[default: triplet where the architecture takes these, else the others][/]",
        ),
    ] = None,
    lines: Annotated[int, typer.Option(metavar="N", help="How many turns a call for triplets shows.")] = 1,
    limit: Annotated[int | None, typer.Option(metavar="N", help="At most so many calls of the model.")] = None,
    workers: Annotated[int, typer.Option(metavar="N", help="How many calls at once.")] = WORKERS,
    requests_a_minute: Annotated[
        int | None, typer.Option("--requests-a-minute", metavar="N", help="At most so many, repeats included.")
    ] = None,
    price: Annotated[
        str | None, typer.Option(metavar="READ,WRITTEN", help="Money for a million tokens, to reckon the plan with.")
    ] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Only say what it would take; no model is asked.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")] = False,
) -> None:
    """Have a chat model write summaries, facts, insights or triplets.

    What is said goes to the server of the model. Only what is new costs calls: run it again after adding. Stopped or
    failed, it goes on where it was. On a terminal you are asked first; elsewhere --yes is needed. Exit code 1 when
    failures leave something to write.
    """
    given = None if kinds is None else [kind.strip() for kind in kinds.split(",")]
    wanted = cast("list[WrittenKind] | None", given)
    prices = None if price is None else price_of(price)
    with existing(common, "read" if plan else "change") as memory:
        planned = memory.enrich_plan(wanted, lines=lines)
        if plan:
            _show_plan(planned, prices, as_json=common.as_json)
            return
        if model is None:
            raise InputError("name the model that is to write: --model openai:MODEL; --plan needs none")
        chat = make_chat_model(model, requests_a_minute=requests_a_minute)
        if not common.as_json:
            errors().print(shown(plan_line(planned, prices), "dim"))
        if planned.calls and not yes:
            ask_first(f"Ask {model}?", reason="calls of a model may cost money", otherwise="nothing was asked")
        writing = partial(memory.enrich, chat, kinds=wanted, limit=limit, workers=workers, lines=lines)
        report = _written(writing, as_json=common.as_json)
        if common.as_json:
            print_json(Enriched(memory.owner, chat.name, planned, report))
        else:
            output().print(enriched_view(memory.location, report))
    if report.failures and report.waiting:
        raise typer.Exit(NOTHING_FOUND)


def _written(writing: Callable[..., EnrichReport], *, as_json: bool) -> EnrichReport:
    """What the model wrote; stopped by Ctrl-C, the command ends and says what is kept."""
    try:
        with progress_bar("writing") as progress:
            return writing(progress=progress)
    except KeyboardInterrupt:
        message = "stopped; every answer that came is kept and will not be asked for again: the same command goes on"
        report_failure("Interrupted", message, as_json=as_json)
        raise typer.Exit(STOPPED) from None


def _show_plan(plan: EnrichPlan, price: Price | None, *, as_json: bool) -> None:
    if as_json:
        print_json({"plan": plan, "money": None if price is None else price.of(plan)})
    else:
        output().print(shown(plan_line(plan, price)))
