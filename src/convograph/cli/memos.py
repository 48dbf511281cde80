"""Commands for memos: `bring`, `memos`, `schema`, and how memos are displayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Final, cast, get_args

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from convograph import formats
from convograph.cli.additions import check_picked
from convograph.cli.app import LOOK, WRITE, command
from convograph.cli.console import (
    ROWS_SHOWN,
    STANDARD_INPUT,
    clean,
    errors,
    left_out,
    output,
    print_json,
    progress_bar,
    shown,
    stream_text,
)
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.cli.options import Common, existing, opened
from convograph.cli.results import memo_heading
from convograph.errors import InputError, NotFoundError
from convograph.formats.format_names import SCHEMAS
from convograph.formats.memo_limits import OF_ONE_TRIPLET
from convograph.memory import Memory
from convograph.quotation import edge_on_line
from convograph.types import MemoKind, StoredMemo, Triplet, When

if TYPE_CHECKING:
    from convograph.formats.memos import ConversationMemos

MEMOS_SHOWN: Final = 15  # each takes at least two lines
TEXT_SHOWN: Final = 240  # characters, about three lines; --all shows whole texts
_INDENT: Final = 4


@dataclass(frozen=True, slots=True)
class StoredCount:
    """How many memos about a conversation were added, and how many were stored already."""

    owner: str
    conversation: str | None
    added: int
    known: int


@command(
    WRITE,
    "convograph bring facts.jsonl",
    "convograph bring locomo10.json --conversation conv-26",
    "my-summariser chat.txt | convograph bring - -o ana",
)
def bring(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Memos as JSON or JSON Lines, or LoCoMo's release; - for standard input."),
    ],
    common: Common,
    *,
    conversation: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only memos about this conversation of the file; repeatable."),
    ] = None,
) -> None:
    """Store memos about stored turns: facts, events, triplets, …

    A memo is a summary, a fact, an insight, a triplet, an event, or a decision that two names mean the same or do not;
    `convograph schema memo` prints its form. Memos that are stored already stay as they are. If the file is about
    several conversations, the memos of each go to the owner of its name, unless --owner is given; those about one
    conversation are all stored, or none. A memo is forgotten with any of its source turns. Architectures such as
    sgmem-smfi recall summaries, facts and insights.
    """
    given = _read(file)
    several = len(given) > 1
    check_picked(conversation or [], {one.conversation for one in given if one.conversation is not None})
    given = [one for one in given if not conversation or one.conversation in conversation]
    with opened(common, "change") as memory:
        memories = [memory if common.owner or not several else _memory_for(one, memory) for one in given]
        _check_owners(memories)
        with progress_bar("encoding") as progress:
            reports = [each.bring(one.memos, progress=progress) for one, each in zip(given, memories, strict=True)]
        brought = [
            StoredCount(each.owner, one.conversation, report.added, report.known)
            for one, each, report in zip(given, memories, reports, strict=True)
        ]
        if common.as_json:
            print_json({"store": memory.location, "conversations": brought})
        else:
            _show_brought(memory.location, brought)


@command(
    LOOK,
    "convograph memos",
    "convograph memos --kind event --all",
    "convograph memos -o conv-26 --json",
)
def memos(
    common: Common,
    *,
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help=f"Only this kind: {', '.join(get_args(MemoKind))}.",
            autocompletion=lambda: list(get_args(MemoKind)),
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="List every memo, and its whole text.")] = False,
) -> None:
    """List the memos: kind, time and source turns above the text.

    A triplet or a decision reads "subject —relation→ object"; an event has its name and time above its text, and its
    triplets below with --all. Memos are listed in the order in which they were stored. Exit code 1 when there are none.
    """
    with existing(common) as memory:
        found = memory.memos(cast("MemoKind | None", kind))
    if common.as_json:
        print_json({"memos": found})
    elif found:
        output().print(memos_view(found, everything=everything))
    else:
        errors().print(shown("no memos; `convograph bring FILE` stores some", "yellow"))
    if not found:
        raise typer.Exit(NOTHING_FOUND)


@command(LOOK, "convograph schema", "convograph schema event | my-validator")
def schema(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help=f"{', '.join(SCHEMAS)}.", autocompletion=lambda: list(SCHEMAS))
    ] = "memo",
) -> None:
    """Print the JSON Schema of the input of `bring` and `add`.

    For `bring`: a memo of any kind, or a triplet, an event or a decision alone. For `add`: a turn or a session.
    """
    if name not in SCHEMAS:
        raise InputError(f"no schema is called {name!r:.80}; there are {', '.join(SCHEMAS)}")
    print_json(formats.json_schema(name))


def _read(file: str) -> Sequence[ConversationMemos]:
    return formats.memos_in_text(stream_text(), "stdin") if file == STANDARD_INPUT else formats.read_memos(file)


def _memory_for(given: ConversationMemos, memory: Memory) -> Memory:
    return memory if given.conversation is None else memory.for_owner(given.conversation)


def _check_owners(memories: Sequence[Memory]) -> None:
    """Raise `NotFoundError` if an owner has no memory: the turns that memos are about must be stored first."""
    for memory in memories:
        if memory.owner not in memory.owners():
            raise NotFoundError(
                f"{memory.location} has no memory of {memory.owner!r:.80}; add the conversation first, or choose "
                "others with --conversation or --owner"
            )


def _show_brought(location: str, brought: Sequence[StoredCount]) -> None:
    table = Table("owner", show_footer=len(brought) > 1)
    table.columns[0].footer = "total"
    for heading in ("added", "known"):
        table.add_column(heading, f"{sum(getattr(one, heading) for one in brought):,}", justify="right")
    for one in brought[:ROWS_SHOWN]:
        table.add_row(shown(one.owner), f"{one.added:,}", f"{one.known:,}")
    if len(brought) > ROWS_SHOWN:
        table.add_row(shown(f"… {len(brought) - ROWS_SHOWN:,} more", "dim"))
    output().print(shown(f"Memos brought to {location}", "bold"), table)


def memos_view(memos: Sequence[StoredMemo], *, everything: bool) -> RenderableType:
    """Each memo's kind, time and sources above its text; only the first memos, with short texts, unless `everything`.

    An event also has its name and time above the text, and its triplets below if `everything`.
    """
    listed = memos if everything else memos[:MEMOS_SHOWN]
    parts: list[RenderableType] = []
    for memo in listed:
        lines = Text("\n").join(_lines(memo, everything=everything))
        parts += [memo_heading("", memo), Padding(lines, (0, 0, 0, _INDENT))]
    if len(listed) < len(memos):
        parts.append(left_out(len(memos) - len(listed)))
    return Group(*parts)


def _lines(memo: StoredMemo, *, everything: bool) -> Iterator[Text]:
    if event := " · ".join(clean(part) for part in (memo.name, _time_of(memo)) if part):
        yield Text(event, "italic")
    one = memo.triplets[0] if memo.kind in OF_ONE_TRIPLET else None
    if one is not None:
        yield _triplet_line(one)
    if one is None or memo.text != one.text:
        cut = not everything and len(memo.text) > TEXT_SHOWN
        yield Text(clean(f"{memo.text[:TEXT_SHOWN].rstrip()} …" if cut else memo.text))
    if memo.kind == "event" and everything:
        yield from (_triplet_line(each, "dim") for each in memo.triplets)


def _triplet_line(triplet: Triplet, style: str = "") -> Text:
    return Text(clean(edge_on_line(*triplet.parts)), style)


def _time_of(memo: StoredMemo) -> str | None:
    """When an event happened: the time as written, or its first and last day (or minute)."""
    return memo.when_text or (None if memo.when is None else _show_when(memo.when))


def _show_when(when: When) -> str:
    exact = when.grain in ("minute", "hour")
    step = timedelta(minutes=1) if exact else timedelta(days=1)
    sides = (when.start, when.end and when.end - step)  # the end is exclusive
    form = "%Y-%m-%d %H:%M" if exact else "%Y-%m-%d"
    first, last = ("…" if side is None else side.strftime(form) for side in sides)
    words = first if first == last else f"{first} to {last}"
    return f"{'about ' * when.approximate}{words}{f', every {when.every}' if when.every else ''}"
