"""Resolution without a score: by an exact name, an alias, a decision, or nearly the same spelling.

LightGMEM, section 4.3, step 1. A name or alias that exactly one entity of a compatible kind has means that entity. A
name that no entity has, if it can be trusted to fuzzy matching, means the entity with the most similar name in its
MinHash buckets, from a Jaccard of .9 on [C]. If two entities are equally similar, it stays open [R].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from convograph.graph.turns import speaker_key
from convograph.resolution.canonical import CanonicalSet
from convograph.resolution.entities import Entity, is_anothers_parent
from convograph.resolution.mentions import Mention, Occurrence, is_compatible
from convograph.resolution.names import SAME_JACCARD, Name, jaccard
from convograph.resolution.settings import ResolutionSettings
from convograph.resolution.wording import is_kin

DirectGround = Literal["exact", "alias", "fuzzy", "decision"]


@dataclass(frozen=True, slots=True)
class Direct:
    """The entity that a mention means, and why; `score` is the Jaccard of a fuzzy match, else 1."""

    entity: Entity
    ground: DirectGround
    score: float = 1.0


def directly(one: Occurrence, known: CanonicalSet, settings: ResolutionSettings) -> Direct | None:
    """The entity that a mention means by its name alone; `None` if the name does not tell."""
    mention, name = one.mention, one.name
    holders = [each for each in known.named(name.exact) if _may_mean(mention, name, each, known)]
    if holders and name.exact in known.decisions.roots:
        return _by_name(min(holders, key=lambda each: each.first), name)
    meant = [each for each in holders if is_compatible(mention.kind, each.kinds)]
    if len(meant) == 1:
        against = settings.tell_apart and _speaks_against(mention, name, meant[0], known)
        return None if against else _by_name(meant[0], name)
    return None if holders else _fuzzily(mention, name, known)


def _by_name(entity: Entity, name: Name) -> Direct:
    keys = entity.exact_keys
    if name.exact not in keys:
        return Direct(entity, "decision")
    return Direct(entity, "exact" if name.exact == keys[0] else "alias")


def _fuzzily(mention: Mention, name: Name, known: CanonicalSet) -> Direct | None:
    if not name.trusted:
        return None
    best: list[tuple[float, Entity]] = []
    for entity in known.in_buckets(name):
        if not is_compatible(mention.kind, entity.kinds) or not _may_mean(mention, name, entity, known):
            continue
        alike = max((jaccard(name.shingles, one.shingles) for one in entity.names if one.trusted), default=0.0)
        if alike >= SAME_JACCARD and (not best or alike >= best[0][0]):
            best = [(alike, entity)] if not best or alike > best[0][0] else [*best, (alike, entity)]
    return Direct(best[0][1], "fuzzy", best[0][0]) if len(best) == 1 else None


def _may_mean(mention: Mention, name: Name, entity: Entity, known: CanonicalSet) -> bool:
    return not known.is_kept_apart(name.exact, entity) and not is_anothers_parent(mention, entity)


def _speaks_against(mention: Mention, name: Name, entity: Entity, known: CanonicalSet) -> bool:
    """Whether an exact name may still mean another entity: a first name of several, or another speaker's "Mum"."""
    if is_kin(name.words):
        return mention.speaker is not None and speaker_key(mention.speaker) not in entity.speakers
    words = name.core
    if len(words) > 1:
        return False
    called = [one for one in known.with_word(words[0]) if is_compatible(mention.kind, one.kinds)]
    return sum(_begins_full_name(words[0], one) for one in called) > 1


def _begins_full_name(word: str, entity: Entity) -> bool:
    return any(len(one.core) > 1 and one.core[0] == word for one in entity.names)
