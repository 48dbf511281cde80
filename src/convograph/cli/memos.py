"""Commands about memos, which are texts about turns, triplets and events: `bring`, `memos`, `schema`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, cast, get_args

import typer
from rich.table import Table

from convograph.cli.adding import check_picked
from convograph.cli.app import LOOK, WRITE, command
from convograph.cli.failures import NOTHING_FOUND
from convograph.cli.json_output import print_json
from convograph.cli.memo_lists import memos_view
from convograph.cli.opening import existing, opened
from convograph.cli.options import Common
from convograph.cli.output import errors, output, progress_bar, shown
from convograph.cli.standard_input import STANDARD_INPUT, stream_text
from convograph.errors import InputError, NotFoundError
from convograph.formats.memos import ConversationMemos, memos_in_text, read_memos
from convograph.formats.schemas import SCHEMAS, json_schema
from convograph.memory import Memory
from convograph.types import MemoKind

OWNERS_SHOWN = 30  # about one screen; --json lists every owner


@dataclass(frozen=True, slots=True)
class Brought:
    """What became of the memos about a conversation."""

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
        typer.Option(metavar="NAME", help="Only those about this one of a file with several; repeatable."),
    ] = None,
) -> None:
    """Store memos about stored turns: facts, events, triplets, …

    A memo is a summary, a fact, an insight, a triplet or an event; `convograph schema memo` prints what it looks like.
    What is stored already stays as it is. Memos about several conversations go to the owners of their names, unless
    --owner is given; those about one conversation are all stored, or none. A memo is forgotten with any turn that it
    rests on. Architectures such as sgmem-smfi take summaries, facts and insights along.
    """
    given = _read(file)
    several = len(given) > 1
    check_picked(conversation or [], {one.conversation for one in given if one.conversation is not None})
    given = [one for one in given if not conversation or one.conversation in conversation]
    with opened(common, "change") as memory:
        memories = [memory if common.owner or not several else _memory_for(one, memory) for one in given]
        _check_there(memories)
        with progress_bar("encoding") as progress:
            reports = [each.bring(one.memos, progress=progress) for one, each in zip(given, memories, strict=True)]
        brought = [
            Brought(each.owner, one.conversation, report.added, report.known)
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
    everything: Annotated[
        bool, typer.Option("--all", help="List every memo, not only the first ones, and whole.")
    ] = False,
) -> None:
    """List the memos: kind, time and source turns over the text.

    A triplet reads "subject — relation → object"; an event has its name and its time over its text, and with --all its
    triplets below. In order of arrival. Exit code 1 when there are none.
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
    """Print the JSON Schema of what `bring` and `add` take.

    For `bring`: a memo of any kind, or a triplet or an event alone. For `add`: a turn or a session.
    """
    if name not in SCHEMAS:
        raise InputError(f"no schema is called {name!r:.80}; there are {', '.join(SCHEMAS)}")
    print_json(json_schema(name))


def _read(file: str) -> Sequence[ConversationMemos]:
    return memos_in_text(stream_text(), "stdin") if file == STANDARD_INPUT else read_memos(file)


def _memory_for(given: ConversationMemos, memory: Memory) -> Memory:
    return memory if given.conversation is None else memory.for_owner(given.conversation)


def _check_there(memories: Sequence[Memory]) -> None:
    """Refuse all when one of the owners has no memory: memos are about turns, which come first."""
    for memory in memories:
        if memory.owner not in memory.owners():
            raise NotFoundError(
                f"{memory.location} has no memory of {memory.owner!r:.80}; add the conversation first, or pick "
                "others with --conversation or --owner"
            )


def _show_brought(location: str, brought: Sequence[Brought]) -> None:
    table = Table("owner", show_footer=len(brought) > 1)
    table.columns[0].footer = "total"
    for heading in ("added", "known"):
        table.add_column(heading, f"{sum(getattr(one, heading) for one in brought):,}", justify="right")
    for one in brought[:OWNERS_SHOWN]:
        table.add_row(shown(one.owner), f"{one.added:,}", f"{one.known:,}")
    if len(brought) > OWNERS_SHOWN:
        table.add_row(shown(f"… {len(brought) - OWNERS_SHOWN:,} more", "dim"))
    output().print(shown(f"Memos brought to {location}", "bold"), table)
