"""The structured part of a memo, beside its text: as a value, and as the JSON object in stores and exports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from convograph.types import Triplet, When


@dataclass(frozen=True, slots=True)
class MemoDetails:
    """The triplets of a memo, and an event's short name and time; see `convograph.types.Memo`."""

    triplets: tuple[Triplet, ...] = ()
    name: str | None = None
    when: When | None = None
    when_text: str | None = None


NO_DETAILS = MemoDetails()
"""The details of statements: summaries, facts and insights."""


def details_object(details: MemoDetails) -> dict[str, Any]:
    """The details as a JSON object, with field names in fixed order; empty fields are omitted.

    >>> details_object(MemoDetails(triplets=(Triplet("Ana", "lives in", "Porto"),)))
    {'triplets': [['Ana', 'lives in', 'Porto']]}
    """
    found = {
        "triplets": [list(each.parts) for each in details.triplets] or None,
        "name": details.name,
        "when": None if details.when is None else _when_object(details.when),
        "when_text": details.when_text,
    }
    return {key: value for key, value in found.items() if value is not None}


def details_of_object(given: Mapping[str, Any]) -> MemoDetails:
    """The inverse of `details_object`."""
    when = given.get("when")
    return MemoDetails(
        tuple(Triplet(*parts) for parts in given.get("triplets", ())),
        given.get("name"),
        None if when is None else _when(when),
        given.get("when_text"),
    )


def _when_object(when: When) -> dict[str, Any]:
    return {
        "start": when.start and when.start.isoformat(sep=" "),
        "end": when.end and when.end.isoformat(sep=" "),
        "grain": when.grain,
        "approximate": when.approximate,
        "every": when.every,
    }


def _when(given: Mapping[str, Any]) -> When:
    start, end = given["start"], given["end"]
    return When(
        start and datetime.fromisoformat(start),
        end and datetime.fromisoformat(end),
        given["grain"],
        given["approximate"],
        given["every"],
    )
