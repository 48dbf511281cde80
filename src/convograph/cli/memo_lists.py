"""How memos look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from convograph.cli.output import clean, counted
from convograph.times import show_said
from convograph.types import MemoHit, SourceTurn, StoredMemo, Triplet, When

MEMOS_SHOWN: Final = 15  # about one screen; --all lists the rest
TEXT_SHOWN: Final = 240  # characters, three lines; --all shows texts whole
_SOURCES_SHOWN: Final = 3
_INDENT: Final = 4


def memos_view(memos: Sequence[StoredMemo], *, everything: bool) -> RenderableType:
    """Each memo: kind, time and sources over its text; the beginnings of the first ones, or everything.

    Of an event, name and time stand above the text, and with everything its triplets below.
    """
    listed = memos if everything else memos[:MEMOS_SHOWN]
    parts: list[RenderableType] = []
    for memo in listed:
        lines = Text("\n").join(_lines(memo, everything=everything))
        parts += [memo_heading("", memo), Padding(lines, (0, 0, 0, _INDENT))]
    if len(listed) < len(memos):
        parts.append(Text(f"… {len(memos) - len(listed):,} more (--all lists them)", "dim"))
    return Group(*parts)


def _lines(memo: StoredMemo, *, everything: bool) -> Iterator[Text]:
    if event := " · ".join(clean(part) for part in (memo.name, _time_of(memo)) if part):
        yield Text(event, "italic")
    if memo.kind == "triplet":
        yield _triplet_line(memo.triplets[0])
    if memo.kind != "triplet" or memo.text != memo.triplets[0].text:
        cut = not everything and len(memo.text) > TEXT_SHOWN
        yield Text(clean(f"{memo.text[:TEXT_SHOWN].rstrip()} …" if cut else memo.text))
    if memo.kind == "event" and everything:
        yield from (_triplet_line(each, "dim") for each in memo.triplets)


def _triplet_line(triplet: Triplet, style: str = "") -> Text:
    return Text(clean(f"{triplet.subject} — {triplet.relation} → {triplet.object}"), style)


def _time_of(memo: StoredMemo) -> str | None:
    """When an event happened: as it was written, or its first and last day (minute, where one is named)."""
    return memo.when_text or (None if memo.when is None else _show_when(memo.when))


def _show_when(when: When) -> str:
    exact = when.grain in ("minute", "hour")
    step = timedelta(minutes=1) if exact else timedelta(days=1)
    sides = (when.start, when.end and when.end - step)  # the end itself lies behind the last day or minute
    form = "%Y-%m-%d %H:%M" if exact else "%Y-%m-%d"
    first, last = ("…" if side is None else side.strftime(form) for side in sides)
    words = first if first == last else f"{first} to {last}"
    return f"{'about ' * when.approximate}{words}{f', every {when.every}' if when.every else ''}"


def memo_heading(place: str, memo: StoredMemo | MemoHit) -> Text:
    """One line: where a memo stands in a ranking (if it does), its kind, its time and its sources."""
    return Text.assemble(
        (f"{place}  " if place else "", "bold"),
        (memo.kind, "bold magenta"),
        f"  {show_said(memo.said)}",
        (f"  {sources_line(memo.turns)}", "dim"),
    )


def sources_line(turns: Sequence[SourceTurn]) -> str:
    """The ids of the turns that a memo rests on; of many the first ones, and how many more."""
    names = [clean(turn.id) for turn in turns[:_SOURCES_SHOWN]]
    more = len(turns) - len(names)
    return ", ".join(names) + (f" and {counted(more, 'more turn')}" if more else "")
