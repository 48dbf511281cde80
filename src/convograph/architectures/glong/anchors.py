"""Anchors, where a walk over the graph begins: names near the question, and names in it."""

from __future__ import annotations

import re

import numpy as np

from convograph.architectures.glong.edges import first_places, node_of
from convograph.architectures.glong.triplet_graph import GraphPart, TripletGraph
from convograph.graph.arrays import Items, Mask, Vector
from convograph.graph.runs import alphabetic
from convograph.graph.vectors import nearest_among
from convograph.patterns import lazy_pattern
from convograph.protocols import Query
from convograph.terms import DEFAULT_LANGUAGE

USER = "user"  # the speaker of messages with this role
SPELLINGS = 4  # spellings fetched per anchor, so that those of one name do not crowd out another

_FIRST_PERSON = lazy_pattern(r"\b(?:i|me|my|mine|myself)\b", re.IGNORECASE)


def anchors_of(graph: TripletGraph, vector: Vector, query: Query) -> dict[str, float]:
    """The N_anc nodes nearest to the question's `vector`, best first, with their cosines.

    With the setting `mentioned`, the nodes that the question mentions come first, with cosine 1 unless they are among
    the nearest. Only nodes with an edge count; a zero vector has no anchors.
    """
    if not vector.any():
        return {}
    near: dict[str, float] = {}
    for part in graph.parts:
        near |= {name: cosine for name, cosine in _nearest(graph, part, vector) if cosine > near.get(name, -np.inf)}
    best = sorted(near.items(), key=lambda pair: (-pair[1], pair[0]))[: graph.settings.anchors]
    mentioned = _mentioned(graph, query) if graph.settings.mentioned else set()
    return {**dict.fromkeys(sorted(mentioned), 1.0), **dict(best)}


def _nearest(graph: TripletGraph, part: GraphPart, vector: Vector) -> list[tuple[str, float]]:
    names = part.name_layer.payloads
    found = nearest_among(
        part.name_layer.vectors.values,
        _once_each(graph, part, None),
        vector,
        graph.settings.anchors * SPELLINGS,
        lambda items: (alphabetic([names[item] for item in items.tolist()]),),
    )
    nodes: dict[str, float] = {}
    for item, cosine in zip(found.items.tolist(), found.similarities.tolist(), strict=True):
        nodes.setdefault(node_of(names[item], graph.settings.same_name), cosine)
    return list(nodes.items())


def _mentioned(graph: TripletGraph, query: Query) -> set[str]:
    """The nodes all of whose words occur in the question; "I" is the user of an assistant."""
    nodes = {
        node_of(part.name_layer.payloads[item], graph.settings.same_name)
        for part in graph.parts
        for item in _once_each(graph, part, _matched(graph, part, query.wording)).tolist()
    }
    user = node_of(USER, graph.settings.same_name)
    if graph.analyzer.language == DEFAULT_LANGUAGE and _FIRST_PERSON.search(query.question):
        number = graph.numbering.nodes.get(user)
        nodes |= {user} if number is not None and graph.connected[number] else set()
    return nodes


def _matched(graph: TripletGraph, part: GraphPart, wording: str) -> Mask:
    postings = part.name_layer.postings
    matched = np.zeros(len(part.name_layer), np.int32)
    for term in np.unique(graph.analyzer.hashes([wording])[1]):
        matched[postings.find(term)[0]] += 1
    whole: Mask = (matched > 0) & (matched == postings.lengths.values)
    return whole


def _once_each(graph: TripletGraph, part: GraphPart, wanted: Mask | None) -> Items:
    """The names of a part whose nodes have an edge, one per spelling; limited to those `wanted`."""
    there = graph.connected[part.names.nodes.values]
    items = np.flatnonzero(there if wanted is None else there & wanted)
    once: Items = items[first_places(part.names.spellings.values[items])]
    return once
