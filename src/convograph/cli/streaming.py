"""A text on the terminal as it comes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from convograph.cli.output import clean


class Streamed:
    """What was shown of a text so far; where nobody watches, nothing is."""

    def __init__(self, *, watched: bool) -> None:
        self._watched = watched
        self._last = ""

    @property
    def on_text(self) -> Callable[[str], None] | None:
        """What takes the pieces; `None` where nobody watches."""
        return self._write if self._watched else None

    @property
    def begun(self) -> bool:
        """Whether anything was shown."""
        return bool(self._last)

    def end(self) -> None:
        """Close the line that the text ends in."""
        if self._last and not self._last.endswith("\n"):
            self._write("\n")

    def _write(self, piece: str) -> None:
        """Show a piece at once, without anything that a terminal would obey."""
        shown = clean(piece)
        self._last = shown or self._last
        sys.stdout.write(shown)
        sys.stdout.flush()


@contextmanager
def streaming(*, wanted: bool) -> Iterator[Streamed]:
    """Where a text may be watched as it comes: on a terminal, when wanted. Its last line is closed at the end."""
    streamed = Streamed(watched=wanted and sys.stdout.isatty())
    try:
        yield streamed
    finally:
        streamed.end()
