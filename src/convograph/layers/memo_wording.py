"""The memo wording layer: memos about turns, each with its words and its vector. No model call.

`unified` compares these with a question, as it does the turns' own sentences: a memo is a further text of its turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.graph.rows import LayerKey, MemoRow, NodeBatch
from convograph.layers.items import whole_turn_items
from convograph.layers.memo_base import MemoLayerBase
from convograph.layers.wording import WordTerms
from convograph.protocols import WordTable
from convograph.terms import ENGLISH, Analyzer
from convograph.types import MemoKind

VERSION = "1"  # raised by hand whenever the layer's output changes for a reason other than its parts

KINDS: tuple[MemoKind, ...] = ("summary", "fact", "insight", "triplet", "event")
"""All kinds that say something about turns; a decision about two names does not."""


@dataclass(frozen=True, slots=True)
class MemoWordingLayer(MemoLayerBase):
    """Memos of all `KINDS` as items of scope `"memo"`, each resting on whole turns; terms as in `WordingLayer`."""

    words: WordTable
    analyzer: Analyzer = ENGLISH

    @property
    def kinds(self) -> tuple[MemoKind, ...]:
        """`KINDS`."""
        return KINDS

    @property
    def key(self) -> LayerKey:
        """Changes with the terms, the table of words and the encoder."""
        parts = (self.analyzer.fingerprint, self.words.fingerprint, self.model.fingerprint)
        return LayerKey("memo-wording", "|".join((VERSION, *parts)))

    def extract(self, memos: Sequence[MemoRow]) -> NodeBatch:
        """The memos as items, in order."""
        return whole_turn_items(
            [memo.text for memo in memos],
            [memo.turns for memo in memos],
            self.model,
            analyzer=WordTerms(self.words, self.analyzer),
            rests=tuple((memo.key,) for memo in memos),
        )
