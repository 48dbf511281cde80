"""LightGMEM: search over episodes, with what the entities of the question add.

question ─▶ BM25 and cosines over episodes (`fusion`) ── reciprocal ranks ──────────────────┐
         ├▶ names, resolved to entities (`anchors`) ── episodes with them or their relations ─┴─▶ hits
         └▶ communities of entities near to it (`communities`), told with the hits that support them

What differs from the paper: names and relations are read by rules; who is meant, profiles and the names of communities
come from rules where no model has written them; and a cross-encoder orders hits only where one is given.
"""

from convograph.architectures.lightgmem.architecture import UNITS, EpisodeUnit, LightGMEM
from convograph.architectures.lightgmem.settings import NAMED, PAPER, WITH_SENTENCES, LightGMEMSettings

__all__ = ["NAMED", "PAPER", "UNITS", "WITH_SENTENCES", "EpisodeUnit", "LightGMEM", "LightGMEMSettings"]
