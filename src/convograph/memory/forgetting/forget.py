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
from convograph.memory.forgetting.forget_selection import ForgetScope, turns_in_scope
from convograph.memory.forgetting.proof import Traces, traces_of
from convograph.protocols import Store


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was removed, the traces to search for (if requested), and the damage that may belong to it."""

    removed: Removed
    traces: Traces | None
    untold: tuple[Damage, ...] = ()


def forgotten(store: Store, owner: str, scope: ForgetScope, known: Callable[[], Snapshot], *, prove: bool) -> Forgotten:
    """Remove what is in scope. `known` loads the newest snapshot; it is not called if that is the whole owner.

    Raises `NotFoundError` if nothing matches, and `DamagedError` if not even keys can be read. Issues a `DamageWarning`
    for damaged rows that may be meant and are kept.
    """
    with suppress(DamagedError):
        snapshot = None if scope.all else known()
        if snapshot is None or not snapshot.damage:
            return _forgotten(store, owner, scope, snapshot, prove=prove)
    found = _forgotten_as_it_reads(store, owner, scope, prove=prove)
    if found.untold:
        text = (
            f"{store.location} is damaged: whether this belongs to the {scope} cannot be told, and it is left: "
            f"{in_short(found.untold)}; forget it by its turn or session, or forget the owner"
        )
        warnings.warn(text, DamageWarning, stacklevel=3)
    return found


def counted(store: Store, owner: str, scope: ForgetScope) -> int:
    """The number of turns in scope, including damaged ones."""
    with store.read(owner) as reading:
        return len(_in_scope_as_it_reads(AsItReads(reading), scope))


def _forgotten(store: Store, owner: str, scope: ForgetScope, known: Snapshot | None, *, prove: bool) -> Forgotten:
    with transaction(store, owner, known=known) as writing:
        turns = turns_in_scope(writing.writing, scope)
        traces = traces_of(writing.writing, turns) if prove else None
        return Forgotten(writing.remove_owner() if scope.all else writing.remove_turns(turns), traces)


def _forgotten_as_it_reads(store: Store, owner: str, scope: ForgetScope, *, prove: bool) -> Forgotten:
    with transaction(store, owner, mending=True) as writing:
        reading = AsItReads(writing.writing)
        turns = _in_scope_as_it_reads(reading, scope)
        traces = traces_of(reading, turns) if prove else None
        if scope.all:
            gone = tuple(one for one in untold(writing.writing) if one.values is None)
            return Forgotten(writing.remove_owner(), traces, gone)
        removed = writing.remove_turns_of_damaged(turns)
        return Forgotten(removed, traces, () if scope.turn is not None else untold(writing.writing))


def _in_scope_as_it_reads(reading: AsItReads, scope: ForgetScope) -> Sequence[TurnRow]:
    try:
        return turns_in_scope(reading, scope)
    except NotFoundError as error:
        damage = untold(reading)
        if not damage:
            raise
        raise NotFoundError(f"{error}; it may be among what is damaged: {in_short(damage)}") from None
