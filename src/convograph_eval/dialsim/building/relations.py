"""The relations of questions, relations marked in scenes, and their dated form in the temporal knowledge graph.

DialSim has 32 relations; "son" and "daughter" occur only in two-hop questions.
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
"""Temporary relations to people, used as first hops with a date (Table 7)."""

FAMILY: Final = ("mother", "father", "son", "daughter", "sister", "brother")
"""Permanent relations to people."""

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
"""All relations."""

VALUE_RELATIONS: Final = frozenset(
    {"age", "job", "major", "place of work", "date of birth", "place of birth", "hometown"}
)
"""Relations to values, which are neither people nor animals."""

TIMELESS: Final = frozenset({*FAMILY, "date of birth", "place of birth", "hometown"})
"""Relations that are asked about without a time. The paper says so only for brother and sister [R]."""

ONE_AT_A_TIME: Final = frozenset(
    {"wife", "husband", "girlfriend", "boyfriend", "fiance", "fiancee", "boss", DATING, "age", "place of work"}
)
"""Relations with one tail at a time, so that the tail of another time is a wrong answer now [R]."""


@dataclass(frozen=True, slots=True)
class MarkedRelation:
    """A relation marked in a scene: `tail` is `head`'s `relation`. `scene` is the scene's index in the script."""

    scene: int
    head: str
    relation: str
    tail: str


@dataclass(frozen=True, slots=True)
class Quadruple:
    """A relation with the date of the scene that states it; `scene` is the scene's index in the show."""

    head: str
    relation: str
    tail: str
    day: date
    scene: int

    @property
    def triple(self) -> tuple[str, str, str]:
        """The head, relation and tail."""
        return self.head, self.relation, self.tail
