"""Memos written by a model, a module for each kind (after SGMem, G-Long and Associa).

    a session's turns ──▶ summary request ──▶ one summary
                      ──▶ fact request ─────▶ facts
    all facts by time ──▶ insight requests ─▶ insights, from a batch of facts each
    one turn, or some ──▶ triplet request ──▶ triplets, each from one turn
    a user's turn, or a block of four ──▶ event request ──▶ events

A module holds the prompt, the schema of the reply, and how a reply becomes memos: a `Kind`. To add a kind, write such
a module, add its `Kind` to `KINDS`, and its name to `convograph.types.memos`.
"""

from convograph.generation.memos.events import EVENTS
from convograph.generation.memos.facts import FACTS
from convograph.generation.memos.insights import INSIGHTS
from convograph.generation.memos.kind import Draft, Job, Kind, Material, ShownMemo
from convograph.generation.memos.summaries import SUMMARIES
from convograph.generation.memos.triplets import MOST_LINES, TRIPLETS
from convograph.types import WrittenKind

KINDS: dict[WrittenKind, Kind] = {kind.name: kind for kind in (SUMMARIES, FACTS, INSIGHTS, TRIPLETS, EVENTS)}
"""The kinds by name, in the order in which they are written and listed; a kind follows the kind it is based on."""

__all__ = ["KINDS", "MOST_LINES", "Draft", "Job", "Kind", "Material", "ShownMemo"]
