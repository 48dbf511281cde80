"""Triplets and memos that a run adds to its data set, each with its source turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from convograph.errors import InputError, UnsupportedError
from convograph.formats.limits import shortened
from convograph.types import Conversation, Memo, Triplet
from convograph_eval.datasets import turn_ids


@dataclass(frozen=True, slots=True)
class SourcedTriplet:
    """A triplet, and the stored ids of all its source turns."""

    triplet: Triplet
    sources: tuple[str, ...]

    @property
    def name(self) -> str:
        """A name that is equal for triplets that differ only in case and spacing."""
        return " | ".join(" ".join(part.casefold().split()) for part in self.triplet.parts)


@dataclass(frozen=True, slots=True)
class LostSource:
    """A source that is not a stored turn: its conversation, the id as written, and its place in the file."""

    conversation: str
    source: str
    place: str


@dataclass(frozen=True, slots=True)
class Share:
    """One conversation's triplets and memos; `None` if the file was not given."""

    triplets: tuple[SourcedTriplet, ...] | None = None
    memos: tuple[Memo, ...] | None = None

    @property
    def facts(self) -> tuple[Memo, ...] | None:
        """The facts among the memos."""
        return None if self.memos is None else tuple(memo for memo in self.memos if memo.kind == "fact")

    @property
    def events(self) -> tuple[Memo, ...] | None:
        """The events among the memos."""
        return None if self.memos is None else tuple(memo for memo in self.memos if memo.kind == "event")

    def facts_without_place(self, unit: str) -> int:
        """The number of facts that belong to no unit of this kind: those about a whole session, if units are finer."""
        return 0 if unit == "session" else sum(not fact.turns for fact in self.facts or ())


@dataclass(frozen=True, slots=True)
class Brought:
    """Triplets and memos by conversation (`None`: no file was given), and the sources that were not found."""

    triplets: Mapping[str, tuple[SourcedTriplet, ...]] | None = None
    memos: Mapping[str, tuple[Memo, ...]] | None = None
    lost: tuple[LostSource, ...] = ()

    def share(self, conversation: str) -> Share:
        """The share of a conversation."""
        return Share(
            None if self.triplets is None else self.triplets.get(conversation, ()),
            None if self.memos is None else self.memos.get(conversation, ()),
        )

    def pooled(self, pool: Conversation) -> Brought:
        """All triplets and memos, for one conversation that pools the others.

        Raises `UnsupportedError` if source turns or sessions have other names in the pool.
        """
        triplets = None if self.triplets is None else merged(each for part in self.triplets.values() for each in part)
        memos = None if self.memos is None else tuple(each for part in self.memos.values() for each in part)
        _check_names(pool, triplets or (), memos or ())
        return Brought(
            None if triplets is None else {pool.name: triplets},
            None if memos is None else {pool.name: memos},
            self.lost,
        )


def merged(triplets: Iterable[SourcedTriplet]) -> tuple[SourcedTriplet, ...]:
    """The distinct triplets, as first written, with the sources of all duplicates."""
    found: dict[str, SourcedTriplet] = {}
    for triplet in triplets:
        first = found.get(triplet.name, triplet)
        found[triplet.name] = replace(first, sources=tuple(dict.fromkeys((*first.sources, *triplet.sources))))
    return tuple(found.values())


def needed_triplets(triplets: Sequence[SourcedTriplet] | None) -> Sequence[SourcedTriplet]:
    """The triplets. Raises an `InputError` that names the option if no file of triplets was given."""
    if triplets is None:
        raise InputError("the unit 'triplet' needs triplets; name their file with --triplets FILE")
    return triplets


def _check_names(pool: Conversation, triplets: Sequence[SourcedTriplet], memos: Sequence[Memo]) -> None:
    turns = {turn for session in pool.sessions for turn in turn_ids(session)}
    sessions = {session.id for session in pool.sessions}
    wanted = {source for triplet in triplets for source in triplet.sources} - turns
    wanted |= {turn for memo in memos for turn in memo.turns} - turns
    wanted |= {memo.session for memo in memos if memo.session is not None and memo.session not in sessions}
    if wanted:
        raise UnsupportedError(
            f"{len(wanted)} turns and sessions, such as {shortened(min(wanted))}, have other names in {pool.name}, so "
            "triplets and memos cannot follow them; leave --pooled out"
        )
