"""The text layer: every sentence of every turn, with its vector and its search terms. No model call.

SGMem's sentence nodes; LightGMEM uses it too, with speakers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph import segmentation
from convograph.graph.rows import LayerKey, NodeBatch
from convograph.graph.sessions import Part
from convograph.layers.items import spanning_items
from convograph.layers.sentences import SentenceLayer
from convograph.terms import ENGLISH, Analyzer
from convograph.types import SourceTurn

VERSION = "1"  # raised by hand whenever the layer's output changes for a reason other than its parts


@dataclass(frozen=True, slots=True)
class TextLayer(SentenceLayer):
    """Sentences as items of scope `"turn"`. One source each: the sentence's span in its turn.

    With `whole_turns`, each turn counts as one sentence, as in the LoCoMo cases that SGMem prints. With `speakers`, a
    sentence is encoded and indexed as `speaker: sentence`, like the lines of turns and chunks.
    """

    whole_turns: bool = False
    analyzer: Analyzer = ENGLISH
    speakers: bool = False

    @property
    def key(self) -> LayerKey:
        """Changes with the sentence splitter, the terms and the encoder."""
        parts = (VERSION, segmentation.FINGERPRINT, self.analyzer.fingerprint, self.model.fingerprint)
        name = "text-whole-turns" if self.whole_turns else "text"
        return LayerKey(f"{name}-speakers" if self.speakers else name, "|".join(parts))

    def extract(self, parts: Sequence[Part]) -> NodeBatch:
        """The sentences of the turns, in order."""
        spans = [(turn, span) for part in parts for turn in part for span in self._spans(turn.text)]
        return spanning_items(
            [self._told(turn, turn.text[start:end]) for turn, (start, end) in spans],
            [(turn.key, start, end) for turn, (start, end) in spans],
            self.model,
            analyzer=self.analyzer,
        )

    def _told(self, turn: SourceTurn, sentence: str) -> str:
        return f"{turn.speaker}: {sentence}" if self.speakers and turn.speaker else sentence

    def _spans(self, text: str) -> list[tuple[int, int]]:
        return [(0, len(text))] if self.whole_turns else segmentation.sentence_spans(text)
