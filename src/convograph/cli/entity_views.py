"""How entities, merges and decisions are displayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from convograph.cli.console import counted, output, shown
from convograph.cli.results import sources_line
from convograph.cli.stating_words import cut
from convograph.times import show_said
from convograph.types import (
    OTHER_NAME,
    SAME_NAME,
    Decision,
    EntityMention,
    KnownCommunity,
    KnownEntity,
    Merge,
    NameChange,
    Said,
)

ALIASES_SHOWN: Final = 8
EPISODES_SHOWN: Final = 4
_ROOMY: Final = 100  # columns; tables on narrower terminals show dates without the time of day
_KINDS: Final = {"entity": "name", "relation": "relation", "event": "event"}


def entities_table(entities: Sequence[KnownEntity]) -> Table:
    """One row per entity: its names, how often it was mentioned, and when first and last.

    On a narrow terminal, related values share a column, so that no name or kind of usual length is broken.
    """
    roomy = output().width >= _ROOMY
    names = (Column(heading, overflow="fold") for heading in ("name", "also"))
    counts = ("mentions", "episodes") if roomy else ("mentions\nin\nepisodes",)
    times = ("first said", "last said") if roomy else ("first and\nlast said",)
    table = Table(
        *names,
        Column("kind", no_wrap=True),
        *(Column(heading, justify="right", no_wrap=True) for heading in counts),
        *(Column(heading, no_wrap=True) for heading in times),
    )
    for one in entities:
        aliases = [f"{alias.text} ({_why(alias)})" for alias in one.merges[:ALIASES_SHOWN]]
        more = [f"… {len(one.merges) - ALIASES_SHOWN} more"] if len(one.merges) > ALIASES_SHOWN else []
        counted_in = f"{one.mentions:,}", f"{one.episodes:,}"
        said = _moment(one.first.said), _moment(one.last.said)
        cells = (*counted_in, *said) if roomy else (" in ".join(counted_in), "\n".join(dict.fromkeys(said)))
        table.add_row(shown(one.name), shown("\n".join((*aliases, *more))), shown(one.kind), *map(shown, cells))
    return table


def mentions_table(mentions: Sequence[EntityMention]) -> Table:
    """One row per mention: its turn, time, speaker, words and sentence."""
    turn, said = Column("turn", overflow="fold"), Column("said", no_wrap=True)
    table = Table(turn, said, "speaker", Column("words", overflow="fold"), "sentence")
    for one in mentions:
        table.add_row(
            shown(one.turn.id),
            shown(_moment(one.turn.said)),
            shown(one.turn.speaker or ""),
            shown("speaks" if one.speaks else one.text, "dim" if one.speaks else ""),
            shown(cut(one.sentence)),
        )
    return table


def communities_view(communities: Sequence[KnownCommunity]) -> RenderableType:
    """The name of each community above its description, the number of its members, and its supporting episodes."""
    parts: list[RenderableType] = []
    for one in communities:
        episodes = "; ".join(f"{show_said(each.said)} {each.session}" for each in one.episodes[:EPISODES_SHOWN])
        more = len(one.episodes) - EPISODES_SHOWN
        further = f"; {counted(more, 'more episode')}" if more > 0 else ""
        lines = Text("\n").join(
            (shown(one.description), shown(f"{counted(len(one.members), 'member')} · {episodes}{further}", "dim"))
        )
        parts += [shown(one.name, "bold"), Padding(lines, (0, 0, 1, 2))]
    return Group(*parts)


def merges_table(merges: Sequence[Merge]) -> Table:
    """One row per merge: what was joined to what, and why."""
    table = Table("kind", "what", "joins", "why", Column("score", no_wrap=True), Column("in turn", overflow="fold"))
    for one in merges:
        turn = shown(one.caused_by.id)
        table.add_row(_KINDS[one.kind], shown(one.text), shown(one.into), one.ground, _why(one), turn)
    least = {one.kind: one.threshold for one in merges if one.threshold is not None}
    if least:
        table.caption = ", ".join(f"{_KINDS[kind]}s above {threshold:g}" for kind, threshold in least.items())
    return table


def decisions_table(decisions: Sequence[Decision]) -> Table:
    """One row per decision: what was decided, when, the turns that it rests on, and whether it is in effect."""
    decided, rests = Column("decided", no_wrap=True), Column("rests on", overflow="fold")
    table = Table("decision", decided, rests, "in effect", Column("id", no_wrap=True))
    for one in decisions:
        table.add_row(
            shown(said_of(one)),
            shown(_moment(one.said)),
            shown(sources_line(one.turns)),
            "yes" if one.holds else "no",
            shown(one.id, "dim"),
        )
    return table


def history_table(changes: Sequence[NameChange]) -> Table:
    """One row per change: when, what was done to which names, why, by which turns, and whether it is in effect."""
    when, turns = Column("when", no_wrap=True), Column("by turns", overflow="fold")
    table = Table(when, "what", "names", "why", turns, "in effect", Column("id", no_wrap=True))
    for one in changes:
        why = one.ground if one.score is None else f"{one.ground} {one.score:.3f}"
        undone = f" of {_moment(one.decided)}" if one.step == "undo" else ""
        table.add_row(
            shown(_moment(one.said)),
            shown(one.step + undone),
            shown(f"{one.text}, {one.other}"),
            why,
            shown(sources_line(one.turns)),
            "yes" if one.holds else "no",
            shown(one.id or "", "dim"),
        )
    return table


def _moment(said: Said | None) -> str:
    """A time; only its date on a narrow terminal."""
    return show_said(said) if said is None or output().width >= _ROOMY else f"{said.local.date()}"


def _why(one: Merge) -> str:
    return "decided" if one.threshold is None else f"{one.similarity:.3f}"


def said_of(one: Decision) -> str:
    """A decision as a sentence: "Ria is Maria Lopez"."""
    return f"{one.text} {SAME_NAME if one.same else OTHER_NAME} {one.other}"
