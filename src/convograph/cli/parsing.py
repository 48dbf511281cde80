"""The command `parse`: show what the rules or a local model extract from a text."""

from __future__ import annotations

from typing import Annotated

import typer

from convograph.build import DEFAULT_READER, SYNTAX, make_reader
from convograph.cli.app import LOOK, command
from convograph.cli.console import STANDARD_INPUT, errors, output, print_json, shown, stream_text
from convograph.cli.exit_codes import NOTHING_FOUND
from convograph.formats.limits import check_turn
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
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The text of a turn; - for standard input.")],
    *,
    speaker: Annotated[str, typer.Option(metavar="NAME", help="Who says it, and is meant by 'I'.")] = "user",
    to: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who is meant by 'you'. [dim]\\[default: unknown][/]")
    ] = None,
    said: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="When it is said: 'yesterday' counts from here. [dim]\\[default: unknown][/]"
        ),
    ] = None,
    pronouns: Annotated[
        bool, typer.Option("--pronouns", help="Resolve third-person pronouns where the antecedent is clear.")
    ] = False,
    words: Annotated[
        bool, typer.Option("--words", help="Also show the words with their tags and dependencies.")
    ] = False,
    language: Annotated[
        str, typer.Option(metavar="NAME", help="Its language; only english has a parser.")
    ] = DEFAULT_LANGUAGE,
    reader: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How mentions and triplets are found: rules, or gliner2:FOLDER for a GLiNER2 model in a local folder.",
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
    """Show what a text yields: mentions, times, triplets, events.

    Nothing is stored, and nothing leaves the machine. Exit code 1 when nothing is found.
    """
    from convograph.cli.readings import first_reading, reading_object, reading_view  # noqa: PLC0415 - only this command loads the rules

    turn = _turn(stream_text() if text == STANDARD_INPUT else text, speaker, said)
    read_by = make_reader(reader, Analyzer(language).language, pronouns=pronouns, depth=depth)
    if language not in SYNTAX:
        errors().print(shown(f"no parser for {language}: names by capital letters, no triplets, no events", "yellow"))
    listener = () if to is None else (SourceTurn(2, f"{_SESSION}:1", _SESSION, 1, to, "", turn.said),)
    read = first_reading(read_by, (turn, *listener))
    if as_json:
        print_json(reading_object(read))
    else:
        output().print(reading_view(read.reading, read.times, words=words))
    if not (read.reading.mentions or read.times or read.reading.triplets):
        raise typer.Exit(NOTHING_FOUND)


def _turn(text: str, speaker: str, said: str | None) -> SourceTurn:
    """The text as a turn. Raises `InputError` if a memory would not accept it."""
    given = Turn(text, speaker, None if said is None else parse_said(said))
    check_turn(given, "the text")
    return SourceTurn(1, f"{_SESSION}:0", _SESSION, 0, speaker, text, given.said)
