"""The command `profile`, and how profiles are displayed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

import typer
from rich.console import Group
from rich.table import Column, Table
from rich.text import Text

from convograph import profiles, segmentation
from convograph.cli.app import LOOK, command
from convograph.cli.console import ROWS_SHOWN, clean, counted, errors, left_out, output, print_json, shown
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.cli.facts import STYLES
from convograph.cli.options import Common, existing
from convograph.cli.results import sources_line
from convograph.cli.stating_words import cut
from convograph.errors import InputError
from convograph.pages.facts import span_of
from convograph.terms import ENGLISH
from convograph.times import show_said
from convograph.types import Profile, ProfileEntry

_NOTHING = "nothing is stated in words that the rules read; `convograph enrich --kinds profile` has a model read more"


@command(
    LOOK,
    "convograph profile Ana --architecture lightgmem",
    "convograph profile Ana --outdated --json --architecture lightgmem",
    "convograph profile --architecture lightgmem",
)
def profile(
    common: Common,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Who or what; without it, all are listed.")] = None,
    *,
    turn: Annotated[
        str | None, typer.Option(metavar="ID", help="Of several with this name, the one first mentioned in this turn.")
    ] = None,
    outdated: Annotated[bool, typer.Option("--outdated", help="Also what holds no longer.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="List every profile.")] = False,
) -> None:
    """Show what is known of a person, a place or a thing, with sources.

    Each value has its time and the words that state it. Profiles are read from the turns without a model, from the same
    statements as facts, under all names of whom they are about; `enrich --kinds profile` has a model read more. The
    architecture has to be one that resolves names, as lightgmem does. The first call reads the syntax of all turns,
    which takes about 10 ms each. Exit code 1 when there are none.
    """
    if name is None and turn is not None:
        raise InputError("a turn needs a name: write `convograph profile NAME --turn ID`")
    with existing(common) as memory:
        if name is None:
            found = memory.profiles(outdated=outdated)
        else:
            found = [memory.profile(name, turn=turn, outdated=outdated)]
    if common.as_json:
        print_json({"profiles": found} if name is None else {"profile": found[0]})
    elif name is not None:
        output().print(profile_view(found[0]))
    elif found:
        ordered = sorted(found, key=lambda one: (-len(one.entries), -one.mentions))
        listed = ordered if everything else ordered[:ROWS_SHOWN]
        output().print(profiles_table(listed))
        if len(listed) < len(found):
            output().print(left_out(len(found) - len(listed)))
    else:
        errors().print(shown("nobody and nothing is called by a name", "yellow"))
    if not found:
        raise typer.Exit(NOTHING_FOUND)


def profiles_table(shown_profiles: Sequence[Profile]) -> Table:
    """One row per profile, without its entries."""
    table = Table("name", "kind", "also called", *(Column(one, justify="right") for one in ("mentions", "known")))
    for one in shown_profiles:
        table.add_row(
            shown(one.name), one.kind, shown(", ".join(one.aliases)), f"{one.mentions:,}", f"{len(one.entries):,}"
        )
    return table


def profile_view(profile: Profile) -> Group:
    """A profile: whom or what it is about, then one row per entry."""
    head = Text.assemble((clean(profile.name), "bold underline"), f"  {profile.kind}")
    if profile.aliases:
        head.append(f"  also called {clean(', '.join(profile.aliases))}")
    seen = " – ".join(dict.fromkeys(show_said(turn.said) for turn in (profile.first, profile.last)))
    counts = f"{counted(profile.mentions, 'mention')} in {counted(profile.episodes, 'episode')}, {seen}"
    table = Table(Column("attribute", no_wrap=True), "value", Column("when", no_wrap=True), "words")
    for attribute, entries in groupby(profile.entries, lambda one: one.attribute):
        for place, one in enumerate(entries):
            table.add_row(
                "" if place else attribute,
                Text(clean(profiles.value_text(one)), STYLES[one.status]),
                shown(span_of(one)),
                Text(clean(_words(one)), "dim"),
            )
    told = [Text(clean(profile.description))] if profile.description else []
    known = table if profile.entries else shown(_NOTHING, "yellow")
    return Group(head, Text(clean(counts), "dim"), *told, known)


def _words(entry: ProfileEntry) -> str:
    """The speaker of the first turn that states an entry, its sentence with most words of the value, and all sources.

    The whole turn if no sentence shares a word with the value: "I sang" may state "singing".
    """
    turn, value = entry.turns[0], set(ENGLISH.terms(f"{entry.value} {entry.said_as or ''}"))
    sentences = [turn.text[start:end] for start, end in segmentation.sentence_spans(turn.text)]
    telling = max(sentences, key=lambda one: len(value.intersection(ENGLISH.terms(one))), default=turn.text)
    if value.isdisjoint(ENGLISH.terms(telling)):
        telling = turn.text
    spoken = f"{turn.speaker}: " if turn.speaker else ""
    return f"{spoken}“{cut(telling.strip())}” {sources_line(entry.turns)}"
