"""What a model writes about stored turns, within limits, with its usage recorded; its answers and replies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.memory.enriching.answers import answer_from, check_otherwise
    from convograph.memory.enriching.enrichment import Enriching
    from convograph.memory.enriching.enrichment_plan import plan
    from convograph.memory.enriching.enrichment_requests import Asking
    from convograph.memory.enriching.model_calls import ask
    from convograph.memory.enriching.names_by_model import NamesByModel
    from convograph.memory.enriching.order import Order, checked_kinds, checked_lines
    from convograph.memory.enriching.replies import ledger
    from convograph.memory.enriching.unwritten_memos import kinds_for, waiting_for_model

__all__ = [
    "Asking",
    "Enriching",
    "NamesByModel",
    "Order",
    "answer_from",
    "ask",
    "check_otherwise",
    "checked_kinds",
    "checked_lines",
    "kinds_for",
    "ledger",
    "plan",
    "waiting_for_model",
]

__getattr__ = lazy_exports(
    __name__,
    {
        ".answers": ("answer_from", "check_otherwise"),
        ".enrichment": ("Enriching",),
        ".enrichment_plan": ("plan",),
        ".enrichment_requests": ("Asking",),
        ".model_calls": ("ask",),
        ".names_by_model": ("NamesByModel",),
        ".order": ("Order", "checked_kinds", "checked_lines"),
        ".replies": ("ledger",),
        ".unwritten_memos": ("kinds_for", "waiting_for_model"),
    },
)
