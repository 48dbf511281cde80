"""The memo layers: one vector per memo, and the memos nearest to a question. No model call.

Memos are texts about turns: summaries, facts and insights that somebody brought or a model wrote. They are SGMem's
tables M, F and I; a variant takes the K best by cosine from each of its tables.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from convograph.graph.rows import LayerKey, MemoRow, NodeBatch
from convograph.graph.runs import alphabetic
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.vectors import nearest
from convograph.layers.items import whole_turn_items
from convograph.layers.memo_base import MemoLayerBase
from convograph.protocols import Encoder, Query
from convograph.retrieval import units_allowed
from convograph.types import MemoHit, MemoKind, Said, WrittenKind

KINDS: Mapping[str, WrittenKind] = {"m": "summary", "f": "fact", "i": "insight"}
"""The kinds by their letters in the names of the paper's variants, in its order."""

VERSION = "1"  # raised by hand whenever the layer's output changes for a reason other than its encoder
EPSILON = 1.0  # SGMem: sim = cos + 1


@dataclass(frozen=True, slots=True)
class MemoIndex(MemoLayerBase):
    """Memos of one kind as items of scope `"memo"`, each resting on whole turns; the payload is the memo's text."""

    kind: MemoKind

    @property
    def kinds(self) -> tuple[MemoKind, ...]:
        """The one kind."""
        return (self.kind,)

    @property
    def key(self) -> LayerKey:
        """Changes with the kind and the encoder."""
        return LayerKey(f"memos-{self.kind}", f"{VERSION}|{self.model.fingerprint}")

    def extract(self, memos: Sequence[MemoRow]) -> NodeBatch:
        """The memos as items, in order."""
        return whole_turn_items(
            [memo.text for memo in memos],
            [memo.turns for memo in memos],
            self.model,
            payloads=tuple(_payload(memo) for memo in memos),
            rests=tuple((memo.key,) for memo in memos),
        )

    def nearest(self, snapshot: Snapshot, query: Query, vector: npt.NDArray[np.float32]) -> list[MemoHit]:
        """The k memos nearest to the question, best first; none if the question has no known word."""
        layer = snapshot.layers[self.key]
        if not vector.any():
            return []
        (found,) = nearest(
            layer.vectors.values,
            vector[None, :],
            query.k,
            lambda items: _reading_order_key(snapshot, layer, items),
            allowed=units_allowed(layer, snapshot.turns, query),
        )
        return [
            self._hit(snapshot, layer, rank, item, cosine)
            for rank, (item, cosine) in enumerate(
                zip(found.items.tolist(), found.similarities.tolist(), strict=True), start=1
            )
        ]

    def _hit(self, snapshot: Snapshot, layer: LayerTable, rank: int, item: int, cosine: float) -> MemoHit:
        turns = tuple(snapshot.turns_of(layer, item))
        text, said = _read(layer.payloads[item])
        return MemoHit(rank, self.kind, text, cosine + EPSILON, said or turns[-1].said, turns)


def _reading_order_key(
    snapshot: Snapshot, layer: LayerTable, items: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], ...]:
    """Where the sources of memos begin and end, then their texts: breaks ties whatever order they came in."""
    ends = [layer.sources(item).stop - 1 for item in items.tolist()]
    last = layer.source_turns.values[np.array(ends, np.int64)]
    ends_at = snapshot.turns.sessions.values[last], snapshot.turns.ordinals.values[last]
    return (
        *snapshot.reading_order_key(layer, items),
        *ends_at,
        alphabetic(layer.payloads.at(items) if len(items) else ()),
    )


def letters(kinds: Sequence[WrittenKind]) -> str:
    """The kinds as the paper's variants name them, such as `"mfi"`."""
    return "".join(letter for letter, kind in KINDS.items() if kind in kinds)


def memo_layers(encoder: Encoder, kinds: Sequence[WrittenKind]) -> tuple[MemoIndex, ...]:
    """A layer for each kind, in the paper's order."""
    return tuple(MemoIndex(encoder, kind) for kind in KINDS.values() if kind in kinds)


def nearest_memos(
    snapshot: Snapshot, layers: Sequence[MemoIndex], query: Query, vector: npt.NDArray[np.float32]
) -> tuple[MemoHit, ...]:
    """The k memos of each kind nearest to the question."""
    return tuple(hit for layer in layers for hit in layer.nearest(snapshot, query, vector))


def _payload(memo: MemoRow) -> str:
    said = memo.said and [memo.said.local.isoformat(), memo.said.offset_minutes, memo.said.raw]
    return json.dumps([memo.text, said], ensure_ascii=False)


def _read(payload: str) -> tuple[str, Said | None]:
    text, said = json.loads(payload)
    return text, said and Said(datetime.fromisoformat(said[0]), said[1], said[2])
