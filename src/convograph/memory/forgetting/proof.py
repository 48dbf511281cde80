"""Proof that turns are forgotten: the store and this process's snapshots are searched for their traces.

Before the turns are removed, everything that they left in the store is collected: the words of their texts and of the
memos about them, their ids, the hashes of their search terms, and their vectors. Afterwards, the bytes of the file and
its log and the snapshots in memory are searched for these. Traces that other content also has, for example a word that
somebody else said too, prove nothing and are counted separately.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from convograph.graph.damage import Damage, text_of
from convograph.graph.rows import SOURCE, TurnRow
from convograph.graph.snapshot import Snapshot
from convograph.graph.tables import ITEM, LAYER, MEMO, MEMO_SOURCE, SHARED_OWNER, TABLES
from convograph.patterns import lazy_pattern
from convograph.protocols import OwnerView, Store
from convograph.types import Proof

_WORD = lazy_pattern(r"\w{3,}")  # shorter ones occur in any file by chance
_SHOWN = 60  # characters of a text
_TERM = 8  # bytes of a term's hash


@dataclass(frozen=True, slots=True)
class Traces:
    """What turns leave in a store: words and ids in lower case, term hashes, vectors, and texts unchanged."""

    words: frozenset[str]
    hashes: frozenset[bytes]
    vectors: frozenset[bytes]
    texts: frozenset[str]


def traces_of(reading: OwnerView, turns: Sequence[TurnRow]) -> Traces:
    """The traces of these turns, of the memos that rest on them and of the items derived from them."""
    keys = {row.key for row in turns}
    memos = {row.memo for row in reading.rows(MEMO_SOURCE, turn=sorted(keys))}
    texts = {row.text for row in turns} | {row.text for row in reading.rows(MEMO, key=sorted(memos))}
    words = {word.lower() for text in texts for word in _WORD.findall(text)} | {row.id.lower() for row in turns}
    hashes: set[bytes] = set()
    vectors: set[bytes] = set()
    for layer in list(reading.rows(LAYER)):
        for item in reading.rows(ITEM, layer=layer.key):
            if not keys.isdisjoint(np.frombuffer(item.turns, SOURCE)["turn"].tolist()):
                hashes.update(_hashes(item.terms))
                vectors.add(item.vector)
    return Traces(frozenset(words), frozenset(hashes), frozenset(one for one in vectors if any(one)), frozenset(texts))


def proof_of(
    store: Store, snapshots: Sequence[Snapshot], traces: Traces, untold: Sequence[Damage] = (), *, scrubbed: bool
) -> Proof:
    """What is left of the traces in the store's bytes and in some snapshots.

    Unless the store was `scrubbed`, the log may hide remains in the file; these count as left, and so does `untold`
    damage, which may belong to the forgotten turns.
    """
    contents = dict(store.contents())
    lowered = [content.lower() for content in contents.values()]
    words = {one for one in traces.words if any(one.encode() in content for content in lowered)}
    hashes = {one for one in traces.hashes if any(one in content for content in contents.values())}
    vectors = {one for one in traces.vectors if any(one in content for content in contents.values())}
    found = len(words) + len(hashes) + len(vectors)
    kept = _still_stored(store)
    words = {one for one in words if one not in kept.text}
    hashes, vectors = hashes - kept.hashes, vectors - kept.vectors
    held = {text for one in snapshots for text in _texts_of(one) & traces.texts if text.lower() not in kept.text}
    return Proof(
        searched={name: len(content) for name, content in contents.items()},
        snapshots=len(snapshots),
        words=len(traces.words),
        hashes=len(traces.hashes),
        vectors=len(traces.vectors),
        kept_elsewhere=found - len(words) - len(hashes) - len(vectors),
        left=(
            *([] if scrubbed else ["what the log hides in the file, which could not be scrubbed"]),
            *(f"the word {word!r}" for word in sorted(words)),
            *([f"{len(hashes)} hashes of search terms"] if hashes else []),
            *([f"{len(vectors)} vectors"] if vectors else []),
            *(f"a snapshot's text {text[:_SHOWN]!r}" for text in sorted(held)),
            *(f"what may belong to it: {one}" for one in untold),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Kept:
    """All that a store still holds: its texts in lower case, term hashes, vectors."""

    text: str
    hashes: frozenset[bytes]
    vectors: frozenset[bytes]


def _still_stored(store: Store) -> _Kept:
    texts = [table.name for table in TABLES]  # stored with the tallies
    hashes: set[bytes] = set()
    vectors: set[bytes] = set()
    for owner in (SHARED_OWNER, *store.owners()):
        texts.append(owner)
        with store.read(owner) as reading:
            for table in TABLES:
                if table.shared != (owner == SHARED_OWNER):
                    continue
                damaged: list[Damage] = []
                for row in reading.rows(table, damaged=damaged):
                    said = [value for value in table.values(row) if isinstance(value, str)]
                    texts += said
                    texts.append("".join(said))  # values may be adjacent in a file: "Cal" + "so do I" contains "also"
                    if table is ITEM:
                        hashes.update(_hashes(row.terms))
                        vectors.add(row.vector)
                texts += (text_of(value) for one in damaged for value in (one.values or {}).values())
    return _Kept("\n".join(texts).lower(), frozenset(hashes), frozenset(vectors))


def _hashes(terms: bytes) -> Iterator[bytes]:
    return (terms[place : place + _TERM] for place in range(0, len(terms), _TERM))


def _texts_of(snapshot: Snapshot) -> set[str]:
    return {row.text for row in snapshot.turns.rows[:]} | {memo.text for memo in snapshot.memos[:]}
