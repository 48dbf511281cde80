"""Mentions for tests, and resolvers whose choices are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np

from convograph.resolution import Choice, Entity, Mention, Question, Resolved
from convograph.resolution.entities import joined, new_entity
from convograph.resolution.mentions import Occurrence, Vector
from convograph.resolution.names import Name, names_of


def name_of(surface: str) -> Name:
    """One name."""
    return names_of([surface])[surface]


def occurrence(surface: str, kind: str = "person", place: int = 0, context: Vector | None = None, **of) -> Occurrence:
    """A mention as it is compared."""
    return Occurrence(place, Mention(surface, kind, of.pop("episode", 0), **of), name_of(surface), context)


def entity_of(*surfaces: str, kind: str = "person", number: int = 0, context: Vector | None = None, **of) -> Entity:
    """An entity that has been mentioned under each of some names."""
    first, *others = (occurrence(one, kind, number, context, **of) for one in surfaces)
    entity = new_entity(number, first)
    for other in others:
        entity = joined(entity, other)
    return entity


def said(*surfaces: str, kind: str = "person", each: int = 1) -> list[Mention]:
    """People mentioned one after the other, `each` of them in an episode."""
    return [Mention(one, kind, place // each, place % each) for place, one in enumerate(surfaces)]


def clusters(mentions: Sequence[Mention], found: Resolved) -> list[list[str]]:
    """The surfaces of each entity's mentions, entities in the order of their first."""
    members: dict[int, list[str]] = {}
    for mention, one in zip(mentions, found.resolutions, strict=True):
        members.setdefault(one.entity, []).append(mention.surface)
    return list(members.values())


def grounds(found: Resolved) -> list[str]:
    """The ground of each resolution."""
    return [one.ground for one in found.resolutions]


@dataclass
class Recorded:
    """Asks a function of a question for the place of a candidate, `None` for none, and keeps all groups."""

    choose: Callable[[Question], int | None] = lambda question: 0
    groups: list[list[Question]] = field(default_factory=list)

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        self.groups.append(list(group))
        places = [self.choose(question) for question in group]
        return [
            Choice(None if place is None else question.candidates[place].entity.number)
            for question, place in zip(group, places, strict=True)
        ]

    @property
    def asked(self) -> list[list[str]]:
        """The surfaces of each group."""
        return [[question.mention.surface for question in group] for group in self.groups]


def arbitrary(question: Question) -> int | None:
    """Any candidate or none, always the same for the same question."""
    names = [question.name.exact, *(key for one in question.candidates for key in one.entity.exact_keys)]
    place = crc32("|".join(names).encode()) % (len(question.candidates) + 1)
    return place if place < len(question.candidates) else None


def unit(*values: float) -> Vector:
    """A vector of norm 1."""
    vector = np.array(values, np.float64)
    return vector / np.linalg.norm(vector)
