"""Validates and parses the options of a query: the question, speakers, times, metadata, and recent texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict

from convograph import formats
from convograph.errors import InputError, NotFoundError
from convograph.formats.arguments import check_flag, check_string, check_whole, strings
from convograph.formats.limits import check_metadata, shortened
from convograph.graph.turns import TurnTable, speaker_key
from convograph.memory.moments import Moment, first_moment, last_moment
from convograph.memory.names.nearest_names import known_instead
from convograph.patterns import lazy_pattern
from convograph.protocols import Query
from convograph.segmentation import is_tool
from convograph.types import MetadataValue, Turn, Unit

Where = Mapping[str, MetadataValue | Iterable[MetadataValue]]
"""Metadata names, each with one accepted value or several."""


Recent = str | Turn | Mapping[str, Any] | Iterable[str | Turn | Mapping[str, Any]]
"""What was said just before: texts, turns, or messages as `Memory.append` takes them; one or several, in order."""


class RecallOptions(TypedDict, total=False):
    """The options of `Memory.recall` besides the question."""

    k: int
    unit: Unit | None
    speakers: str | Iterable[str] | None
    between: tuple[Moment | None, Moment | None] | None
    asked_at: Moment | None
    as_of: Moment | None
    strict: bool
    recent: Recent
    touch: bool | None
    where: Where | None
    min_probability: float | None
    itself: bool
    facts: bool


_WORD_CHARACTER = lazy_pattern(r"\w")


def has_a_word(text: str) -> bool:
    """Whether a text has at least one word."""
    return bool(_WORD_CHARACTER.search(text))


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
    where: Where | None,
) -> Query:
    """The options of `Memory.recall` as the `Query` that architectures take. Raises `InputError`.

    Relative times ("last week") count from the time of the question: `asked_at`, else `as_of`, else now.
    """
    check_question(question)
    check_whole(k, "k", what="whole number of hits")
    check_string(unit, "unit")
    now = datetime.now()
    asked = None if asked_at is None else first_moment(asked_at, now)
    seen = None if as_of is None else last_moment(as_of, asked or now)
    limits = None if between is None else _range(between, asked or seen or now)
    held = None if where is None else _where(where)
    check_flag(strict, "strict")
    names = None if speakers is None else strings(speakers, "speakers")
    return Query(question, k, unit, names, limits, asked, seen, strict, where=held)


def check_question(question: object) -> None:
    """Raise `InputError` unless the question is a string that is not blank."""
    if not isinstance(question, str) or not question.strip():
        raise InputError(f"a question needs words: {shortened(question)}; give a string with some")


def dated(options: RecallOptions) -> RecallOptions:
    """The options with the time of the question set, for a prompt that shows it: `asked_at`, else `as_of`, else now."""
    now = datetime.now()
    if options.get("asked_at") is not None:
        return options
    seen = options.get("as_of")
    if seen is None:
        return {**options, "asked_at": now}
    moment = last_moment(seen, now)
    return {**options, "asked_at": moment, "as_of": moment}


def check_speakers(names: tuple[str, ...] | None, turns: TurnTable) -> None:
    """Raise `NotFoundError` for a speaker who has said nothing, unless the memory has no turns."""
    for name in names or ():
        if len(turns) and speaker_key(name) not in turns.speaker_keys:
            known = known_instead(name, (row.speaker for row in turns.rows[:] if row.speaker is not None))
            raise NotFoundError(
                f"nobody called {shortened(name)} speaks in this memory; {known}`convograph sessions` lists who speaks"
            )


def _where(given: object) -> dict[str, tuple[MetadataValue, ...]]:
    """The accepted values of each metadata name."""
    if not isinstance(given, Mapping):
        raise InputError(f'where takes names and values of metadata, as {{"channel": "a"}}: {shortened(given)}')
    found: dict[str, tuple[MetadataValue, ...]] = {}
    for name, value in given.items():
        several = isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)
        values: tuple[MetadataValue, ...] = tuple(value) if several else (value,)
        for each in values:
            check_metadata({name: each}, "where")
        found[name] = values
    return found


def texts_before(given: Recent, question: str) -> tuple[str, ...]:
    """The `recent` texts of `Memory.recall`, without the question if it is the last. Raises `InputError`."""
    if isinstance(given, str | Turn | Mapping) or not isinstance(given, Iterable):
        given = (given,)
    texts = [text for each in given for text in _texts(each)]
    return tuple(texts[:-1] if texts and texts[-1].strip() == question.strip() else texts)


def _texts(given: object) -> list[str]:
    """A text unchanged, or the texts of a message; instructions to a model and tool output are left out."""
    if isinstance(given, str):
        return [given]
    if not isinstance(given, Turn | Mapping):
        raise InputError(f"recent takes what was said just before, texts or messages: {shortened(given)}")
    turns = [each.turn for each in formats.live_turns(given, "recent:")[0]]
    return [turn.text for turn in turns if not is_tool(turn.speaker)]


def _range(ends: tuple[Moment | None, Moment | None], now: datetime) -> tuple[datetime | None, datetime | None]:
    if not isinstance(ends, Sequence) or isinstance(ends, str | bytes) or len(ends) != 2:
        raise InputError(f"between takes two times, either of which may be None: {shortened(ends)}")
    first = None if ends[0] is None else first_moment(ends[0], now)
    last = None if ends[1] is None else last_moment(ends[1], now)
    if first is not None and last is not None and first > last:
        raise InputError(f"the range ends before it begins: {first} to {last}; swap its ends")
    return first, last
