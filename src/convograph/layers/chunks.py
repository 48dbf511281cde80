"""The chunk layer: whole turns, rounds or sessions with one vector each. No model call.

These are the index tables of raw units that RAG-T, RAG-R and RAG-S search (SPEC §2.2, §2.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from convograph.graph.rows import WHOLE_TURN, LayerKey, NodeBatch
from convograph.protocols import Encoder, Scope
from convograph.segmentation import rounds
from convograph.terms import term_hashes
from convograph.types import SourceTurn, Unit

VERSION = "1"  # raised by hand whenever the layer would come out differently for another reason than its encoder


@dataclass(frozen=True, slots=True)
class ChunkLayer:
    """Units of raw dialogue as items of scope `"session"`: a new turn may close a round, and changes its session."""

    model: Encoder
    unit: Unit
    scope: Scope = "session"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder inside."""
        return self.model.fingerprint

    @property
    def key(self) -> LayerKey:
        """Changes with the unit and the encoder."""
        return LayerKey(f"chunks-{self.unit}", f"{VERSION}|{self.model.fingerprint}")

    def extract(self, turns: Sequence[SourceTurn]) -> NodeBatch:
        """The units of the sessions whose turns these are."""
        return unit_items([unit for session in by_session(turns) for unit in units_of(session, self.unit)], self.model)


def by_session(turns: Sequence[SourceTurn]) -> list[list[SourceTurn]]:
    """The turns of each session, which come together."""
    return [list(group) for _, group in groupby(turns, key=lambda turn: turn.session)]


def unit_items(units: Sequence[Sequence[SourceTurn]], model: Encoder, *, with_terms: bool = False) -> NodeBatch:
    """Units as items: one vector each, and their search terms when wanted; the sources are their whole turns."""
    texts = [unit_text(unit) for unit in units]
    counts, hashes = term_hashes(texts if with_terms else [""] * len(texts))
    members = [turn.key for unit in units for turn in unit]
    return NodeBatch(
        keys=np.empty(0, np.int64),
        vectors=model.encode(texts, "passage").astype(np.float16),
        term_counts=counts,
        terms=hashes,
        source_counts=np.array([len(unit) for unit in units], np.int32),
        source_turns=np.array(members, np.int64),
        source_starts=np.full(len(members), WHOLE_TURN, np.int32),
        source_ends=np.full(len(members), WHOLE_TURN, np.int32),
    )


def units_of(session: Sequence[SourceTurn], unit: Unit) -> list[tuple[SourceTurn, ...]]:
    """A session's turns grouped into units."""
    if unit == "session":
        return [tuple(session)]
    if unit == "round":
        return [tuple(session[part.start : part.stop]) for part in rounds([turn.speaker for turn in session])]
    return [(turn,) for turn in session]


def unit_text(turns: Sequence[SourceTurn]) -> str:
    """What is given to the encoder for a unit: a line `speaker: text` a turn."""
    return "\n".join(f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text for turn in turns)
