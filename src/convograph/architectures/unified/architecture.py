"""`unified`: a linear model over all signals that a turn answers a question, then a few rules set by hand.

question ─▶ understood ─▶ matches ─▶ nominated turns ─▶ features ─▶ scores ─▶ rules ─▶ units ─▶ hits

`rules.order` has the rules in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from convograph.architectures.unified.certainty import unit_probabilities, whole_probability
from convograph.architectures.unified.features import features_of
from convograph.architectures.unified.hits import memo_hits, unit_hits
from convograph.architectures.unified.matches import matches_of
from convograph.architectures.unified.memo_matches import MemoMatches, memo_index
from convograph.architectures.unified.nomination import nominated
from convograph.architectures.unified.outline import outline_of
from convograph.architectures.unified.question import asked
from convograph.architectures.unified.ranking import session_features, session_scores, turn_scores
from convograph.architectures.unified.rules import STATED, apply_rules
from convograph.architectures.unified.scored import Scored
from convograph.architectures.unified.statements import stating_places
from convograph.architectures.unified.units import RankedUnit, ranked_sessions, ranked_units
from convograph.architectures.unified.weights import RankerWeights, bundled_weights
from convograph.extraction.comparisons import compared_in
from convograph.graph.arrays import Floats
from convograph.graph.snapshot import Snapshot
from convograph.layers.memo_wording import MemoWordingLayer
from convograph.layers.wording import WordingLayer
from convograph.protocols import AnyLayer, Encoder, Query, Sketch, WordTable
from convograph.retrieval import all_units, check_unit, evidence_turns, visible_turns
from convograph.terms import ENGLISH, Analyzer
from convograph.timing import Stopwatch
from convograph.types import Recall, Unit, Usage


@dataclass(frozen=True, slots=True)
class Unified:
    """Ranks turns by a linear model over the features of `BUNDLES`, units by their turns, sessions by a second model.

    The same layers serve all units; `unit` is the default unit. `weights` default to the bundled ones. Without `times`,
    the times that a question names or compares and the period that it asks about are ignored, to measure their effect.
    """

    encoder: Encoder
    words: WordTable
    analyzer: Analyzer = ENGLISH
    unit: Unit = "turn"
    weights: RankerWeights | None = None
    times: bool = True

    @property
    def name(self) -> str:
        """`unified`."""
        return "unified"

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units of dialogue, the default first."""
        return all_units(self.unit)

    @property
    def layers(self) -> tuple[AnyLayer, ...]:
        """The wording of all sentences, and of the memos brought or written about turns."""
        return (self._layer, self._memo_layer)

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]:
        """The same layers for every unit. Raises `UnsupportedError` for anything but a dialogue unit."""
        check_unit(self, unit)
        return self.layers

    def with_encoder(self, encoder: Encoder) -> Unified:
        """The same architecture with another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, snapshot: Snapshot, query: Query) -> Recall:
        """The k best units that have anything in common with the question, and the memos that led to their turns."""
        watch = Stopwatch()
        scored = self.scored(snapshot, query, watch)
        whole = self._whole_probability(scored)
        scored = apply_rules(scored, query, self._compared(snapshot, query), self.analyzer)
        ranked = self._ranked(snapshot, query, scored)
        likely = whole * self._probabilities(scored, ranked)
        watch.lap("rank")
        hits = tuple(unit_hits(scored, ranked, likely, query, self.analyzer))
        memos = tuple(memo_hits(scored, ranked))
        watch.lap("reasons")
        usage = Usage(watch.laps, len(scored.features.places))
        return Recall(query.question, self.name, query.unit, hits, usage, query.asked_at, memos, probability=whole)

    def scored(self, snapshot: Snapshot, query: Query, watch: Stopwatch | None = None) -> Scored:
        """The features and scores of the nominated turns; the ranker is trained on them too."""
        watch = watch or Stopwatch()
        layer = snapshot.layers[self._layer.key]
        visible = visible_turns(snapshot.turns, query)
        question = asked(query, snapshot.turns.speaking(visible), self.encoder, self.analyzer, self.words)
        if not self.times:
            question = question.without_times()
        watch.lap("understand")
        outline = outline_of(snapshot, self._layer.key, visible, self.analyzer)
        matches = matches_of(layer, outline, question, self.words)
        watch.lap("match")
        memos = MemoMatches(memo_index(snapshot, self._memo_layer.key, outline.places, visible), matches, self.words)
        allowed = evidence_turns(snapshot.turns, query)
        telling = stating_places(snapshot, layer, matches, self.encoder, allowed)
        candidates = nominated(snapshot.turns, matches, memos, layer, allowed, stating=telling)
        watch.lap("nominate")
        features = features_of(snapshot.turns, layer, matches, memos, candidates)
        watch.lap("features")
        return Scored(
            snapshot=snapshot,
            layer=layer,
            memos=memos.index.layer,
            places=outline.places,
            features=features,
            scores=turn_scores(features, self._weights),
            period=question.period,
            then=question.then,
            stating=telling,
        )

    def sketch(self, snapshot: Snapshot) -> Sketch:
        """An empty sketch: links between turns are computed for each question."""
        return Sketch()

    @property
    def _weights(self) -> RankerWeights:
        return bundled_weights() if self.weights is None else self.weights

    @property
    def _layer(self) -> WordingLayer:
        return WordingLayer(self.encoder, self.words, self.analyzer)

    @property
    def _memo_layer(self) -> MemoWordingLayer:
        return MemoWordingLayer(self.encoder, self.words, self.analyzer)

    def _compared(self, snapshot: Snapshot, query: Query) -> list[Scored]:
        """The turns scored for each of the things that a question compares in time; none for a ranking of sessions."""
        things = compared_in(query.question) if self.times and query.unit != "session" else ()
        return [self.scored(snapshot, replace(query, question=thing, recent=())) for thing in things]

    def _whole_probability(self, scored: Scored) -> float:
        """How likely it is that anything answers, by the scores before the rules and by whether a turn states it."""
        whole = whole_probability(scored.features, scored.scores.turns, self._weights, then=scored.then)
        return max(whole, STATED) if scored.stating else whole

    def _probabilities(self, scored: Scored, ranked: Sequence[RankedUnit]) -> Floats:
        """How likely each unit is to answer, if anything does."""
        best = np.array([one.best for one in ranked], np.int64)
        odds = np.array([one.odds for one in ranked], np.float64)
        return unit_probabilities(odds, best, scored.features, scored.scores.turns, self._weights)

    def _ranked(self, snapshot: Snapshot, query: Query, scored: Scored) -> list[RankedUnit]:
        features, scores = scored.features, scored.scores.turns
        if query.unit != "session":
            return ranked_units(snapshot.turns, scored.places, features.places, scores, unit=query.unit, k=query.k)
        sessions = session_features(features, scores)
        best = session_scores(sessions, self._weights)
        return ranked_sessions(scored.places, features.places, scores, sessions.numbers, best, k=query.k)
