"""Use marks: when a turn was last recalled with `touch`. Kept in memory, written with the next commit or at close."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime


class UseMarks:
    """Marks not written yet, as ISO times in UTC by turn key; the keys are those of one incarnation of the owner."""

    def __init__(self) -> None:
        self._incarnation = ""
        self._marks: dict[int, str] = {}
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._marks)

    def touch(self, incarnation: str, turns: Iterable[int], at: datetime | None, used: Mapping[int, str]) -> None:
        """Mark turns as used at a time on the clock of the wall (`None`: now), where `used` has no later mark."""
        mark = _mark(at)
        with self._lock:
            if incarnation != self._incarnation:
                self._incarnation, self._marks = incarnation, {}
            self._marks.update({turn: mark for turn in turns if used.get(turn, "") < mark})

    def pending(self, incarnation: str) -> Mapping[int, str]:
        """The marks not written yet; none when the owner was forgotten since, and its keys now mean other turns."""
        with self._lock:
            return dict(self._marks) if incarnation == self._incarnation else {}

    def written(self, marks: Mapping[int, str]) -> None:
        """Drop marks that a commit has kept; a newer mark of the same turn stays."""
        with self._lock:
            self._marks = {turn: at for turn, at in self._marks.items() if marks.get(turn) != at}


def _mark(at: datetime | None) -> str:
    try:
        moment = datetime.now(UTC) if at is None else at.astimezone(UTC)
    except (OverflowError, ValueError, OSError):  # at either end of the calendar
        return ""
    return moment.isoformat(timespec="seconds")
