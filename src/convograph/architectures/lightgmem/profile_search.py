"""The profiles that a question is about, and the episodes that support them (LightGMEM, section 4.4).

    selected = the first 5 of: anchors, then profiles by Σ over BM25 and cosines of 1 / (c + rank), over their texts [R]
    cand    ∪= for each, the 12 supporting episodes with the highest cosines [R]

Texts contain what triplets state and what a model wrote. Their vectors and terms are cached, so that after an append
only changed profiles are encoded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.entity_names import names_by_entity
from convograph.architectures.lightgmem.fusion import reciprocal_ranks
from convograph.architectures.lightgmem.profiles import EntityKnowledge, Telling, knowledge_of
from convograph.architectures.lightgmem.searches import AskedWording, Episodes, ranks_of
from convograph.architectures.lightgmem.settings import LightGMEMSettings
from convograph.graph.arrays import Mask, Rows, Vector
from convograph.graph.bm25 import Postings, empty_postings
from convograph.graph.vectors import best, nearest_among, rounded, similarities
from convograph.profiles import profile_text
from convograph.protocols import Encoder
from convograph.retrieval import items_resting_on
from convograph.terms import Analyzer

Terms = npt.NDArray[np.uint64]

ANCHORED = 2.0  # puts entities named in the question before all others, whose scores are from 0 to 2


@dataclass(frozen=True, slots=True)
class ProfileIndex:
    """The searchable profiles as parallel columns, in the order in which their entities were first mentioned."""

    entities: Rows
    names: tuple[str, ...]
    knowledge: tuple[EntityKnowledge, ...]
    texts: tuple[str, ...]
    vectors: npt.NDArray[np.float32]
    postings: Postings


@dataclass(frozen=True, slots=True)
class SelectedProfile:
    """An entity whose profile a question is about, its name, and the turns that mention it or were said by it.

    `text` is the text of the profile, `knowledge` what it is made of. `score` is its similarity to the question: cosine
    + 1, plus `ANCHORED` for an anchor.
    """

    entity: int
    name: str
    turns: Mask
    text: str
    score: float
    knowledge: EntityKnowledge


def profile_index(graph: EntityGraph, telling: Telling, encoder: Encoder, analyzer: Analyzer) -> ProfileIndex:
    """The profiles of visible entities; if nothing is hidden, they are cached until there is a newer version."""
    derived = graph.snapshot.derived
    own = ("profiles", graph.keys, telling.layers, encoder.fingerprint)
    known = derived.cached((*own, "texts"), _KnownTexts)
    if not graph.is_whole:
        return _index(graph, telling, encoder, analyzer, known)
    made: ProfileIndex = derived.for_version(
        own, graph.snapshot.version, lambda: _index(graph, telling, encoder, analyzer, known)
    )
    return made


def selected(
    graph: EntityGraph, index: ProfileIndex, asked: AskedWording, anchors: Sequence[int], settings: LightGMEMSettings
) -> list[SelectedProfile]:
    """The profiles that a question is about: anchors first, then by both searches, ties to the earlier entity.

    The BM25 list has no profiles without a word of the question, the dense list none with a cosine of 0 or less.
    """
    positions: Rows = np.arange(len(index.entities))

    def ranks(scores: npt.NDArray[np.float64]) -> Rows:
        there = positions[scores > 0]
        return ranks_of(positions, best(there, scores[there], len(there), lambda rows: (rows,)).items)

    words = index.postings.scores(asked.terms)
    cosines = similarities(index.vectors, positions, asked.vector)
    scores = sum(
        (reciprocal_ranks(ranks(one), settings.rank_constant) for one in (words, cosines)), np.zeros(len(positions))
    )
    ranked = positions[np.lexsort((positions, -scores))]
    by_search = index.entities[ranked[scores[ranked] > 0]].tolist()
    chosen = list(dict.fromkeys((*anchors, *by_search)))[: settings.profiles]
    position_of = {entity: position for position, entity in enumerate(index.entities.tolist())}

    def profile(entity: int) -> SelectedProfile:
        at = position_of[entity]
        score = float(cosines[at]) + 1 + ANCHORED * (entity in anchors)
        return SelectedProfile(
            entity=entity,
            name=index.names[at],
            turns=graph.turns_of(entity),
            text=index.texts[at],
            score=score,
            knowledge=index.knowledge[at],
        )

    return list(map(profile, chosen))


def supporting_episodes(
    episodes: Episodes, items: Rows, profiles: Sequence[SelectedProfile], vector: Vector, count: int
) -> Rows:
    """For each profile, the `count` episodes of `items` most similar to the question that support it; all ascending."""
    found = [np.empty(0, np.int64)]
    for one in profiles if count else ():
        resting = items_resting_on(episodes.layer, one.turns, every_source=False)
        supporting = items if resting is None else items[resting[items]]
        if len(supporting):
            found.append(
                nearest_among(
                    episodes.layer.vectors.values, supporting, vector, count, episodes.reading_order_key
                ).items
            )
    return np.unique(np.concatenate(found))


@dataclass(slots=True)
class _KnownTexts:
    """The vectors and terms of the texts of the last version: a cache that never changes a result."""

    forms: dict[str, tuple[Vector, Terms]] = field(default_factory=dict)


def _index(
    graph: EntityGraph, telling: Telling, encoder: Encoder, analyzer: Analyzer, known: _KnownTexts
) -> ProfileIndex:
    entities = names_by_entity(graph)
    knowledge = knowledge_of(graph, entities, telling)
    texts = tuple(
        profile_text(one.name, one.type, one.aliases, knowledge[entity].entries, knowledge[entity].description)
        for entity, one in entities.items()
    )
    new = [text for text in dict.fromkeys(texts) if text not in known.forms]
    vectors = rounded(encoder.encode(new, "passage")) if new else ()
    made = {text: (vector, analyzer.hashes([text])[1]) for text, vector in zip(new, vectors, strict=True)}
    forms = {text: made.get(text) or known.forms[text] for text in texts}
    if graph.is_whole:
        known.forms = forms
    terms = [forms[text][1] for text in texts]
    counts = np.array([len(one) for one in terms], np.int32)
    return ProfileIndex(
        np.fromiter(entities, np.int64, len(entities)),
        tuple(one.name for one in entities.values()),
        tuple(knowledge[entity] for entity in entities),
        texts,
        np.stack([forms[text][0] for text in texts]) if texts else np.empty((0, 0), np.float32),
        empty_postings().extended(counts, np.concatenate([np.empty(0, np.uint64), *terms])),
    )
