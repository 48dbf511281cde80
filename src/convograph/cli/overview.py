"""A memory at a glance: its sessions in order of time, and how much was said in each month."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from convograph.cli.names import NameSummary, names_of, names_tree
from convograph.cli.output import clean, counted, shown
from convograph.memory import Memory
from convograph.types import Stats

SESSIONS_SHOWN = 40  # about one screen; --all shows the rest
MONTHS_SHOWN = 36  # beyond three years, the bars stand for years
SPEAKERS_SHOWN = 4
BAR = 40  # characters of the longest bar
UNDATED = "undated"


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A session: when it began (`None`: unknown), its turns, and who spoke, in order of their first words."""

    id: str
    said: datetime | None
    turns: int
    speakers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts, all sessions in order of time, those of unknown time last, and the names of a graph of triplets."""

    stats: Stats
    sessions: tuple[SessionSummary, ...]
    names: tuple[NameSummary, ...] = ()


def overview_of(memory: Memory) -> Overview:
    """What a memory holds, from its export: the only list of sessions that says everything about them."""
    lines: list[str] = []
    memory.export_to(lines.append, content_only=True)
    sessions = _summaries(json.loads(line) for line in lines)
    stats = memory.stats()
    return Overview(
        stats,
        tuple(sorted(sessions, key=lambda one: (one.said is None, one.said or datetime.max))),
        names_of(memory) if stats.entities else (),
    )


def overview_view(overview: Overview, *, everything: bool) -> RenderableType:
    """Counts, bars of turns by month, a tree of sessions, names with their triplets: the first ones, or everything."""
    stats = overview.stats
    first = Text.assemble((clean(stats.owner), "bold"), (f" in {clean(stats.location)}", "dim"))
    counts = " · ".join(
        (
            counted(stats.sessions, "session"),
            counted(stats.turns, "turn"),
            *_derived(stats),
        )
    )
    parts: list[RenderableType] = [
        first,
        Text(counts),
        Text(),
        timeline(overview.sessions),
        Text(),
        _tree(overview, everything),
    ]
    if overview.names:
        parts += [Text(), names_tree(overview.names, everything=everything)]
    return Group(*parts)


def _derived(stats: Stats) -> tuple[str, ...]:
    """How much the architecture has beyond turns: entities and triplets, or sentences, or nothing."""
    if stats.entities is None or stats.triplets is None:
        return (counted(stats.sentences, "sentence"),) if stats.sentences else ()
    return (f"{stats.entities:,} {'entity' if stats.entities == 1 else 'entities'}", counted(stats.triplets, "triplet"))


def timeline(sessions: Sequence[SessionSummary]) -> Table:
    """Turns by month as bars; by year when there are many months."""
    months = Counter[str]()
    for one in sessions:
        months[_month(one)] += one.turns
    if len(months) > MONTHS_SHOWN:
        years = Counter[str]()
        for month, turns in months.items():
            years[month[:4] if month != UNDATED else month] += turns
        months = years
    most = max(months.values(), default=1)
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    for month, turns in months.items():
        table.add_row(month, f"{turns:,}", Text("█" * max(round(BAR * turns / most), 1), "cyan"))
    return table


def _tree(overview: Overview, everything: bool) -> Tree:
    sessions = overview.sessions if everything else overview.sessions[-SESSIONS_SHOWN:]
    tree = Tree(Text("sessions", "bold"))
    earlier = len(overview.sessions) - len(sessions)
    if earlier:
        tree.add(Text(f"… {earlier:,} earlier (--all lists them)", "dim"))
    for month, ones in groupby(sessions, key=_month):
        branch = tree.add(Text(month))
        for one in ones:
            branch.add(_session_line(one))
    return tree


def _session_line(session: SessionSummary) -> Text:
    when = f"{session.said:%d %H:%M}  " if session.said else ""
    speakers = list(session.speakers[:SPEAKERS_SHOWN])
    more = f" and {len(session.speakers) - SPEAKERS_SHOWN} more" if len(session.speakers) > SPEAKERS_SHOWN else ""
    return Text.assemble(
        (when, "dim"),
        shown(session.id),
        f"  {counted(session.turns, 'turn')}  ",
        shown(", ".join(speakers) + more, "dim"),
    )


def _month(session: SessionSummary) -> str:
    return f"{session.said:%Y-%m}" if session.said else UNDATED


def _summaries(records: Iterable[dict[str, object]]) -> list[SessionSummary]:
    found: list[SessionSummary] = []
    for record in records:
        if "session" in record:
            found.append(SessionSummary(str(record["session"]), _moment(record["said"]), 0, ()))
        elif "turn" in record:
            found[-1] = _with_turn(found[-1], record)
    return found


def _with_turn(session: SessionSummary, turn: dict[str, object]) -> SessionSummary:
    speaker = str(turn["speaker"] or "unknown speaker")
    speakers = session.speakers if speaker in session.speakers else (*session.speakers, speaker)
    return SessionSummary(session.id, session.said or _moment(turn["said"]), session.turns + 1, speakers)


def _moment(said: object) -> datetime | None:
    return datetime.fromisoformat(said["local"]) if isinstance(said, dict) else None
