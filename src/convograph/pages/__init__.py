"""HTML pages, each one self-contained file that makes no network requests."""

from convograph.pages.facts import render_facts
from convograph.pages.files import check_page_file, is_page
from convograph.pages.graph import render_graph
from convograph.pages.tree import render_tree

__all__ = ["check_page_file", "is_page", "render_facts", "render_graph", "render_tree"]
