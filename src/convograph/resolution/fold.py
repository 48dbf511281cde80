"""Selective parallel entity disambiguation: a fold over mentions in order of time, in batches of episodes.

    mentions ─▶ direct, or below the gate: at once          ─▶ canonical set
             └▶ above the gate: lanes, several at a time    ─▶ committed, the earliest mention first

LightGMEM, section 4.3, stage 3. Batches are counted from the first episode, so the outcome depends on the mentions and
not on how they arrived. Episodes before a batch are context for its first ones and are not resolved again [R]. A gap in
the paper's algorithm is closed [R]: while a mention waits, its name is not in the canonical set, so a later mention of
the same name could fall below the gate and become a second entity. Here, a mention whose name is in an open lane joins
that lane, unless an entity has exactly this name.

A waiting mention may also join an entity that a later mention of its batch has made at once.

Appended mentions can be folded onto the state before the batch that they fall into: the mentions of that batch so far,
of at most 50 episodes, are resolved again, and nothing before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import numpy as np
import numpy.typing as npt

from convograph.errors import InputError
from convograph.resolution.canonical import CanonicalSet
from convograph.resolution.decisions import NO_DECISIONS, Decisions
from convograph.resolution.direct import directly
from convograph.resolution.entities import Entity, new_entity
from convograph.resolution.execution import Pending, Settled, in_order_of_time, run_lanes, unasked, with_mention
from convograph.resolution.lanes import ConflictKey, entity_keys, lanes_of, name_keys
from convograph.resolution.likeness import Compared, Likeness, likeness
from convograph.resolution.mentions import Mention, Occurrence, check_order
from convograph.resolution.names import Name, names_of
from convograph.resolution.resolutions import BatchReport, Resolution
from convograph.resolution.resolvers import Resolver
from convograph.resolution.scoring import above_gate, candidates
from convograph.resolution.settings import PAPER, ResolutionSettings

Contexts = npt.NDArray[np.float32]

NO_CONTEXTS: Contexts = np.empty((0, 0), np.float32)


@dataclass(frozen=True, slots=True)
class State:
    """The state after some whole batches, from which to continue. A value: it never changes.

    `batch` is the number of the next batch, `mentions` the number of mentions before it.
    """

    settings: ResolutionSettings
    canonical: CanonicalSet
    batch: int = 0
    mentions: int = 0


@dataclass(frozen=True, slots=True)
class Resolved:
    """Entities by number, a resolution for each mention given, and a report for each batch.

    `state` is the state before the last batch. To append, continue from it with the mentions given from `done` on,
    followed by the new ones.
    """

    entities: tuple[Entity, ...]
    resolutions: tuple[Resolution, ...]
    reports: tuple[BatchReport, ...]
    state: State
    done: int


def beginning(settings: ResolutionSettings = PAPER, decisions: Decisions = NO_DECISIONS) -> State:
    """The state before any mention; other settings or decisions require starting over."""
    return State(settings, CanonicalSet(decisions))


def resolve(
    mentions: Sequence[Mention], resolver: Resolver, state: State | None = None, contexts: Contexts = NO_CONTEXTS
) -> Resolved:
    """Resolve each mention to an entity.

    `mentions` are in order of time, from the first episode of the state's batch on. `contexts`, shape (rows,
    dimensions), are unit vectors, or zero; a mention names its row. If the resolver's choices depend only on what it is
    asked, the outcome depends on the mentions and contexts and not on how many calls they came in.

    Raises `InputError` for mentions without a name, out of order or before the state's batch, and for a context that is
    missing; and whatever the resolver raises.
    """
    state = state or beginning()
    check_order(mentions, state.batch * state.settings.batch)
    if (most := max((one.context for one in mentions), default=-1)) >= len(contexts):
        raise InputError(f"no context {most}: there are {len(contexts)}")
    names = names_of(one.surface for one in mentions)
    fold = _Fold(state.settings, state.canonical.copy(), resolver, names, contexts, state.mentions)
    before, last = state, mentions[-1].episode // state.settings.batch if mentions else state.batch
    for batch, of_batch in groupby(mentions, key=lambda one: one.episode // state.settings.batch):
        if batch == last:
            before = State(state.settings, fold.known.copy(), batch, fold.place)
        fold.take(batch, list(of_batch))
    return Resolved(
        tuple(fold.known.entities.values()),
        tuple(sorted(fold.resolutions, key=lambda one: one.mention)),
        tuple(fold.reports),
        before,
        before.mentions - state.mentions,
    )


@dataclass(slots=True)
class _Fold:
    """A fold in progress: the canonical set, and the number of the next mention."""

    settings: ResolutionSettings
    known: CanonicalSet
    resolver: Resolver
    names: dict[str, Name]
    contexts: Contexts
    place: int
    compare: Compared[Likeness] = field(default_factory=lambda: Compared(likeness))
    resolutions: list[Resolution] = field(default_factory=list)
    reports: list[BatchReport] = field(default_factory=list)

    def take(self, batch: int, mentions: Sequence[Mention]) -> None:
        """Resolve the mentions of a batch."""
        pending: list[Pending] = []
        open_keys: set[ConflictKey] = set()
        for mention in mentions:
            waiting = self._take_at_once(self._occurrence(mention), open_keys)
            if waiting is not None:
                pending.append(waiting)
                open_keys |= waiting.keys
            self.place += 1
        lanes = [[pending[place] for place in lane] for lane in lanes_of([one.keys for one in pending])]
        outcomes = run_lanes(lanes, self.known, self.resolver, self.settings, self.compare)
        self._commit(in_order_of_time(outcomes))
        calls, asked = sum(one.calls for one in outcomes), sum(one.asked for one in outcomes)
        self.reports.append(BatchReport(batch, tuple(map(len, lanes)), calls, asked))

    def _occurrence(self, mention: Mention) -> Occurrence:
        context = None if mention.context < 0 else self.contexts[mention.context].astype(np.float64)
        return Occurrence(self.place, mention, self.names[mention.surface], context)

    def _take_at_once(self, one: Occurrence, open_keys: set[ConflictKey]) -> Pending | None:
        """Resolve a mention by its name or, below the gate, as a new entity; else return it to wait for its lane."""
        keys = name_keys(one.name, self.known.decisions.root(one.name.exact))
        is_open = self.settings.join_open_lanes and not open_keys.isdisjoint(keys)
        direct = directly(one, self.known, self.settings)
        if direct is not None and not (is_open and direct.ground == "fuzzy"):
            number = direct.entity.number
            self._join(Settled(one, number, direct.ground, direct.score, number))
            return None
        found = [] if one.mention.seeded else candidates(one, self.known, self.compare)
        best = [each.entity.number for each in above_gate(found, self.settings)]
        if direct is not None and direct.entity.number not in best:
            best.append(direct.entity.number)
        if best or is_open:
            return Pending(one, keys | entity_keys(best), tuple(best))
        self._add(unasked(one, len(self.known.entities), found))
        return None

    def _commit(self, settled: Sequence[Settled]) -> None:
        """Apply the lanes' outcomes in order of time; entities that they made are numbered in this order."""
        numbers: dict[int, int] = {}
        for one in settled:
            best = None if one.best is None else numbers.get(one.best, one.best)
            if one.entity == -one.said.place - 1:
                numbers[one.entity] = len(self.known.entities)
                self._add(replace(one, entity=numbers[one.entity], best=best))
            else:
                self._join(replace(one, entity=numbers.get(one.entity, one.entity), best=best))

    def _add(self, one: Settled) -> None:
        self.known.put(new_entity(one.entity, one.said))
        self.resolutions.append(Resolution(one.said.place, one.entity, one.ground, one.score, True, one.best))

    def _join(self, one: Settled) -> None:
        self.known.put(with_mention(self.known.entities[one.entity], one))
        self.resolutions.append(Resolution(one.said.place, one.entity, one.ground, one.score, False, one.best))
