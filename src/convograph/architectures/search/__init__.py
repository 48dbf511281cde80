"""Plain search over units of dialogue by BM25, dense vectors, or both, without a graph.

units with terms and vectors ── question ─▶ BM25 ─┐
                                       └──▶ cosines ─┴─▶ the sum of both, each divided by its highest ─▶ hits
"""

from convograph.architectures.search.architecture import Search
from convograph.architectures.search.ranking import RankedItem, SearchTerms, Signals, asked_for, found_unit, search

__all__ = ["RankedItem", "Search", "SearchTerms", "Signals", "asked_for", "found_unit", "search"]
