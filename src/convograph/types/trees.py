"""Trees that are retrieved for a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TreeKind = Literal["utterance", "event", "entity", "time"]


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a tree: its number there, its text, its prize, and the ids of its source turns."""

    number: int
    kind: TreeKind
    text: str
    prize: float
    turns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeEdge:
    """An edge of a tree between the numbers of two nodes, its label and its prize."""

    source: int
    target: int
    label: str
    prize: float


@dataclass(frozen=True, slots=True)
class Tree:
    """The tree retrieved for a question (Associa): nodes, edges, and the clues that were also searched for."""

    nodes: tuple[TreeNode, ...]
    edges: tuple[TreeEdge, ...]
    clues: tuple[str, ...] = ()
