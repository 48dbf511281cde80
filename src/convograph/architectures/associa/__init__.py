"""Associa: a graph around events, searched with prize-collecting Steiner trees.

question ── similar nodes and edges get prizes (`prizes`) ── the tree of highest net value (`steiner`, `growth`)
         ── more trees for what it leaves out (`deliberation`) ── utterances ranked by PageRank on them (`ranking`)

Differences from the paper: events are read without a model, or brought; without a deliberating model, what is missing
are the question's intents, names, noun phrases and times that no retrieved text covers.
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
