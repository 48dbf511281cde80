"""Resolutions by a model: what a mention means if names alone do not tell (LightGMEM, section 4.3).

    mentions ─▶ fold, in batches of episodes ─▶ gate ─▶ lanes, several at once ─▶ model ─▶ memos, in one transaction

The questions depend only on the mentions, the decisions and the choices already written. Lanes are independent of each
other, so neither the number of parallel lanes nor the order of replies changes the result. A written choice is not
asked for again. A mention without an answer is left to the rules, as without a model, and asked about again by the next
run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from threading import Lock

from convograph.chat import ChatRequest
from convograph.errors import ModelError, ModelOutputError
from convograph.generation.entity_resolution import MOST_MENTIONS, ChatResolver, resolution_request
from convograph.graph.rows import MemoRow
from convograph.graph.snapshot import Snapshot
from convograph.layers.resolved_entities import ResolvedEntities
from convograph.layers.said_mentions import SaidMentions
from convograph.layers.written_choices import ChoiceKey, WrittenResolver, key_of_memo, key_of_question, memo_of_choice
from convograph.llm.metered import ModelUsage
from convograph.memory.commits.transaction import Transaction, transaction
from convograph.memory.enriching.enrichment_requests import Asking
from convograph.memory.snapshots.derivation import Progress
from convograph.memory.storing.brought_memos import BROUGHT
from convograph.resolution import Choice, Question, Resolver, beginning
from convograph.types import SourceTurn, WrittenKind

RESOLUTION: WrittenKind = "resolution"


def open_requests(graph: Snapshot, layer: ResolvedEntities, owner: str = "") -> list[ChatRequest]:
    """The requests of a run in which the model chooses as the rules do; other answers would change later requests."""
    known = layer.known(graph)
    listing = _Listing(layer.resolver, known.said.turns_of_episodes(), owner)
    layer.folded(known, listing, beginning(layer.settings, known.decisions))
    return listing.requests


@dataclass(frozen=True, slots=True)
class ResolutionWriting:
    """A run over one owner's memory, with at most `lanes` requests at once."""

    asking: Asking
    lanes: int
    progress: Progress | None = None

    def run(self, graph: Snapshot, layer: ResolvedEntities) -> None:
        """Ask about all open mentions and store the choices; a complete run removes those no longer asked for."""
        known, incarnation, tally = layer.known(graph), graph.version.incarnation, self.asking.tally
        failures = len(tally.failures)
        expected = len(open_requests(graph, layer)) if self.progress else 0
        model = _ByModel(self, incarnation, known.said, known.said.turns_of_episodes(), layer.resolver, expected)
        raised = _RecordingResolver(known.said, WrittenResolver(known.choices, known.said, model))
        state = beginning(replace(layer.settings, lanes=self.lanes), known.decisions)
        layer.folded(replace(known, choices={}), raised, state)
        is_whole = not tally.untried and len(tally.failures) == failures
        chosen = [memo for _, memo in sorted(model.chosen.items())]
        with transaction(self.asking.store, self.asking.owner) as writing:
            if writing.version.incarnation == incarnation:
                _store(writing, chosen, raised.keys if is_whole else None)
                tally.written += Counter({RESOLUTION: len(chosen)} if chosen else {})


def _store(writing: Transaction, chosen: Sequence[MemoRow], raised: Set[ChoiceKey] | None) -> None:
    """Store the choices that no other process stored meanwhile; remove model-written ones not in `raised`, if given."""
    stored = {key_of_memo(memo): memo for memo in writing.memos(RESOLUTION)}
    if raised is not None:
        written = [key for key, memo in stored.items() if memo.origin != BROUGHT]
        writing.remove_memos([stored[key].key for key in written if key not in raised])
    writing.put_memos([memo for memo in chosen if key_of_memo(memo) not in stored])


@dataclass(frozen=True, slots=True)
class _ByModel:
    """A resolver that asks the model, else `rules`; `chosen` are the model's choices as memos, by mention place."""

    run: ResolutionWriting
    incarnation: str
    said: SaidMentions
    episodes: Mapping[int, Sequence[SourceTurn]]
    rules: Resolver
    expected: int
    chosen: dict[int, MemoRow] = field(default_factory=dict)
    _lock: AbstractContextManager[bool] = field(default_factory=Lock)

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        """A choice for each question, by the rules if the model gives none."""
        asking = self.run.asking
        consulted = asking.consulted(self.incarnation)
        failure: ModelError | None = None
        try:
            choices = ChatResolver(consulted.model, self.episodes, asking.owner).decide(group)
        except ModelError as error:
            choices, failure = [Choice(None, "unanswered")] * len(group), error
        answered = [choice.ground != "unanswered" for choice in choices]
        if failure is None and not all(answered):
            consulted.drop_replies()
            failure = ModelOutputError("the reply does not say whom every mention means")
        self._note(group, choices, consulted.used(), failure)
        ruled = self.rules.decide(group)
        return [choice if known else rule for choice, known, rule in zip(choices, answered, ruled, strict=True)]

    def _note(
        self, group: Sequence[Question], choices: Sequence[Choice], used: ModelUsage, failure: ModelError | None
    ) -> None:
        """Record the choices and the usage; a lock serializes the lanes."""
        asking, progress = self.run.asking, self.run.progress
        about = f"{group[0].mention.surface} in {self.said.turn(group[0].place).id}"
        with self._lock:
            for question, choice in zip(group, choices, strict=True):
                if choice.ground != "unanswered":
                    memo = memo_of_choice(question, choice, self.said, asking.model.fingerprint)
                    self.chosen[question.place] = memo
            asking.take_down(RESOLUTION, about, used, failure)
            if progress:
                done = asking.tally.calls + asking.tally.kept
                progress(done, max(done, self.expected))


@dataclass(frozen=True, slots=True)
class _RecordingResolver:
    """A resolver that records which choices it is asked for, and passes the questions on."""

    said: SaidMentions
    resolver: Resolver
    keys: set[ChoiceKey] = field(default_factory=set)

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        """The choices of the wrapped resolver."""
        self.keys.update([key_of_question(question, self.said) for question in group])  # one call: lanes share the set
        return self.resolver.decide(group)


@dataclass(frozen=True, slots=True)
class _Listing:
    """A resolver that lists the requests to a model, and leaves the choices to the rules."""

    rules: Resolver
    episodes: Mapping[int, Sequence[SourceTurn]]
    owner: str
    requests: list[ChatRequest] = field(default_factory=list)

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        """The choices of the rules."""
        some = [group[start : start + MOST_MENTIONS] for start in range(0, len(group), MOST_MENTIONS)]
        self.requests.extend(resolution_request(self.owner, each, self.episodes) for each in some)
        return self.rules.decide(group)
