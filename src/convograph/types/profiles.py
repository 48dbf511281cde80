"""What is known of whom or what a name means."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from convograph.types.facts import FactEnd, FactStatus
from convograph.types.times import Said
from convograph.types.turns import SourceTurn

ProfileType = Literal["Person", "Organization", "Event", "Place", "Thing"]
"""What a profile is of; each type has attributes of its own."""


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    """A value of an attribute in a profile, with its time and its sources.

    `relation` is the one that tells it ("sister" of an attribute `family`), `facts` are the ids of the facts that do.
    `claimed_by` are the speakers who say so. `status`, `known_from`, `valid_from`, `valid_to` and `reason` are as in
    `Fact`; `turns` state the value, in the order in which they were said. A value that is an entity goes by its name;
    `said_as` is the noun that stands for it there ("dog" of Rex), if there is one.
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
    """What is known of a person, an organization, an event, a place or a thing (LightGMEM).

    `name` is the fullest of all names, `aliases` are the others, in the order in which they were first said. `type`
    says what may be known of it, `kind` more closely what it is: an animal is a thing. It is mentioned `mentions`
    times, by name, in `first` for the first and in `last` for the last time, and named or speaking in so many
    `episodes` (chunks of 500 tokens). `entries` stand in the order of the attributes. A model may have written the
    `description`.
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
