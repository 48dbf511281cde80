"""Profiles written by a model, stored as memos, and the evidence of an entity that is still to be read.

A profile is one memo with the description, whose triplet is (name, "is a", type) and whose sources are all turns of the
entity that were read, and one memo for each value, whose triplet is (name, attribute, value). The first source of each
is the turn that first mentions the entity, which identifies it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.graph.details import MemoDetails
from convograph.graph.rows import SEVERAL, MemoRow
from convograph.types import SourceTurn, Triplet, WrittenKind

PROFILE: WrittenKind = "profile"
IS_A = "is a"


@dataclass(frozen=True, slots=True)
class Property:
    """A property that a profile may have; if `single`, it has one value at a time."""

    name: str
    single: bool


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A value of a written profile, also in words (`text`), with the keys of the turns that state it and its origin."""

    attribute: str
    value: str
    text: str
    turns: tuple[int, ...]
    origin: str


@dataclass(frozen=True, slots=True)
class WrittenProfile:
    """What models wrote about an entity; `covered` are the keys of its turns that they have read."""

    description: str = ""
    origin: str = ""
    covered: tuple[int, ...] = ()
    values: tuple[WrittenValue, ...] = ()


NOTHING = WrittenProfile()


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

    def memo(text: str, relation: str, value: str, turns: Sequence[int], origin: str) -> MemoRow:
        sources = tuple(dict.fromkeys((first, *turns)))
        return MemoRow(
            0, PROFILE, text, None, SEVERAL, sources, origin, MemoDetails((Triplet(pending.name, relation, value),))
        )

    head = memo(known.description, IS_A, pending.type, known.covered, known.origin)
    return [head, *(memo(one.text, one.attribute, one.value, one.turns, one.origin) for one in known.values)]


def profile_of(memos: Sequence[MemoRow]) -> WrittenProfile | None:
    """The profile in the memos of one entity; `None` without a description.

    Of several descriptions, for example after two entities were merged, the one with the most turns counts.
    """
    told = [(memo, memo.details.triplets[0]) for memo in memos]
    heads = sorted((memo for memo, one in told if one.relation == IS_A), key=lambda memo: -len(memo.turns))
    if not heads:
        return None
    values = tuple(
        WrittenValue(one.relation, one.object, memo.text, memo.turns[1:] or memo.turns, memo.origin)
        for memo, one in told
        if one.relation != IS_A
    )
    covered = tuple(sorted({turn for memo in heads for turn in memo.turns}))
    return WrittenProfile(heads[0].text, heads[0].origin, covered, values)
