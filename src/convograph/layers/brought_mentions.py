"""The names in triplets that somebody brought or a model wrote, as mentions in their turns.

A name is a mention in the turn of its memo that was said last: before that, not everything in the triplet had been said
[R]. From then on, all turns of the memo are evidence for it (`lightgmem.structure`). A name that the turn itself
mentions, or that belongs to a speaker of its session, is not mentioned again. Ends of triplets that are not names are
not mentions, as in the layer of read mentions.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from convograph.extraction.lexicon import word_list
from convograph.graph.arrays import Mask, Rows
from convograph.graph.columns import Coded, Column, Listing
from convograph.graph.rows import WHOLE_TURN, LayerKey, MemoRow, NodeBatch
from convograph.graph.runs import alphabetic, combined
from convograph.graph.snapshot import EMPTY_LAYER, LayerTable, Snapshot
from convograph.graph.turns import speaker_key
from convograph.layers.bases import BroughtLayer
from convograph.layers.episodes import NO_CHARACTER
from convograph.layers.items import whole_turn_items
from convograph.layers.mentions import MOST_RELATED, NamedMention, payload_of, read_mentions
from convograph.resolution.wording import proper_words
from convograph.types import Triplet


@dataclass(frozen=True, slots=True)
class MentionKeys:
    """The keys of the two mention layers: `read`, and `brought` or written by a model."""

    read: LayerKey
    brought: LayerKey


@dataclass(frozen=True, slots=True)
class BroughtMentions(BroughtLayer):
    """An item for each name in the triplets of a memo, resting on the memo's turns; read by `mentions.mention_of`."""

    name = "brought-mentions"
    version = "1"

    def extract(self, memos: Sequence[MemoRow]) -> NodeBatch:
        """The names in the memos' triplets, each once in a memo."""
        found = [(mention, memo) for memo in memos for mention in _mentions(memo.details.triplets)]
        return whole_turn_items(
            [mention.name for mention, _ in found],
            [memo.turns for _, memo in found],
            self.model,
            analyzer=self.analyzer,
            payloads=tuple(payload_of(mention) for mention, _ in found),
            rests=tuple((memo.key,) for _, memo in found),
        )


def mention_table(snapshot: Snapshot, keys: MentionKeys) -> LayerTable:
    """The items of both mention layers as one table, in the order of their keys, each with one source.

    If anything was brought, it has no vectors (see `name_vectors`) and no search terms. Brought mentions come after all
    characters of their turn; those whose names the turn already has are not living.
    """
    read, brought = snapshot.layers[keys.read], snapshot.layers.get(keys.brought, EMPTY_LAYER)
    if not len(brought):
        return read
    made: LayerTable = snapshot.derived.for_version(
        ("mention-table", keys), snapshot.version, lambda: _together(snapshot, keys, read, brought)
    )
    return made


def name_vectors(snapshot: Snapshot, keys: MentionKeys, items: Rows) -> tuple[npt.NDArray[np.float32], Rows]:
    """A matrix with the name vectors of some items of `mention_table`, and the row of each item in it."""
    read, brought = snapshot.layers[keys.read], snapshot.layers.get(keys.brought, EMPTY_LAYER)
    if not len(brought):
        return read.vectors.values, items
    wanted = mention_table(snapshot, keys).keys.values[items]
    matrix = np.empty((len(items), brought.vectors.values.shape[1]), np.float32)
    for layer in (read, brought):
        here = np.isin(wanted, layer.keys.values)
        if here.any():
            matrix[here] = layer.vectors.values[np.searchsorted(layer.keys.values, wanted[here])]
    return matrix, np.arange(len(items))


def last_turns(snapshot: Snapshot, layer: LayerTable) -> Rows:
    """The row of each item's latest turn, by said time, then session id, then ordinal."""
    if len(layer.source_turns) == len(layer):  # no item rests on two turns
        return layer.first_turns()
    rows = layer.source_turns.values.astype(np.int64)
    counts = layer.source_counts
    owners = np.repeat(np.arange(len(layer)), counts)
    order = np.lexsort((*reversed(snapshot.turns.said(rows)), owners))
    found: Rows = rows[order[np.cumsum(counts) - 1]]
    return found


def _mentions(triplets: Sequence[Triplet]) -> list[NamedMention]:
    """The names in some triplets, each once, with the other ends of its triplets."""
    names: dict[str, str] = {}
    related: dict[str, dict[str, None]] = {}
    for triplet in triplets:
        for name, other in ((triplet.subject, triplet.object), (triplet.object, triplet.subject)):
            if proper_words(name) and name.lower() not in word_list("people_pronouns"):
                names.setdefault(speaker_key(name), name)
                related.setdefault(speaker_key(name), {})[other] = None
    return [
        NamedMention(name, "thing", name, related=tuple(related[key])[:MOST_RELATED]) for key, name in names.items()
    ]


@dataclass(slots=True)
class _Grown:
    """Both layers as one table, as far as they have been read."""

    read: Listing[str] = field(default_factory=Listing)
    brought: Listing[str] = field(default_factory=Listing)
    table: LayerTable = EMPTY_LAYER

    def seen(self, snapshot: Snapshot, read: LayerTable, brought: LayerTable) -> LayerTable:
        """The table extended by the new items: they have higher keys, so they come after all earlier ones."""
        if not (read.payloads.continues(self.read) and brought.payloads.continues(self.brought)):
            self.read, self.brought, self.table = Listing(), Listing(), EMPTY_LAYER
        self.table = _extended(snapshot, self.table, (read, len(self.read)), (brought, len(self.brought)))
        self.read, self.brought = read.payloads, brought.payloads
        return self.table


def _together(snapshot: Snapshot, keys: MentionKeys, read: LayerTable, brought: LayerTable) -> LayerTable:
    table = snapshot.derived.cached(("mentions-together", keys), _Grown).seen(snapshot, read, brought)
    living = np.concatenate([layer.keys.values[layer.living()] for layer in (read, brought)])
    alive = np.isin(table.keys.values, living)
    rows = np.flatnonzero(alive)
    alive[rows[_said_already(snapshot, keys, table, rows)]] = False
    return replace(table, alive=None if alive.all() else alive)


def _extended(
    snapshot: Snapshot, table: LayerTable, read: tuple[LayerTable, int], brought: tuple[LayerTable, int]
) -> LayerTable:
    """The table, extended by the items of both layers from a number on."""
    (reading, after), (bringing, since) = read, brought
    order = np.argsort(np.concatenate((reading.keys.values[after:], bringing.keys.values[since:])))

    def column(ones: npt.NDArray[np.generic], others: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
        both: npt.NDArray[np.generic] = np.concatenate((ones, others))[order]
        return both

    first, of_brought = reading.first_source(np.arange(after, len(reading))), len(bringing) - since
    payloads = [*reading.payloads[after:], *bringing.payloads[since:]]
    return replace(
        table,
        keys=table.keys.extended(column(reading.keys.values[after:], bringing.keys.values[since:])),
        vectors=Column(np.empty((len(table) + len(order), 0), np.float32)),
        source_starts=table.source_starts.extended(np.arange(len(table), len(table) + len(order))),
        source_turns=table.source_turns.extended(
            column(reading.first_turns()[after:], last_turns(snapshot, bringing)[since:])
        ),
        span_starts=table.span_starts.extended(
            column(reading.span_starts.values[first], np.full(of_brought, NO_CHARACTER))
        ),
        span_ends=table.span_ends.extended(column(reading.span_ends.values[first], np.full(of_brought, WHOLE_TURN))),
        payloads=table.payloads.extended(payloads[place] for place in order.tolist()),
    )


def _said_already(snapshot: Snapshot, keys: MentionKeys, table: LayerTable, rows: Rows) -> Mask:
    """Which of some items are brought, with a name that their turn already has or that of a speaker of its session."""
    names, turns = _name_keys(snapshot, keys, table), snapshot.turns
    numbers, said = names.numbers.values[rows], table.source_turns.values[rows].astype(np.int64)
    is_brought = table.span_starts.values[rows] == NO_CHARACTER
    ranks = np.zeros(len(rows), np.int64)
    ranks[is_brought] = 1 + alphabetic(table.payloads.at(rows[is_brought])) if is_brought.any() else 0
    pairs = combined(said, numbers)
    order = np.lexsort((rows, ranks, pairs))
    again = np.zeros(len(rows), np.bool_)
    again[order[1:]] = pairs[order[1:]] == pairs[order[:-1]]
    speaker = np.array([turns.speaker_keys.get(one, -1) for one in names.distinct], np.int64)[numbers]
    sessions, speakers = turns.sessions.values.astype(np.int64), turns.speakers.values.astype(np.int64)
    width = len(turns.speaker_keys) + 1
    speaks = (speaker >= 0) & np.isin(sessions[said] * width + speaker, (sessions * width + speakers)[speakers >= 0])
    found: Mask = is_brought & (again | speaks)
    return found


def _name_keys(snapshot: Snapshot, keys: MentionKeys, table: LayerTable) -> Coded[str]:
    """The `speaker_key` of each item's name, empty for words that only may be names; only new items are read."""

    def more(held: Coded[str], new: Sequence[NamedMention]) -> Coded[str]:
        return held.extended("" if mention.possible else speaker_key(mention.name) for mention in new)

    own: Hashable = ("mention-name-keys", keys)
    made: Coded[str] = snapshot.derived.incremental(own, read_mentions(snapshot, keys, table), Coded, more)
    return made
