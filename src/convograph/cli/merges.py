"""Commands about near duplicates: `merges`, `merge`, `unmerge`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import typer
from rich.table import Column, Table

from convograph.cli.app import LOOK, WRITE, command
from convograph.cli.console import errors, left_out, output, print_json, shown
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.cli.options import Common, existing, opened
from convograph.types import Merge

MERGES_SHOWN: Final = 30  # about one screen; --all lists the rest
_KINDS: Final = {"entity": "name", "relation": "relation", "event": "event"}


@command(LOOK, "convograph merges --architecture associa", "convograph merges --all --json --architecture lightgmem")
def merges(
    common: Common,
    *,
    everything: Annotated[bool, typer.Option("--all", help="List every one.")] = False,
) -> None:
    """List what is taken for the same thing, and why.

    The architecture has to be one that joins near duplicates, as associa and lightgmem do. What was said later joins
    what was said first, where their score is above a threshold (a cosine in associa, a probability in lightgmem), or
    where somebody decided so. Exit code 1 when there are none.
    """
    with existing(common) as memory:
        found = memory.merges()
    if common.as_json:
        print_json({"merges": found})
    elif found:
        listed = found if everything else found[:MERGES_SHOWN]
        output().print(merges_table(listed))
        if len(listed) < len(found):
            output().print(left_out(len(found) - len(listed)))
    else:
        errors().print(shown("nothing is taken for the same", "yellow"))
    if not found:
        raise typer.Exit(NOTHING_FOUND)


@command(WRITE, 'convograph merge "the crutches" "two crutches" --architecture associa')
def merge(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A name, a relation or an event.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Another of the same kind.")],
    common: Common,
) -> None:
    """Decide that two things are the same: names, relations or events.

    A decision is stored, exported and imported like what was said. It rests on the first turn that says each of the
    two, and is forgotten with either. Of two decisions about the same things, the later one holds.
    """
    with opened(common, "change") as memory:
        found = memory.merge(text, other)
    if common.as_json:
        print_json({"merges": found})
    else:
        output().print(merges_table(found))


@command(WRITE, "convograph unmerge 3fb57cfdf7a6 --architecture associa")
def unmerge(
    id_: Annotated[
        str, typer.Argument(metavar="ID", help="The merge's id, or 4 characters of it or more; `merges` shows it.")
    ],
    common: Common,
) -> None:
    """Decide that two things are not the same; `merge` takes it back."""
    with opened(common, "change") as memory:
        undone = memory.unmerge(id_)
    if common.as_json:
        print_json({"unmerged": undone})
    else:
        output().print(shown(f"no longer the same: {undone.text} · {undone.into}"))


def merges_table(merges: Sequence[Merge]) -> Table:
    """A row a merge: what joins what, and why."""
    table = Table("kind", "what", "joins", Column("score", no_wrap=True), Column("id", no_wrap=True))
    for one in merges:
        why = "decided" if one.threshold is None else f"{one.similarity:.3f}"
        table.add_row(_KINDS[one.kind], shown(one.text), shown(one.into), why, shown(one.id, "dim"))
    least = {one.kind: one.threshold for one in merges if one.threshold is not None}
    if least:
        table.caption = ", ".join(f"{_KINDS[kind]}s above {threshold:g}" for kind, threshold in least.items())
    return table
