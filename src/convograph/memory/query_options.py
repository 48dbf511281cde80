"""A caller's query, validated and parsed: the question, speakers, times."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import TypedDict

from convograph.errors import InputError, NotFoundError
from convograph.formats.limits import shortened
from convograph.graph.turns import TurnTable, speaker_key
from convograph.protocols import Query
from convograph.times import parse_moment
from convograph.types import Unit

Moment = datetime | str


class RecallOptions(TypedDict, total=False):
    """The options that `Memory.recall` takes besides the question."""

    k: int
    unit: Unit | None
    speakers: str | Iterable[str] | None
    between: tuple[Moment | None, Moment | None] | None
    asked_at: Moment | None
    as_of: Moment | None
    strict: bool
    recent: str | Iterable[str]
    touch: bool | None


_BARE_DATE = re.compile(r"\d{4}-?\d{2}-?\d{2}")
_WORD_CHARACTER = re.compile(r"\w")


def has_words(text: object) -> bool:
    """Whether it is a text with at least one word."""
    return isinstance(text, str) and bool(_WORD_CHARACTER.search(text))


def query_of(
    question: str,
    k: int,
    unit: Unit,
    *,
    speakers: str | Iterable[str] | None,
    between: tuple[Moment | None, Moment | None] | None,
    asked_at: Moment | None,
    as_of: Moment | None,
    strict: bool,
) -> Query:
    """The options of `Memory.recall` as the `Query` that architectures take. Raises `InputError`."""
    if not has_words(question):
        raise InputError(f"a question needs words: {shortened(question)}; give a string with some")
    if not isinstance(k, int) or k < 1:
        raise InputError(f"k is the number of hits wanted, 1 or more: {shortened(k)}")
    return Query(
        question,
        k,
        unit,
        _names(speakers),
        None if between is None else _range(between),
        _moment(asked_at),
        _moment(as_of, end=True),
        strict,
    )


def check_speakers(names: tuple[str, ...] | None, turns: TurnTable) -> None:
    """Raise `NotFoundError` for a speaker who has said nothing in a memory where others have."""
    for name in names or ():
        if len(turns) and speaker_key(name) not in turns.speaker_keys:
            raise NotFoundError(f"nobody called {shortened(name)} speaks in this memory; its stats list who does")


def _names(given: str | Iterable[str] | None) -> tuple[str, ...] | None:
    if given is None:
        return None
    return (given,) if isinstance(given, str) else tuple(given)


def texts_before(given: str | Iterable[str]) -> tuple[str, ...]:
    """The `recent` texts of `Memory.recall`: one text or several. Raises `InputError`."""
    texts = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, Iterable) else None
    if texts is None or not all(isinstance(text, str) for text in texts):
        raise InputError(f"recent takes what was said just before, a text or several: {shortened(given)}")
    return texts


def _range(ends: tuple[Moment | None, Moment | None]) -> tuple[datetime | None, datetime | None]:
    if isinstance(ends, str) or len(ends) != 2:
        raise InputError(f"between takes two times, either of which may be None: {shortened(ends)}")
    first, last = _moment(ends[0]), _moment(ends[1], end=True)
    if first is not None and last is not None and first > last:
        raise InputError(f"the range ends before it begins: {first} to {last}; swap its ends")
    return first, last


def _moment(value: Moment | None, *, end: bool = False) -> datetime | None:
    """A point in time; with `end`, a bare date means the last second of that day."""
    if value is None:
        return None
    moment = parse_moment(value)
    if end and isinstance(value, str) and _BARE_DATE.fullmatch(value.strip()):
        return moment.replace(hour=23, minute=59, second=59)
    return moment
