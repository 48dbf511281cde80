"""A mention: a name as it was said, with its context.

    m = (s(m), τ(m), κ(m), δ(m))        surface, type, local context, time          LightGMEM, section 4.2

Time is the order of mentions. κ is a vector (of the segment, given by the caller), the names that occur in the same
segment, and the names that a relation connects with the mention.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from convograph.errors import InputError
from convograph.resolution.names import Name

Vector = npt.NDArray[np.float64]

OPEN_KIND = "thing"  # for whatever fits no other kind; it may turn out to be of any kind
NO_CONTEXT = -1


def first_kind(kinds: Iterable[str]) -> str:
    """The first kind that is not open; the open kind if all are."""
    return next((kind for kind in kinds if kind != OPEN_KIND), OPEN_KIND)


@dataclass(frozen=True, slots=True)
class Mention:
    """A name said in a segment ("episode") of a conversation.

    `episode` numbers segments in order of time (said time, then session id, then ordinal), `position` the mentions
    within one. `session` numbers conversations, `speaker` is who says it. `beside` are the other names in the segment,
    `related` those that a relation connects it with. `context` is a row of the array of context vectors, `NO_CONTEXT`
    for none. A `seeded` mention is a speaker under their own name: a person known to be present [R]. `owner` is the
    person whose parent is meant, if that is said ("my mum", but not "Mum"). `unlike` are the keys of names that, by
    decision, this one is not short for.
    """

    surface: str
    kind: str
    episode: int
    position: int = 0
    session: int = 0
    speaker: str | None = None
    beside: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    context: int = NO_CONTEXT
    seeded: bool = False
    owner: str | None = None
    unlike: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Occurrence:
    """A mention, its `place` among all mentions, the forms of its name, and its context vector (`None` without one)."""

    place: int
    mention: Mention
    name: Name
    context: Vector | None


def is_compatible(kind: str, kinds: Iterable[str]) -> bool:
    """Whether a mention of one kind may mean an entity of some kinds: it shares one, or either is open."""
    return kind == OPEN_KIND or any(one in (kind, OPEN_KIND) for one in kinds)


def check_order(mentions: Sequence[Mention], first_episode: int) -> None:
    """Raise `InputError` unless all mentions have a name and are in order of time, from `first_episode` on."""
    before = (first_episode, 0)
    for place, one in enumerate(mentions):
        if not one.surface.strip():
            raise InputError(f"mention {place} has no name: {one.surface!r}")
        now = (one.episode, one.position)
        if now < before:
            raise InputError(f"mention {place} at episode and position {now} comes after {before}; sort them by time")
        before = now
