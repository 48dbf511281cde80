"""Associa's recall as a pipeline: association, deliberation, ranking, hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from convograph.architectures.associa.asked_times import of_that_time
from convograph.architectures.associa.association import AssociatedQuestion, Association, associated, matched_words
from convograph.architectures.associa.deliberation import (
    DeliberateRecall,
    Deliberation,
    Deliberator,
    Retrieved,
    UncoveredPhrases,
    deliberated,
)
from convograph.architectures.associa.event_graph import EventGraph, event_graph
from convograph.architectures.associa.hits import event_memos, tree_of, utterance_hits
from convograph.architectures.associa.merges import mergeable_in, merges_in
from convograph.architectures.associa.ranking import ranked
from convograph.architectures.associa.settings import NAMED, PAPER, AssociaSettings, Events
from convograph.architectures.associa.sketch import event_sketch
from convograph.architectures.associa.steiner import Subgraph
from convograph.architectures.associa.structure import EVENT, UTTERANCE, EventGraphKeys
from convograph.errors import InputError
from convograph.extraction.asking import ranges_of, times_asked
from convograph.extraction.reading import Reader
from convograph.extraction.times import show_when
from convograph.graph.arrays import Scores
from convograph.graph.snapshot import Snapshot
from convograph.graph.vectors import rounded
from convograph.layers.associations import AssociationLayer
from convograph.layers.brought_events import BroughtEvents
from convograph.layers.chunks import ChunkLayer
from convograph.layers.duplicates import DuplicateLayer
from convograph.layers.events import EventLayer
from convograph.protocols import AnyLayer, Encoder, Mergeable, Query, Sketch
from convograph.retrieval import check_unit
from convograph.segmentation import line
from convograph.terms import ENGLISH, Analyzer
from convograph.timing import Stopwatch
from convograph.types import Merge, MergeKind, Recall, Unit, Usage, When

UtteranceUnit = Literal["turn", "user-turn", "block4"]
UNITS: tuple[UtteranceUnit, ...] = ("turn", "user-turn", "block4")


@dataclass(frozen=True, slots=True)
class Associa:
    """The graph around events, searched with Steiner trees.

    Events are read by `reader`, unless `settings` use only brought ones. `unit` is the default utterance: the paper
    uses user turns for chats with an assistant, blocks of four turns for conversations between people. `deliberator`
    says what a tree leaves out, by default without a model.
    """

    encoder: Encoder
    reader: Reader
    settings: AssociaSettings = PAPER
    analyzer: Analyzer = ENGLISH
    unit: UtteranceUnit = "turn"
    deliberator: Deliberator | None = None

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise InputError(f"an utterance is one of {', '.join(map(repr, UNITS))}: unit {self.unit!r:.80}")

    @property
    def name(self) -> str:
        """The name of its settings in `NAMED`; for other settings `associa`, or `associa-sources` if words count."""
        other = "associa-sources" if self.settings.source else "associa"
        return next((name for name, settings in NAMED.items() if settings == self.settings), other)

    @property
    def units(self) -> tuple[Unit, ...]:
        """The possible units of utterances, the default first."""
        return (self.unit, *(unit for unit in UNITS if unit != self.unit))

    @property
    def layers(self) -> tuple[AnyLayer, ...]:
        """The layers for the default unit: utterances, events, the associations between them, duplicates."""
        return self.layers_for(self.unit)

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]:
        """The layers for a unit. Raises `UnsupportedError` for a unit that is no utterance."""
        associations = self._associations(unit)
        return (*associations.needs, associations, self._duplicates(associations))

    def with_encoder(self, encoder: Encoder) -> Associa:
        """The same architecture with another encoder."""
        return replace(self, encoder=encoder)

    def recall(self, snapshot: Snapshot, query: Query) -> Recall:
        """The k most important utterances of the question's tree, then the most similar others.

        Brought events of the tree come along as memos. In the paper's ranking, scores are the ranks of equation 11, and
        an utterance outside the tree scores its similarity minus 1, which is lower.
        """
        check_unit(self, query.unit)
        watch = Stopwatch()
        seen = self.event_graph(snapshot, query)
        asked = self._asked(seen, query.wording, self._times(seen, query))
        watch.lap("encode")
        if not asked.vector.any():
            return Recall(query.question, self.name, query.unit, (), Usage(watch.laps, 0), query.asked_at)
        thought = self._called_to_mind(seen, asked, query)
        association = thought.found
        watch.lap("associate")
        found = ranked(seen, association, asked, self.settings, query.k)
        watch.lap("rank")
        hits = utterance_hits(seen, found, association, query, self.analyzer)
        memos = event_memos(seen, association, query.k)
        watch.lap("hits")
        compared = int(seen.seen.sum() + seen.seen_edges.sum())
        usage = Usage(watch.laps, compared, thought.calls, thought.tokens)
        tree = tree_of(seen, association, thought.clues)
        return Recall(
            query.question, self.name, query.unit, tuple(hits), usage, query.asked_at, tuple(memos), tree=tree
        )

    def event_graph(self, snapshot: Snapshot, query: Query) -> EventGraph:
        """The event graph as the question may see it."""
        associations = self._associations(query.unit)
        events = tuple(layer.key for layer in associations.events)
        duplicates = self._duplicates(associations)
        return event_graph(
            snapshot, EventGraphKeys(associations.units.key, events, associations.key, duplicates.key), query
        )

    def sketch(self, snapshot: Snapshot) -> Sketch:
        """The events, entities and times, with the edges between them."""
        return event_sketch(self.event_graph(snapshot, Query("", 1, self.unit)))

    def merges(self, snapshot: Snapshot) -> list[Merge]:
        """The names, relations and events that were merged as duplicates."""
        return merges_in(snapshot, self._duplicates(self._associations(self.unit)))

    def mergeable(self, snapshot: Snapshot) -> dict[MergeKind, dict[str, Mergeable]]:
        """Each name, relation and event, by the names it goes by."""
        associations = self._associations(self.unit)
        return {kind: mergeable_in(snapshot, associations, kind) for kind in get_args(MergeKind)}

    def _called_to_mind(self, graph: EventGraph, asked: AssociatedQuestion, query: Query) -> DeliberateRecall:
        """The tree of the question, joined with the trees of the clues to what it leaves out."""

        def associate(text: str) -> Association:
            further = asked if text == asked.text else self._asked(graph, text, asked.times)
            return associated(graph, further, self.settings)

        def deliberate(found: Association) -> Deliberation:
            times = times_asked(query.question, query.moment)
            wanted = self.settings.drop_unrelated
            return self._deliberator.deliberate(query.question, retrieved(graph, found, times), unrelated=wanted)

        thought = deliberated(asked.text, associate, deliberate, self.settings)
        if not self.settings.drop_unrelated:
            return thought
        return replace(thought, found=_without(graph, thought.found, thought.unrelated))

    def _asked(self, graph: EventGraph, text: str, times: Scores | None) -> AssociatedQuestion:
        vector = rounded(self.encoder.encode([text], "query"))[0]
        words = matched_words(graph, self.analyzer.hashes([text])[1]) if self.settings.source else None
        return AssociatedQuestion(text, vector, words, times)

    def _times(self, graph: EventGraph, query: Query) -> Scores | None:
        """The bonus of each node for a time that the question names; `None` if it names none, or times do not count."""
        ranges = ranges_of(query.question, query.moment) if self.settings.time else ()
        return self.settings.time * of_that_time(graph, ranges).astype(np.float64) if ranges else None

    @property
    def _deliberator(self) -> Deliberator:
        return self.deliberator or UncoveredPhrases(self.reader, self.analyzer)

    def _associations(self, unit: Unit) -> AssociationLayer:
        check_unit(self, unit)
        read = EventLayer(self.encoder, self.reader, self.analyzer)
        brought = BroughtEvents(self.encoder, self.analyzer)
        chosen: Mapping[Events, tuple[EventLayer | BroughtEvents, ...]]
        chosen = {"read": (read,), "brought": (brought,), "best": (read, brought)}
        analyzer = self.analyzer if self.settings.source else None
        return AssociationLayer(
            ChunkLayer(self.encoder, unit, analyzer), chosen[self.settings.events], self.settings.edge_texts
        )

    def _duplicates(self, associations: AssociationLayer) -> DuplicateLayer:
        settings = self.settings
        return DuplicateLayer(associations, settings.same(self.encoder.name), settings.duplicates, settings.tell_apart)


def retrieved(graph: EventGraph, found: Association, times: Sequence[When] = ()) -> Retrieved:
    """The events, relations and utterances of a tree as texts for a deliberator, and which `times` it leaves out."""
    kinds = graph.structure.kinds
    nodes = found.tree.nodes.tolist()
    return Retrieved(
        tuple(_shown(graph, node) for node in nodes if kinds[node] == EVENT),
        tuple(graph.edge_text(edge) for edge in found.tree.edges[graph.relations[found.tree.edges]].tolist()),
        tuple(_shown(graph, node) for node in nodes if kinds[node] == UTTERANCE),
        tuple(show_when(when) for when in times if not _has(graph, found, when)),
    )


def _has(graph: EventGraph, found: Association, when: When) -> bool:
    """Whether an utterance or event of the tree is of that time; true if the time has no start or no end."""
    if when.start is None or when.end is None:
        return True
    return bool(of_that_time(graph, [(when.start, when.end)])[found.tree.nodes].any())


def _shown(graph: EventGraph, node: int) -> str:
    """A node as a deliberator sees it: an utterance as lines with their speakers."""
    if graph.structure.kinds[node] != UTTERANCE:
        return graph.text(node)
    return "\n".join(line(graph.snapshot.turns.source_turn(row)) for row in graph.turns(node))


def _without(graph: EventGraph, found: Association, unrelated: tuple[str, ...]) -> Association:
    """The association without the nodes and relations called unrelated, and without the edges of those nodes."""
    tree = found.tree
    nodes = np.setdiff1d(tree.nodes, [node for node in tree.nodes.tolist() if _shown(graph, node) in unrelated])
    edges = tree.edges[np.isin(graph.structure.edges[tree.edges], nodes).all(axis=1)]
    relations = edges[graph.relations[edges]].tolist()
    doomed = [edge for edge in relations if graph.edge_text(edge) in unrelated]
    return replace(found, tree=Subgraph(nodes, np.setdiff1d(edges, doomed)))
