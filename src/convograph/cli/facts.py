"""Commands for facts: `facts`, `timeline`, `fact`, and how facts are displayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from convograph.cli.app import LOOK, WRITE, command, fact
from convograph.cli.console import ROWS_SHOWN, clean, errors, left_out, output, print_json, print_line, shown
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.cli.options import Common, existing, opened
from convograph.cli.results import sources_line
from convograph.cli.stating_words import stating_words
from convograph.errors import NotFoundError
from convograph.formats.limits import shortened, shown_name
from convograph.formats.private_files import written
from convograph.graph.turns import speaker_key
from convograph.memory import Memory
from convograph.memory.names.nearest_names import known_instead
from convograph.pages import check_page_file, render_facts
from convograph.pages.facts import ordered, span_of
from convograph.quotation import relation_in_words
from convograph.types import FACT_ENDS, Fact

_VALUES_SHOWN: Final = 3
_USER: Final = "user"  # the speaker who writes to an assistant in chat formats
STYLES: Final = {"current": "bold", "outdated": "dim strike", "disputed": "yellow"}

_Subject = Annotated[str | None, typer.Argument(metavar="SUBJECT", help="Whom or what they are about.")]
_Relation = Annotated[
    str | None, typer.Option("--relation", "-r", metavar="NAME", help="Only this relation, such as lives_in.")
]
_Id = Annotated[str, typer.Argument(metavar="ID", help="The fact's id, or its beginning; `timeline` shows it.")]


@command(
    LOOK,
    "convograph facts",
    "convograph facts Ana --relation lives_in --outdated",
    'convograph facts --valid-at "March 2024" --json',
)
def facts(
    common: Common,
    subject: _Subject = None,
    *,
    relation: _Relation = None,
    valid_at: Annotated[
        str | None, typer.Option(metavar="TIME", help='What held then: "2024-03-01", "last summer".')
    ] = None,
    known_at: Annotated[
        str | None, typer.Option(metavar="TIME", help="By what had been said, and decided, until then.")
    ] = None,
    outdated: Annotated[bool, typer.Option("--outdated", help="Also what holds no longer.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="List every fact.")] = False,
) -> None:
    """List what is true by what was said: subject, relation, value.

    Facts are read from the turns without a model, and from triplets that were brought or that a model wrote. Without
    --relation, those in relations that are known to be of facts are listed. The first call reads the syntax of all
    turns, which takes about 10 ms each. Exit code 1 when there are none.
    """
    with existing(common) as memory:
        found = _facts_or_empty(memory, subject, relation, valid_at=valid_at, known_at=known_at, outdated=outdated)
        absent = "" if found else _why_none(memory, subject, relation)
    if common.as_json:
        print_json({"facts": found})
    elif found:
        listed = ordered(found) if everything else ordered(found)[:ROWS_SHOWN]
        output().print(facts_table(listed))
        if len(listed) < len(found):
            output().print(left_out(len(found) - len(listed)))
    else:
        errors().print(shown(absent, "yellow"))
    if not found:
        raise typer.Exit(NOTHING_FOUND)
    _hint_at_times(found, as_json=common.as_json)


def _hint_at_times(facts: Sequence[Fact], *, as_json: bool) -> None:
    """Warn that facts said at an unknown time are never superseded, and how to give them a time."""
    timeless = sum(fact.known_from is None for fact in facts)
    if timeless and not as_json:
        message = (
            f"{timeless} of {len(facts)} facts were said at an unknown time, so nothing of another session supersedes "
            "them; add a session with its time: `convograph add FILE --said TIME`"
        )
        errors().print(shown(message, "yellow"))


def _facts_or_empty(
    memory: Memory,
    subject: str | None,
    relation: str | None = None,
    *,
    valid_at: str | None = None,
    known_at: str | None = None,
    outdated: bool = False,
) -> list[Fact]:
    """The facts asked for; empty for an unknown subject, which `_why_none` reports."""
    try:
        return memory.facts(subject, relation, valid_at=valid_at, known_at=known_at, outdated=outdated)
    except NotFoundError:
        return []


def _why_none(
    memory: Memory, subject: str | None, relation: str | None, command: str = "facts{about} --outdated"
) -> str:
    """Why no facts were found: none about the subject, none in the relation, or none that hold at the time asked for.

    `command` is a command that lists all facts, with "{about}" where the subject goes.
    """
    if (
        subject is not None
        and not _facts_or_empty(memory, subject, outdated=True)
        and not _facts_or_empty(memory, subject, relation)
    ):
        everybody, own = command.format(about=""), command.format(about=f" {_USER}")
        of_user = f", `convograph {own}` those of the user of an assistant" if _facts_or_empty(memory, _USER) else ""
        every = memory.facts(outdated=True)
        known = _as_value(subject, every) or known_instead(subject, (fact.subject for fact in every))
        return f"no facts about {shortened(subject)}; {known}`convograph {everybody}` lists those of everybody{of_user}"
    if relation is not None and not memory.facts(subject, relation, outdated=True):
        about = "" if subject is None else f" {shortened(subject)}"
        known = known_instead(relation, (fact.relation for fact in memory.facts(subject, outdated=True)))
        listing = command.format(about=about)
        return f"no facts in the relation {shortened(relation)}; {known}`convograph {listing}` lists the others"
    if memory.facts(subject, relation, outdated=True):
        return "no facts hold at the time asked for; --outdated lists those that hold no longer"
    return "no facts; `convograph parse TEXT` shows what a text states"


def _as_value(name: str, facts: Sequence[Fact]) -> str:
    """A part of a message that lists facts with the name as value, ending with a semicolon; empty for none."""
    told = [one for one in facts if speaker_key(one.value) == speaker_key(name)][:_VALUES_SHOWN]
    named = ", ".join(f"{shown_name(one.subject)} {shown_name(one.relation)} {shown_name(one.value)}" for one in told)
    return f"it is a value of others: {named}; " if told else ""


@command(
    LOOK, "convograph timeline Ana", "convograph timeline Ana -r lives_in", "convograph timeline --html facts.html"
)
def timeline(
    common: Common,
    subject: _Subject = None,
    *,
    relation: _Relation = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write it as one page for the browser.")
    ] = None,
) -> None:
    """Show facts along time: what took what's place, and by which words.

    With --html, the page is one file that needs no network; its path goes to the standard output. Exit code 1 when
    there are no facts.
    """
    with existing(common) as memory:
        if html is not None:
            check_page_file(html, memory.location)
        found = _facts_or_empty(memory, subject, relation, outdated=True)
        absent = "" if found else _why_none(memory, subject, relation, "timeline{about}")
        title = f"Facts of {memory.owner} in {Path(memory.location).name}"
    if html is not None:
        with written(html) as file:
            file.write(render_facts(found, title, now=datetime.now()))
    if common.as_json:
        print_json({"facts": found, **({"html": str(html)} if html is not None else {})})
    elif html is not None:
        print_line(str(html))
    elif found:
        output().print(timeline_view(found))
    if not found and not common.as_json:
        errors().print(shown(absent, "yellow"))
    if not found:
        raise typer.Exit(NOTHING_FOUND)
    _hint_at_times(found, as_json=common.as_json or html is not None)


@command(WRITE, "convograph fact undo 3fb57cfdf7a6", "convograph fact undo 3fb5", group=fact)
def undo(id_: _Id, common: Common) -> None:
    """Decide that a fact holds in spite of what ended it.

    That may be a later turn, the turn that states it ("I moved from Porto to Lisbon": Porto still holds, and so does
    Lisbon), or `end` and `strike`, which it takes back. Stored, exported and imported like what was said, and forgotten
    with the turns that it is about.
    """
    _decide(id_, common, Memory.keep_fact)


@command(WRITE, "convograph fact end 3fb57cfdf7a6", 'convograph fact end 3fb5 --until "March 2024"', group=fact)
def end(
    id_: _Id,
    common: Common,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help='Until when it was true: "2024-03-01", "last week". [dim]\\[default: now][/]'
        ),
    ] = None,
) -> None:
    """Decide that a fact holds no longer.

    It was true until now, or until the end of the day or month that --until names: `facts --outdated` and `timeline`
    still show it. `fact undo` takes it back; what was never true is for `strike`. Stored, exported and imported like
    what was said, and forgotten with the turns that it is about.
    """
    _decide(id_, common, partial(Memory.end_fact, until=until))


@command(WRITE, "convograph fact strike 3fb57cfdf7a6", "convograph fact strike 3fb5", group=fact)
def strike(id_: _Id, common: Common) -> None:
    """Decide that a fact was never true, because its turns were misread.

    It holds at no time, and what it had taken the place of holds again; `timeline` still shows it. Turns that state it
    later count. `fact undo` takes it back; what was true once is for `end`. Stored, exported and imported like what was
    said, and forgotten with the turns that it is about.
    """
    _decide(id_, common, Memory.strike_fact)


def _decide(id_: str, common: Common, decision: Callable[[Memory, str], Fact]) -> None:
    with opened(common, "change") as memory:
        decided = decision(memory, id_)
    if common.as_json:
        print_json({"fact": decided})
    else:
        output().print(facts_table([decided]))


def facts_table(facts: Sequence[Fact]) -> Table:
    """One row per fact: subject, relation, value, when it held, who claimed it, and its id."""
    when = Column("when", min_width=10)  # of a full date
    relation, id_ = Column("relation", no_wrap=True), Column("id", no_wrap=True)
    table = Table("subject", relation, "value", when, "by", id_, pad_edge=False)
    for one in facts:
        table.add_row(
            shown(one.subject),
            shown(one.relation),
            Text(clean(one.value), STYLES[one.status]),
            shown(span_of(one)),
            shown(one.claimed_by or ""),
            shown(one.id, "dim"),
        )
    return table


def timeline_view(facts: Sequence[Fact]) -> RenderableType:
    """Facts by subject and relation: each value with its time, the words that state it, and those that ended it."""
    parts: list[RenderableType] = []
    values = {one.id: one.value for one in facts}
    for subject, of_subject in groupby(ordered(facts), lambda fact: fact.subject):
        parts.append(Text(clean(subject), "bold underline"))
        for relation, group in groupby(of_subject, lambda fact: fact.relation):
            parts.append(Padding(Text(clean(relation_in_words(relation)), "italic"), (0, 0, 0, 2)))
            for one in group:
                lines = _lines(one, values.get(one.superseded_by or "", ""))
                parts += [Padding(line, (0, 0, 0, 4)) for line in lines]
    return Group(*parts)


def _lines(fact: Fact, successor: str) -> Iterator[RenderableType]:
    """A value with its time, the words that state it, and those that ended it, which state its `successor` if any."""
    mark = {"current": "●", "outdated": "○", "disputed": "?"}[fact.status]
    head = Text(f"{mark} ")
    head.append(clean(fact.value), STYLES[fact.status])
    head.append(f"  {span_of(fact)}  ")
    head.append(fact.id, "dim")
    yield head
    for turn in fact.turns[:1]:
        stated = stating_words(turn, fact, fact.value)
        yield Padding(Text(clean(f"“{stated}” {sources_line([turn])}"), "dim"), (0, 0, 0, 2))
    if fact.reason is not None and fact.reason != "past":
        value = successor or fact.value
        why = " ".join(f"“{stating_words(turn, fact, value)}” {sources_line([turn])}" for turn in fact.ended_by)
        yield Padding(Text(clean(f"{FACT_ENDS[fact.reason]} {why}"), "dim"), (0, 0, 0, 2))
