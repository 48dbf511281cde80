"""Episodes: chunks of the conversation in order of time, and the episode of each mention.

LightGMEM's `X = (x_1 … x_T)` (section 4.2). Episodes are ordered by their first turn: said time, then session id, then
ordinal. A turn that two chunks share belongs to the first of them [R].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.graph.arrays import Rows
from convograph.graph.runs import alphabetic
from convograph.graph.snapshot import LayerTable, Snapshot

NO_CHARACTER = np.iinfo(np.int32).max  # the start of a source that comes after all characters of its turn


@dataclass(frozen=True, slots=True)
class InEpisodes:
    """The living items of a layer in order of time, and the episode of each, by its position in `chunks`.

    `chunks` are the living chunks in order of time, `chunk_keys` and `keys` the keys of these and of the items. Within
    an episode, items are ordered by ordinal, then character, then as in their turn; those after all characters, which
    are not in the text, by payload, whatever order they were brought in.
    """

    chunks: Rows
    chunk_keys: Rows
    items: Rows
    keys: Rows
    episodes: Rows


def in_episodes(snapshot: Snapshot, chunks: LayerTable, layer: LayerTable) -> InEpisodes:
    """The items of a layer by episode. Both layers have to be up to date, so that every turn is in a chunk."""
    ordered = in_order(snapshot, chunks)
    firsts = first_episodes(len(snapshot.turns), chunks, ordered)
    items = layer.living()
    sources = layer.first_source(items)
    rows = layer.source_turns.values[sources]
    episodes = firsts[rows]
    starts = layer.span_starts.values[sources]
    positions = (snapshot.turns.ordinals.values[rows], starts, _ranks(layer, items, starts), layer.keys.values[items])
    order = np.lexsort((*reversed(positions), episodes))
    items = items[order]
    return InEpisodes(ordered, chunks.keys.values[ordered], items, layer.keys.values[items], episodes[order])


def _ranks(layer: LayerTable, items: Rows, starts: npt.NDArray[np.int32]) -> Rows:
    """The alphabetical rank of the items that come after all characters, 0 for others."""
    ranks = np.zeros(len(items), np.int64)
    behind = starts == NO_CHARACTER
    if behind.any():
        ranks[behind] = alphabetic(layer.payloads.at(items[behind]))
    return ranks


def in_order(snapshot: Snapshot, chunks: LayerTable) -> Rows:
    """The living chunks in the order of the conversation: said time, session id, ordinal, character."""
    items = chunks.living()
    ordered: Rows = items[np.lexsort(snapshot.said(chunks, items)[::-1])]
    return ordered


def first_episodes(turns: int, chunks: LayerTable, ordered: Rows) -> Rows:
    """The first episode of each turn, by its position in `ordered`, shape (turns,)."""
    positions = np.full(len(chunks), len(ordered))
    positions[ordered] = np.arange(len(ordered))
    firsts = np.full(turns, len(ordered))
    np.minimum.at(firsts, chunks.source_turns.values, np.repeat(positions, chunks.source_counts))
    return firsts
