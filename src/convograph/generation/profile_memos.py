"""Profiles written by a model, stored as memos, and the evidence of an entity that is still to be read.

A profile is one memo with the description, whose triplet is (name, "is a", type) and whose sources are all turns of the
entity that were read, and one memo for each value, whose triplet is (name, attribute, value). The first source of each
is the turn that first mentions the entity, which identifies it. A value has the time of the last turn that states it.
Values that were replaced stay as history.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from convograph.graph.details import MemoDetails
from convograph.graph.rows import SEVERAL, MemoRow
from convograph.times import moment_of
from convograph.types import Said, SourceTurn, Triplet, WrittenKind

PROFILE: WrittenKind = "profile"
IS_A = "is a"


@dataclass(frozen=True, slots=True)
class Property:
    """A property that a profile may have; if `single`, it has one value at a time."""

    name: str
    single: bool


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A value of a written profile, also in words (`text`), with the keys of the turns that state it and its origin.

    `said` is the time of the last of these turns, `None` if none of them has one.
    """

    attribute: str
    value: str
    text: str
    turns: tuple[int, ...]
    origin: str
    said: Said | None = None


@dataclass(frozen=True, slots=True)
class WrittenProfile:
    """What models wrote about an entity; `covered` are the keys of its turns that they have read.

    Of an attribute with one value at a time, `values` may have several: `last_stated` is the one that holds.
    """

    description: str = ""
    origin: str = ""
    covered: tuple[int, ...] = ()
    values: tuple[WrittenValue, ...] = ()


NOTHING = WrittenProfile()


def last_stated(values: Sequence[WrittenValue]) -> WrittenValue:
    """Of several values of one attribute, the one that was stated last."""
    return max(values, key=when_stated)


def when_stated(value: WrittenValue) -> tuple[datetime, int, str]:
    """The sort key of a value: when it was last stated; equal or unknown times are told apart by turns, then words.

    The order in which values were written does not count, since an export does not keep it.
    """
    return moment_of(value.said), max(value.turns), value.value


def latest(times: Iterable[Said | None]) -> Said | None:
    """The last of some times; `None` if there is none."""
    return max((one for one in times if one is not None), key=moment_of, default=None)


@dataclass(frozen=True, slots=True)
class ProfileRound:
    """The evidence in some episodes: `messages` are their turns and those of the neighbouring episodes.

    `covered` are the keys of the turns that mention the entity or were said by it, `others` the other entities in them.
    """

    messages: tuple[SourceTurn, ...]
    covered: tuple[int, ...]
    statements: tuple[Triplet, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PendingProfile:
    """An entity with evidence that no model has read; `name` is its first name, `first` the key of its first turn.

    `stored` are the keys of its stored profile memos, void ones included.
    """

    name: str
    names: tuple[str, ...]
    type: str
    properties: tuple[Property, ...]
    first: int
    known: WrittenProfile
    stored: tuple[int, ...]
    rounds: tuple[ProfileRound, ...]


def memos_of(pending: PendingProfile, known: WrittenProfile) -> list[MemoRow]:
    """A profile as memos without keys: the description with all covered turns as sources, then one memo per value."""
    first = pending.first

    def memo(one: WrittenValue) -> MemoRow:
        sources = tuple(dict.fromkeys((first, *one.turns)))
        details = MemoDetails((Triplet(pending.name, one.attribute, one.value),))
        return MemoRow(0, PROFILE, one.text, one.said, SEVERAL, sources, one.origin, details)

    head = WrittenValue(IS_A, pending.type, known.description, known.covered, known.origin)
    return [memo(head), *map(memo, known.values)]


def profile_of(memos: Sequence[MemoRow]) -> WrittenProfile | None:
    """The profile in the memos of one entity; `None` without a description.

    Of several descriptions, for example after two entities were merged, the one with the most turns counts.
    """
    told = [(memo, memo.details.triplets[0]) for memo in memos]
    heads = sorted((memo for memo, one in told if one.relation == IS_A), key=lambda memo: -len(memo.turns))
    if not heads:
        return None
    values = tuple(
        WrittenValue(one.relation, one.object, memo.text, stating(memo), memo.origin, memo.said)
        for memo, one in told
        if one.relation != IS_A
    )
    covered = tuple(sorted({turn for memo in heads for turn in memo.turns}))
    return WrittenProfile(heads[0].text, heads[0].origin, covered, values)


def stating(memo: MemoRow) -> tuple[int, ...]:
    """The keys of the turns that state the value of a memo: all but the first, which says whom it is about.

    If that turn and others state it, only the others are known to.
    """
    return memo.turns[1:] or memo.turns
