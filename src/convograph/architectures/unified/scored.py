"""The turns scored for a question, which all later stages take and return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from convograph.architectures.unified.features import TurnFeatures
from convograph.architectures.unified.places import Places
from convograph.architectures.unified.ranking import PARTS, TurnScores
from convograph.extraction.asking import Period
from convograph.graph.arrays import Floats
from convograph.graph.rows import MemoRow
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.types import Span


@dataclass(frozen=True, slots=True)
class Scored:
    """The turns of a memory in order, and features and scores of the scored ones.

    `layer` has the sentences, `memos` the memos. `period` and `then` are those of the question; `stating` has the turns
    that state what is asked, by place, with the values.
    """

    snapshot: Snapshot
    layer: LayerTable
    memos: LayerTable
    places: Places
    features: TurnFeatures
    scores: TurnScores
    period: Period | None
    then: bool
    stating: Mapping[int, Sequence[str]]

    def memo(self, item: int) -> MemoRow:
        """The memo of an item of the memo layer."""
        ((key,),) = self.memos.rests[item : item + 1]
        return self.snapshot.memo(key)

    def sentence(self, number: int) -> Span:
        """A sentence of the scored turns, by number."""
        return self.snapshot.span(self.layer, self.layer.sources(int(self.features.sentences.items[number])).start)

    def rescored(self, turns: Floats, part: str) -> Scored:
        """The same turns with other scores; the difference is added to one of the `PARTS`."""
        parts = self.scores.parts.copy()
        parts[PARTS.index(part)] += turns - self.scores.turns
        return replace(self, scores=TurnScores(turns, parts))
