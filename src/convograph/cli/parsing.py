"""`parse`: what is read in a text, by rules or by a model on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from convograph.build import DEFAULT_READER, SYNTAX, make_reader
from convograph.cli.app import LOOK, command
from convograph.cli.failures import NOTHING_FOUND
from convograph.cli.json_output import print_json
from convograph.cli.output import errors, output, shown
from convograph.cli.standard_input import STANDARD_INPUT, stream_text
from convograph.formats import check_turn
from convograph.terms import DEFAULT_LANGUAGE, Analyzer
from convograph.times import parse_said
from convograph.types import SourceTurn, Turn

_SESSION = "text"


@command(
    LOOK,
    "convograph parse 'I went to Porto with my sister Maria last week.' --speaker Ana --said 2023-05-08",
    "convograph parse 'You should try yoga.' --speaker Ana --to Ben",
    "convograph parse - --pronouns --json < letter.txt",
)
def parse(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What somebody says; - for standard input.")],
    *,
    speaker: Annotated[str, typer.Option(metavar="NAME", help="Who says it: whom 'I' means.")] = "user",
    to: Annotated[
        str | None, typer.Option(metavar="NAME", help="To whom: whom 'you' means. [dim]\\[default: nobody known][/]")
    ] = None,
    said: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="When: what 'yesterday' counts from. [dim]\\[default: unknown][/]"),
    ] = None,
    pronouns: Annotated[
        bool, typer.Option("--pronouns", help="Read 'she' as whom it means, where that is clear.")
    ] = False,
    words: Annotated[bool, typer.Option("--words", help="Show the words too, with their tags and the tree.")] = False,
    language: Annotated[
        str, typer.Option(metavar="NAME", help="Its language; syntax is there for english only.")
    ] = DEFAULT_LANGUAGE,
    reader: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="What finds mentions and triplets: rules, or gliner2:FOLDER for a GLiNER2 model in a local folder.",
        ),
    ] = DEFAULT_READER,
    depth: Annotated[
        str,
        typer.Option(
            metavar="DEPTH", help="Of which sentences: all, or the first so many, as in assistant=1,others=24."
        ),
    ] = "all",
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document instead of text.")] = False,
) -> None:
    """Show what is read in a text: names and things, times, triplets, events.

    Nothing is stored, and nothing leaves the machine. Exit code 1 when nothing is seen.
    """
    from convograph.cli.readings import reading_view, seen_in  # noqa: PLC0415 - only this command pays for loading rules

    turn = _turn(stream_text() if text == STANDARD_INPUT else text, speaker, said)
    read_by = make_reader(reader, Analyzer(language).language, pronouns=pronouns, depth=depth)
    if language not in SYNTAX:
        errors().print(shown(f"no syntax for {language}: names by capital letters, no triplets, no events", "yellow"))
    listener = () if to is None else (SourceTurn(2, f"{_SESSION}:1", _SESSION, 1, to, "", turn.said),)
    seen = seen_in(read_by, (turn, *listener))
    if as_json:
        print_json(seen)
    else:
        output().print(reading_view(seen.reading, seen.times, words=words))
    if not (seen.reading.mentions or seen.times or seen.reading.triplets):
        raise typer.Exit(NOTHING_FOUND)


def _turn(text: str, speaker: str, said: str | None) -> SourceTurn:
    """The text as a turn. Raises `InputError` for what no memory would take."""
    given = Turn(text, speaker, None if said is None else parse_said(said))
    check_turn(given, "the text")
    return SourceTurn(1, f"{_SESSION}:0", _SESSION, 0, speaker, text, given.said)
