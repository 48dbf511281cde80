"""The facts of a memory: the layers they are read from, how they are selected, and what a person decides about them.

Importing this module loads the extraction rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from convograph.errors import ConflictError, NotFoundError, TimeError
from convograph.facts import Relations, facts_of
from convograph.facts.decisions import ended_fact, kept_fact, struck_fact, time_of_deciding
from convograph.facts.folding.known_folds import NamedFact
from convograph.facts.folding.view import held_between
from convograph.facts.relations import plain, relation_meant
from convograph.formats.limits import shortened
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.brought_triplets import BroughtTriplets
from convograph.layers.triplets import TripletLayer
from convograph.memory.fact_options import FactOptions
from convograph.memory.identifiers import of_id
from convograph.memory.moments import Moment, first_moment, last_moment
from convograph.memory.names.meant import only_begun
from convograph.memory.names.nearest_names import known_instead
from convograph.memory.snapshots.keeper import with_needs
from convograph.protocols import AnyLayer, Architecture
from convograph.quotation import fact_on_line
from convograph.segmentation import is_user
from convograph.times import said_at
from convograph.types import Fact, Memo, Said

_NAMES = frozenset({"name", "nickname"})
_NEVER = frozenset({"struck", "corrected"})  # reasons of facts that never held

FactAction = Literal["undo", "end", "strike"]
"""A person's decision about a fact: that it holds despite what ended it, no longer holds, or never held."""

_MAKERS: Mapping[FactAction, Callable[[Fact, Said], Memo]] = {
    "undo": kept_fact,
    "end": ended_fact,
    "strike": struck_fact,
}


def statement_layers(architecture: Architecture, options: FactOptions) -> tuple[AnyLayer, ...]:
    """The layers of statements: the architecture's own where it has them, so that nothing is read twice."""
    own = with_needs(architecture.layers)
    encoder, analyzer = architecture.encoder, architecture.analyzer
    read: AnyLayer | None = next((layer for layer in own if isinstance(layer, TripletLayer)), None)
    if read is None and options.make_reader is not None:
        read = TripletLayer(encoder, options.make_reader(), analyzer)
    brought = next((layer for layer in own if isinstance(layer, BroughtTriplets)), None)
    return (*(() if read is None else (read,)), brought or BroughtTriplets(encoder, analyzer))


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """The facts of a snapshot that has these layers."""

    snapshot: Snapshot
    layers: Sequence[AnyLayer]
    relations: Relations

    def facts(self, *, known_at: Moment | None = None) -> list[Fact]:
        """All facts, as in `with_names`."""
        return [one.fact for one in self.with_names(known_at=known_at)]

    def with_names(
        self, *, valid_at: Moment | None = None, known_at: Moment | None = None, everything: bool = False
    ) -> list[NamedFact]:
        """All facts, or those that held at `valid_at` and were known at `known_at`.

        If `valid_at` is a period, such as a day or a month, a fact need only have held at some moment of it.
        `everything` is as in `facts_of`. Raises `TimeError` for text that names no time.
        """
        now = datetime.now()
        known = None if known_at is None else last_moment(known_at, now)
        keys = [layer.key for layer in self.layers]
        found = facts_of(self.snapshot, keys, self.relations, known, everything=everything)
        if valid_at is None:
            return found
        first, last = first_moment(valid_at, now), last_moment(valid_at, now)
        return [one for one in found if held_between(one.fact, first, last)]

    @staticmethod
    def selected(
        facts: Sequence[NamedFact],
        subject: str | None,
        relation: str | None,
        *,
        known_at: Moment | None = None,
        outdated: bool,
    ) -> list[Fact]:
        """The facts about a subject, given by any of its names, in a relation, in any wording (`relation_meant`).

        Names are compared without regard to case. Without `outdated`, outdated facts are left out, except those that
        still hold now (at `known_at`, if given, or when the latest turn was said, if that is later), because what
        replaces them begins later.
        """
        about = None if subject is None else speaker_key(subject)
        found = [fact for fact, _, names in facts if about is None or about in map(speaker_key, names)]
        if relation is not None:
            wanted = relation_meant(relation, {plain(fact.relation) for fact in found})
            found = [fact for fact in found if plain(fact.relation) == wanted]
        if outdated:
            return found
        now = datetime.now()
        moment = max([now, *_told(found)]) if known_at is None else last_moment(known_at, now)
        return [fact for fact in found if _is_listed(fact, moment)]

    def subject_meant(self, facts: Sequence[NamedFact], subject: str) -> str:
        """The subject that a name, or the beginning of only one subject's name, means; `subject` itself if unknown.

        A name that the user of an assistant says is theirs means the user, and "Ana's sister" then means the user's
        sister, unless a subject is called exactly so or somebody speaks under the name. Raises `ConflictError` if the
        names of several subjects begin with `subject`.
        """
        about = speaker_key(subject)
        known = {speaker_key(name) for one in facts for name in one.names}
        if about in known:
            return subject
        owner, possessive, noun = about.replace("’", "'").partition("'s ")
        own = [] if owner in self.snapshot.turns.speaker_keys else _names_of_user(one.fact for one in facts)
        for name, user in own:
            of_user = f"{user}{possessive}{noun}"
            if speaker_key(name) == owner and (not noun or speaker_key(of_user) in known):
                return of_user
        names = ((each, one.fact.subject) for one in facts for each in one.names)
        return only_begun(subject, (*names, *own)) or subject

    def check_subject(self, subject: str) -> None:
        """Raise `NotFoundError` for an unknown subject: no speaker, and neither the subject nor the value of a fact.

        A memory without turns accepts any subject.
        """
        about, turns = speaker_key(subject), self.snapshot.turns
        if not len(turns) or about in turns.speaker_keys:
            return
        facts = self.with_names(everything=True)
        if not any(about in map(speaker_key, (*one.names, one.fact.value)) for one in facts):
            known = known_instead(subject, (fact.subject for fact in self.facts()))
            raise NotFoundError(
                f"no facts about {shortened(subject)}, and nobody called so speaks; {known}"
                "`convograph facts --outdated` lists those of everybody"
            )

    def named(self, id_: str) -> Fact:
        """The fact with an id, given whole or by its beginning. Raises like `of_id`."""
        return self._of_id(id_).fact

    def _of_id(self, id_: str) -> NamedFact:
        found = self.with_names(everything=True)
        fact = of_id([one.fact for one in found], id_, "fact", "convograph facts --outdated")
        return next(one for one in found if one.fact.id == fact.id)

    def decision(self, id_: str, action: FactAction, now: datetime, until: Moment | None = None) -> Memo:
        """The memo that records a decision about the fact with an id; for an end, `until` is when it last held.

        Raises `ConflictError` if the decision would change nothing, and `TimeError` for an end in the future, or before
        the fact began.
        """
        found = self._of_id(id_)
        fact = found.fact
        why = _why_not(fact, action)
        if why is not None:
            raise ConflictError(f"{fact_on_line(fact.subject, fact.relation, fact.value)} ({fact.id}): this {why}")
        said = said_at(time_of_deciding(found.as_stated, self.snapshot.memos[:], now))
        if until is not None:
            return ended_fact(found.as_stated, said, _end_told(fact, until, now))
        return _MAKERS[action](found.as_stated, said)


def _told(facts: Iterable[Fact]) -> Iterator[datetime]:
    """When the turns that state or end some facts were said."""
    return (turn.said.local for fact in facts for turn in (*fact.turns, *fact.ended_by) if turn.said is not None)


def _is_listed(fact: Fact, now: datetime) -> bool:
    """Whether a fact is current or disputed, or holds at least until what replaces it begins."""
    return fact.status != "outdated" or (
        fact.reason == "newer" and fact.valid_to is not None and held_between(fact, now, now)
    )


def _names_of_user(facts: Iterable[Fact]) -> list[tuple[str, str]]:
    """The names that the user of an assistant says they have or had, each with the subject of the facts."""
    return [
        (fact.value, fact.subject)
        for fact in facts
        if fact.relation in _NAMES and fact.reason not in _NEVER and is_user(fact.subject) and is_user(fact.claimed_by)
    ]


def _why_not(fact: Fact, action: FactAction) -> str | None:
    """Why a decision about a fact is refused; `None` if it is not."""
    if action == "strike":
        return "is struck out already; nothing was changed" if fact.reason == "struck" else None
    if action == "end" and fact.reason == "struck":
        return "was struck out, so that it never held; `convograph fact undo` takes that back"
    outdated = fact.status == "outdated"
    if outdated != (action == "undo"):
        return f"is {'outdated already' if outdated else 'not outdated'}; nothing was changed"
    return None


def _end_told(fact: Fact, until: Moment, now: datetime) -> datetime:
    """The last moment at which a fact held: of a date or a month, its last moment up to now. Raises `TimeError`."""
    called = f"{fact_on_line(fact.subject, fact.relation, fact.value)} ({fact.id})"
    if first_moment(until, now) > now:
        raise TimeError(f"{called}: {until!s:.80} lies ahead; end it when it is over")
    end, said = min(last_moment(until, now), now), fact.turns[0].said
    start = fact.valid_from or (None if said is None else said.local)
    if start is not None and end < start:
        raise TimeError(f"{called}: it held only since {start.date()}, after {until!s:.80}; give a later time")
    return end
