"""LightGMEM: search over episodes, with bonuses for the entities of the question.

question ─▶ BM25 and cosines over episodes (`searches`) ──────────────────────────────────────┐
         ├▶ names, resolved to entities (`anchors`) ── episodes with them or their relations ─┤
         ├▶ the nearest profiles (`profile_search`) ── episodes that support them ────────────┤
         │                                            reciprocal ranks and bonuses (`fusion`) └─▶ hits
         └▶ the nearest communities of entities (`communities`), named in the hits that support them

Differences from the paper: names and relations are read by rules; entity resolution, profiles and the names of
communities come from rules unless a model has written them; and hits are reranked by a cross-encoder only if one is
given.
"""

from convograph.architectures.lightgmem.architecture import UNITS, EpisodeUnit, LightGMEM
from convograph.architectures.lightgmem.settings import NAMED, PAPER, WITH_SENTENCES, LightGMEMSettings

__all__ = ["NAMED", "PAPER", "UNITS", "WITH_SENTENCES", "EpisodeUnit", "LightGMEM", "LightGMEMSettings"]
