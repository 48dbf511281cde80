"""The chunk layer: turns, rounds, sessions or other units of dialogue with one vector each. No model call.

These are the index tables of raw units that plain search and RAG-T, RAG-R and RAG-S search (SPEC §2.2, §2.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from convograph.graph.rows import LayerKey, NodeBatch
from convograph.layers.items import whole_turn_items
from convograph.protocols import Encoder, Scope
from convograph.segmentation import grouped, line
from convograph.terms import Analyzer
from convograph.types import SourceTurn, Unit

VERSION = "2"  # raised by hand whenever the layer would come out differently for another reason than its encoder

SINGLE_TURNS: tuple[Unit, ...] = ("turn", "user-turn")


@dataclass(frozen=True, slots=True)
class ChunkLayer:
    """Units of raw dialogue; with an `analyzer` they have search terms too.

    Single turns do not depend on others. A new turn may close a round, and changes its session.
    """

    model: Encoder
    unit: Unit
    analyzer: Analyzer | None = None

    @property
    def scope(self) -> Scope:
        """What is derived afresh when a turn comes or goes."""
        return "turn" if self.unit in SINGLE_TURNS else "session"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder inside."""
        return self.model.fingerprint

    @property
    def key(self) -> LayerKey:
        """Changes with the unit, the terms if there are any, and the encoder."""
        if self.analyzer is None:
            return LayerKey(f"chunks-{self.unit}", f"{VERSION}|{self.model.fingerprint}")
        parts = (VERSION, self.analyzer.fingerprint, self.model.fingerprint)
        return LayerKey(f"chunks-{self.unit}-terms", "|".join(parts))

    def extract(self, turns: Sequence[SourceTurn]) -> NodeBatch:
        """The units of the sessions whose turns these are."""
        units = [unit for session in by_session(turns) for unit in grouped(session, self.unit)]
        return whole_turn_items(
            [unit_text(unit) for unit in units],
            [[turn.key for turn in unit] for unit in units],
            self.model,
            analyzer=self.analyzer,
        )


def by_session(turns: Sequence[SourceTurn]) -> list[list[SourceTurn]]:
    """The turns of each session, which come together."""
    return [list(group) for _, group in groupby(turns, key=lambda turn: turn.session)]


def unit_text(turns: Sequence[SourceTurn]) -> str:
    """What is given to the encoder for a unit: a line `speaker: text` a turn."""
    return "\n".join(map(line, turns))
