"""Baselines as architectures: plain search over units, the newest turns, all of them, PageRank (SPEC §6.4)."""

from convograph_eval.baselines.history import History
from convograph_eval.baselines.pagerank import TripletPageRank
from convograph_eval.baselines.pieces import Dialogue, Pieces, Triplets, WithFacts
from convograph_eval.baselines.search import UnitSearch

__all__ = ["Dialogue", "History", "Pieces", "TripletPageRank", "Triplets", "UnitSearch", "WithFacts"]
