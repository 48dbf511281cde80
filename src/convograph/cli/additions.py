"""What became of conversations that were put into a memory, and how that looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table

from convograph.cli.output import counted, shown
from convograph.types import AddReport

ROWS_SHOWN: Final = 30  # about one screen; --json lists every conversation


@dataclass(frozen=True, slots=True)
class Added:
    """What became of a conversation."""

    owner: str
    conversation: str
    file: str
    report: AddReport
    seconds: float


def added_view(location: str, added: Sequence[Added]) -> RenderableType:
    """What was added: a row for each conversation, of several the sum, and what stays forgotten."""
    several = len(added) > 1
    named = several and any(one.owner != one.conversation for one in added)
    table = Table("owner", show_footer=several)
    table.columns[0].footer = "total"
    if named:
        table.add_column("conversation")
    forgotten = sum(one.report.forgotten for one in added)
    for heading, total in _numbers(added, forgotten=forgotten > 0).items():
        table.add_column(heading, total, justify="right")
    for one in added[:ROWS_SHOWN]:
        names = (one.owner, one.conversation) if named else (one.owner,)
        table.add_row(*map(shown, names), *_numbers([one], forgotten=forgotten > 0).values())
    if len(added) > ROWS_SHOWN:
        table.add_row(shown(f"… {len(added) - ROWS_SHOWN:,} more", "dim"))
    notes = [shown(_forgotten_note(forgotten), "yellow")] if forgotten else []
    return Group(shown(f"Added to {location}", "bold"), table, *notes)


def _forgotten_note(turns: int) -> str:
    stay = "was forgotten before and stays so" if turns == 1 else "were forgotten before and stay so"
    return f"{counted(turns, 'turn')} {stay}; `add --replace` brings a session back whole"


def _numbers(added: Sequence[Added], *, forgotten: bool) -> dict[str, str]:
    """The sums over some conversations under their headings."""
    new, known = sum(one.report.added for one in added), sum(one.report.known for one in added)
    seconds = sum(one.seconds for one in added)
    gone = {"forgotten": f"{sum(one.report.forgotten for one in added):,}"} if forgotten else {}
    return {
        "sessions": f"{sum(len(one.report.sessions) for one in added):,}",
        "added": f"{new:,}",
        "known": f"{known:,}",
        **gone,
        "seconds": f"{seconds:.2f}",
        "turns/s": f"{(new + known) / seconds:,.0f}",
    }
