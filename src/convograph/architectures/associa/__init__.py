"""Associa: a graph around events, asked by prize-collecting Steiner trees.

question ── similar nodes and edges get prizes (`prizes`) ── the tree worth most (`steiner`, `paths`)
         ── what it leaves out is asked for again (`deliberation`) ── utterances by PageRank over all of it (`ranking`)

What differs from the paper: events are read without a model, or brought; without a model that deliberates, the names
and noun phrases that the tree does not cover are what is missing.
"""

from convograph.architectures.associa.architecture import UNITS, Associa
from convograph.architectures.associa.deliberation import (
    ChatDeliberator,
    Deliberation,
    Deliberator,
    Retrieved,
    UncoveredPhrases,
)
from convograph.architectures.associa.settings import NAMED, PAPER, WITH_SOURCES, AssociaSettings

__all__ = [
    "NAMED",
    "PAPER",
    "UNITS",
    "WITH_SOURCES",
    "Associa",
    "AssociaSettings",
    "ChatDeliberator",
    "Deliberation",
    "Deliberator",
    "Retrieved",
    "UncoveredPhrases",
]
