"""What a run brings along beside its data set: triplets and facts, each with the turns it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from convograph.errors import InputError, UnsupportedError
from convograph.formats.limits import shortened
from convograph.types import Conversation
from convograph_eval.datasets import turn_ids


@dataclass(frozen=True, slots=True)
class Triplet:
    """A triplet and all turns that it rests on, by the ids they are stored under."""

    subject: str
    relation: str
    object: str
    sources: tuple[str, ...]

    @property
    def name(self) -> str:
        """What triplets share that differ in case and spacing only."""
        return " | ".join(" ".join(part.casefold().split()) for part in (self.subject, self.relation, self.object))

    @property
    def text(self) -> str:
        """What is searched and shown."""
        return f"{self.subject} {self.relation} {self.object}"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something extracted from the turns `sources`; where there are none, from the session `session` as a whole."""

    text: str
    sources: tuple[str, ...]
    session: str | None = None


@dataclass(frozen=True, slots=True)
class LostSource:
    """A source that names no stored turn: the conversation, the id as it was written, and where."""

    conversation: str
    source: str
    place: str


@dataclass(frozen=True, slots=True)
class Share:
    """What one conversation is given; `None` stands for a file that was not named."""

    triplets: tuple[Triplet, ...] | None = None
    facts: tuple[Fact, ...] | None = None

    def facts_without_place(self, unit: str) -> int:
        """How many facts belong to no unit of this kind: those of a session as a whole, when units are finer."""
        return 0 if unit == "session" else sum(not fact.sources for fact in self.facts or ())


@dataclass(frozen=True, slots=True)
class Brought:
    """Triplets and facts by the name of their conversation (`None`: no file was named), and the sources not found."""

    triplets: Mapping[str, tuple[Triplet, ...]] | None = None
    facts: Mapping[str, tuple[Fact, ...]] | None = None
    lost: tuple[LostSource, ...] = ()

    def share(self, conversation: str) -> Share:
        """The part of one conversation."""
        return Share(
            None if self.triplets is None else self.triplets.get(conversation, ()),
            None if self.facts is None else self.facts.get(conversation, ()),
        )

    def pooled(self, pool: Conversation) -> Brought:
        """All of it for one conversation that holds the others.

        Raises `UnsupportedError` when turns or sessions that it rests on have other names there.
        """
        triplets = None if self.triplets is None else merged(each for part in self.triplets.values() for each in part)
        facts = None if self.facts is None else tuple(each for part in self.facts.values() for each in part)
        _check_names(pool, triplets or (), facts or ())
        return Brought(
            None if triplets is None else {pool.name: triplets},
            None if facts is None else {pool.name: facts},
            self.lost,
        )


def merged(triplets: Iterable[Triplet]) -> tuple[Triplet, ...]:
    """Each distinct triplet once, as it was first written, with the sources of all."""
    found: dict[str, Triplet] = {}
    for triplet in triplets:
        first = found.get(triplet.name, triplet)
        found[triplet.name] = replace(first, sources=tuple(dict.fromkeys((*first.sources, *triplet.sources))))
    return tuple(found.values())


def needed_triplets(triplets: Sequence[Triplet] | None) -> Sequence[Triplet]:
    """The triplets. Raises `InputError` naming the option when there is no file of them."""
    if triplets is None:
        raise InputError("the unit 'triplet' needs triplets; name their file with --triplets FILE")
    return triplets


def _check_names(pool: Conversation, triplets: Sequence[Triplet], facts: Sequence[Fact]) -> None:
    turns = {turn for session in pool.sessions for turn in turn_ids(session)}
    sessions = {session.id or "" for session in pool.sessions}
    rests_on: list[Triplet | Fact] = [*triplets, *facts]
    wanted = {source for each in rests_on for source in each.sources} - turns
    wanted |= {fact.session or "" for fact in facts if not fact.sources} - sessions
    if wanted:
        raise UnsupportedError(
            f"{len(wanted)} turns and sessions, such as {shortened(min(wanted))}, have other names in {pool.name}, so "
            "triplets and facts cannot follow them; leave --pooled out"
        )
