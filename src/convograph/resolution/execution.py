"""Runs lanes: several at once, each strictly in order of time and with its own canonical set.

    C_0 = the candidates of the lane's mentions;   C_r = C_{r-1} ∪ {v̂_r}        LightGMEM, section 4.3, step 5

Lanes share no candidate and no name, and none sees what another does, so neither their order nor how many run at once
makes a difference. Mentions of one episode and lane share a call of the resolver [R]; a name that occurs twice among
them is asked about once.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby

from convograph.resolution.canonical import CanonicalSet
from convograph.resolution.direct import Direct, directly
from convograph.resolution.entities import Entity, called, joined, new_entity
from convograph.resolution.lanes import ConflictKey
from convograph.resolution.mentions import Occurrence
from convograph.resolution.resolutions import Ground
from convograph.resolution.resolvers import Choice, Question, Resolver
from convograph.resolution.scoring import Candidate, Compare, above_gate, candidates
from convograph.resolution.settings import ResolutionSettings


@dataclass(frozen=True, slots=True)
class Pending:
    """A mention that waits for its lane: its conflict keys, and the numbers of its candidates."""

    said: Occurrence
    keys: frozenset[ConflictKey]
    candidates: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """The outcome for a mention: the fields of `Resolution`, and the name that a resolver gave.

    An entity made in a lane has a negative number that no other lane uses.
    """

    said: Occurrence
    entity: int
    ground: Ground
    score: float | None
    best: int | None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class LaneOutcome:
    """The settled mentions of a lane in order of time, the resolver calls, and the mentions these asked about."""

    settled: tuple[Settled, ...]
    calls: int
    asked: int


def run_lanes(
    lanes: Sequence[Sequence[Pending]],
    known: CanonicalSet,
    resolver: Resolver,
    settings: ResolutionSettings,
    compare: Compare,
) -> list[LaneOutcome]:
    """Run lanes and return their outcomes in order; `known` is only read. An interrupt cancels lanes not yet begun."""

    def run(lane: Sequence[Pending]) -> LaneOutcome:
        local = known.part(number for one in lane for number in one.candidates)
        return _Run(local, resolver, settings, compare).outcome(lane)

    at_once = min(len(lanes), settings.lanes)
    if at_once < 2:
        return [run(lane) for lane in lanes]
    pool = ThreadPoolExecutor(at_once, thread_name_prefix="convograph-lane")
    try:
        return list(pool.map(run, lanes))
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass(slots=True)
class _Run:
    """A lane being run; `known` is its own canonical set."""

    known: CanonicalSet
    resolver: Resolver
    settings: ResolutionSettings
    compare: Compare
    settled: list[Settled] = field(default_factory=list)
    calls: int = 0
    asked: int = 0

    def outcome(self, lane: Sequence[Pending]) -> LaneOutcome:
        """Settle all mentions of a lane, those of an episode together if calls are shared."""
        shared = self.settings.shared_calls
        said = (one.said for one in lane)
        for _, group in groupby(said, key=lambda one: one.mention.episode if shared else one.place):
            self._settle(list(group))
        return LaneOutcome(tuple(self.settled), self.calls, self.asked)

    def _settle(self, group: Sequence[Occurrence]) -> None:
        """Ask about mentions not resolved directly, then settle all in order: each sees the outcomes before it."""
        found = {one.place: self._candidates(one) for one in group if self._directly(one) is None}
        firsts: dict[tuple[str, str, str | None], Occurrence] = {}
        for one in group:
            if above_gate(found.get(one.place, ()), self.settings):
                firsts.setdefault(_spelled(one), one)
        choices = self._choices([(one, above_gate(found[one.place], self.settings)) for one in firsts.values()])
        for one in group:
            first = firsts.get(_spelled(one), one)
            if one.place in found or self._directly(one) is not None:
                self._settle_one(one, found.get(first.place, ()), choices.get(first.place))
            else:
                self._settle([one])  # resolved directly only until a mention before it in the group was settled

    def _directly(self, one: Occurrence) -> Direct | None:
        return directly(one, self.known, self.settings)

    def _candidates(self, one: Occurrence) -> Sequence[Candidate]:
        return () if one.mention.seeded else candidates(one, self.known, self.compare)

    def _choices(self, asked: Sequence[tuple[Occurrence, tuple[Candidate, ...]]]) -> dict[int, Choice]:
        """The resolver's choices, by the place of the mention."""
        if not asked:
            return {}
        since = asked[0][0].mention.episode - self.settings.overlap
        questions = [Question(one.mention, one.name, found, since, one.place) for one, found in asked]
        choices = self.resolver.decide(questions)
        self.calls += 1
        self.asked += len(questions)
        for question, choice in zip(questions, choices, strict=True):
            numbers = [each.entity.number for each in question.candidates]
            if choice.entity is not None and choice.entity not in numbers:
                raise ValueError(f"the resolver chose entity {choice.entity}, not one of its candidates {numbers}")
        return {one.place: choice for (one, _), choice in zip(asked, choices, strict=True)}

    def _settle_one(self, one: Occurrence, found: Sequence[Candidate], choice: Choice | None) -> None:
        direct = self._directly(one)
        if direct is not None:
            number = direct.entity.number
            self._join(Settled(one, number, direct.ground, direct.score, number))
        elif choice is None:
            self._add(unasked(one, -one.place - 1, found))
        elif choice.entity is None:
            self._add_apart(one, found, choice, "none" if choice.ground == "resolver" else choice.ground)
        elif self.known.is_kept_apart(one.name.exact, self.known.entities[choice.entity]):
            self._add_apart(one, found, choice, "kept apart")
        else:
            self._join(Settled(one, choice.entity, "resolver", choice.score, choice.entity, choice.name))

    def _add_apart(self, one: Occurrence, found: Sequence[Candidate], choice: Choice, ground: Ground) -> None:
        best = choice.entity if choice.entity is not None else found[0].entity.number
        self._add(Settled(one, -one.place - 1, ground, choice.score, best, choice.name))

    def _add(self, settled: Settled) -> None:
        self.known.put(new_entity(settled.entity, settled.said))
        self.settled.append(settled)

    def _join(self, settled: Settled) -> None:
        self.known.put(with_mention(self.known.entities[settled.entity], settled))
        self.settled.append(settled)


def unasked(one: Occurrence, number: int, found: Sequence[Candidate]) -> Settled:
    """A mention that makes a new entity without a resolver being asked."""
    ground: Ground = "speaker" if one.mention.seeded else "below the gate"
    score, best = (found[0].score, found[0].entity.number) if found else (0.0, None)
    return Settled(one, number, ground, score, best)


def with_mention(entity: Entity, settled: Settled) -> Entity:
    """The entity with a mention that joined it, under the name that the resolver prefers."""
    found = joined(entity, settled.said)
    return called(found, settled.name) if settled.name else found


def in_order_of_time(outcomes: Sequence[LaneOutcome]) -> list[Settled]:
    """The settled mentions of all lanes, the earliest first."""
    return sorted((one for each in outcomes for one in each.settled), key=lambda one: one.said.place)


def _spelled(one: Occurrence) -> tuple[str, str, str | None]:
    return one.name.exact, one.mention.kind, one.mention.owner
