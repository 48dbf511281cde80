"""What a description is: a noun phrase that may stand for a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from convograph.extraction.types import EntityKind

Determiner = Literal["possessed", "definite", "indefinite", "bare"]
"""How a noun is introduced: with whose it is ("my", "Ana's", "her"), with "the", with "a", or not at all."""


@dataclass(frozen=True, slots=True)
class DescriptionName:
    """The name that a turn gives to what is described, at characters `[start, end)` of the turn.

    One that is not `sure` stands where a name stands ("a joiner called sulo"), and was not read as one.
    """

    name: str
    start: int
    end: int
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Description:
    """A noun that stands for somebody or something, at characters `[start, end)` of its turn.

    `noun` is the noun as people say it, singular and in lower case ("mum"), `plain` the plain word for it where it is
    one for kin ("mother"); `whose` the name of who has it, `None` where there is no possessor or none that is known.
    `other` is true of one beside others: "my new boss", "another dog". `called` is what the turn calls it.
    """

    start: int
    end: int
    noun: str
    plain: str
    kind: EntityKind
    determiner: Determiner
    whose: str | None = None
    other: bool = False
    called: DescriptionName | None = None
