"""Cached model replies and the usage ledger, written in short transactions of their own.

Neither creates a new version of the owner's memory, and writes for an owner that does not exist are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from convograph.chat import ChatReply, ChatRequest
from convograph.graph.rows import NEVER, ReplyRow, ReplySourceRow
from convograph.graph.tables import LEDGER, REPLY, REPLY_SOURCE
from convograph.memory.commits.transaction import are_stored
from convograph.protocols import Store
from convograph.types import LedgerEntry

_MOST = 2**63 - 1  # the largest integer in a store


@dataclass(frozen=True, slots=True)
class StoredReplies:
    """A `ReplyCache` in a store. A reply is removed when a turn whose text was in the request is forgotten.

    Replies belong to one incarnation of an owner: an owner that was forgotten and created again has none, not even
    those that were in flight.
    """

    store: Store
    incarnation: str

    def get(self, key: bytes, owner: str) -> ChatReply | None:
        """The reply, or `None`."""
        with self.store.read(owner) as reading:
            if reading.version.incarnation != self.incarnation:
                return None
            found = next(reading.rows(REPLY, key=key), None)
        return ChatReply(**json.loads(found.value)) if found else None

    def put(self, key: bytes, request: ChatRequest, reply: ChatReply) -> None:
        """Store a reply, unless its owner or one of its source turns was forgotten while the model was running."""
        with self.store.write(request.owner) as writing:
            if writing.version.incarnation == self.incarnation and are_stored(writing, request.sources):
                writing.put(REPLY, [ReplyRow(key, json.dumps(asdict(reply), ensure_ascii=False))])
                writing.put(REPLY_SOURCE, [ReplySourceRow(turn, key) for turn in set(request.sources)])

    def drop(self, keys: Iterable[bytes], owner: str) -> None:
        """Remove these replies from the cache."""
        doomed = list(keys)
        with self.store.write(owner) as writing:
            if writing.version.incarnation == self.incarnation:
                writing.remove(REPLY, key=doomed)
                writing.remove(REPLY_SOURCE, key=doomed)


class NotedReplies:
    """A reply cache that records which replies one job used."""

    def __init__(self, replies: StoredReplies) -> None:
        self._replies = replies
        self._keys: list[bytes] = []

    def get(self, key: bytes, owner: str) -> ChatReply | None:
        """The reply, or `None`."""
        self._keys.append(key)
        return self._replies.get(key, owner)

    def put(self, key: bytes, request: ChatRequest, reply: ChatReply) -> None:
        """Store a reply."""
        self._replies.put(key, request, reply)

    def drop(self, owner: str) -> None:
        """Drop the job's replies, since they would make every later run fail too."""
        self._replies.drop(self._keys, owner)


def book(store: Store, owner: str, entry: LedgerEntry) -> None:
    """Add an entry to an owner's usage ledger."""
    with store.write(owner) as writing:
        if writing.version == NEVER:
            return
        booked = next(writing.rows(LEDGER, purpose=entry.purpose, model=entry.model), None)
        writing.put(LEDGER, [_sum(booked or LedgerEntry(entry.purpose, entry.model, 0, 0, 0, 0.0), entry)])


def ledger(store: Store, owner: str) -> tuple[LedgerEntry, ...]:
    """An owner's usage ledger, sorted by purpose and model."""
    with store.read(owner) as reading:
        return tuple(reading.rows(LEDGER))


def _sum(one: LedgerEntry, other: LedgerEntry) -> LedgerEntry:
    return replace(
        one,
        calls=one.calls + other.calls,
        prompt_tokens=min(one.prompt_tokens + other.prompt_tokens, _MOST),
        completion_tokens=min(one.completion_tokens + other.completion_tokens, _MOST),
        seconds=one.seconds + other.seconds,
    )
