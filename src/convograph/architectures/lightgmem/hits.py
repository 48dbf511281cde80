"""Ranked episodes as hits: their turns, with the anchors, relations, profiles and communities that support them."""

from __future__ import annotations

from convograph.architectures.lightgmem.anchors import AnchorEntity
from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.architectures.lightgmem.fusion import Ranking
from convograph.graph.snapshot import LayerTable
from convograph.protocols import Query
from convograph.quotation import edge_on_line
from convograph.retrieval import FoundUnit, unit_hits
from convograph.terms import Analyzer
from convograph.types import Hit, Reason


def episode_hits(
    graph: EntityGraph, episodes: LayerTable, ranking: Ranking, query: Query, analyzer: Analyzer
) -> list[Hit]:
    """A hit for each episode, best first.

    Its evidence is the turns that pass the filters and share words with the question; if none does, all that pass.
    """
    support = ranking.support
    names = [_told(graph, anchor) for anchor in support.anchors]
    relations = [_stated(graph, int(rows[0])) for _, rows in support.pairs]
    found = []
    for rank, episode in enumerate(ranking.found, start=1):
        rows = episodes.turn_rows(episode.item).tolist()
        path = (
            *(name for name, there in zip(names, support.anchored[:, episode.position], strict=True) if there),
            *(told for told, there in zip(relations, support.related[:, episode.position], strict=True) if there),
            *(f"profile “{name}”" for name, supporting in ranking.profiles if supporting[rows].any()),
            *(f"community “{name}”" for name, supporting in ranking.communities if supporting[rows].any()),
        )
        reason = Reason("unit", episode.cosine, rank=rank, path=path, parts=episode.parts)
        found.append(FoundUnit(rows, episode.score, reason))
    return unit_hits(graph.snapshot, found, query, analyzer, sharing_only=True)


def _told(graph: EntityGraph, anchor: AnchorEntity) -> str:
    """An anchor as a line: the entity, and how the question led to it."""
    name = graph.name(anchor.entity)
    if anchor.ground == "name":
        return f"{name}, named in the question"
    if anchor.ground == "alias":
        return f"{name}, also called “{anchor.asked}”"
    return f"{name}, like “{anchor.asked}” (cosine {anchor.cosine:.2f})"


def _stated(graph: EntityGraph, row: int) -> str:
    """The first statement between two anchors as a line."""
    return edge_on_line(*graph.triplet(row).parts)
