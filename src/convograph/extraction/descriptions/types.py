"""Descriptions: noun phrases that may stand for a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from convograph.extraction.types import EntityKind

Determiner = Literal["possessed", "definite", "indefinite", "bare"]
"""How a noun is introduced: by a possessor ("my", "Ana's", "her"), by "the", by "a", or not at all."""


@dataclass(frozen=True, slots=True)
class DescriptionName:
    """The name that a turn gives to a description, at characters `[start, end)` of the turn.

    One that is not `sure` is a word in the position of a name ("a joiner called sulo") that was not recognised as one.
    """

    name: str
    start: int
    end: int
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Description:
    """A noun that stands for a person or a thing, at characters `[start, end)` of its turn.

    `noun` is the noun as said, singular and in lower case ("mum"); `plain` is the plain noun for kin ("mother"), for
    other nouns the same as `noun`. `whose` is the name of the possessor, `None` if there is none or it is unknown.
    `other` is true where there is or was another one: "my new boss", "another dog". `called` is the name it is given.
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
