"""Packs hits and memos into a text within a token budget, with dates and citations, and reports what was left out.

hits ── turns with evidence, long ones cut, with the turns they need to make sense ─┐
memos ─ a list per kind ────────────────────────────────────────────────────────────┴──▶ text, in order of time
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.context.budget import DEFAULT_BUDGET, check_budget, hits_for
    from convograph.context.companions import Neighbours, no_neighbours
    from convograph.context.packed_text import pack

__all__ = ["DEFAULT_BUDGET", "Neighbours", "check_budget", "hits_for", "no_neighbours", "pack"]

__getattr__ = lazy_exports(
    __name__,
    {
        ".budget": ("DEFAULT_BUDGET", "check_budget", "hits_for"),
        ".companions": ("Neighbours", "no_neighbours"),
        ".packed_text": ("pack",),
    },
)
