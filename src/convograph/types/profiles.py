"""Profiles: what is known about entities."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from convograph.types.facts import FactEnd, FactStatus
from convograph.types.times import Said
from convograph.types.turns import SourceTurn

ProfileType = Literal["Person", "Organization", "Event", "Place", "Thing"]
"""The type of a profile's entity; each type has its own attributes."""


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    """A value of an attribute in a profile, with its time and its sources.

    `relation` is the relation that states it ("sister" for an attribute `family`), `facts` are the ids of the facts
    that state it. `claimed_by` are the speakers who say so. `status`, `known_from`, `valid_from`, `valid_to` and
    `reason` are as in `Fact`; `turns` state the value, in the order in which they were said. If the value is an entity,
    it is given by its name, and `said_as` is the noun used for it, if any ("dog" for Rex).
    """

    attribute: str
    value: str
    relation: str
    status: FactStatus
    claimed_by: tuple[str, ...]
    turns: tuple[SourceTurn, ...]
    known_from: Said | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    reason: FactEnd | None = None
    facts: tuple[str, ...] = ()
    said_as: str | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known about a person, an organization, an event, a place or a thing (LightGMEM).

    `name` is the fullest name, `aliases` are the others, in the order in which they were first said. `type` determines
    the possible attributes; `kind` is more specific: an animal is a thing. `mentions`, `first`, `last` and `episodes`
    (chunks of 500 tokens) are as in `KnownEntity`. `entries` are in the order of the attributes. A `description` is
    written by a model.
    """

    name: str
    type: ProfileType
    aliases: tuple[str, ...]
    mentions: int
    episodes: int
    first: SourceTurn
    last: SourceTurn
    entries: tuple[ProfileEntry, ...]
    description: str | None = None
    kind: str = "thing"
