"""What a person or a model has decided about names: which mean the same, and which do not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from convograph.graph.turns import speaker_key

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Decisions:
    """A root key for all names that mean the same, and the roots that each root is kept apart from."""

    roots: Mapping[str, str] = field(default_factory=dict)
    apart: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, same: Iterable[Pair] = (), apart: Iterable[Pair] = ()) -> Decisions:
        """The decisions in pairs of names; case, spacing and the order of the pairs make no difference.

        Keeping apart wins: a pair that would join two names that are kept apart, over any number of steps, is left out.
        The caller has already dropped what later decisions contradict.
        """
        kept_apart = sorted({pair for pair in map(_keys, apart) if pair[0] != pair[1]})
        members: dict[str, tuple[str, ...]] = {}
        for one, other in sorted(set(map(_keys, same))):
            ours, theirs = members.get(one, (one,)), members.get(other, (other,))
            both = {*ours, *theirs}
            if not any(first in both and second in both for first, second in kept_apart):
                together = tuple(sorted(both))
                members |= dict.fromkeys(together, together)
        roots = {name: together[0] for name, together in members.items()}
        rivals: dict[str, set[str]] = {}
        for first, second in kept_apart:
            one, other = roots.get(first, first), roots.get(second, second)
            rivals.setdefault(one, set()).add(other)
            rivals.setdefault(other, set()).add(one)
        return cls(roots, {root: frozenset(of) for root, of in rivals.items()})

    def root(self, key: str) -> str:
        """The key that stands for all names decided to mean the same as this one."""
        return self.roots.get(key, key)

    def keep_apart(self, key: str, others: Iterable[str]) -> bool:
        """Whether the name with this key was decided not to mean the same as one of the others."""
        rivals = self.apart.get(self.root(key))
        return rivals is not None and any(self.root(other) in rivals for other in others)


def _keys(pair: Pair) -> Pair:
    one, other = sorted(map(speaker_key, pair))
    return one, other


NO_DECISIONS = Decisions()
