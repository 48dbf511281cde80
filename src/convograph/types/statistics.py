"""Counts for an owner and for a store, and the usage of models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from convograph.types.memos import MemoKind, WrittenKind


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A model's usage for one purpose: calls (failed ones included), tokens as reported by its server, seconds."""

    purpose: str
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LayerStats:
    """One layer of derived memory: how many items it has, and how many turns are not derived yet."""

    name: str
    fingerprint: str
    items: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts for one owner.

    `speakers` maps each speaker, in the most frequent spelling, to a number of turns; `bytes` is the store's size;
    `memos` counts the memos by kind; `unwritten` counts the pending model calls, and is empty until a model has written
    something; `sentences` counts the sentences that the architecture derives from turns, 0 if it derives none; `ledger`
    is the usage of models; `entities` and `triplets` count names and the statements about them, and are `None` if the
    architecture has no such graph; `architecture` is the one that counted, `store_architecture` the name recorded in
    the store, if its first owner was created with one; `last_used` maps the ids of turns to the time (UTC) when a
    recall with `touch` last returned them; `owes_scrub` says that forgotten content is not overwritten yet.
    """

    owner: str
    location: str
    sessions: int
    turns: int
    sentences: int
    characters: int
    speakers: Mapping[str, int]
    unknown_speaker_turns: int
    first_said: datetime | None
    last_said: datetime | None
    encoder: str
    architecture: str
    layers: tuple[LayerStats, ...]
    bytes: int
    last_used: Mapping[str, datetime] = field(default_factory=dict)
    memos: Mapping[MemoKind, int] = field(default_factory=dict)
    unwritten: Mapping[WrittenKind, int] = field(default_factory=dict)
    ledger: tuple[LedgerEntry, ...] = ()
    entities: int | None = None
    triplets: int | None = None
    store_architecture: str | None = None
    owes_scrub: bool = False


@dataclass(frozen=True, slots=True)
class OwnerCounts:
    """What one owner has in a store: sessions, turns, memos, and items derived from them in all layers."""

    owner: str
    sessions: int
    turns: int
    memos: int
    items: int


@dataclass(frozen=True, slots=True)
class StoreStats:
    """The sums over all owners of a store, its size in bytes, and what it was created with.

    `owners` are the counts of each owner, by name. `encoder`, `architecture` and `language` are `None` for a store
    without owners, `architecture` also if the first owner was created with a custom one; `owes_scrub` is as in
    `Stats`.
    """

    location: str
    bytes: int
    sessions: int
    turns: int
    memos: int
    items: int
    encoder: str | None
    architecture: str | None
    language: str | None
    owners: tuple[OwnerCounts, ...]
    owes_scrub: bool = False
