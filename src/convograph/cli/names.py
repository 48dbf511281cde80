"""The names of a graph of triplets, the best connected first, each with its weightiest triplets."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from rich.tree import Tree

from convograph.cli.output import clean, counted
from convograph.layers.drawing import short
from convograph.memory import Memory
from convograph.types import PictureLink

NAMES_SHOWN = 10  # with their triplets a screen; --all lists the rest
TRIPLETS_SHOWN = 3
NAME_SHOWN = 60  # characters
_SOURCES_SHOWN = 1


@dataclass(frozen=True, slots=True)
class WeightedTriplet:
    """A triplet with its weight in its session, in (0, 1], and the ids of the turns that state it."""

    subject: str
    relation: str
    object: str
    weight: float
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameSummary:
    """A name and the triplets that it is an end of, the weightiest first."""

    name: str
    triplets: tuple[WeightedTriplet, ...]


def names_of(memory: Memory) -> tuple[NameSummary, ...]:
    """All names of a memory's graph, those with most triplets first."""
    picture = memory.picture(sys.maxsize)
    labels = {node.id: node.label for node in picture.nodes if node.kind == "entity"}
    triplets: dict[str, list[WeightedTriplet]] = {name: [] for name in labels}
    for link in picture.links:
        if link.relation == "triplet":
            for end in {link.source: None, link.target: None}:
                triplets[end].append(_weighted(link, labels))
    found = [
        NameSummary(labels[name], tuple(sorted(ones, key=lambda one: -one.weight))) for name, ones in triplets.items()
    ]
    return tuple(sorted(found, key=lambda one: (-len(one.triplets), one.name)))


def names_tree(names: Sequence[NameSummary], *, everything: bool) -> Tree:
    """A name a branch: how many triplets it has, and the weightiest of these; the first names, or everything."""
    tree = Tree(Text("entities", "bold"))
    listed = names if everything else names[:NAMES_SHOWN]
    for one in listed:
        branch = tree.add(
            Text.assemble(short(clean(one.name), NAME_SHOWN), (f"  {counted(len(one.triplets), 'triplet')}", "dim"))
        )
        for triplet in one.triplets if everything else one.triplets[:TRIPLETS_SHOWN]:
            branch.add(_triplet_line(triplet))
    if len(listed) < len(names):
        tree.add(Text(f"… {len(names) - len(listed):,} more (--all lists them)", "dim"))
    return tree


def _triplet_line(triplet: WeightedTriplet) -> Text:
    """Weight, triplet, and where it is stated."""
    parts = (triplet.subject, triplet.relation, triplet.object)
    subject, relation, object_ = (short(clean(part), NAME_SHOWN) for part in parts)
    words = f"{subject} — {relation} → {object_}"
    more = len(triplet.turns) - _SOURCES_SHOWN
    sources = ", ".join(clean(turn) for turn in triplet.turns[:_SOURCES_SHOWN]) + (f" and {more:,} more" * (more > 0))
    return Text.assemble((f"{triplet.weight:.2f}  ", "cyan"), words, (f"  {sources}", "dim"))


def _weighted(link: PictureLink, labels: dict[str, str]) -> WeightedTriplet:
    return WeightedTriplet(
        labels[link.source], link.label or "", labels[link.target], round(link.weight, 4), link.turns
    )
