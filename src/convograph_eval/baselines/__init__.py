"""Baselines as architectures: search of pieces, newest or all turns, long chunks, PageRank, memos by a model."""

from convograph_eval.baselines.history import History
from convograph_eval.baselines.long_chunks import LongChunks
from convograph_eval.baselines.pagerank import SYNONYMS, TripletPageRank
from convograph_eval.baselines.pieces import Dialogue, Pieces, Triplets, WithFacts
from convograph_eval.baselines.search import PieceSearch
from convograph_eval.baselines.written_memories import FORMS, LD_AGENT, Form, WrittenMemory

__all__ = [
    "FORMS",
    "LD_AGENT",
    "SYNONYMS",
    "Dialogue",
    "Form",
    "History",
    "LongChunks",
    "PieceSearch",
    "Pieces",
    "TripletPageRank",
    "Triplets",
    "WithFacts",
    "WrittenMemory",
]
