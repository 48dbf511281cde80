"""Facts over time: what statements say is true now, what was true before, and why.

statements of all layers, in the order in which they were said ─▶ fold, with a person's decisions ─▶ facts

Facts are a pure function of a snapshot and are never stored; only turns, layers and decisions are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.facts.folding.known_folds import facts_of
    from convograph.facts.relations import DEFAULT_RELATIONS, Relations

__all__ = ["DEFAULT_RELATIONS", "Relations", "facts_of"]

__getattr__ = lazy_exports(
    __name__,
    {
        ".folding.known_folds": ("facts_of",),
        ".relations": ("DEFAULT_RELATIONS", "Relations"),
    },
)
