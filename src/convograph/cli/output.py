"""Where output goes, and what keeps stored texts from steering the terminal that shows them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar
from rich.text import Text

from convograph.memory.derivation import Progress

READER_LEFT: Final = 141  # 128 + SIGPIPE, as a shell reports it

# Escape sequences whole (CSI and OSC, in their 7 and 8 bit forms), every other control character but tab and line
# feed, and the characters that make a terminal write the rest of a line backwards.
_STEERING: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)


def clean(text: str) -> str:
    r"""The text without anything that a terminal would obey rather than show.

    >>> clean("a \x1b[31mred\x1b[0m word\x07")
    'a red word'
    """
    return _STEERING.sub("", text)


def shown(value: object, style: str = "") -> Text:
    """A stored or given value for the terminal: cleaned, and never read as markup."""
    return Text(clean(str(value)), style)


def counted(number: int, noun: str) -> str:
    """The number with its noun, in the plural where there is not exactly one.

    >>> counted(1, "turn"), counted(1200, "turn")
    ('1 turn', '1,200 turns')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


class _PipeConsole(Console):
    """A console that ends the process with `READER_LEFT`, and not with 1, when its reader leaves early."""

    def on_broken_pipe(self) -> None:
        leave_broken_pipe()


def leave_broken_pipe() -> NoReturn:
    """End the process without a word: whoever read the output has left, as `head` does."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())  # else the interpreter's last flush would fail, and say so
    raise SystemExit(READER_LEFT)


def output() -> Console:
    """The standard output: results."""
    return _PipeConsole(highlight=False)


def errors() -> Console:
    """The standard error: failures, progress, summaries beside a result that is to be piped."""
    return Console(stderr=True, highlight=False)


def print_line(text: str) -> None:
    """One line on the standard output that is never wrapped, such as a path."""
    output().print(shown(text), soft_wrap=True)


def write_exactly(text: str) -> None:
    """The text itself on the standard output, in UTF-8 and nothing added; on a terminal, cleaned."""
    if sys.stdout.isatty():
        sys.stdout.write(clean(text))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())


@contextmanager
def progress_bar(label: str) -> Iterator[Progress | None]:
    """What a long call tells its progress to: a bar that vanishes at the end, or `None` where nobody watches."""
    console = errors()
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with ProgressBar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(clean(label), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
