"""What was decided about names and the like: which mean the same, and which do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from convograph.graph.rows import MemoRow
from convograph.graph.turns import speaker_key
from convograph.types import OTHER_NAME, SAME_NAME


@dataclass(frozen=True, slots=True)
class Verdicts:
    """A root for all names that mean the same, and pairs of roots that do not. Case and spacing are ignored."""

    roots: dict[str, str]
    apart: frozenset[frozenset[str]]

    @classmethod
    def of(cls, memos: Sequence[MemoRow]) -> Verdicts:
        """Those of some decisions. Of several about the same two names, what was decided last holds.

        Of those without a time, or of the same time, it is that they are not the same.
        """
        last: dict[tuple[str, ...], tuple[bool, datetime, bool]] = {}
        for memo in memos:
            for told in memo.details.triplets:
                if told.relation in (SAME_NAME, OTHER_NAME):
                    pair = tuple(sorted((speaker_key(told.subject), speaker_key(told.object))))
                    moment = memo.said.local if memo.said is not None else datetime.min
                    decided = (memo.said is not None, moment, told.relation == OTHER_NAME)
                    last[pair] = max(last.get(pair, decided), decided)
        roots: dict[str, str] = {}
        for one, other in sorted(pair for pair, (_, _, apart) in last.items() if not apart):
            low, high = sorted((_root(roots, one), _root(roots, other)))
            if low != high:
                roots[high] = low
        against = (pair for pair, (_, _, apart) in last.items() if apart)
        return cls(roots, frozenset(frozenset(_root(roots, name) for name in pair) for pair in against))

    def root(self, name: str) -> str:
        """The key shared by all spellings of a name, and by all names that were decided to mean the same."""
        return _root(self.roots, speaker_key(name))

    def are_apart(self, name: str, others: Iterable[str]) -> bool:
        """Whether a name was decided not to mean the same as one of some others."""
        root = self.root(name)
        return any(frozenset((root, self.root(other))) in self.apart for other in others)


def _root(roots: dict[str, str], name: str) -> str:
    while name in roots:
        name = roots[name]
    return name
