"""Use marks: when turns were last recalled with `touch`; buffered, and written with the next commit or at close."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime

from convograph.errors import NotFoundError, StoreError
from convograph.memory.commits.transaction import transaction
from convograph.protocols import Store


class UseMarks:
    """Unwritten marks by owner: ISO times in UTC by turn key; the keys are valid for one incarnation of the owner."""

    def __init__(self) -> None:
        self._marks: dict[str, tuple[str, dict[int, str]]] = {}
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        """Whether there are any unwritten marks."""
        return bool(self._marks)

    def owners(self) -> list[str]:
        """The owners with unwritten marks."""
        with self._lock:
            return list(self._marks)

    def touch(
        self, owner: str, incarnation: str, turns: Iterable[int], at: datetime | None, used: Mapping[int, str]
    ) -> None:
        """Mark turns as used at a wall-clock time (`None`: now), except those marked in `used` as late or later."""
        mark = _mark(at)
        newer = {turn: mark for turn in turns if used.get(turn, "") < mark}
        with self._lock:
            if newer:
                self._marks[owner] = incarnation, {**self._of(owner, incarnation), **newer}

    def pending(self, owner: str, incarnation: str) -> Mapping[int, str]:
        """The unwritten marks; none if the owner was forgotten since, because keys may now refer to other turns."""
        with self._lock:
            return self._of(owner, incarnation)

    def written(self, owner: str, marks: Mapping[int, str]) -> None:
        """Drop marks that a commit has stored; a newer mark of the same turn stays."""
        with self._lock:
            incarnation, waiting = self._marks.pop(owner, ("", {}))
            left = {turn: at for turn, at in waiting.items() if marks.get(turn) != at}
            if left:
                self._marks[owner] = incarnation, left

    def _of(self, owner: str, incarnation: str) -> dict[int, str]:
        known, marks = self._marks.get(owner, ("", {}))
        return dict(marks) if known == incarnation else {}


def write_marks(store: Store, uses: UseMarks, owners: Iterable[str]) -> None:
    """Write the pending marks of some owners, as long as the store accepts them."""
    waiting = set() if store.read_only else set(uses.owners())
    with suppress(StoreError):  # an error for one owner would occur for all
        for owner in owners:
            if owner in waiting:
                _write(store, uses, owner)


def _write(store: Store, uses: UseMarks, owner: str) -> None:
    try:
        with transaction(store, owner) as writing:
            marks = uses.pending(owner, writing.version.incarnation)
            writing.put_uses(marks)
    except NotFoundError:  # the owner was forgotten since
        return
    uses.written(owner, marks)


def _mark(at: datetime | None) -> str:
    try:
        moment = datetime.now(UTC) if at is None else at.astimezone(UTC)
    except (OverflowError, ValueError, OSError):  # at either end of the calendar
        return ""
    return moment.isoformat(timespec="seconds")
