"""How memos look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from convograph.cli.output import clean, counted
from convograph.times import show_said
from convograph.types import MemoHit, SourceTurn, StoredMemo

MEMOS_SHOWN: Final = 15  # about one screen; --all lists the rest
TEXT_SHOWN: Final = 240  # characters, three lines; --all shows texts whole
_SOURCES_SHOWN: Final = 3
_INDENT: Final = 4


def memos_view(memos: Sequence[StoredMemo], *, everything: bool) -> RenderableType:
    """Each memo: kind, time and sources over its text; the beginnings of the first ones, or everything."""
    listed = memos if everything else memos[:MEMOS_SHOWN]
    parts: list[RenderableType] = []
    for memo in listed:
        cut = not everything and len(memo.text) > TEXT_SHOWN
        text = f"{memo.text[:TEXT_SHOWN].rstrip()} …" if cut else memo.text
        parts += [memo_heading("", memo), Padding(Text(clean(text)), (0, 0, 0, _INDENT))]
    if len(listed) < len(memos):
        parts.append(Text(f"… {len(memos) - len(listed):,} more (--all lists them)", "dim"))
    return Group(*parts)


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
