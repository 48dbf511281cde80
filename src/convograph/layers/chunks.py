"""The chunk layer: turns, rounds, sessions or other units of dialogue with one vector each. No model call.

The index of raw units behind plain search and SGMem's baselines RAG-T, RAG-R and RAG-S.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.graph.rows import LayerKey, NodeBatch
from convograph.graph.sessions import Part, SessionTurns
from convograph.graph.snapshot import Snapshot
from convograph.layers.items import whole_turn_items
from convograph.protocols import Encoder, TurnScope
from convograph.segmentation import grouped, grouping, is_user, line
from convograph.terms import Analyzer
from convograph.types import SourceTurn, Unit

VERSION = "3"  # raised by hand whenever the layer's output changes for a reason other than its encoder

SINGLE_TURNS: tuple[Unit, ...] = ("turn", "user-turn")


@dataclass(frozen=True, slots=True)
class ChunkLayer:
    """Units of raw dialogue; with an `analyzer` they have search terms too.

    Single turns do not depend on others. A new turn may lengthen the last unit of its session; earlier units stay,
    except rounds when a user first speaks.
    """

    model: Encoder
    unit: Unit
    analyzer: Analyzer | None = None

    @property
    def scope(self) -> TurnScope:
        """What is derived again when a turn is added or forgotten."""
        return "turn" if self.unit in SINGLE_TURNS else "session"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder it uses."""
        return self.model.fingerprint

    @property
    def key(self) -> LayerKey:
        """Changes with the unit, the terms if there are any, and the encoder."""
        if self.analyzer is None:
            return LayerKey(f"chunks-{self.unit}", f"{VERSION}|{self.model.fingerprint}")
        parts = (VERSION, self.analyzer.fingerprint, self.model.fingerprint)
        return LayerKey(f"chunks-{self.unit}-terms", "|".join(parts))

    def resume(self, session: SessionTurns, position: int, begun: int | None) -> int:
        """Where the unit of the first new turn begins; for rounds, 0 when a user first speaks."""
        if self.unit == "session" or (self.unit == "round" and _gets_user(session, position)):
            return 0
        if begun is None:
            return position
        return begun + grouping(self.unit)(session[begun : position + 1])[-1].start

    def extract(self, parts: Sequence[Part]) -> NodeBatch:
        """The units of the parts."""
        units = [unit for part in parts for unit in grouped(part.turns, self.unit)]
        return whole_turn_items(
            [unit_text(unit) for unit in units],
            [[turn.key for turn in unit] for unit in units],
            self.model,
            analyzer=self.analyzer,
        )

    def link(self, snapshot: Snapshot, parts: Sequence[Part], items: NodeBatch) -> NodeBatch:
        """All items."""
        return items


def _gets_user(session: SessionTurns, position: int) -> bool:
    """Whether a user speaks from `position` on, but not before: rounds then begin elsewhere."""
    if not session.has_new_speaker(position):
        return False
    users = [is_user(turn.speaker) for turn in session]
    return any(users[position:]) and not any(users[:position])


def unit_text(turns: Sequence[SourceTurn]) -> str:
    """The text encoded for a unit: a line `speaker: text` per turn."""
    return "\n".join(map(line, turns))
