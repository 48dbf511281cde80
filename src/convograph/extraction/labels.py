"""What all extractors of triplets agree on: the labels of relations, and who speaks where nobody is named."""

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
"""Relation labels: those in the examples of the G-Long paper, which are PersonaExt's and nowhere listed in full; from
`family_member` on our own."""

UNNAMED_SPEAKER = "speaker"
