"""HTML pages: each is one self-contained file without network requests."""

from convograph.pages.facts import render_facts
from convograph.pages.graph import render_graph

__all__ = ["render_facts", "render_graph"]
