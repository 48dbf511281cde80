"""The transaction of `forget`: selects the turns, collects the traces they leave, and removes them.

If it meets damage, it starts again with the rows as they read: a row need not be correct to be forgotten. Damaged rows
that may or may not be meant are kept and named.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from convograph.errors import DamagedError, DamageWarning, NotFoundError
from convograph.graph.damage import Damage, in_short
from convograph.graph.rows import TurnRow
from convograph.graph.snapshot import Snapshot
from convograph.memory.commits.as_it_reads import AsItReads
from convograph.memory.commits.damaged_removal import untold
from convograph.memory.commits.removal import Removed
from convograph.memory.commits.transaction import transaction
from convograph.memory.forgetting.forget_selection import Meant, turns_meant
from convograph.memory.forgetting.proof import Traces, traces_of
from convograph.protocols import Store


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was removed, the traces to search for (if requested), and the damage that may belong to it."""

    removed: Removed
    traces: Traces | None
    untold: tuple[Damage, ...] = ()


def forgotten(store: Store, owner: str, meant: Meant, known: Callable[[], Snapshot], *, prove: bool) -> Forgotten:
    """Remove what is meant. `known` loads the newest snapshot; it is not called if the whole owner is meant.

    Raises `NotFoundError` if nothing matches, and `DamagedError` if not even keys can be read. Issues a `DamageWarning`
    for damaged rows that may be meant and are kept.
    """
    with suppress(DamagedError):
        snapshot = None if meant.all else known()
        if snapshot is None or not snapshot.damage:
            return _forgotten(store, owner, meant, snapshot, prove=prove)
    found = _forgotten_as_it_reads(store, owner, meant, prove=prove)
    if found.untold:
        text = (
            f"{store.location} is damaged: whether this belongs to the {meant} cannot be told, and it is left: "
            f"{in_short(found.untold)}; forget it by its turn or session, or forget the owner"
        )
        warnings.warn(text, DamageWarning, stacklevel=3)
    return found


def counted(store: Store, owner: str, meant: Meant) -> int:
    """The number of turns that are meant, including damaged ones."""
    with store.read(owner) as reading:
        return len(_meant_as_it_reads(AsItReads(reading), meant))


def _forgotten(store: Store, owner: str, meant: Meant, known: Snapshot | None, *, prove: bool) -> Forgotten:
    with transaction(store, owner, known=known) as writing:
        turns = turns_meant(writing.writing, meant)
        traces = traces_of(writing.writing, turns) if prove else None
        return Forgotten(writing.remove_owner() if meant.all else writing.remove_turns(turns), traces)


def _forgotten_as_it_reads(store: Store, owner: str, meant: Meant, *, prove: bool) -> Forgotten:
    with transaction(store, owner, mending=True) as writing:
        reading = AsItReads(writing.writing)
        turns = _meant_as_it_reads(reading, meant)
        traces = traces_of(reading, turns) if prove else None
        if meant.all:
            gone = tuple(one for one in untold(writing.writing) if one.values is None)
            return Forgotten(writing.remove_owner(), traces, gone)
        removed = writing.remove_turns_of_damaged(turns)
        return Forgotten(removed, traces, () if meant.turn is not None else untold(writing.writing))


def _meant_as_it_reads(reading: AsItReads, meant: Meant) -> Sequence[TurnRow]:
    try:
        return turns_meant(reading, meant)
    except NotFoundError as error:
        damage = untold(reading)
        if not damage:
            raise
        raise NotFoundError(f"{error}; it may be among what is damaged: {in_short(damage)}") from None
