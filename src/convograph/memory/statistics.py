"""Counts of one owner's memory, and of a whole store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import get_args

import numpy as np
import numpy.typing as npt

from convograph.graph.snapshot import Snapshot
from convograph.graph.tables import ITEM, MEMO, SESSION, TURN
from convograph.graph.turns import NO_TIME, TurnTable, speaker_key
from convograph.layers.sentences import SentenceLayer
from convograph.memory import enriching
from convograph.memory.commits.scrubbing import owes_scrub
from convograph.memory.settings import setting
from convograph.memory.snapshots.derivation import waiting
from convograph.protocols import Architecture, Store
from convograph.times import EPOCH
from convograph.types import (
    LayerStats,
    LedgerEntry,
    MemoKind,
    OwnerCounts,
    SessionSummary,
    Stats,
    StoreStats,
    WrittenKind,
)


def stats_of(
    snapshot: Snapshot,
    architecture: Architecture,
    *,
    owner: str,
    location: str,
    size: int,
    used: Mapping[int, str],
    ledger: tuple[LedgerEntry, ...],
    remembered: str | None,
    owed: bool,
) -> Stats:
    """Counts of sessions, turns, sentences, speakers, layers and memos, with times and model usage.

    `used` are use marks not written yet; `remembered` is the architecture recorded in the store, `owed` whether it owes
    a scrub.
    """
    turns = snapshot.turns
    layers = _layers(snapshot, architecture)
    ids = {row.key: row.id for row in turns.rows}
    marks = {**snapshot.used, **used}
    known = turns.seconds.values[turns.seconds.values != NO_TIME]
    sketch = architecture.sketch(snapshot)
    return Stats(
        owner=owner,
        location=location,
        sessions=len(turns.session_rows),
        turns=len(turns),
        sentences=_sentences(layers, architecture),
        characters=sum(len(row.text) for row in turns.rows),
        speakers=_speakers(turns),
        unknown_speaker_turns=sum(row.speaker is None for row in turns.rows),
        first_said=_moment(int(known.min())) if len(known) else None,
        last_said=_moment(int(known.max())) if len(known) else None,
        encoder=architecture.encoder.name,
        architecture=architecture.name,
        store_architecture=remembered,
        owes_scrub=owed,
        layers=layers,
        bytes=size,
        last_used={ids[key]: datetime.fromisoformat(at) for key, at in marks.items() if key in ids},
        memos=_memos(snapshot),
        unwritten=_unwritten(snapshot, architecture),
        ledger=ledger,
        entities=sketch.entities,
        triplets=sketch.triplets,
    )


def sessions_of(turns: TurnTable) -> list[SessionSummary]:
    """A summary of each session, by its earliest time; sessions without a time come last, as stored."""
    if not len(turns):
        return []
    found = [_session(turns, rows) for rows in turns.by_session(np.array(list(turns.session_rows), np.int64)).values()]
    return sorted(found, key=lambda one: (one.first_said is None, one.first_said or EPOCH))


def _session(turns: TurnTable, rows: npt.NDArray[np.int64]) -> SessionSummary:
    members = [turns.rows[row] for row in rows.tolist()]
    seconds = turns.seconds.values[rows]
    known = seconds[seconds != NO_TIME]
    speakers: dict[str, str] = {}
    for member in members:
        if member.speaker is not None:
            speakers.setdefault(speaker_key(member.speaker), member.speaker)
    return SessionSummary(
        turns.session_rows[members[0].session].name,
        _moment(int(known.min())) if len(known) else None,
        _moment(int(known.max())) if len(known) else None,
        len(members),
        tuple(speakers.values()),
    )


def store_stats_of(store: Store) -> StoreStats:
    """The counts of each owner, and their sums. Rows are counted without loading them."""
    owners = tuple(_counts(store, owner) for owner in store.owners())
    return StoreStats(
        location=store.location,
        bytes=store.size(),
        sessions=sum(one.sessions for one in owners),
        turns=sum(one.turns for one in owners),
        memos=sum(one.memos for one in owners),
        items=sum(one.items for one in owners),
        encoder=setting(store, "encoder"),
        architecture=setting(store, "architecture"),
        language=setting(store, "language"),
        owners=owners,
        owes_scrub=owes_scrub(store),
    )


def _counts(store: Store, owner: str) -> OwnerCounts:
    with store.read(owner) as reading:
        return OwnerCounts(owner, *(reading.count(table) for table in (SESSION, TURN, MEMO, ITEM)))


def _unwritten(snapshot: Snapshot, architecture: Architecture) -> Mapping[WrittenKind, int]:
    """The pending model calls, if a model has written any of the kinds that this architecture enriches by default."""
    kinds = enriching.kinds_for(architecture.layers)
    begun = any(kind in kinds for kind, _ in snapshot.written)
    return enriching.waiting_for_model(snapshot, kinds) if begun else {}


def _layers(snapshot: Snapshot, architecture: Architecture) -> tuple[LayerStats, ...]:
    tables = [(layer, snapshot.layers[layer.key]) for layer in architecture.layers]
    return tuple(
        LayerStats(
            layer.key.name,
            layer.key.fingerprint,
            len(table) if table.alive is None else int(table.alive.sum()),
            waiting(layer, snapshot),
        )
        for layer, table in tables
    )


def _sentences(counted: Sequence[LayerStats], architecture: Architecture) -> int:
    """The number of sentences; some architectures have them in several layers, others in none (0)."""
    pairs = zip(counted, architecture.layers, strict=True)
    return max((one.items for one, layer in pairs if isinstance(layer, SentenceLayer)), default=0)


def _speakers(turns: TurnTable) -> dict[str, int]:
    """Turn counts by speaker, most frequent first, under each speaker's most frequent spelling."""
    spellings: dict[str, Counter[str]] = {}
    for row in turns.rows:
        if row.speaker is not None:
            spellings.setdefault(speaker_key(row.speaker), Counter())[row.speaker] += 1
    counts = {min(names, key=lambda name: (-names[name], name)): names.total() for names in spellings.values()}
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _memos(snapshot: Snapshot) -> dict[MemoKind, int]:
    counts = Counter(memo.kind for memo in snapshot.memos)
    return {kind: counts[kind] for kind in get_args(MemoKind) if kind in counts}


def _moment(seconds: int) -> datetime:
    return EPOCH + timedelta(seconds=seconds)
