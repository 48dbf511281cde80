"""An entity: the person or thing that some mentions mean, with the evidence of these mentions.

LightGMEM, section 4.2: canonical name, aliases, type, supporting episodes. What is compared with later mentions is
bounded (the latest episodes, names beside it and so on), so the thousandth mention costs as much as the first; the
complete H(v), the supporting episodes, follows from the resolutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from convograph.graph.turns import speaker_key
from convograph.resolution.mentions import Mention, Occurrence, Vector, first_kind
from convograph.resolution.names import Name, is_fuller

LATEST_EPISODES = 8
LATEST_BESIDE = 64  # names
LATEST_SPEAKERS = 8


@dataclass(frozen=True, slots=True)
class Entity:
    """One referent; entities are numbered in the order in which they were made.

    `name` is the fullest of `names`; for a speaker, the fullest name that they speak under. `names` are all surfaces
    that differ in more than case and spacing, in the order in which they were added. `kinds` are the kinds of its
    mentions, likewise. `first` is the number of its earliest mention, `mentions` their count. The others hold the
    latest values: `episodes`, `speakers` and `session`, the keys of names `beside` it and `related` to it, and
    `owners`, the people whose parent its mentions say it is. `context` is the sum of its mentions' context vectors,
    `None` without any.
    """

    number: int
    name: str
    names: tuple[Name, ...]
    kinds: tuple[str, ...]
    first: int
    mentions: int
    episodes: tuple[int, ...]
    session: int
    speakers: tuple[str, ...]
    beside: tuple[str, ...]
    related: tuple[str, ...]
    seeded: bool
    context: Vector | None = field(default=None, compare=False)
    context_norm: float = 0.0
    owners: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of the first mention whose kind is not open; open if all are."""
        return first_kind(self.kinds)

    @property
    def exact_keys(self) -> tuple[str, ...]:
        """The exact keys of all names."""
        return tuple(one.exact for one in self.names)


def new_entity(number: int, first: Occurrence) -> Entity:
    """An entity known only by its first mention."""
    mention = first.mention
    return Entity(
        number,
        first.name.surface,
        (first.name,),
        (mention.kind,),
        first.place,
        1,
        (mention.episode,),
        mention.session,
        _latest((), (mention.speaker,) if mention.speaker else (), LATEST_SPEAKERS),
        _latest((), mention.beside, LATEST_BESIDE),
        _latest((), mention.related, LATEST_BESIDE),
        mention.seeded,
        first.context,
        _norm(first.context),
        _latest((), (mention.owner,) if mention.owner else (), LATEST_SPEAKERS),
    )


def joined(entity: Entity, one: Occurrence) -> Entity:
    """The entity with one more mention, usually its latest; one that waited for its lane may be earlier."""
    mention, name, context = one.mention, one.name, one.context
    names = entity.names if name.exact in entity.exact_keys else (*entity.names, name)
    summed = context if entity.context is None else entity.context if context is None else entity.context + context
    return replace(
        entity,
        name=_name_with(entity, names, one),
        names=names,
        kinds=entity.kinds if mention.kind in entity.kinds else (*entity.kinds, mention.kind),
        first=min(entity.first, one.place),
        mentions=entity.mentions + 1,
        episodes=_added(entity.episodes, mention.episode),
        session=mention.session if mention.episode >= entity.episodes[-1] else entity.session,
        speakers=_latest(entity.speakers, (mention.speaker,) if mention.speaker else (), LATEST_SPEAKERS),
        beside=_latest(entity.beside, mention.beside, LATEST_BESIDE),
        related=_latest(entity.related, mention.related, LATEST_BESIDE),
        seeded=entity.seeded or mention.seeded,
        context=summed,
        context_norm=entity.context_norm if context is None else _norm(summed),
        owners=_latest(entity.owners, (mention.owner,) if mention.owner else (), LATEST_SPEAKERS),
    )


def is_anothers_parent(mention: Mention, entity: Entity) -> bool:
    """Whether a mention means one person's parent, and an entity another's: Ana's "my mum" and Ben's."""
    return mention.owner is not None and bool(entity.owners) and speaker_key(mention.owner) not in entity.owners


def called(entity: Entity, surface: str) -> Entity:
    """The entity renamed to one of its names, ignoring case and spacing; unchanged for other names and for speakers."""
    if entity.seeded:
        return entity
    key = speaker_key(surface)
    return next((replace(entity, name=one.surface) for one in entity.names if one.exact == key), entity)


def _name_with(entity: Entity, names: Sequence[Name], one: Occurrence) -> str:
    """The entity's name after one more mention, whose own name is the last of `names` if it is new."""
    mention, name = one.mention, next(each for each in names if each.exact == one.name.exact)
    if mention.seeded != entity.seeded:
        return name.surface if mention.seeded else entity.name
    is_considered = mention.seeded or len(names) > len(entity.names)
    return name.surface if is_considered and _is_fuller(name, entity) else entity.name


def _is_fuller(name: Name, entity: Entity) -> bool:
    current = next(one for one in entity.names if one.surface == entity.name)
    return is_fuller(name.words, current.words)


def _added(episodes: tuple[int, ...], episode: int) -> tuple[int, ...]:
    return episodes if episode in episodes else tuple(sorted((*episodes, episode)))[-LATEST_EPISODES:]


def _latest(held: tuple[str, ...], more: Sequence[str], most: int) -> tuple[str, ...]:
    """The keys of the latest names, each once, at most `most`."""
    if not more:
        return held
    new = dict.fromkeys(map(speaker_key, more))
    return (*(one for one in held if one not in new), *new)[-most:]


def _norm(vector: Vector | None) -> float:
    return 0.0 if vector is None else float(np.sqrt(vector @ vector))
