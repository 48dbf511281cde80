"""Times of sessions if only the gaps between them are known."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from convograph.errors import InputError
from convograph.formats.msc import FIRST_SESSION
from convograph.types import Said


def accumulated(gaps: Sequence[float], place: str) -> tuple[Said, ...]:
    """The times of sessions with these `gaps` (in seconds) between them, one more than there are gaps.

    The first session is at `FIRST_SESSION`, an arbitrary origin. Raises `InputError` for a time past the year 9999.
    """
    local, found = FIRST_SESSION, [Said(FIRST_SESSION, None, "")]
    for gap in gaps:
        try:
            local = (local + timedelta(seconds=gap)).replace(microsecond=0)
        except OverflowError:
            raise InputError(f"{place} has sessions past the year 9999; correct the gaps between them") from None
        found.append(Said(local, None, ""))
    return tuple(found)
