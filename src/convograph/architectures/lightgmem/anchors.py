"""Anchors: the entities that a question is about (LightGMEM, section 4.4).

anchors = exact and alias matches ∪ the 3 entities with the most similar names, above a least cosine
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.structure import Mentions
from convograph.extraction.mentions.possible_names import is_rare, meant_names
from convograph.extraction.reading import Reader
from convograph.graph.runs import combined
from convograph.graph.turns import speaker_key
from convograph.graph.vectors import TOLERANCE, roughly, rounded, similarities
from convograph.layers.brought_mentions import name_vectors
from convograph.layers.said_descriptions import are_names
from convograph.patterns import lazy_pattern
from convograph.protocols import Encoder

LONGEST = 4  # the most words of a name that is looked up

_WORD = lazy_pattern(r"[^\W_]+(?:[-.][^\W_]+)*")

AnchorGround = Literal["name", "alias", "similar"]


@dataclass(frozen=True, slots=True)
class AnchorEntity:
    """An entity, the name in the question that led to it, and how; only a `"similar"` one has a `cosine`."""

    entity: int
    asked: str
    ground: AnchorGround
    cosine: float | None = None


def asked_names(reader: Reader, wording: str, graph: EntityGraph, *, lower_case: bool = False) -> list[str]:
    """The distinct names in a question: those of known entities, and those that the mention reader finds.

    With `lower_case`, rare words without a capital may be names of known entities: "where does teo live".

    The syntax of questions hides names: in "Where did Mel camp?", the name is "Mel", not "Mel camp".
    """
    read = [one.name for one in reader.mentioned(wording) if one.is_name and one.kind != "time"]
    found: dict[str, str] = {}
    for name in (*_known_names(graph, wording, lower_case=lower_case), *read):
        found.setdefault(speaker_key(name), name)
    return list(found.values())


def _known_names(graph: EntityGraph, wording: str, *, lower_case: bool) -> Iterator[str]:
    """The names of known entities in a question; of overlapping names, the longest."""
    words = [match[0] for match in _WORD.finditer(wording)]
    position = 0
    while position < len(words):
        runs = (words[position : position + length] for length in range(LONGEST, 0, -1))
        spelled = ((name, len(run)) for run in runs for name in _spelled(run, lower_case=lower_case))
        known, length = next((one for one in spelled if graph.named(one[0])), (None, 1))
        if known is not None:
            yield known
        position += length


def _spelled(run: Sequence[str], *, lower_case: bool) -> Iterator[str]:
    """The names that some words may be: capitalised, or in lower case and rare ("teo", "joosts")."""
    if run[0][0].isupper():
        yield " ".join(run)
    elif lower_case and is_rare(run[0]):
        yield from (" ".join((*run[:-1], last)) for last in meant_names(run[-1]))


def anchors_of(
    graph: EntityGraph, names: Sequence[str], encoder: Encoder, count: int, least: float
) -> list[AnchorEntity]:
    """The anchors for these names, each entity once.

    First come the entities called by a name, then, for each name, up to `count` entities with the most similar names,
    with a cosine of at least `least`.
    """
    found: dict[int, AnchorEntity] = {}
    for name in names:
        for entity in graph.named(name):
            is_first = speaker_key(name) == speaker_key(graph.name(entity))
            found.setdefault(entity, AnchorEntity(entity, name, "name" if is_first else "alias"))
    if count and names and len(graph.mentions):
        vectors = rounded(encoder.encode(list(names), "query"))
        for name, vector in zip(names, vectors, strict=True):
            for entity, cosine in _similar(graph, vector, count, least):
                found.setdefault(entity, AnchorEntity(entity, name, "similar", cosine))
    return list(found.values())


def _similar(
    graph: EntityGraph, vector: np.ndarray[tuple[int], np.dtype[np.float32]], count: int, least: float
) -> Iterable[tuple[int, float]]:
    """Entities by the cosine of their most similar name, best first, ties to the one mentioned first.

    Descriptions do not count as names here: "Tom's boss" would be similar to "Tom".
    """
    names = graph.mentions.at(are_names(graph.snapshot, graph.keys.mentions)[graph.mentions.items])
    firsts = _first_of_each_name(names)
    firsts = firsts.at(firsts.names == firsts.read)  # the vectors are those of names as read
    matrix, positions = name_vectors(graph.snapshot, graph.keys.mentions, firsts.items)
    near = roughly(matrix, positions, vector) >= least - TOLERANCE
    cosines = similarities(matrix, positions[near], vector)
    best: dict[int, float] = {}
    for entity, cosine in zip(firsts.entities[near].tolist(), cosines.tolist(), strict=True):
        if cosine >= least:
            best[entity] = max(cosine, best.get(entity, cosine))
    return sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))[:count]


def _first_of_each_name(mentions: Mentions) -> Mentions:
    """The first mention of each entity under each name."""
    return mentions.at(np.unique(combined(mentions.entities, mentions.names), return_index=True)[1])
