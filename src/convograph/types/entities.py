"""Whom and what names mean, where they are mentioned, and who belongs together."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.types.names import Merge
from convograph.types.times import Said
from convograph.types.turns import SourceTurn


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """Somebody or something that names mean: its fullest `name`, the other names as they were first said (`aliases`).

    `mentions` counts names, each once a turn, and `episodes` those that mention it or in which it speaks. `first` and
    `last` are the turns that named it first and last, in the order of saying. `merges` say why each alias is taken for
    the name.
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
    """A turn in which an entity is named: by which words (`text`), in which sentence.

    `speaks`: not named but speaking, as `text`, which counts once a session; the sentence is all of that turn.
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
    """Entities that belong together, by what is said of them or beside them: `members` are their names, most mentioned
    first.

    `episodes` support it: those with most members first, then the latest.
    """

    name: str
    description: str
    members: tuple[str, ...]
    episodes: tuple[SupportingEpisode, ...]
