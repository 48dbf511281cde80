"""Entity resolution: which mentions mean the same person or thing, over a whole conversation.

LightGMEM's selective parallel disambiguation (section 4.3): mentions that their name alone identifies are resolved at
once, mentions that resemble nothing become new entities, and a resolver is asked about the rest, in lanes that run in
parallel. Pure: it depends on no store and no layer.

    from convograph.resolution import Mention, OfflineResolver, resolve
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.resolution.decisions import NO_DECISIONS, Decisions
    from convograph.resolution.entities import Entity
    from convograph.resolution.fold import Resolved, State, beginning, resolve
    from convograph.resolution.mentions import Mention
    from convograph.resolution.offline import OfflineResolver
    from convograph.resolution.resolutions import BatchReport, Resolution, by_ground, lane_sizes
    from convograph.resolution.resolvers import Choice, Question, Resolver
    from convograph.resolution.settings import OFFLINE, PAPER, ResolutionSettings

__all__ = [
    "NO_DECISIONS",
    "OFFLINE",
    "PAPER",
    "BatchReport",
    "Choice",
    "Decisions",
    "Entity",
    "Mention",
    "OfflineResolver",
    "Question",
    "Resolution",
    "ResolutionSettings",
    "Resolved",
    "Resolver",
    "State",
    "beginning",
    "by_ground",
    "lane_sizes",
    "resolve",
]

__getattr__ = lazy_exports(
    __name__,
    {
        ".decisions": ("NO_DECISIONS", "Decisions"),
        ".entities": ("Entity",),
        ".fold": ("Resolved", "State", "beginning", "resolve"),
        ".mentions": ("Mention",),
        ".offline": ("OfflineResolver",),
        ".resolutions": ("BatchReport", "Resolution", "by_ground", "lane_sizes"),
        ".resolvers": ("Choice", "Question", "Resolver"),
        ".settings": ("OFFLINE", "PAPER", "ResolutionSettings"),
    },
)
