"""Alignment of recorded triplets with ours.

Two triplets match exactly if their subjects and their objects have the same stems, and by embedding if the cosine of
"subject relation object" reaches a threshold. Candidates are those of the same source turns, or of the same block. As a
control, triplets are also compared with those of turns half a conversation away, where matches are by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from convograph.extraction.types import FoundTriplet
from convograph.protocols import Encoder
from convograph_eval.language.recorded.corpus import LabelledEvent
from convograph_eval.language.recorded.pools import POOLS, Placed, PooledTriplet, placed
from convograph_eval.language.types import Measured

THRESHOLDS = (0.6, 0.7, 0.8)

Vectors = Mapping[str, npt.NDArray[np.float32]]
"""The unit vector of each text."""


def match_triplets(
    events: Sequence[LabelledEvent], ours: Mapping[str, Sequence[FoundTriplet]], encoder: Encoder
) -> Measured:
    """A record for each recorded triplet and for each of ours in a recorded block, and the shares with a counterpart.

    `ours` maps turn ids to the triplets found in them.
    """
    recorded, stated = placed(events, ours)
    vectors = _encoded([*recorded, *stated], encoder)
    sides = {
        "recorded": [_record("recorded", one, vectors) for one in recorded],
        "ours": [_record("ours", one, vectors) for one in stated],
    }
    return Measured(
        tuple(record for records in sides.values() for record in records),
        {side: _summary(records) for side, records in sides.items()},
    )


def _encoded(statements: Iterable[Placed], encoder: Encoder) -> Vectors:
    texts = list({one.statement.text for one in statements})
    return dict(zip(texts, encoder.encode(texts, "passage"), strict=True))


def _record(side: str, one: Placed, vectors: Vectors) -> dict[str, Any]:
    record: dict[str, Any] = {"item": side, "id": one.id, "triplet": one.statement.text}
    for name, candidates in zip(POOLS, one.pools, strict=True):
        cosine, nearest = _nearest(one.statement, candidates, vectors)
        record[name] = {
            "candidates": len(candidates),
            "exact": any(one.statement.same(other) for other in candidates),
            "cosine": round(cosine, 4),
            "nearest": nearest,
        }
    return record


def _nearest(one: PooledTriplet, candidates: Sequence[PooledTriplet], vectors: Vectors) -> tuple[float, str | None]:
    """The highest cosine with a candidate, and that candidate's text; 0 and `None` without candidates."""
    if not candidates:
        return 0.0, None
    cosines = np.stack([vectors[other.text] for other in candidates]) @ vectors[one.text]
    best = int(np.argmax(cosines))
    return float(cosines[best]), candidates[best].text


def _summary(records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The number of triplets, and, by pool, the shares with a candidate and with a counterpart."""
    return {"triplets": len(records), **{name: _shares([one[name] for one in records]) for name in POOLS}}


def _shares(found: Sequence[dict[str, Any]]) -> dict[str, float]:
    count = max(1, len(found))
    return {
        "candidates": sum(one["candidates"] > 0 for one in found) / count,
        "exact": sum(one["exact"] for one in found) / count,
        **{f"cosine>={least}": sum(one["cosine"] >= least for one in found) / count for least in THRESHOLDS},
    }
