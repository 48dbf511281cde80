"""The memos that a model writes, a module for each kind (after SGMem, G-Long and Associa).

    a session's turns ──▶ summary request ──▶ one summary
                      ──▶ fact request ─────▶ facts
    all facts by time ──▶ insight requests ─▶ insights, a batch of facts each
    one turn, or some ──▶ triplet request ──▶ triplets, each of one turn
    a user's turn, or a block of four ──▶ event request ──▶ events

A module holds the prompt, the schema of the reply, and what becomes of it: a `Kind`. To add one, write such a module,
put its value into `KINDS`, and its name into `convograph.types.memos`.
"""

from convograph.generation.memos.events import EVENTS
from convograph.generation.memos.facts import FACTS
from convograph.generation.memos.insights import INSIGHTS
from convograph.generation.memos.kind import Draft, Job, Kind, Material, ShownMemo
from convograph.generation.memos.summaries import SUMMARIES
from convograph.generation.memos.triplets import MOST_LINES, TRIPLETS
from convograph.types import WrittenKind

KINDS: dict[WrittenKind, Kind] = {kind.name: kind for kind in (SUMMARIES, FACTS, INSIGHTS, TRIPLETS, EVENTS)}
"""The kinds by name, in the order in which they are written and listed; one stands behind what it is written of."""

__all__ = ["KINDS", "MOST_LINES", "Draft", "Job", "Kind", "Material", "ShownMemo"]
