"""A write transaction on one owner's memory in domain terms: what the stages of `memory` read and put.

The domain rules are here and in `memory.commits.removal`, once for all stores; stores only know rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from convograph.errors import EncoderMismatchError, NotFoundError
from convograph.graph.damage import Damage
from convograph.graph.rows import (
    NEVER,
    LayerRow,
    MadeRow,
    MarkRow,
    MemoRow,
    MemoSourceRow,
    SessionRow,
    SettingRow,
    TurnRow,
    UseRow,
    Version,
    WrittenMark,
)
from convograph.graph.snapshot import Snapshot
from convograph.graph.tables import ITEM, LAYER, MADE, MARK, MEMO, MEMO_SOURCE, SESSION, SETTING, STALE, TURN, USE
from convograph.memory.commits.damaged_removal import remove_of_damaged
from convograph.memory.commits.removal import Removed, new_generation, remove_memos, remove_turns
from convograph.memory.commits.scrubbing import record_scrub_debt
from convograph.protocols import OwnerView, OwnerWrite, Store
from convograph.types import WrittenKind


@dataclass(frozen=True, slots=True)
class MadeWith:
    """What an owner's memory is built with: the encoder's name as given by the user, its fingerprint, the language.

    `architecture` is the name by which a user requested it; `None` for a custom one.
    """

    encoder: str
    fingerprint: str
    language: str
    architecture: str | None


@contextmanager
def transaction(
    store: Store, owner: str, made: MadeWith | None = None, known: Snapshot | None = None, *, mending: bool = False
) -> Iterator[Transaction]:
    """A write transaction on an owner, which is created if `made` says what to build it with.

    If the snapshot `known` is still the newest, removing turns need not read all later derived rows. With `mending`,
    indexes that do not match their rows are rebuilt.

    Raises `NotFoundError` for an owner that does not exist if `made` is `None`, and `EncoderMismatchError` for a new
    owner whose encoder no other owner in the store has, unless it is the first owner.
    """
    with store.write(owner, mending=mending) as writing:
        new = writing.version == NEVER
        if new and made is None:
            raise NotFoundError(f"{store.location} has no owner {owner!r}; nothing was added under this name")
        if new and made is not None:
            _check_others(writing, made, store.location)
        yield Transaction(writing, owner, known)
        if new and made is not None and writing.version != NEVER:
            _settle(writing, owner, made)


def _check_others(writing: OwnerWrite, made: MadeWith, location: str) -> None:
    if _has_owners(writing) and next(writing.rows(MADE, encoder=made.fingerprint), None) is None:
        raise EncoderMismatchError(
            f"{location} was built with another encoder than {made.encoder} ({made.fingerprint}); "
            "open it without naming one, or change its encoder with `convograph reencode`"
        )


def _settle(writing: OwnerWrite, owner: str, made: MadeWith) -> None:
    """Record what a new owner is built with; the first owner determines it for the store."""
    if not _has_owners(writing):
        settings = (("encoder", made.encoder), ("language", made.language), ("architecture", made.architecture))
        writing.put(SETTING, [SettingRow(name, value) for name, value in settings if value is not None])
    writing.put(MADE, [MadeRow(owner, made.fingerprint)])


def _has_owners(reading: OwnerView) -> bool:
    """Whether the store has any owner; reads only one row, since there may be many."""
    return next(reading.rows(MADE), None) is not None


class Transaction:
    """The operations of a write on one owner's content and layers."""

    def __init__(self, writing: OwnerWrite, owner: str, known: Snapshot | None = None) -> None:
        self.writing = writing
        self._owner = owner
        self._known = known

    @property
    def version(self) -> Version:
        """The owner's version before the write."""
        return self.writing.version

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder that the owner's memory is built with; empty for a new owner."""
        return encoder_of(self.writing, self._owner)

    def new_keys(self, count: int) -> int:
        """The first of `count` consecutive unused keys."""
        return self.writing.new_keys(count)

    # Sessions and turns

    def session(self, name: str) -> SessionRow | None:
        """The stored session of this name."""
        return next(self.writing.rows(SESSION, name=name), None)

    def session_of_key(self, key: int) -> SessionRow | None:
        """The stored session of this key."""
        return next(self.writing.rows(SESSION, key=key), None)

    def sessions_of_keys(self, keys: Iterable[int]) -> dict[int, SessionRow]:
        """The stored sessions of some keys, by key; unknown keys are skipped."""
        return {row.key: row for row in self.writing.rows(SESSION, key=sorted(keys))}

    def session_turns(self, session: int, ordinals: range | None = None) -> list[TurnRow]:
        """The turns of one stored session, by ordinal: all, or those at some ordinals."""
        if ordinals is None:
            return list(self.writing.rows(TURN, session=session))
        return list(self.writing.rows(TURN, session=session, ordinal=list(ordinals)))

    def turns_named(self, ids: Sequence[str]) -> list[TurnRow]:
        """The stored turns with these ids; unknown ids are skipped."""
        return list(self.writing.rows(TURN, id=list(ids)))

    def turns(self, after: int | None = None) -> list[TurnRow]:
        """The turns of the owner, in order of arrival: all, or those with a higher key than `after`."""
        return list(self.writing.rows(TURN, after))

    def put_sessions(self, rows: Sequence[SessionRow]) -> None:
        """Store new sessions; for sessions already stored, only the next ordinal changes."""
        self.writing.put(SESSION, rows)

    def put_turns(self, rows: Sequence[TurnRow]) -> None:
        """Store new turns."""
        self.writing.put(TURN, rows)

    def put_uses(self, used: Mapping[int, str]) -> None:
        """Record when turns were last used; turns removed meanwhile, or used later, are skipped."""
        newer = [
            (turn, at)
            for turn, at in used.items()
            if self.writing.count(TURN, key=turn)
            and not any(row.used_at >= at for row in self.writing.rows(USE, turn=turn))
        ]
        if newer:
            first = self.new_keys(len(newer))
            self.writing.put(USE, [UseRow(turn, first + place, at) for place, (turn, at) in enumerate(newer)])

    def remove_turns(self, turns: Sequence[TurnRow]) -> Removed:
        """Remove turns and everything derived from them, including sessions left without a turn."""
        record_scrub_debt(self.writing)
        return remove_turns(self.writing, turns, self._known)

    def remove_turns_of_damaged(self, turns: Sequence[TurnRow]) -> Removed:
        """Like `remove_turns` in a damaged memory, for turns as they read; removes all derived rows, to derive anew."""
        record_scrub_debt(self.writing)
        return remove_of_damaged(self.writing, turns)

    def remove_owner(self) -> Removed:
        """Remove the owner with everything it has."""
        record_scrub_debt(self.writing)
        removed = Removed(*(self.writing.count(table) for table in (TURN, SESSION, ITEM, MEMO)))
        self.writing.clear()
        self.writing.remove(MADE, owner=self._owner)
        damage: list[Damage] = []  # damage does not prevent removal
        if next(self.writing.rows(MADE, damaged=damage), None) is None and not damage:
            self.writing.remove(SETTING, name=["encoder", "language", "architecture"])
        return removed

    # Memos, and what models have written

    def memos(self, kind: str, session: int | None = None) -> list[MemoRow]:
        """The owner's memos of a kind, optionally only those about one session, in order of arrival."""
        if session is None:
            found = self.writing.rows(MEMO, kind=kind)
        else:
            found = self.writing.rows(MEMO, kind=kind, session=session)
        return [self._with_turns(row) for row in list(found)]

    def memos_beginning_with(self, turns: Iterable[int]) -> list[MemoRow]:
        """The owner's memos whose first source turn is one of these turns."""
        keys = {row.memo for row in self.writing.rows(MEMO_SOURCE, turn=list(turns)) if row.position == 0}
        return [self._with_turns(row) for row in list(self.writing.rows(MEMO, key=sorted(keys)))]

    def put_memos(self, rows: Sequence[MemoRow]) -> None:
        """Store new memos under new keys; memos whose source turns were removed meanwhile are skipped."""
        kept = [row for row in rows if are_stored(self.writing, (*row.turns, *row.shown))]
        if not kept:
            return
        first = self.new_keys(len(kept))
        self.writing.put(MEMO, [replace(row, key=first + place) for place, row in enumerate(kept)])
        self.writing.put(
            MEMO_SOURCE,
            [
                MemoSourceRow(first + place, position, turn)
                for place, row in enumerate(kept)
                for position, turn in enumerate((*row.shown, *row.turns), start=-len(row.shown))
            ],
        )

    def remove_memos(self, keys: Sequence[int]) -> None:
        """Remove memos and everything derived from them."""
        remove_memos(self.writing, keys)

    def written(self, kind: WrittenKind) -> dict[int, WrittenMark]:
        """The marks of the memos of a kind that a model has written, by session (0: all sessions)."""
        return {row.session: WrittenMark(row.origin, row.covers) for row in self.writing.rows(MARK, kind=kind)}

    def put_written(self, kind: WrittenKind, session: int, written: WrittenMark) -> None:
        """Record that a model has written the memos of a kind about a session."""
        self.writing.put(MARK, [MarkRow(kind, session, written.origin, written.covers)])

    def remove_written(self, kind: WrittenKind, session: int) -> None:
        """Remove the record that a model has written the memos of a kind about a session."""
        self.writing.remove(MARK, kind=kind, session=session)

    # The encoder

    def switch_encoder(self, fingerprint: str, name: str) -> None:
        """Make the new encoder's layers the owner's, and drop those of other encoders."""
        record_scrub_debt(self.writing)
        former = [row.key for row in self.writing.rows(LAYER) if row.encoder not in (fingerprint, "")]
        self.writing.remove(ITEM, layer=former)
        self.writing.remove(STALE, layer=former)
        self.writing.remove(LAYER, key=former)
        self.writing.put(MADE, [MadeRow(self._owner, fingerprint)])
        if all(row.encoder == fingerprint for row in self.writing.rows(MADE)):
            self.writing.put(SETTING, [SettingRow("encoder", name)])
        new_generation(self.writing)

    def _with_turns(self, row: MemoRow) -> MemoRow:
        return with_sources(row, self.writing.rows(MEMO_SOURCE, memo=row.key))


def with_sources(memo: MemoRow, sources: Iterable[MemoSourceRow]) -> MemoRow:
    """The memo with its source turns and the turns that were shown as context."""
    found = list(sources)
    turns = tuple(row.turn for row in found if row.position >= 0)
    return replace(memo, turns=turns, shown=tuple(row.turn for row in found if row.position < 0))


def encoder_of(reading: OwnerView, owner: str) -> str:
    """The fingerprint of the encoder that an owner's memory is built with; empty for a new owner."""
    if reading.version == NEVER:
        return ""
    found = list(reading.rows(MADE, owner=owner)) or list(reading.rows(MADE))  # a full read detects missing rows
    return next((row.encoder for row in found if row.owner == owner), "")


def stored_layer(reading: OwnerView, name: str, fingerprint: str) -> LayerRow | None:
    """The row of a layer, or `None`."""
    return next(reading.rows(LAYER, name=name, fingerprint=fingerprint), None)


def are_stored(reading: OwnerView, turns: Iterable[int]) -> bool:
    """Whether all of these turns are still stored."""
    return all(reading.count(TURN, key=turn) for turn in turns)


def stale_sessions(reading: OwnerView, layer: int) -> frozenset[int]:
    """The sessions that a layer must re-derive as a whole."""
    return frozenset(row.session for row in reading.rows(STALE, layer=layer))
