"""Tables of a paper, each by one command: the runs that it is made of, and its rows beside what the paper has.

table, what is given ──▶ Plan: runs ── other commands ──▶ reports ── cells ──▶ rows
"""

from __future__ import annotations

from collections.abc import Mapping

from convograph_eval.paper_tables.glong import TABLES as GLONG
from convograph_eval.paper_tables.types import Given, PaperTable, Plan, Row, TableRun

PAPERS: Mapping[str, Mapping[str, PaperTable]] = {"glong": GLONG}
"""The tables of each paper by their number."""

__all__ = ["PAPERS", "Given", "PaperTable", "Plan", "Row", "TableRun"]
