"""The commands `convograph entity …`: entities, merges, and decisions about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, TypeVar

import typer
from rich.console import RenderableType

from convograph.cli.app import LOOK, WRITE, command, entity
from convograph.cli.console import ROWS_SHOWN, errors, left_out, output, print_json, shown
from convograph.cli.entity_views import (
    ALIASES_SHOWN,
    communities_view,
    decisions_table,
    entities_table,
    history_table,
    mentions_table,
    merges_table,
    said_of,
)
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.cli.options import Common, existing, opened
from convograph.graph.turns import speaker_key
from convograph.memory import Memory
from convograph.memory.names.meant import namesakes, sharing
from convograph.protocols import Resolving
from convograph.resolution.mentions import OPEN_KIND
from convograph.types import Decision

Row = TypeVar("Row")

_Everything = Annotated[bool, typer.Option("--all", help="List every one.")]
_Text = Annotated[str, typer.Argument(metavar="TEXT", help="A name; in associa also a relation or an event.")]
_Other = Annotated[str, typer.Argument(metavar="OTHER", help="Another of the same kind.")]


@command(
    LOOK,
    "convograph entity list --architecture lightgmem",
    "convograph entity list Maria --json --architecture lightgmem",
    name="list",
    group=entity,
)
def entities(
    common: Common,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Only those called so, or with it in a name.")
    ] = None,
    *,
    everything: _Everything = False,
) -> None:
    """List entities: their names, kind, how often and when they were named.

    The architecture has to be one that resolves names, as lightgmem does. Behind each other name stands how certain it
    is that it means the same, or "decided". Exit code 1 when there are none.
    """
    with existing(common) as memory:
        found = memory.entities(name)
    _print_all(found, entities_table, "entities", "no entities", common, everything=everything)


@command(
    LOOK,
    "convograph entity show Maria --architecture lightgmem",
    "convograph entity show Maria --limit 5 --json --architecture lightgmem",
    group=entity,
)
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who or what, by a name or its first words.")],
    common: Common,
    *,
    turn: Annotated[
        str | None, typer.Option(metavar="ID", help="Of several with this name, the one first mentioned in this turn.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How many mentions to list, the first ones.")
    ] = None,
    everything: _Everything = False,
) -> None:
    """Show the turns behind an entity: who names it when, by which words, in which sentence.

    So that what `list` counts can be checked, each mention is a row, in the order of saying; a speaker has one for each
    session. The architecture has to be one that resolves names, as lightgmem does. Exit code 4 when nobody and nothing
    is called so.
    """
    with existing(common) as memory:
        found, mentions = memory.entity(name, turn=turn), memory.mentions(name, turn=turn)
    if common.as_json:
        print_json({"entity": found, "mentions": mentions[:limit]})
        return
    listed = mentions if everything else mentions[: limit or ROWS_SHOWN]
    output().print(entities_table([found]))
    output().print(mentions_table(listed))
    if len(listed) < len(mentions):
        output().print(left_out(len(mentions) - len(listed)))


@command(
    LOOK,
    "convograph entity communities --architecture lightgmem",
    "convograph entity communities --json --architecture lightgmem",
    group=entity,
)
def communities(common: Common, *, everything: _Everything = False) -> None:
    """List entities that belong together: name, what it is about, members, episodes.

    They are held together by statements and by being mentioned in one episode; an entity may be in several. Name and
    description are a model's (`convograph enrich --kinds community`), else put together by rules. The architecture has
    to be one that resolves names, as lightgmem does. Exit code 1 when there are none.
    """
    with existing(common) as memory:
        found = memory.communities()
    _print_all(found, communities_view, "communities", "no communities", common, everything=everything)


@command(
    LOOK,
    "convograph entity merges --architecture associa",
    "convograph entity merges --all --json --architecture lightgmem",
    group=entity,
)
def merges(common: Common, *, everything: _Everything = False) -> None:
    """List what is taken for the same thing, and why.

    The architecture has to be one that joins near duplicates, as associa and lightgmem do: where their score is above a
    threshold (a cosine in associa, a probability in lightgmem), or where somebody decided so. Exit code 1 when there
    are none.
    """
    with existing(common) as memory:
        found = memory.merges()
    _print_all(found, merges_table, "merges", "nothing is taken for the same", common, everything=everything)


@command(LOOK, "convograph entity decisions", "convograph entity decisions --json", group=entity)
def decisions(common: Common, *, everything: _Everything = False) -> None:
    """List what was decided: what is the same or not, when, and on which turns it rests.

    Of two decisions that contradict each other, the later is in effect; `undo` takes one out. Exit code 1 when there
    are none.
    """
    with existing(common) as memory:
        found = memory.decisions()
    _print_all(found, decisions_table, "decisions", "nothing was decided", common, everything=everything)


@command(LOOK, "convograph entity history", "convograph entity history --all --json", group=entity)
def history(common: Common, *, everything: _Everything = False) -> None:
    """List how names came to be taken for the same or not: what, why, when, by which turn.

    What joined by itself stands at the time of the turn that joined it, a decision when it was made, and "undo" when
    one was taken out. Latest first. The architecture has to be one that joins near duplicates, as associa and lightgmem
    do. Exit code 1 when there is nothing.
    """
    with existing(common) as memory:
        found = memory.name_history()[::-1]
    _print_all(found, history_table, "history", "nothing was joined or decided", common, everything=everything)


@command(WRITE, 'convograph entity merge Ria "Maria Lopez" --architecture lightgmem', group=entity)
def merge(text: _Text, other: _Other, common: Common) -> None:
    """Decide that two names mean the same; in associa also two relations or events.

    A decision is stored, exported and imported like what was said. It rests on the first turn that says each of the
    two, and is forgotten with either. It is about the names: if several entities have one of them, that is said, and
    the name means one of them wherever it stands; decide about a fuller name instead, or `undo` it. That two speak, or
    are of different kinds, is said, too.
    """
    with opened(common, "change") as memory:
        shared, doubts = _shared(memory, text, other), _doubts(memory, text, other)
        decided = memory.merge(text, other)
    _print_decision(decided, shared, [doubt.format(id=decided.id) for doubt in doubts], common)


@command(WRITE, 'convograph entity split Mel "Melanie Reed" --architecture lightgmem', group=entity)
def split(text: _Text, other: _Other, common: Common) -> None:
    """Decide that two names do not mean the same; in associa also two relations or events.

    They need not be taken for the same now: nothing that is said later joins them. If a third name still does, that is
    said, with how to part it. Stored like a merge, and about the names as well.
    """
    with opened(common, "change") as memory:
        shared = _shared(memory, text, other)
        decided = memory.split(text, other)
        _print_decision(decided, shared, _still_joined(memory, decided), common)


@command(WRITE, "convograph entity undo 3fb57cfdf7a6", "convograph entity undo 3fb5", group=entity)
def undo(
    id_: Annotated[
        str,
        typer.Argument(metavar="ID", help="The decision's id, or 4 characters of it or more; `decisions` shows it."),
    ],
    common: Common,
) -> None:
    """Take a decision out, as if it had never been made.

    An earlier one that it contradicts is in effect again. `history` shows both it and when it was taken out.
    """
    with opened(common, "change") as memory:
        undone = memory.undo(id_)
    if common.as_json:
        print_json({"undone": undone})
    else:
        output().print(shown(f"taken out: {said_of(undone)}"))


def _print_all(
    found: Sequence[Row],
    table: Callable[[Sequence[Row]], RenderableType],
    name: str,
    nothing: str,
    common: Common,
    *,
    everything: bool,
) -> None:
    """Print all rows as JSON under `name`, or a table of the first (or all); exit code 1 if there are none."""
    if common.as_json:
        print_json({name: found})
    elif found:
        listed = found if everything else found[:ROWS_SHOWN]
        output().print(table(listed))
        if len(listed) < len(found):
            output().print(left_out(len(found) - len(listed)))
    else:
        errors().print(shown(nothing, "yellow"))
    if not found:
        raise typer.Exit(NOTHING_FOUND)


def _shared(memory: Memory, *names: str) -> dict[str, list[str]]:
    """For each ambiguous name, the names of its possible entities; empty if the architecture has no entities."""
    if not isinstance(memory.architecture, Resolving):
        return {}
    entities = memory.entities()
    having = {name: [one.name for one in sharing(entities, name)] for name in names}
    return {name: found for name, found in having.items() if len(found) > 1}


def _doubts(memory: Memory, text: str, other: str) -> list[str]:
    """A reason to doubt that two names mean the same: both are speakers, or their kinds are known to differ."""
    if not isinstance(memory.architecture, Resolving):
        return []
    entities = memory.entities()
    meant = [namesakes(entities, name) for name in (text, other)]
    if any(len(found) != 1 for found in meant) or meant[0] == meant[1]:
        return []
    (one,), (another,) = meant
    speakers = {speaker_key(name) for name in memory.stats().speakers}
    if all(speakers.intersection(map(speaker_key, (each.name, *each.aliases))) for each in (one, another)):
        told = f"{one.name} and {another.name} both speak: what either said is now told of one"
    elif one.kind != another.kind and OPEN_KIND not in (one.kind, another.kind):
        told = f"the kind of {one.name} is {one.kind}, that of {another.name} {another.kind}"
    else:
        return []
    return [f"{told}; if that was a slip, `convograph entity undo {{id}}`"]


def _still_joined(memory: Memory, decided: Decision) -> list[str]:
    """A message if a third name still joins two names that were split, with the command that splits it off."""
    if not isinstance(memory.architecture, Resolving):
        return []
    both = {speaker_key(decided.text), speaker_key(decided.other)}
    for one in memory.entities():
        names = (one.name, *one.aliases)
        if both.issubset(map(speaker_key, names)):
            between = [name for name in names if speaker_key(name) not in both][:ALIASES_SHOWN]
            by = f" by {', '.join(between)}" if between else ""
            parting = " or ".join(f'`convograph entity split "{decided.text}" "{name}"`' for name in between)
            return [f"{decided.text} and {decided.other} are still one{by}{f'; to part them, {parting}' * bool(by)}"]
    return []


def _print_decision(
    decided: Decision, shared: Mapping[str, Sequence[str]], doubts: Sequence[str], common: Common
) -> None:
    if common.as_json:
        print_json({"decision": decided, "shared": shared, "doubts": doubts})
        return
    output().print(decisions_table([decided]))
    for name, found in shared.items():
        listed = ", ".join(found[:ALIASES_SHOWN]) + ", …" * (len(found) > ALIASES_SHOWN)
        told = (
            f"{len(found)} entities are called {name}: {listed}; the decision is about the name, so about all. "
            f"To decide about one of them alone, `convograph entity undo {decided.id}`, and give its fuller name"
        )
        errors().print(shown(told, "yellow"))
    for doubt in doubts:
        errors().print(shown(doubt, "yellow"))
