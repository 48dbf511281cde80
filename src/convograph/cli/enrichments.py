"""What a model is to write, what it wrote, and how that looks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table

from convograph.cli.output import counted, shown
from convograph.errors import InputError
from convograph.types import EnrichPlan, EnrichReport, WrittenKind

FAILURES_SHOWN: Final = 10  # about half a screen; --json lists every failure
NOUNS: Final[Mapping[WrittenKind, str]] = {
    **{"summary": "summaries", "fact": "facts", "insight": "insights"},
    **{"triplet": "triplets"},
}
_MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Enriched:
    """What was planned, and what became of it."""

    owner: str
    model: str
    plan: EnrichPlan
    report: EnrichReport


@dataclass(frozen=True, slots=True)
class Price:
    """Money for a million tokens that a model reads and writes, in the user's currency."""

    read: float
    written: float

    def of(self, plan: EnrichPlan) -> float:
        """The most that the plan costs."""
        return (plan.prompt_tokens * self.read + plan.completion_tokens * self.written) / _MILLION


def price_of(given: str) -> Price:
    """The price in `"0.15,0.60"`. Raises `InputError` for what is none."""
    try:
        read, written = (float(part) for part in given.split(","))
    except ValueError:
        raise InputError(f"no price: {given!r:.80}; give two numbers, such as --price 0.15,0.60") from None
    if not all(math.isfinite(number) and number >= 0 for number in (read, written)):
        raise InputError(f"no price: {given!r:.80}; give two numbers that are 0 or more")
    return Price(read, written)


def plan_line(plan: EnrichPlan, price: Price | None) -> str:
    """Calls by kind, tokens and money in one line."""
    if not plan.calls:
        return "nothing to write: a model has written about all that is there, or it was brought"
    calls = ", ".join(f"{number:,} for {NOUNS[kind]}" for kind, number in plan.calls.items())
    money = "" if price is None else f", {_money(price.of(plan))} at most by --price"
    return (
        f"{counted(sum(plan.calls.values()), 'call')} ({calls}): about {plan.prompt_tokens:,} tokens read "
        f"(as {plan.counter} counts), at most {plan.completion_tokens:,} written{money}"
    )


def _money(sum_: float) -> str:
    """A sum with two decimals, or as many as it takes to show two digits of it."""
    decimals = 2 if sum_ >= 0.01 or not sum_ else 1 - math.floor(math.log10(sum_))
    return f"{sum_:,.{decimals}f}"


def enriched_view(location: str, report: EnrichReport) -> RenderableType:
    """Memos by kind with what waits, the calls, and the first failures."""
    table = Table("kind")
    for heading in ("written", "waiting calls"):
        table.add_column(heading, justify="right")
    for kind, noun in NOUNS.items():
        if kind in report.written or kind in report.waiting:
            table.add_row(noun, f"{report.written.get(kind, 0):,}", f"{report.waiting.get(kind, 0):,}")
    kept = f", {counted(report.kept, 'answer')} kept from before" * bool(report.kept)
    calls = f"{counted(report.calls, 'call')}{kept}, {counted(report.sessions, 'session')} written about"
    parts: list[RenderableType] = [shown(f"Written into {location}", "bold")]
    parts += [table] if table.row_count else []
    parts.append(shown(calls))
    return Group(*parts, *_failures(report))


def _failures(report: EnrichReport) -> list[RenderableType]:
    if not report.failures:
        return []
    table = Table("failed", "about", "why")
    for failure in report.failures[:FAILURES_SHOWN]:
        table.add_row(failure.kind, shown(failure.about), shown(failure.message))
    parts: list[RenderableType] = [table]
    if len(report.failures) > FAILURES_SHOWN:
        parts.append(shown(f"… {len(report.failures) - FAILURES_SHOWN:,} more failures (--json lists them)", "dim"))
    if report.gave_up:
        parts.append(shown("so many calls in a row failed that the rest was not tried", "yellow"))
    parts.append(shown("what failed waits; the same command tries it again", "yellow"))
    return parts
