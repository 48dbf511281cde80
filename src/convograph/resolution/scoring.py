"""The confidence gate: how compatible a mention and an entity are, without a model.

    σ(m, v) = .45 name + .15 alias + .20 context + .10 beside + .10 kind        LightGMEM, section 4.3, step 2 [R]
    ρ(m)    = max over candidates v of σ(m, v)

Each part is in [0, 1]: the likeness to the most similar of v's names (name, alias); the cosine of m's context and the
mean context of v's mentions, at least 0; the Jaccard similarity of the names beside m and those beside v's latest
mentions; and whether m's kind is one of v's (half if either is open). The paper gives neither f_conf nor its weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from convograph.graph.turns import speaker_key
from convograph.resolution.canonical import CanonicalSet
from convograph.resolution.entities import Entity, is_anothers_parent
from convograph.resolution.likeness import Likeness
from convograph.resolution.mentions import Occurrence, Vector, is_compatible
from convograph.resolution.names import Name, belongs_to
from convograph.resolution.settings import ResolutionSettings

NAME, ALIAS, CONTEXT, BESIDE, KIND = 0.45, 0.15, 0.20, 0.10, 0.10  # [R]
NAMES_COMPARED = 8  # of an entity: its first ones

Compare = Callable[[Name, Name], Likeness]


@dataclass(frozen=True, slots=True)
class Compatibility:
    """The parts of σ, each in [0, 1]."""

    name: float
    alias: float
    context: float
    beside: float
    kind: float

    @property
    def score(self) -> float:
        """The weighted sum σ of the parts, in [0, 1]."""
        return NAME * self.name + ALIAS * self.alias + CONTEXT * self.context + BESIDE * self.beside + KIND * self.kind


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a mention may mean, and how compatible they are."""

    entity: Entity
    parts: Compatibility
    score: float


def candidates(one: Occurrence, known: CanonicalSet, compare: Compare) -> list[Candidate]:
    """The entities with similar names that no decision rules out, best first; ties go to the one mentioned first.

    Nobody is their own wife, boss or dog: "Tom's boss" is no candidate for Tom, nor Tom for "Tom's boss". One speaker's
    "my mum" is no candidate for another's, unless the two are told to be siblings. Nor are entities with a name that,
    by decision, the mention is not short for.
    """
    beside = frozenset(map(speaker_key, one.mention.beside))
    found = [
        Candidate(entity, parts, parts.score)
        for entity in known.similar(one.name)
        if not known.is_kept_apart(one.name.exact, entity)
        and not is_anothers_parent(one.mention, entity)
        and one.mention.unlike.isdisjoint(entity.exact_keys)
        and not any(belongs_to(one.name, name) for name in entity.names)
        for parts in (compatibility(one, beside, entity, compare),)
    ]
    return sorted(found, key=lambda each: (-each.score, each.entity.first))


def above_gate(found: Sequence[Candidate], settings: ResolutionSettings) -> tuple[Candidate, ...]:
    """The best candidates that reach the gate, best first: the resolver is asked about these."""
    return tuple(one for one in found[: settings.candidates] if one.score >= settings.gate)


def compatibility(one: Occurrence, beside: frozenset[str], entity: Entity, compare: Compare) -> Compatibility:
    """The parts of the score of a mention and an entity; `beside` has the keys of the names beside the mention."""
    alike = [compare(one.name, name) for name in entity.names[:NAMES_COMPARED]]
    kind = one.mention.kind
    return Compatibility(
        max(each.name for each in alike),
        max(each.alias for each in alike),
        _cosine(one.context, entity),
        _shared(beside, entity.beside),
        1.0 if kind in entity.kinds else 0.5 * is_compatible(kind, entity.kinds),
    )


def _cosine(context: Vector | None, entity: Entity) -> float:
    if context is None or entity.context is None or not entity.context_norm:
        return 0.0
    return min(max(float(context @ entity.context) / entity.context_norm, 0.0), 1.0)


def _shared(beside: frozenset[str], others: Sequence[str]) -> float:
    common = len(beside.intersection(others))
    return common / (len(beside) + len(others) - common) if common else 0.0
