"""Tables of papers, each reproduced by one command: the runs that it needs, and its rows beside the paper's figures.

table, what is given ──▶ Plan: runs ── other commands ──▶ reports ── cells ──▶ rows
"""

from __future__ import annotations

from collections.abc import Mapping

from convograph_eval.paper_tables.glong import TABLES as GLONG
from convograph_eval.paper_tables.types import PaperTable, Plan, Row, TableInputs, TableRun

PAPERS: Mapping[str, Mapping[str, PaperTable]] = {"glong": GLONG}
"""The tables of each paper, by their numbers."""

__all__ = ["PAPERS", "PaperTable", "Plan", "Row", "TableInputs", "TableRun"]
