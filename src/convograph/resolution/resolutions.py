"""The results of resolution: an entity for each mention, with the reason, and the work each batch took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

JoinGround = Literal["exact", "alias", "fuzzy", "decision", "resolver"]
NewGround = Literal["speaker", "below the gate", "none", "unsure", "unanswered", "kept apart"]
Ground = JoinGround | NewGround


@dataclass(frozen=True, slots=True)
class Resolution:
    """The entity of a mention, and why.

    For a mention that joined an entity, `ground` says by what: the entity's earliest name ("exact"), another of its
    names ("alias"), nearly the same spelling ("fuzzy", `score` is the Jaccard), a "decision", or a "resolver" (`score`
    is its certainty). For a mention that made an entity (`is_new`): it is a seeded "speaker"; its best score is "below
    the gate" (`score` is ρ, 0 without a candidate); a resolver chose "none", was "unsure", or gave no usable answer
    ("unanswered"); or a decision "kept apart" the mention and the entity that the resolver chose. `best` is the entity
    that it was compared with last: the one joined, or the best candidate that it was kept apart from, `None` without
    any.
    """

    mention: int
    entity: int
    ground: Ground
    score: float | None
    is_new: bool
    best: int | None


@dataclass(frozen=True, slots=True)
class BatchReport:
    """The work a batch took: the sizes of its lanes, in order, resolver calls, and the mentions these asked about."""

    batch: int
    lanes: tuple[int, ...]
    calls: int
    asked: int


def by_ground(resolutions: Iterable[Resolution]) -> dict[Ground, int]:
    """The number of mentions resolved on each ground."""
    return dict(Counter(one.ground for one in resolutions))


def lane_sizes(reports: Iterable[BatchReport]) -> dict[int, int]:
    """The number of lanes of each size, ascending: the distribution of LightGMEM's Figure 4."""
    return dict(sorted(Counter(size for one in reports for size in one.lanes).items()))
