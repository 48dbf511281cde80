"""Decisions about names, relations and events: which mean the same, and which do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from convograph.formats.memo_limits import MAX_PHRASE_CHARACTERS, takes_out
from convograph.graph.components import root_of
from convograph.graph.rows import MemoRow
from convograph.graph.turns import speaker_key
from convograph.times import moment_of
from convograph.types import OTHER_NAME, SAME_NAME, UNDONE, Triplet

_RELATIONS = (SAME_NAME, OTHER_NAME)

Reference = tuple[tuple[str, str, str], str | None]
"""What identifies a decision: its triplet, and its moment, if it has one."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """A root for all names that mean the same, and pairs of roots that do not. Case and spacing are ignored."""

    roots: dict[str, str]
    apart: frozenset[frozenset[str]]

    @classmethod
    def of(cls, memos: Sequence[MemoRow]) -> Verdicts:
        """The verdicts of some decisions; later ones take precedence, and those taken out are ignored.

        An earlier decision holds if it does not contradict later ones: "Mary is Maria" and "Maria is Ria" do not both
        hold if "Mary is not Ria" came later. Decisions without a time come before all others; among decisions of the
        same time, those that keep names apart take precedence.
        """
        roots: dict[str, str] = {}
        apart: set[frozenset[str]] = set()
        for _, keeps_apart, (one, other) in sorted(_decisions(memos), reverse=True):
            pair = frozenset((root_of(roots, one), root_of(roots, other)))
            if len(pair) == 1 or (not keeps_apart and pair in apart):
                continue
            if keeps_apart:
                apart.add(pair)
            else:
                low, high = sorted(pair)
                roots[high] = low
                apart = {frozenset(low if root == high else root for root in each) for each in apart}
        return cls(roots, frozenset(apart))

    def root(self, name: str) -> str:
        """The key shared by all spellings of a name and by all names decided to mean the same."""
        return root_of(self.roots, speaker_key(as_decided(name)))

    def holds(self, decided: Triplet) -> bool:
        """Whether a decision about two names is in effect."""
        roots = self.root(decided.subject), self.root(decided.object)
        return roots[0] == roots[1] if decided.relation == SAME_NAME else frozenset(roots) in self.apart

    def are_apart(self, name: str, others: Iterable[str]) -> bool:
        """Whether a name was decided not to mean the same as one of the others."""
        root = self.root(name)
        return any(frozenset((root, self.root(other))) in self.apart for other in others)


def is_about_names(memo: MemoRow) -> bool:
    """Whether a memo is a decision about two names (relations, events), or takes one out; one about a fact is not."""
    return is_decided(memo) or is_undone(memo)


def is_decided(memo: MemoRow) -> bool:
    """Whether a memo is a decision about two names (relations, events), taken out or not."""
    return memo.kind == "decision" and all(told.relation in _RELATIONS for told in memo.details.triplets)


def is_undone(memo: MemoRow) -> bool:
    """Whether a memo takes out a decision about two names (relations, events)."""
    return memo.kind == "decision" and all(map(takes_out, memo.details.triplets))


def standing(memos: Iterable[MemoRow]) -> list[MemoRow]:
    """The decisions about names among some memos, without those taken out."""
    held = [memo for memo in memos if is_about_names(memo)]
    undone = {taken_out_by(memo) for memo in held if is_undone(memo)}
    return [memo for memo in held if is_decided(memo) and reference_of(memo) not in undone]


def reference_of(memo: MemoRow) -> Reference:
    """What identifies a decision."""
    return memo.details.triplets[0].parts, None if memo.said is None else memo.said.local.isoformat()


def taken_out_by(memo: MemoRow) -> Reference:
    """The decision that a memo takes out."""
    told = memo.details.triplets[0]
    return (told.subject, told.relation.removeprefix(UNDONE), told.object), memo.details.when_text


def as_decided(name: str) -> str:
    """A name as a decision has it: only the beginning of a text that is too long."""
    return name[:MAX_PHRASE_CHARACTERS].rstrip()


def _decisions(memos: Iterable[MemoRow]) -> Iterator[tuple[datetime, bool, tuple[str, str]]]:
    """For each decision: when, whether it keeps apart, and the keys of the two names, ascending."""
    for memo in standing(memos):
        for told in memo.details.triplets:
            one, other = sorted((speaker_key(told.subject), speaker_key(told.object)))
            moment = moment_of(memo.said)
            yield moment, told.relation == OTHER_NAME, (one, other)
