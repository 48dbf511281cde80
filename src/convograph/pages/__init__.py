"""Renders every HTML page: each is one self-contained file that asks the network for nothing."""

from convograph.pages.graph import render_graph

__all__ = ["render_graph"]
