"""What `enrich` is asked to write: the kinds of memos, and how requests are made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, get_args

from convograph.errors import InputError
from convograph.formats.arguments import check_whole, strings
from convograph.formats.limits import shortened
from convograph.generation.memos import MOST_LINES
from convograph.types import WrittenKind

MOST_WORKERS: Final = 256  # a thread each


@dataclass(frozen=True, slots=True)
class Order:
    """Which kinds to write, and how many calls to run at once.

    `lines` is the number of turns per request, for the kinds whose requests show a window of turns. With `flush`,
    profiles are written from whatever evidence there is, otherwise only from enough of it.
    """

    kinds: tuple[WrittenKind, ...]
    workers: int
    lines: int
    flush: bool = False

    @classmethod
    def of(cls, kinds: tuple[WrittenKind, ...], workers: int, lines: int, *, flush: bool) -> Order:
        """The order, if its numbers are possible. Raises `InputError`."""
        check_whole(workers, "workers", most=MOST_WORKERS)
        return cls(kinds, workers, checked_lines(lines), flush)


def checked_kinds(given: Iterable[WrittenKind]) -> tuple[WrittenKind, ...]:
    """The given kinds, in the order in which they are written. Raises `InputError` for an unknown kind, or no kinds."""
    names = strings(given, "kinds")
    known = get_args(WrittenKind)
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        told = f"not a kind of memo: {', '.join(map(shortened, unknown))}" if unknown else "no kinds of memos are given"
        raise InputError(f"{told}; name some of {', '.join(known)}")
    return tuple(kind for kind in known if kind in names)


def checked_lines(lines: int) -> int:
    """The number of turns that a request shows. Raises `InputError` for one that is too large, or below 1."""
    check_whole(lines, "lines, the number of turns that a request shows,", most=MOST_LINES)
    return lines
