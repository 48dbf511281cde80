"""Texts as items that rest on whole turns: what units of dialogue, memos and other texts about turns become."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from convograph.graph.rows import WHOLE_TURN, NodeBatch
from convograph.protocols import Encoder
from convograph.terms import term_hashes


def whole_turn_items(
    texts: Sequence[str],
    sources: Sequence[Sequence[int]],
    model: Encoder,
    *,
    with_terms: bool = False,
    payloads: tuple[str, ...] = (),
) -> NodeBatch:
    """An item a text: its vector, its search terms when wanted, the keys of the turns that it rests on, its payload."""
    counts, hashes = term_hashes(texts if with_terms else [""] * len(texts))
    turns = [turn for held in sources for turn in held]
    return NodeBatch(
        keys=np.empty(0, np.int64),
        vectors=model.encode(texts, "passage").astype(np.float16),
        term_counts=counts,
        terms=hashes,
        source_counts=np.array([len(held) for held in sources], np.int32),
        source_turns=np.array(turns, np.int64),
        source_starts=np.full(len(turns), WHOLE_TURN, np.int32),
        source_ends=np.full(len(turns), WHOLE_TURN, np.int32),
        payloads=payloads,
    )
