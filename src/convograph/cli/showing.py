"""Commands that look at a memory: `show`, `stats`, `owners`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from convograph.cli.app import LOOK, command
from convograph.cli.enrichments import NOUNS
from convograph.cli.json_output import print_json
from convograph.cli.opening import existing, opened
from convograph.cli.options import Common
from convograph.cli.output import clean, counted, errors, output, print_line, shown
from convograph.cli.overview import overview_of, overview_view
from convograph.context import HEADINGS
from convograph.errors import InputError
from convograph.memory import Memory
from convograph.memory.picture import DEFAULT_NODES
from convograph.pages import render_graph
from convograph.types import LayerStats, Picture, Stats


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
    everything: Annotated[bool, typer.Option("--all", help="List everything: sessions, names and triplets.")] = False,
) -> None:
    """Show sessions by month, or the graph as a page.

    Of a graph of triplets (glong), the names with most triplets are listed too, each with its weightiest ones.

    With --html, the page is one file that asks the network for nothing; its path goes to the standard output.
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


@command(LOOK, "convograph stats", "convograph stats -o ana --json")
def stats(common: Common) -> None:
    """Count what is there, what waits for a model, what models used."""
    with existing(common) as memory:
        counts = memory.stats()
    if common.as_json:
        print_json(counts)
    else:
        output().print(stats_table(counts))


@command(LOOK, "convograph owners", "convograph owners -s team.db --json")
def owners(common: Common) -> None:
    """List the owners in a store, sorted, a line each."""
    with opened(common) as memory:
        names = memory.owners()
    if common.as_json:
        print_json({"owners": names})
        return
    for name in names:
        print_line(name)


def draw(memory: Memory, path: Path, limit: int = DEFAULT_NODES) -> Picture:
    """Write the page of a memory's graph; what is drawn on it. Raises `InputError` when the file cannot be written."""
    picture = memory.picture(limit)
    page = render_graph(picture, f"{memory.owner} in {Path(memory.location).name}")
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}; name another file") from error
    return picture


def stats_table(stats: Stats) -> Table:
    """One owner's counts, a line each."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    rows = {
        "owner": stats.owner,
        "store": f"{stats.location} ({_size(stats.bytes)})",
        "sessions": f"{stats.sessions:,}",
        "turns": f"{stats.turns:,}, {counted(stats.characters, 'character')}",
        **_derived(stats),
        "speakers": speakers_line(stats),
        "said": said_line(stats),
        "architecture": f"{stats.architecture} over the encoder {stats.encoder}",
        **{
            f"layer {layer.name}": counted(layer.items, "item")
            + (f", {counted(layer.waiting, _waiting(layer))} waiting" * bool(layer.waiting))
            for layer in stats.layers
        },
    }
    if stats.memos:
        rows["memos"] = ", ".join(f"{HEADINGS[kind]} {number:,}" for kind, number in stats.memos.items())
    if stats.unwritten:
        rows["to write"] = ", ".join(f"{NOUNS[kind]} {number:,}" for kind, number in stats.unwritten.items())
    for entry in stats.ledger:
        rows[f"{entry.purpose} by {clean(entry.model)}"] = (
            f"{counted(entry.calls, 'call')}, {entry.prompt_tokens:,} tokens read, "
            f"{entry.completion_tokens:,} written, {entry.seconds:,.1f} s"
        )
    if stats.last_used:
        rows["used"] = (
            f"{counted(len(stats.last_used), 'turn')}, last {max(stats.last_used.values()):%Y-%m-%d %H:%M} UTC"
        )
    for name, value in rows.items():
        table.add_row(shown(name), shown(value))
    return table


def _derived(stats: Stats) -> dict[str, str]:
    if stats.entities is None or stats.triplets is None:
        return {"sentences": f"{stats.sentences:,}"} if stats.sentences else {}
    return {"entities": f"{stats.entities:,}", "triplets": f"{stats.triplets:,}"}


def speakers_line(stats: Stats) -> str:
    """Each speaker with the turns, most first, and how many turns nobody is known for."""
    known = [f"{speaker} {turns:,}" for speaker, turns in stats.speakers.items()]
    unknown = [f"unknown {stats.unknown_speaker_turns:,}"] if stats.unknown_speaker_turns else []
    return ", ".join([*known, *unknown]) or "none"


def said_line(stats: Stats) -> str:
    """From when to when."""
    if stats.first_said is None or stats.last_said is None:
        return "at no known time"
    return f"{stats.first_said:%Y-%m-%d %H:%M} to {stats.last_said:%Y-%m-%d %H:%M}"


def _waiting(layer: LayerStats) -> str:
    return "memo" if layer.name.startswith("memos") else "turn"


def _size(count: int) -> str:
    return f"{count / 1_000_000:,.1f} MB" if count >= 1_000_000 else f"{count / 1_000:,.0f} kB"
