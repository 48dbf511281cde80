"""Baselines as architectures: search of pieces, the newest turns, all of them, long chunks, PageRank."""

from convograph_eval.baselines.history import History
from convograph_eval.baselines.long_chunks import LongChunks
from convograph_eval.baselines.pagerank import TripletPageRank
from convograph_eval.baselines.pieces import Dialogue, Pieces, Triplets, WithFacts
from convograph_eval.baselines.search import PieceSearch

__all__ = [
    "Dialogue",
    "History",
    "LongChunks",
    "PieceSearch",
    "Pieces",
    "TripletPageRank",
    "Triplets",
    "WithFacts",
]
