"""What all extractors of triplets share: relation labels, and the name of an unknown speaker."""

from __future__ import annotations

RELATIONS = (
    "hobby",
    "likes",
    "dislikes",
    "has",
    "has_pet",
    "occupation",
    "work_style",
    "current_activity",
    "emotion",
    "favorite food",
    "originates from",
    "location",
    "topic",
    "family_member",
    "lives_in",
    "owns",
    "plans",
    "wants",
    "visited",
    "experienced",
    "skill",
    "belief",
)
"""Relation labels: up to `topic`, those in the examples of the G-Long paper, which are PersonaExt's and not listed in
full anywhere; from `family_member` on, our own."""

UNNAMED_SPEAKER = "speaker"
