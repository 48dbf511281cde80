"""Which values a relation can have, so that one may take another's place."""

from __future__ import annotations

import pytest

from convograph.extraction.types import EntityKind
from convograph.facts.values.checks import fits


@pytest.mark.parametrize(
    ("relation", "value", "kind", "expected"),
    [
        ("age", "31", "other", True),
        ("age", "121", "other", False),
        ("age", "many", "other", False),
        ("age", "٣١", "other", True),
        ("lives_in", "Porto", "place", True),
        ("lives_in", "bedroom", "other", False),
        ("lives_in", "Japanese", "other", False),
        ("partner", "Tom", "person", True),
        ("partner", "I'm", "person", False),
        ("likes", "the", "other", False),
        ("partner", "guy", "person", False),
        ("works_at", "bakery", "organization", True),
        ("works_at", "bakery", "other", False),
        ("has_pet", "two rescue dogs", "other", True),
        ("has_pet", "shih tzu", "other", True),
        ("has_pet", "paychecks", "other", False),
        ("has_pet", "", "other", False),
        ("speaks", "Swiss German", "other", True),
        ("speaks", "sign language", "other", True),
        ("speaks", "Nissan", "other", False),
        ("works_at", "few Bars", "place", False),
        ("occupation", "night bus driver", "other", True),
        ("occupation", "best student", "other", False),
        ("partner", "DJ", "person", False),
        ("phone", "Pixel 8", "other", True),
        ("phone", "0151", "other", False),
        ("phone", "…", "other", False),
        ("team", "night team", "other", True),
        ("team", "a group", "other", False),
        ("lives_in", "last August", "time", False),
        ("attends", "September", "time", False),
        ("works_at", "home", "place", False),
        ("partner", "Friday", "time", False),
        ("partner", "April", "person", True),
        ("favorite microphone", "It's been tough", "other", False),
        ("favorite song", "It's My Life", "other", True),
        ("favorite beer", "Those", "other", False),
        ("weight", "11 st 4 lb", "other", True),
        ("weight", "heavy", "other", False),
        ("plays_for", "the Harbour Sharks", "organization", True),
        ("plays_for", "old chemist on Pell Street", "other", False),
    ],
)
def test_what_may_take_anothers_place(relation: str, value: str, kind: EntityKind, expected: bool) -> None:
    """A value of the kind that its relation has."""
    assert fits(relation, value, kind) == expected
