"""Entities that names refer to, their mentions, and communities of entities."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.types.names import Merge
from convograph.types.times import Said
from convograph.types.turns import SourceTurn


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """A person, animal, place or other entity: its fullest `name`, and its other names as first said (`aliases`).

    `mentions` counts each name once per turn, and a speaker once per session; `episodes` counts the episodes that
    mention it or in which it speaks. `first` and `last` are the turns that mention it first and last. `merges` say why
    each alias is taken for the name.
    """

    name: str
    kind: str
    aliases: tuple[str, ...]
    mentions: int
    episodes: int
    first: SourceTurn
    last: SourceTurn
    merges: tuple[Merge, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityMention:
    """A turn that names an entity, with the words that name it (`text`) and their sentence.

    If `speaks`, the entity is not named but speaks the turn, under the name `text`; this counts once per session, and
    `sentence` is the whole turn.
    """

    text: str
    sentence: str
    turn: SourceTurn
    speaks: bool = False


@dataclass(frozen=True, slots=True)
class SupportingEpisode:
    """An episode that mentions several members of a community: its session, its time, its turns (ids)."""

    session: str
    said: Said | None
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownCommunity:
    """Entities that belong together, by statements that relate them or by being mentioned together.

    `members` are their names, most mentioned first. `episodes` support the community: those with the most members
    first, then the latest.
    """

    name: str
    description: str
    members: tuple[str, ...]
    episodes: tuple[SupportingEpisode, ...]
