"""Commands that inspect a memory: `show`, `sessions`, `stats`, `owners`."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer
from rich.console import RenderableType

from convograph.cli.app import LOOK, command
from convograph.cli.console import distinct, errors, output, print_json, print_line
from convograph.cli.options import Common, existing, opened, owner_is_named
from convograph.cli.overview_views import (
    NameSummary,
    Overview,
    WeightedTriplet,
    costs,
    overview_view,
    sessions_view,
    stats_table,
    store_stats_view,
)
from convograph.cli.prices import price_list
from convograph.cli.results import turns_view
from convograph.errors import InputError, NotFoundError
from convograph.formats.limits import shortened
from convograph.formats.private_files import written
from convograph.memory import Memory
from convograph.memory.names.nearest_names import known_instead
from convograph.memory.picture import DEFAULT_NODES
from convograph.pages import check_page_file, render_graph
from convograph.types import Picture, PictureLink


@command(
    LOOK,
    "convograph show",
    "convograph show --html memory.html",
    "convograph show -o conv-26 --html conv-26.html --limit 400",
    "convograph show --architecture glong",
)
def show(
    common: Common,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the graph as one page for the browser.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="With --html: about how many nodes to draw, newest first.")
    ] = DEFAULT_NODES,
    everything: Annotated[bool, typer.Option("--all", help="List all sessions, names and triplets.")] = False,
) -> None:
    """Show sessions by month, or the graph as a page.

    For a graph of triplets (glong), the names with the most triplets are listed too, each with its heaviest triplets.

    With --html, the page is one file that needs no network; its path goes to the standard output.
    """
    with existing(common) as memory:
        if html is not None:
            drawn = draw(memory, html, limit)
            if common.as_json:
                print_json({"html": str(html), "nodes": len(drawn.nodes), "total_nodes": drawn.total_nodes})
                return
            errors().print(f"{len(drawn.nodes):,} of {drawn.total_nodes:,} nodes drawn", style="dim")
            print_line(str(html))
            return
        overview = overview_of(memory)
    if common.as_json:
        print_json(overview)
    else:
        output().print(overview_view(overview, everything=everything))


@command(LOOK, "convograph sessions", "convograph sessions 'chat#3' | less", "convograph sessions -o ana --json")
def sessions(
    common: Common,
    session: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A session, to read what was said in it.")
    ] = None,
) -> None:
    """List sessions (ids, times, turns, speakers), or read one."""
    with existing(common) as memory:
        turns = () if session is None else memory.turns(session)
        found = [] if turns else memory.sessions()
    if session is None:
        _show({"sessions": found}, sessions_view(found, output().width), as_json=common.as_json)
        return
    if not turns:
        known = known_instead(session, (one.id for one in found))
        raise NotFoundError(
            f"there is no session {shortened(session)} in this memory; {known}`convograph sessions` lists them"
        )
    _show({"session": session, "turns": turns}, turns_view(turns), as_json=common.as_json)


@command(
    LOOK,
    "convograph stats",
    "convograph stats -o ana",
    "convograph stats -s team.db --json",
    "convograph stats -o ana --price gpt-4o-mini=0.15,0.60",
)
def stats(
    common: Common,
    *,
    price: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[MODEL=]READ,WRITTEN", help="Price of a million tokens of a model, or of all others; repeatable."
        ),
    ] = None,
) -> None:
    """Show counts: what is stored, what is pending, what models used.

    Without an owner, named by --owner or CONVOGRAPH_OWNER, they are the sums of the store and each owner's share.
    """
    prices = price_list(price or [])
    if owner_is_named(common):
        with existing(common) as memory:
            counts = memory.stats()
        if price and common.as_json:
            known = {one.name: getattr(counts, one.name) for one in fields(counts)}
            print_json(known | {"money": costs(counts, prices)})
            return
        _show(counts, stats_table(counts, prices), as_json=common.as_json)
        return
    if price:
        raise InputError("--price is for what models used for one owner; name the owner with --owner")
    if common.architecture is not None:
        raise InputError("--architecture counts what is derived for one owner; name the owner with --owner")
    with opened(common) as memory:
        sums = memory.store_stats()
    _show(sums, store_stats_view(sums), as_json=common.as_json)


@command(LOOK, "convograph owners", "convograph owners -s team.db --json")
def owners(common: Common) -> None:
    """List the owners in a store, sorted, one per line."""
    with opened(common) as memory:
        names = memory.owners()
    if common.as_json:
        print_json({"owners": names})
        return
    for name in names:
        output().print(distinct(name), soft_wrap=True)


def _show(value: object, view: RenderableType, *, as_json: bool) -> None:
    if as_json:
        print_json(value)
    else:
        output().print(view)


def draw(memory: Memory, path: Path, limit: int = DEFAULT_NODES) -> Picture:
    """Write the page of a memory's graph, and return what it shows. Raises `InputError` if it cannot be written."""
    check_page_file(path, memory.location)
    picture = memory.picture(limit)
    page = render_graph(picture, f"{memory.owner} in {Path(memory.location).name}")
    with written(path) as file:
        file.write(page)
    return picture


def overview_of(memory: Memory) -> Overview:
    """The counts, sessions and names of a memory."""
    stats = memory.stats()
    return Overview(stats, tuple(memory.sessions()), names_of(memory) if stats.entities else ())


def names_of(memory: Memory) -> tuple[NameSummary, ...]:
    """All names of a memory's graph, those with the most triplets first."""
    picture = memory.picture(sys.maxsize)
    labels = {node.id: node.label for node in picture.nodes if node.kind == "entity"}
    triplets: dict[str, list[WeightedTriplet]] = {name: [] for name in labels}
    for link in picture.links:
        if link.relation == "triplet":
            for end in {link.source: None, link.target: None}:
                triplets[end].append(_weighted(link, labels))
    found = [
        NameSummary(labels[name], tuple(sorted(ones, key=lambda one: -one.weight))) for name, ones in triplets.items()
    ]
    return tuple(sorted(found, key=lambda one: (-len(one.triplets), one.name)))


def _weighted(link: PictureLink, labels: dict[str, str]) -> WeightedTriplet:
    return WeightedTriplet(
        labels[link.source], link.label or "", labels[link.target], round(link.weight, 4), link.turns
    )
