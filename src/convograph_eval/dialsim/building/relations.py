"""The relations that questions are made of, and relations with their dates: a show's temporal knowledge graph.

DialSim has 32 relations; "son" and "daughter" occur in questions of two hops only.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

PERSONAL: Final = (
    "roommate",
    "wife",
    "husband",
    "girlfriend",
    "boyfriend",
    "client",
    "neighbor",
    "boss",
    "subordinate",
    "fiance",
    "fiancee",
)
"""Relations to people whom somebody has for a time: first hops that are told with a date (Table 7)."""

FAMILY: Final = ("mother", "father", "son", "daughter", "sister", "brother")
"""Relations to people whom somebody has for good."""

DATING: Final = "dating with"

RELATIONS: Final = (
    *PERSONAL,
    *FAMILY,
    "alumni",
    "ex-boyfriend",
    "ex-girlfriend",
    "ex-fiance",
    "ex-fiancee",
    "ex-husband",
    "ex-wife",
    "ex-roommate",
    DATING,
    "pet",
    "age",
    "job",
    "major",
    "place of work",
    "date of birth",
    "place of birth",
    "hometown",
)
"""All of them."""

VALUE_RELATIONS: Final = frozenset(
    {"age", "job", "major", "place of work", "date of birth", "place of birth", "hometown"}
)
"""Relations to what is not a person, nor an animal."""

TIMELESS: Final = frozenset({*FAMILY, "date of birth", "place of birth", "hometown"})
"""Relations that are asked about without a time. The paper says so of brother and sister [R]."""

ONE_AT_A_TIME: Final = frozenset(
    {"wife", "husband", "girlfriend", "boyfriend", "fiance", "fiancee", "boss", DATING, "age", "place of work"}
)
"""Relations of which somebody has one at a time, so that another time's answer is wrong now [R]."""


@dataclass(frozen=True, slots=True)
class MarkedRelation:
    """What somebody marked in a scene: `tail` is `head`'s `relation`. `scene` is its place in the script."""

    scene: int
    head: str
    relation: str
    tail: str


@dataclass(frozen=True, slots=True)
class Quadruple:
    """A relation with the date of the scene that tells it; `scene` is its place in the show."""

    head: str
    relation: str
    tail: str
    day: date
    scene: int

    @property
    def triple(self) -> tuple[str, str, str]:
        """Without the date."""
        return self.head, self.relation, self.tail
