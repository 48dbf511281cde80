"""How sessions, counts and names are displayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from convograph.cli.console import ROWS_SHOWN, clean, counted, distinct, left_out, shown, unbroken
from convograph.cli.prices import PriceList, money
from convograph.layers.sketches import short
from convograph.quotation import edge_on_line
from convograph.times import show_moment
from convograph.types import PLURALS, LayerStats, SessionSummary, Stats, StoreStats

MONTHS_SHOWN: Final = 36  # with more months, turns are counted by year
SPEAKERS_SHOWN: Final = 4
BAR: Final = 40  # the length of the longest bar, in characters
UNDATED: Final = "undated"
OWNERS_SHOWN: Final = 20  # below the store's totals
NAMES_SHOWN: Final = 10  # each with its heaviest triplets
TRIPLETS_SHOWN: Final = 3
NAME_SHOWN: Final = 60  # characters
_BESIDE_ID: Final = 60  # columns beside the id in a table of sessions: two times, the turns, a name, and the gaps
_INDENT: Final = 4
_SOURCES_SHOWN: Final = 1
_SCRUB: Final = "a scrub: what was forgotten is not overwritten yet; `convograph scrub` does it"
NO_PRICES: Final = PriceList({}, None)
_SINGULAR: Final = {"entities": "entity", "triplets": "triplet", "sentences": "sentence"}


@dataclass(frozen=True, slots=True)
class WeightedTriplet:
    """A triplet, its weight in its session in (0, 1], and the ids of the turns that state it."""

    subject: str
    relation: str
    object: str
    weight: float
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameSummary:
    """A name and the triplets with it as subject or object, heaviest first."""

    name: str
    triplets: tuple[WeightedTriplet, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts, all sessions by time (unknown times last), and the names in the graph if it has triplets."""

    stats: Stats
    sessions: tuple[SessionSummary, ...]
    names: tuple[NameSummary, ...] = ()


def sessions_view(sessions: Sequence[SessionSummary], width: int) -> RenderableType:
    """A table with a row per session; two lines per session if its ids are too long for a table of this width."""
    longest = max((cell_len(clean(one.id)) for one in sessions), default=0)
    if longest > width - _BESIDE_ID:
        return Group(*(line for one in sessions for line in _session_lines(one)))
    table = Table(box=None, pad_edge=False)
    table.add_column("session", no_wrap=True)
    for heading in ("from", "to"):
        table.add_column(heading, overflow="fold")
    table.add_column("turns", justify="right")
    table.add_column("speakers", overflow="fold")
    for one in sessions:
        table.add_row(shown(one.id), *_from_to(one), f"{one.turns:,}", shown(session_speakers(one)))
    return table


def _session_lines(session: SessionSummary) -> tuple[RenderableType, ...]:
    """The id of a session on a line, and below it its times, turns and speakers."""
    first, last = _from_to(session)
    said = first if last == first else f"{first} to {last.removeprefix(first[: len('2024-03-04 ')])}"
    told = (said, counted(session.turns, "turn"), session_speakers(session))
    return unbroken(clean(session.id)), Padding(shown("  ".join(told), "dim"), (0, 0, 0, _INDENT))


def _from_to(session: SessionSummary) -> tuple[str, str]:
    first, last = (show_moment(each) if each else "unknown" for each in (session.first_said, session.last_said))
    return first, last


def _architecture_line(stats: Stats) -> str:
    """The architecture that was counted, and the store's own if it differs."""
    line = f"{stats.architecture} over the encoder {stats.encoder}"
    remembered = stats.store_architecture
    return line if remembered in (None, stats.architecture) else f"{line}; the store's is {remembered}"


def _grid(rows: Mapping[str, str]) -> Table:
    """A table of names and values without borders."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    for name, value in rows.items():
        table.add_row(shown(name), shown(value))
    return table


def costs(stats: Stats, prices: PriceList) -> list[float | None]:
    """The cost of each ledger entry; `None` where no price is known."""
    found = [(entry, prices.of(entry.model)) for entry in stats.ledger]
    return [None if price is None else price.of(entry) for entry, price in found]


def stats_table(stats: Stats, prices: PriceList = NO_PRICES) -> Table:
    """One owner's counts, one per line."""
    rows = {
        "owner": stats.owner,
        "store": f"{stats.location} ({_size(stats.bytes)})",
        "sessions": f"{stats.sessions:,}",
        "turns": f"{stats.turns:,}, {counted(stats.characters, 'character')}",
        **_derived_counts(stats),
        "speakers": speakers_line(stats),
        "said": said_line(stats),
        "architecture": _architecture_line(stats),
        **{
            f"layer {layer.name}": counted(layer.items, "item")
            + (f", {counted(layer.waiting, _waiting(layer))} waiting" * bool(layer.waiting))
            for layer in stats.layers
        },
    }
    if stats.memos:
        rows["memos"] = ", ".join(f"{PLURALS[kind]} {number:,}" for kind, number in stats.memos.items())
    if stats.unwritten:
        rows["to write"] = ", ".join(f"{PLURALS[kind]} {number:,}" for kind, number in stats.unwritten.items())
    paid = costs(stats, prices)
    for entry, cost in zip(stats.ledger, paid, strict=True):
        rows[f"{entry.purpose} by {clean(entry.model)}"] = (
            f"{counted(entry.calls, 'call')}, {entry.prompt_tokens:,} input tokens, "
            f"{entry.completion_tokens:,} output tokens, {entry.seconds:,.1f} s"
            + ("" if cost is None else f", {money(cost)} at --price")
        )
    if known := [cost for cost in paid if cost is not None]:
        rows["cost"] = f"{money(sum(known))} for tokens that servers reported"
    if stats.owes_scrub:
        rows["owes"] = _SCRUB
    if stats.last_used:
        rows["used"] = (
            f"{counted(len(stats.last_used), 'turn')}, last {max(stats.last_used.values()):%Y-%m-%d %H:%M} UTC"
        )
    return _grid(rows)


def store_stats_view(stats: StoreStats) -> RenderableType:
    """The totals of a store, then one row for each of the owners with the most turns."""
    rows = (
        {
            "store": f"{stats.location} ({_size(stats.bytes)})",
            "owners": f"{len(stats.owners):,}",
            "sessions": f"{stats.sessions:,}",
            "turns": f"{stats.turns:,}",
            "memos": f"{stats.memos:,}",
            "derived": counted(stats.items, "item"),
            "architecture": f"{stats.architecture or 'custom'} over the encoder {stats.encoder}",
        }
        if stats.owners
        else {"store": f"{stats.location} ({_size(stats.bytes)})", "owners": "0"}
    )
    sums = _grid({**rows, "owes": _SCRUB} if stats.owes_scrub else rows)
    largest = sorted(stats.owners, key=lambda one: (-one.turns, one.owner))[:OWNERS_SHOWN]
    table = Table(box=None, pad_edge=False)
    table.add_column("owner", overflow="fold")
    for heading in ("sessions", "turns", "memos", "items"):
        table.add_column(heading, justify="right")
    for one in largest:
        table.add_row(distinct(one.owner), *(f"{count:,}" for count in (one.sessions, one.turns, one.memos, one.items)))
    more = len(stats.owners) - len(largest)
    rest = [Text(f"… {more:,} more (`convograph owners` lists all)", "dim")] if more else []
    return Group(sums, Text(), table, *rest) if largest else sums


def speakers_line(stats: Stats) -> str:
    """The number of turns of each speaker, most first, then those of unknown speakers."""
    known = [f"{speaker} {turns:,}" for speaker, turns in stats.speakers.items()]
    unknown = [f"unknown {stats.unknown_speaker_turns:,}"] if stats.unknown_speaker_turns else []
    return ", ".join([*known, *unknown]) or "none"


def said_line(stats: Stats) -> str:
    """The first and last time at which a turn was said."""
    if stats.first_said is None or stats.last_said is None:
        return "times unknown"
    return f"{show_moment(stats.first_said)} to {show_moment(stats.last_said)}"


def _waiting(layer: LayerStats) -> str:
    return "memo" if layer.name.startswith("memos") else "turn"


def _size(count: int) -> str:
    return f"{count / 1_000_000:,.1f} MB" if count >= 1_000_000 else f"{count / 1_000:,.0f} kB"


def overview_view(overview: Overview, *, everything: bool) -> RenderableType:
    """Counts, turns by month, a tree of sessions, and names with their triplets; shortened unless `everything`."""
    stats = overview.stats
    first = Text.assemble((clean(stats.owner), "bold"), (f" in {clean(stats.location)}", "dim"))
    counts = " · ".join((counted(stats.sessions, "session"), counted(stats.turns, "turn"), *_derived(stats)))
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


def _derived_counts(stats: Stats) -> dict[str, str]:
    """Counts of what the architecture derives from turns: entities and triplets, sentences, or nothing."""
    if stats.entities is None or stats.triplets is None:
        return {"sentences": f"{stats.sentences:,}"} if stats.sentences else {}
    return {"entities": f"{stats.entities:,}", "triplets": f"{stats.triplets:,}"}


def _derived(stats: Stats) -> tuple[str, ...]:
    return tuple(
        f"{number} {_SINGULAR[noun] if number == '1' else noun}" for noun, number in _derived_counts(stats).items()
    )


def timeline(sessions: Sequence[SessionSummary]) -> Table:
    """Bars of turns by month, or by year if there are more than `MONTHS_SHOWN` months."""
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
    sessions = overview.sessions if everything else overview.sessions[-ROWS_SHOWN:]
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
    when = f"{show_moment(session.first_said)[len('2024-03-') :]}  " if session.first_said else ""
    return Text.assemble(
        (when, "dim"),
        shown(session.id),
        f"  {counted(session.turns, 'turn')}  ",
        shown(session_speakers(session), "dim"),
    )


def session_speakers(session: SessionSummary) -> str:
    """The first speakers of a session, and the number of the others."""
    more = len(session.speakers) - SPEAKERS_SHOWN
    names = ", ".join(session.speakers[:SPEAKERS_SHOWN]) or "unknown speaker"
    return f"{names} and {more} more" if more > 0 else names


def _month(session: SessionSummary) -> str:
    return f"{session.first_said:%Y-%m}" if session.first_said else UNDATED


def names_tree(names: Sequence[NameSummary], *, everything: bool) -> Tree:
    """A branch per name with its triplet count and heaviest triplets; all names and triplets if `everything`."""
    tree = Tree(Text("entities", "bold"))
    listed = names if everything else names[:NAMES_SHOWN]
    for one in listed:
        branch = tree.add(
            Text.assemble(short(clean(one.name), NAME_SHOWN), (f"  {counted(len(one.triplets), 'triplet')}", "dim"))
        )
        for triplet in one.triplets if everything else one.triplets[:TRIPLETS_SHOWN]:
            branch.add(_triplet_line(triplet))
    if len(listed) < len(names):
        tree.add(left_out(len(names) - len(listed)))
    return tree


def _triplet_line(triplet: WeightedTriplet) -> Text:
    """A triplet's weight, its parts, and the turns that state it."""
    parts = (triplet.subject, triplet.relation, triplet.object)
    words = edge_on_line(*(short(clean(part), NAME_SHOWN) for part in parts))
    more = len(triplet.turns) - _SOURCES_SHOWN
    sources = ", ".join(clean(turn) for turn in triplet.turns[:_SOURCES_SHOWN]) + (f" and {more:,} more" * (more > 0))
    return Text.assemble((f"{triplet.weight:.2f}  ", "cyan"), words, (f"  {sources}", "dim"))
