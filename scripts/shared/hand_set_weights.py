"""Hand-set weights of the resolver without a model, the prior of their fit."""

from __future__ import annotations

from convograph.resolution.weights import ResolutionWeights

# Set before there were any labels. A name that is equal to the other, or short for it, is likely a match, and evidence
# against a match weighs more than any single evidence for it.
HAND_SET = ResolutionWeights(
    {
        "same": 3.0,
        "jaccard": 1.5,
        "token_set": 1.0,
        "typo": 3.0,
        "initials": 2.0,
        "given": 2.5,
        "family": 2.0,
        "part": 1.5,
        "nickname": 3.0,
        "title": 0.0,
        "other_name": -6.0,
        "other_title": -4.0,
        "rival": -2.0,
        "same_kind": 0.5,
        "other_kind": -2.0,
        "context": 1.0,
        "beside": 1.0,
        "related": 1.0,
        "session": 1.0,
        "recent": 0.5,
        "seeded": 0.5,
        "common": -1.5,
        "other_speaker": -4.0,
    },
    bias=-3.5,
    join=0.6,
    apart=0.4,
)
