"""G-Long's recall as a pipeline: anchors, edges, the semantic stage, equation 4, hits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
import numpy.typing as npt

from convograph.architectures.glong.anchors import anchors_of
from convograph.architectures.glong.hits import triplet_hits, triplet_memos, turn_hits
from convograph.architectures.glong.scoring import ScoredQuestion, ScoredTriplet, scored
from convograph.architectures.glong.settings import NAMED, PAPER, GLongSettings
from convograph.architectures.glong.sketch import triplet_sketch
from convograph.architectures.glong.triplet_graph import TripletGraph, TripletGraphKeys, triplet_graph
from convograph.extraction.reading import Reader
from convograph.graph.snapshot import Snapshot
from convograph.graph.vectors import rounded
from convograph.layers.brought_triplets import BroughtEntities, BroughtTriplets
from convograph.layers.chunks import ChunkLayer
from convograph.layers.entities import EntityLayer
from convograph.layers.triplets import TripletLayer
from convograph.protocols import AnyLayer, Encoder, ImportanceScorer, Query, Sketch
from convograph.retrieval import check_unit
from convograph.terms import ENGLISH, Analyzer
from convograph.timing import Stopwatch
from convograph.types import MemoHit, Recall, Unit, Usage

MORE = 4  # factor by which the semantic stage is widened when its triplets have too few turns


@dataclass(frozen=True, slots=True)
class GLong:
    """The triplet graph of G-Long.

    Triplets are read by `reader`, unless `settings` use only brought ones. `scorer` rates the importance of each in its
    session; without a scorer, the importance named by `settings` is used.
    """

    encoder: Encoder
    reader: Reader
    settings: GLongSettings = PAPER
    analyzer: Analyzer = ENGLISH
    scorer: ImportanceScorer | None = None

    @property
    def name(self) -> str:
        """The name of its settings in `NAMED`, else `glong`, or `glong-sources` if the text of sources counts.

        A scorer of importance is appended: `glong+t5`.
        """
        other = "glong-sources" if self.settings.source else "glong"
        name = next((name for name, settings in NAMED.items() if settings == self.settings), other)
        return name if self.scorer is None else f"{name}+{self.scorer.name.partition(':')[0]}"

    @property
    def units(self) -> tuple[Unit, ...]:
        """Turns that state the triplets found, or the triplets themselves."""
        return ("turn", "triplet")

    @property
    def layers(self) -> tuple[AnyLayer, ...]:
        """Triplets with their vectors and terms, and the names in them; whole turns if their text counts."""
        read: tuple[AnyLayer, ...] = (self._triplets, self._entities)
        brought: tuple[AnyLayer, ...] = (self._brought_triplets, self._brought_entities)
        sources: tuple[AnyLayer, ...] = (self._turns,) if self.settings.source else ()
        return (*{"read": read, "brought": brought, "best": (*read, *brought)}[self.settings.triplets], *sources)

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]:
        """The same layers for every unit."""
        return self.layers

    @property
    def touches(self) -> bool:
        """Whether a recall marks the turns it found as used now, as in the paper."""
        return self.settings.touch

    def with_encoder(self, encoder: Encoder) -> GLong:
        """The same architecture with another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, snapshot: Snapshot, query: Query) -> Recall:
        """The best triplets by equation 4 as hits, or the turns that state them, best triplet first.

        Turns come with the triplets as memos. Scores are S_final.
        """
        check_unit(self, query.unit)
        watch = Stopwatch()
        vector = rounded(self.encoder.encode([query.wording], "query"))[0]
        watch.lap("encode")
        triplets = self.triplets(snapshot, query)
        anchors = anchors_of(triplets, vector, query)
        watch.lap("anchors")
        at = query.moment or datetime.now()
        ranked, candidates = self._ranked(
            triplets, ScoredQuestion(vector, anchors, at, self._words(snapshot, query)), query
        )
        watch.lap("rank")
        shown = ranked[: query.k]
        memos: list[MemoHit] = []
        if query.unit == "triplet":
            hits = triplet_hits(shown, query.question, self.analyzer)
        else:
            hits, memos = turn_hits(ranked, query.k, query.question, self.analyzer), triplet_memos(shown)
        watch.lap("hits")
        usage = Usage(watch.laps, candidates)
        return Recall(query.question, self.name, query.unit, tuple(hits), usage, query.asked_at, tuple(memos))

    def triplets(self, snapshot: Snapshot, query: Query) -> TripletGraph:
        """The triplets visible to the question.

        If both kinds of triplets are used, a session with brought ones has no others [R].
        """
        read = TripletGraphKeys(self._triplets.key, self._entities.key)
        brought = TripletGraphKeys(self._brought_triplets.key, self._brought_entities.key)
        keys = {"read": (read,), "brought": (brought,), "best": (read, brought)}[self.settings.triplets]
        return triplet_graph(snapshot, keys, query, self.settings, self.analyzer)

    def sketch(self, snapshot: Snapshot) -> Sketch:
        """The names, and the triplets between them with their weights."""
        return triplet_sketch(self.triplets(snapshot, Query("", 1, "turn")))

    def _ranked(self, triplets: TripletGraph, asked: ScoredQuestion, query: Query) -> tuple[list[ScoredTriplet], int]:
        """The triplets of the semantic stage, best by equation 4 first, and how many were compared.

        If turns are wanted and the triplets have too few, the stage is widened.
        """
        kept = max(self.settings.semantic or 0, query.k)
        while True:
            ranked, candidates = scored(triplets, asked, kept)
            turns = {turn for one in ranked for turn in one.turn_rows}
            if query.unit == "triplet" or len(turns) >= query.k or len(ranked) < kept:
                return ranked, candidates
            kept *= MORE

    def _words(self, snapshot: Snapshot, query: Query) -> npt.NDArray[np.float64] | None:
        """How well the text of each turn matches the question (BM25), by row; `None` if the text does not count."""
        if not self.settings.source:
            return None
        layer = snapshot.layers[self._turns.key]
        _, asked = self.analyzer.hashes([query.wording])
        scores = np.zeros(len(snapshot.turns))
        rows = layer.first_turns()
        alive = np.ones(len(layer), np.bool_) if layer.alive is None else layer.alive
        scores[rows[alive]] = layer.postings.scores(asked, layer.alive)[alive]
        return scores

    @property
    def _triplets(self) -> TripletLayer:
        return TripletLayer(self.encoder, self.reader, self.analyzer, scorer=self.scorer)

    @property
    def _entities(self) -> EntityLayer:
        return EntityLayer(self.encoder, self.reader, self.analyzer)

    @property
    def _brought_triplets(self) -> BroughtTriplets:
        return BroughtTriplets(self.encoder, self.analyzer, self.scorer)

    @property
    def _brought_entities(self) -> BroughtEntities:
        return BroughtEntities(self.encoder, self.analyzer)

    @property
    def _turns(self) -> ChunkLayer:
        return ChunkLayer(self.encoder, "turn", self.analyzer)
