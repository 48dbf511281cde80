"""A person's decisions about names, as by `entity merge`: whether facts about one are facts about the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from convograph.graph.rows import MemoRow
from convograph.graph.turns import speaker_key
from convograph.layers.verdicts import Verdicts, standing
from convograph.resolution.names import owner_of


@dataclass(frozen=True, slots=True)
class DecidedNames:
    """For each key of names that mean the same, the name that stands for all; and pairs of keys of different people."""

    standing_for: Mapping[str, str] = field(default_factory=dict)
    apart: frozenset[frozenset[str]] = frozenset()

    @classmethod
    def of(cls, memos: Sequence[MemoRow], known_at: datetime | None = None) -> DecidedNames:
        """Read the decisions among memos that were made by `known_at` (`None`: all).

        Of names that mean the same, the longest stands for all, and of equally long ones the alphabetically first. A
        description ("Ana's sister") stands for others only if none of them is a name.
        """
        known = (memo for memo in memos if known_at is None or memo.said is None or memo.said.local <= known_at)
        held = standing(known)
        verdicts = Verdicts.of(held)
        groups: dict[str, dict[str, str]] = {}
        for name in _names(held):
            groups.setdefault(verdicts.root(name), {}).setdefault(speaker_key(name), name)
        standing_for = {
            key: min(group.values(), key=lambda name: (owner_of(name) is not None, -len(name), name))
            for group in groups.values()
            if len(group) > 1
            for key in group
        }
        apart = {
            frozenset((one, other))
            for one_root, other_root in map(tuple, verdicts.apart)
            for one in groups.get(one_root, ())
            for other in groups.get(other_root, ())
        }
        return cls(standing_for, frozenset(apart))

    def are_apart(self, one: str, other: str) -> bool:
        """Whether a person decided that two names, given as keys, do not mean the same."""
        return frozenset((one, other)) in self.apart


def _names(memos: Iterable[MemoRow]) -> Iterable[str]:
    return (name for memo in memos for told in memo.details.triplets for name in (told.subject, told.object))


NOTHING_DECIDED = DecidedNames()
