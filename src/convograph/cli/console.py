"""The standard streams: output of results, errors, progress, JSON and streamed text; input of text and confirmations.

Stored texts are cleaned before they are shown, so that they cannot control the terminal.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import partialmethod
from typing import Any, Final, NoReturn, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar
from rich.text import Text

from convograph.errors import InputError
from convograph.formats.contents import bounded
from convograph.memory.snapshots.derivation import Progress
from convograph.patterns import lazy_pattern
from convograph.quotation import name_on_line
from convograph.types import LeftOut, SourceTurn

BROKEN_PIPE: Final = 141  # 128 + SIGPIPE, as a shell reports it

ROWS_SHOWN: Final = 30
"""How many rows of a list are shown by default: about one screen."""

STANDARD_INPUT: Final = "-"
"""The file name that stands for standard input."""

# Whole escape sequences (CSI and OSC, in 7-bit and 8-bit form), all other control characters except tab and line feed,
# and characters that change text direction or start a new line.
_CONTROL: Final = lazy_pattern(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)

# JSON allows these characters unescaped, but terminals act on them. Their escapes are equivalent.
_ESCAPES: Final = {
    code: f"\\u{code:04x}"
    for code in (*range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
}


def clean(text: str) -> str:
    r"""The text without escape sequences and control characters.

    >>> clean("a \x1b[31mred\x1b[0m word\x07")
    'a red word'
    """
    return _CONTROL.sub("", text)


def shown(value: object, style: str = "") -> Text:
    """A value of the store or the user as terminal text: cleaned, and never parsed as markup."""
    return Text(clean(str(value)), style)


def unbroken(*parts: str | tuple[str, str]) -> Text:
    """Pieces, with their styles, as one line that is never folded: ids in it stay whole when copied or piped."""
    return Text.assemble(*parts, no_wrap=True, overflow="ignore")


def distinct(name: str) -> Text:
    r"""A name as text that no other name shares: plain, or a JSON string with invisible characters escaped.

    >>> distinct("ana").plain, distinct("ana ").plain, distinct("an\u200da").plain
    ('ana', '"ana "', '"an\\u200da"')
    """
    line = name_on_line(name)
    return Text("".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in line))


def counted(number: int, noun: str) -> str:
    """The number with its noun, in the plural unless it is 1.

    >>> counted(1, "turn"), counted(1200, "turn")
    ('1 turn', '1,200 turns')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


class _PipeConsole(Console):
    """A console that exits with `BROKEN_PIPE` instead of 1 when the pipe is closed, and crops no line."""

    print = partialmethod(Console.print, crop=False)

    def on_broken_pipe(self) -> None:
        leave_broken_pipe()


class _ErrorConsole(Console):
    """A console for output other than results: it continues when its pipe is closed."""

    def on_broken_pipe(self) -> None:
        _discard(sys.stderr)


def leave_broken_pipe() -> NoReturn:
    """Exit silently because the reader of the output closed the pipe, as `head` does."""
    discard_output()
    raise SystemExit(BROKEN_PIPE)


def discard_output() -> None:
    """Redirect the rest of standard output to the null device; else the interpreter's final flush prints an error."""
    _discard(sys.stdout)


def _discard(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def output() -> Console:
    """The console on standard output, for results."""
    return _PipeConsole(highlight=False)


def errors() -> Console:
    """The console on standard error, for failures, progress, and summaries of results that may be piped."""
    return _ErrorConsole(stderr=True, highlight=False)


def print_line(text: str) -> None:
    """Print one line, such as a path, without wrapping it."""
    output().print(shown(text), soft_wrap=True)


def write_exactly(text: str) -> None:
    """Write the text unchanged to standard output, in UTF-8; on a terminal, write it cleaned."""
    if sys.stdout.isatty():
        sys.stdout.write(clean(text))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())


@contextmanager
def progress_bar(label: str) -> Iterator[Progress | None]:
    """A callback that updates a progress bar, which disappears at the end; `None` without a terminal."""
    console = errors()
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with ProgressBar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(clean(label), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def spinner(label: str) -> Iterator[None]:
    """Show a spinner until the end of the block; without a terminal, nothing."""
    console = errors()
    if not console.is_terminal:
        yield
        return
    with console.status(clean(label)):
        yield


def left_out(count: int) -> Text:
    """The line below a shortened list: how many rows were left out."""
    return Text(f"… {count:,} more (--all lists them)", "dim")


def print_json(value: object, *, on_one_line: bool = False) -> None:
    """Write a value to standard output as one JSON document; documents `on_one_line` each form JSON Lines."""
    indent = None if on_one_line else 2
    write_exactly(json.dumps(jsonable(value), ensure_ascii=False, indent=indent).translate(_ESCAPES) + "\n")


def with_turns_once(value: object) -> dict[str, Any]:
    """A dataclass as JSON, with each turn replaced by its id; the turns themselves are listed in "turns".

    They are in the order of their first occurrence. A hit that was left out of a context is replaced by its rank.
    """
    turns: dict[str, SourceTurn] = {}

    def mention(each: Any) -> Any:
        if isinstance(each, LeftOut):
            return {"hit": each.hit.rank, "turns": each.turns, "tokens": each.tokens}
        return turns.setdefault(each.id, each).id if isinstance(each, SourceTurn) else each

    return {**jsonable(value, mention), "turns": jsonable(list(turns.values()))}


def jsonable(value: Any, shorten: Callable[[Any], Any] = lambda value: value) -> Any:
    """The value as JSON types: dataclasses become objects with a key per field, times become ISO 8601.

    `shorten` is applied to every value before it is converted.
    """
    value = shorten(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: jsonable(getattr(value, field.name), shorten) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): jsonable(each, shorten) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [jsonable(each, shorten) for each in value]
    return value.isoformat() if isinstance(value, datetime) else value


class Streamed:
    """A text shown piece by piece while it is generated; shows nothing unless `watched`."""

    def __init__(self, *, watched: bool) -> None:
        self._watched = watched
        self._last = ""

    @property
    def on_text(self) -> Callable[[str], None] | None:
        """The callback that shows a piece; `None` unless `watched`."""
        return self._write if self._watched else None

    @property
    def begun(self) -> bool:
        """Whether anything has been shown."""
        return bool(self._last)

    def end(self) -> None:
        """End the last line if the text did not end it."""
        if self._last and not self._last.endswith("\n"):
            self._write("\n")

    def _write(self, piece: str) -> None:
        """Show a piece at once, cleaned."""
        shown = clean(piece)
        self._last = shown or self._last
        sys.stdout.write(shown)
        sys.stdout.flush()


@contextmanager
def streaming(*, wanted: bool) -> Iterator[Streamed]:
    """A text shown while it is generated, if wanted and on a terminal; its last line is ended on exit."""
    streamed = Streamed(watched=wanted and sys.stdout.isatty())
    try:
        yield streamed
    finally:
        streamed.end()


def stream_bytes() -> bytes:
    """The bytes on standard input. Raises `InputError` if they exceed the size limit of files."""
    return bounded(sys.stdin.buffer.read, "standard input")


def stream_text() -> str:
    """The text on standard input. Raises `InputError` if it is not UTF-8 or exceeds the size limit of files."""
    try:
        return stream_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"standard input is not UTF-8 text: byte 0x{error.object[error.start]:02x} at offset {error.start}; "
            "name compressed and other files by their path"
        ) from None


def ask_first(question: str, *, reason: str, otherwise: str) -> None:
    """Ask for confirmation; unless the user agrees, print the message `otherwise` and end the command.

    Raises `InputError` with `reason` if there is no terminal to ask on.
    """
    if not sys.stdin.isatty():
        raise InputError(f"{reason}, and there is no terminal to confirm on; pass --yes")
    agreed = typer.prompt(f"{clean(question)} [y/N]", default="", show_default=False, err=True)
    if agreed.strip().lower() not in ("y", "yes"):
        errors().print(otherwise)
        raise typer.Exit
