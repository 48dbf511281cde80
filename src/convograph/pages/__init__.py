"""HTML pages: each is one self-contained file without network requests."""

from convograph.pages.graph import render_graph

__all__ = ["render_graph"]
