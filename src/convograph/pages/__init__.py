"""HTML pages: each is one self-contained file without network requests."""

from convograph.pages.facts import render_facts
from convograph.pages.graph import render_graph
from convograph.pages.tree import render_tree

__all__ = ["render_facts", "render_graph", "render_tree"]
