"""What a question called to mind, as a tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TreeKind = Literal["utterance", "event", "entity", "time"]


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a tree: its number there, what it says, its prize, and the ids of the turns that it is or rests on."""

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
    """What a question called to mind (Associa): nodes and edges, and the clues that were asked for besides."""

    nodes: tuple[TreeNode, ...]
    edges: tuple[TreeEdge, ...]
    clues: tuple[str, ...] = ()
