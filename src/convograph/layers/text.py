"""The text layer: every sentence of every turn, with its vector and its search terms. No model call.

SGMem's sentence nodes (SPEC §2.2), the lexical index, and what every later layer stands on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from convograph import segmentation, terms
from convograph.graph.rows import LayerKey, NodeBatch
from convograph.protocols import Encoder, Scope
from convograph.types import SourceTurn

VERSION = "1"  # raised by hand whenever the layer would come out differently for another reason than its parts


@dataclass(frozen=True, slots=True)
class TextLayer:
    """Sentences as items of scope `"turn"`. One source each: the sentence's span in its turn.

    With `whole_turns`, each turn counts as one sentence, as LoCoMo's do in SGMem's cases (SPEC §2.2).
    """

    model: Encoder
    whole_turns: bool = False
    scope: Scope = "turn"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder inside."""
        return self.model.fingerprint

    @property
    def key(self) -> LayerKey:
        """Changes with the sentence splitter, the terms and the encoder."""
        parts = (VERSION, segmentation.FINGERPRINT, terms.FINGERPRINT, self.model.fingerprint)
        return LayerKey("text-whole-turns" if self.whole_turns else "text", "|".join(parts))

    def extract(self, turns: Sequence[SourceTurn]) -> NodeBatch:
        """The sentences of the turns, in order."""
        spans = [(turn, span) for turn in turns for span in self._spans(turn.text)]
        texts = [turn.text[start:end] for turn, (start, end) in spans]
        term_counts, hashes = terms.term_hashes(texts)
        return NodeBatch(
            keys=np.empty(0, np.int64),
            vectors=self.model.encode(texts, "passage").astype(np.float16),
            term_counts=term_counts,
            terms=hashes,
            source_counts=np.ones(len(spans), np.int32),
            source_turns=np.array([turn.key for turn, _ in spans], np.int64),
            source_starts=np.array([start for _, (start, _) in spans], np.int32),
            source_ends=np.array([end for _, (_, end) in spans], np.int32),
        )

    def _spans(self, text: str) -> list[tuple[int, int]]:
        return [(0, len(text))] if self.whole_turns else segmentation.sentence_spans(text)
