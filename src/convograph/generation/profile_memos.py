"""Profiles that a model wrote, and what of an entity's evidence is left to read; as memos.

A profile is a memo with the description, name "is a" type, which rests on all turns of the entity that were read, and a
memo for each value, name attribute value. Each begins with the turn that first mentions the entity, which says who is
meant.
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
    """A property that a profile may have; `single`: one value at a time."""

    name: str
    single: bool


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A value of a written profile, in words (`text`), with the keys of the turns that state it, and who wrote it."""

    attribute: str
    value: str
    text: str
    turns: tuple[int, ...]
    origin: str


@dataclass(frozen=True, slots=True)
class WrittenProfile:
    """What models wrote about an entity: `covered` are the keys of the turns it is by, of those that support it."""

    description: str = ""
    origin: str = ""
    covered: tuple[int, ...] = ()
    values: tuple[WrittenValue, ...] = ()


NOTHING = WrittenProfile()


@dataclass(frozen=True, slots=True)
class ProfileRound:
    """The evidence of some episodes: their turns and those around them; `covered` are the keys of those that support.

    `others` are whom and what else the turns name.
    """

    messages: tuple[SourceTurn, ...]
    covered: tuple[int, ...]
    statements: tuple[Triplet, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PendingProfile:
    """An entity with evidence that no model has read: `name` is its first, said in the turn of key `first`.

    `stored` are the keys of the memos that it has, void ones among them.
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
    """A profile as memos without keys: the description, which rests on all that is covered, then a memo a value."""
    first = pending.first

    def memo(text: str, relation: str, value: str, turns: Sequence[int], origin: str) -> MemoRow:
        sources = tuple(dict.fromkeys((first, *turns)))
        return MemoRow(
            0, PROFILE, text, None, SEVERAL, sources, origin, MemoDetails((Triplet(pending.name, relation, value),))
        )

    head = memo(known.description, IS_A, pending.type, known.covered, known.origin)
    return [head, *(memo(one.text, one.attribute, one.value, one.turns, one.origin) for one in known.values)]


def profile_of(memos: Sequence[MemoRow]) -> WrittenProfile | None:
    """The profile in some memos of one entity; `None` without a description.

    Of several descriptions, as of two who were decided to be one, that of the widest evidence counts.
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
