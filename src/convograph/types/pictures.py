"""Pictures of a memory: the nodes, links and groups to draw."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.types.statistics import Stats
from convograph.types.turns import SourceTurn


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A node to draw: `kind` is `"session"`, `"turn"`, `"sentence"` or `"entity"` (later versions may add kinds).

    `id` is unique in the picture; `label` is short; `session` is `None` for a node that belongs to no single session,
    such as an entity, which appears wherever turns mention it. `turn` is the id of the source turn that a click opens,
    and `[start, end)` the characters in it that the node represents; sessions and entities have none.
    """

    id: str
    kind: str
    label: str
    session: str | None
    turn: str | None = None
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class PictureLink:
    """An edge to draw between two nodes: its `relation` (`"contains"`, `"dense-neighbour"`), and its `weight` up to 1.

    A `"triplet"` leads from subject to object; its weight is its importance in its session, its `label` the wording of
    the relation; `turns` are the ids of the turns in the picture that state it.
    """

    source: str
    target: str
    relation: str
    weight: float
    label: str | None = None
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PictureGroup:
    """Nodes (ids) that are drawn as a named group; a node may be in several groups."""

    name: str
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What `show` draws: nodes, edges, their source turns, groups of nodes; `total_nodes` includes nodes left out."""

    stats: Stats
    nodes: tuple[PictureNode, ...]
    links: tuple[PictureLink, ...]
    turns: tuple[SourceTurn, ...]
    total_nodes: int
    groups: tuple[PictureGroup, ...] = ()
