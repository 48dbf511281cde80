"""The page that shows the tree of a recall: times, events, turns and names, with their prizes."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from convograph.pages.document import escaped, render_static
from convograph.quotation import edge_on_line
from convograph.segmentation import line
from convograph.types import Recall, Tree, TreeEdge, TreeKind, TreeNode

COLUMNS: Final[tuple[TreeKind, ...]] = ("time", "event", "utterance", "entity")
_HEADINGS: Final[Mapping[TreeKind, str]] = {
    "time": "Times",
    "event": "Events",
    "utterance": "Turns",
    "entity": "Names",
}
_WIDTHS: Final[Mapping[TreeKind, int]] = {"time": 150, "event": 270, "utterance": 270, "entity": 170}
_GAP: Final = 110  # between columns, for the edges
_ROW: Final = 66  # the height of a row: a box and the space below it
_BOX: Final = 54
_LINE: Final = 15
_LINES: Final = 3  # lines of text in a box; its tooltip has the whole text
_TOP: Final = 40
_CHARACTER: Final = 6.6  # the approximate width of a character
_TITLE: Final = 300  # characters of the question in the title
_ROUNDS: Final = 4  # rounds of moving nodes towards their neighbours' rows


def render_tree(recall: Recall) -> str:
    """One HTML page, readable offline and without scripts: the tree of a recall as columns, with its hits below.

    The page of a recall without a tree says that there is none.
    """
    tree = recall.tree
    drawn = "<p>Nothing was called to mind.</p>" if tree is None or not tree.nodes else _drawing(tree)
    clues = [] if tree is None else [f'<li dir="auto">{escaped(clue)}</li>' for clue in tree.clues]
    asked = f"<h2>Asked for as well, as nothing covered it</h2><ul>{''.join(clues)}</ul>" if clues else ""
    hits = "".join(
        f'<li><span class="when">{escaped(hit.id)}, {hit.score:.3f}</span>'
        + "".join(f'<blockquote dir="auto">{escaped(line(turn))}</blockquote>' for turn in hit.turns)
        + "</li>"
        for hit in recall.hits
    )
    scored = '<p class="legend">Each with its id and its score; below 0 are turns outside the tree, by similarity.</p>'
    body = f"{drawn}{asked}<h2>What came back</h2>{scored}<ol>{hits}</ol>"
    title = textwrap.shorten(recall.question, _TITLE, placeholder=" …")
    return render_static("tree.html", title, body, ("facts.css", "tree.css"))


def _drawing(tree: Tree) -> str:
    places = _places(tree)
    lefts, left = {}, 10
    for kind in COLUMNS:
        lefts[kind] = left
        left += _WIDTHS[kind] + _GAP
    by_number = {node.number: node for node in tree.nodes}
    rows = max(places.values(), default=0) + 1
    edges = "".join(_edge(edge, by_number, places, lefts) for edge in tree.edges)
    boxes = "".join(_box(node, lefts[node.kind], places[node.number]) for node in tree.nodes)
    headings = "".join(f'<text class="heading" x="{lefts[kind]}" y="20">{_HEADINGS[kind]}</text>' for kind in COLUMNS)
    size = f"0 0 {left - _GAP // 2} {_TOP + rows * _ROW}"
    return f'<div class="tree"><svg viewBox="{size}" role="img">{headings}{edges}{boxes}</svg></div>'


def _places(tree: Tree) -> dict[int, int]:
    """The row of each node in its column, close to the rows of its neighbours in the tree."""
    neighbours: dict[int, list[int]] = defaultdict(list)
    for edge in tree.edges:
        neighbours[edge.source].append(edge.target)
        neighbours[edge.target].append(edge.source)
    columns = {kind: sorted(_of(tree, kind), key=lambda node: (-node.prize, node.number)) for kind in COLUMNS}
    places = {node.number: row for column in columns.values() for row, node in enumerate(column)}
    for _ in range(_ROUNDS):
        for kind in COLUMNS:
            wanted = {
                node.number: sum(places[other] for other in near) / len(near)
                for node in columns[kind]
                if (near := neighbours[node.number])
            }
            columns[kind].sort(key=lambda node: (wanted.get(node.number, float(places[node.number])), node.number))
            places |= {node.number: row for row, node in enumerate(columns[kind])}
    return places


def _of(tree: Tree, kind: TreeKind) -> Iterator[TreeNode]:
    return (node for node in tree.nodes if node.kind == kind)


def _box(node: TreeNode, left: int, row: int) -> str:
    width, top = _WIDTHS[node.kind], _TOP + row * _ROW
    lines = textwrap.wrap(" ".join(node.text.split()), int((width - 16) / _CHARACTER)) or [""]
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], f"{lines[_LINES - 1]}…"]
    spans = "".join(
        f'<tspan x="{left + 8}" y="{top + 16 + _LINE * number}">{escaped(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    prize = f'<text class="prize" x="{left + width - 4}" y="{top - 3}">{node.prize:g}</text>' if node.prize else ""
    rated = " rated" if node.prize else ""
    return (
        f'<g class="{node.kind}{rated}"><title>{escaped(_told(node))}</title>'
        f'<rect x="{left}" y="{top}" width="{width}" height="{_BOX}" rx="6"/><text>{spans}</text>{prize}</g>'
    )


def _edge(
    edge: TreeEdge, nodes: Mapping[int, TreeNode], places: Mapping[int, int], lefts: Mapping[TreeKind, int]
) -> str:
    """A curve from the right side of one box to the left side of the other; within a column, between right sides."""
    ends = sorted((nodes[edge.source], nodes[edge.target]), key=lambda node: COLUMNS.index(node.kind))
    (x1, y1), (x2, y2) = ((_right(node, lefts), _middle(places[node.number])) for node in ends)
    if ends[0].kind != ends[1].kind:
        x2 = lefts[ends[1].kind]
        middle = (x1 + x2) / 2
        path = f"M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}"
    else:
        path = f"M{x1} {y1}C{x1 + _GAP / 2} {y1} {x2 + _GAP / 2} {y2} {x2} {y2}"
    prize = f", prize {edge.prize:g}" if edge.prize else ""
    told = escaped(edge_on_line(nodes[edge.source].text, edge.label, nodes[edge.target].text) + prize)
    return f'<path class="{"rated" if edge.prize else "plain"}" d="{path}"><title>{told}</title></path>'


def _right(node: TreeNode, lefts: Mapping[TreeKind, int]) -> int:
    return lefts[node.kind] + _WIDTHS[node.kind]


def _middle(row: int) -> int:
    return _TOP + row * _ROW + _BOX // 2


def _told(node: TreeNode) -> str:
    sources: Sequence[str] = node.turns
    return f"{node.text}\n{', '.join(sources)}" if sources else node.text
