"""What all who extract triplets agree on: the labels of relations, and who speaks where nobody is named."""

from __future__ import annotations

RELATIONS = (
    *("hobby", "likes", "dislikes", "has", "has_pet", "occupation", "work_style", "current_activity", "emotion"),
    *("favorite food", "originates from", "location", "topic"),
    *("family_member", "lives_in", "owns", "plans", "wants", "visited", "experienced", "skill", "belief"),
)
"""SPEC §1.3's vocabulary: the labels seen in the paper, then ours [R]."""

UNNAMED_SPEAKER = "speaker"
