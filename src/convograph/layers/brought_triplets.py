"""The layers of triplets that somebody brought or a model wrote, alone or within events, and of the names in them.

The same items as in the layers read without a model (`layers.triplets`, `layers.entities`), with defaults for what
brought triplets do not state: kinds are "thing", the tense is "present".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.extraction.types import Stated
from convograph.graph.rows import MemoRow, NodeBatch
from convograph.layers.bases import BroughtLayer
from convograph.layers.items import whole_turn_items
from convograph.layers.triplets import fingerprints_of, payload_of, scored, spoken
from convograph.protocols import ImportanceScorer, MemoScope


@dataclass(frozen=True, slots=True)
class BroughtTriplets(BroughtLayer):
    """An item for each triplet of each memo, resting on the memo's turns; the payload is read by `triplet_of`.

    A `scorer` rates how important each is in its session; the memos of a session are then derived together.
    """

    name = "brought-triplets"
    version = "1"

    scorer: ImportanceScorer | None = None

    @property
    def scope(self) -> MemoScope:
        """Each memo by itself; with a scorer, all memos of a session."""
        return "memo" if self.scorer is None else "session-memos"

    @property
    def further(self) -> tuple[str, ...]:
        """The fingerprint of the scorer, if there is one."""
        return fingerprints_of(self.scorer)

    def extract(self, memos: Sequence[MemoRow]) -> NodeBatch:
        """The triplets of the memos, in order."""
        triplets = [triplet for memo in memos for triplet in memo.details.triplets]
        stated = [Stated(one, one.relation, "thing", "thing", "present") for one in triplets]
        return whole_turn_items(
            [spoken(triplet) for triplet in triplets],
            [memo.turns for memo in memos for _ in memo.details.triplets],
            self.model,
            analyzer=self.analyzer,
            payloads=tuple(payload_of(one) for one in scored([stated], self.scorer)),
            rests=tuple((memo.key,) for memo in memos for _ in memo.details.triplets),
        )


@dataclass(frozen=True, slots=True)
class BroughtEntities(BroughtLayer):
    """An item for each name in the triplets of a memo, resting on the memo's turns; the payload is the name."""

    name = "brought-entities"
    version = "1"

    def extract(self, memos: Sequence[MemoRow]) -> NodeBatch:
        """The names in the memos' triplets, in order of appearance, each once in a memo."""
        found = [(name, memo) for memo in memos for name in _names(memo)]
        names = tuple(name for name, _ in found)
        held, rests = [memo.turns for _, memo in found], tuple((memo.key,) for _, memo in found)
        return whole_turn_items(names, held, self.model, analyzer=self.analyzer, payloads=names, rests=rests)


def _names(memo: MemoRow) -> dict[str, None]:
    return {name: None for triplet in memo.details.triplets for name in (triplet.subject, triplet.object)}
