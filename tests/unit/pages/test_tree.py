"""The page that shows what a question called to mind."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from convograph.pages import render_tree
from convograph.types import Hit, Recall, SourceTurn, Tree, TreeEdge, TreeNode, Usage

HOSTILE = '</title></svg><script>alert(1)</script>\u2028" onload="x'
TREE = Tree(
    (
        TreeNode(0, "utterance", "I got a dog.", 2.0, ("t1",)),
        TreeNode(1, "event", HOSTILE, 0.66, ("t1",)),
        TreeNode(2, "entity", "dog", 0.0),
        TreeNode(3, "entity", "Ana", 1.0),
        TreeNode(4, "time", "May 2023", 0.0),
    ),
    (
        TreeEdge(1, 0, "event fact", 3.0),
        TreeEdge(1, 4, "event occur at", 0.0),
        TreeEdge(3, 2, "got", 1.5),
        TreeEdge(0, 2, "include", 0.0),
    ),
    ("a lead",),
)


def recall(tree: Tree | None = TREE, question: str = "Which pet?") -> Recall:
    turn = SourceTurn(1, "t1", "s", 0, "Ana", "I got a dog.", None)
    hits = (Hit(1, "turn", "t1", 0.5, (turn,), ()),)
    return Recall(question, "associa", "turn", hits, Usage({}, 5), tree=tree)


def drawing(page: str) -> ElementTree.Element:
    """The drawing of a page, which is well-formed."""
    (svg,) = re.findall(r"<svg.*</svg>", page, re.DOTALL)
    return ElementTree.fromstring(svg)  # noqa: S314 - our own


def test_every_node_and_edge_is_drawn_with_its_prize() -> None:
    """A box a node, a curve an edge; nodes and edges with a prize stand out."""
    svg = drawing(render_tree(recall()))
    boxes = svg.findall("g")
    assert sorted(box.attrib["class"] for box in boxes) == [
        *("entity", "entity rated", "event rated", "time", "utterance rated"),
    ]
    assert sorted(each.text or "" for each in svg.iterfind(".//text[@class='prize']")) == ["0.66", "1", "2"]
    assert sorted(path.attrib["class"] for path in svg.findall("path")) == ["plain", "plain", "rated", "rated"]
    titles = [title.text for title in svg.iterfind("path/title")]
    assert titles[2:] == ["Ana —got→ dog, prize 1.5", "I got a dog. —include→ dog"]


def test_boxes_of_a_column_do_not_overlap() -> None:
    """However many nodes there are."""
    nodes = tuple(TreeNode(n, "entity", f"name {n}", float(n % 3)) for n in range(40))
    svg = drawing(render_tree(recall(Tree(nodes, tuple(TreeEdge(n, n + 1, "to", 0.0) for n in range(39))))))
    tops = [float(rect.attrib["y"]) for rect in svg.iterfind(".//rect")]
    assert len(set(tops)) == len(tops)


def test_no_text_gets_out_of_its_element() -> None:
    """Names, labels, clues and the question are escaped; nothing runs and nothing is loaded."""
    tree = Tree(TREE.nodes, (TreeEdge(1, 0, HOSTILE, 0.0),), (HOSTILE,))
    page = render_tree(recall(tree, HOSTILE))
    assert "<script" not in page
    assert 'onload="x' not in page
    assert "default-src 'none'" in page
    drawing(page)


@pytest.mark.parametrize("tree", [None, Tree((), ())])
def test_without_a_tree_the_page_says_so(tree: Tree | None) -> None:
    """And still lists the hits."""
    page = render_tree(recall(tree))
    assert "Nothing was called to mind." in page
    assert "Ana: I got a dog." in page


def test_what_was_asked_for_as_well_is_told() -> None:
    """The clues of the deliberator."""
    assert '<li dir="auto">a lead</li>' in render_tree(recall())
