"""G-Long: a graph of triplets with weighted edges, searched from the names nearest to the question.

question ── anchors: the names nearest to it ── edges within L hops ── the N nearest of these (`edges`)
         ── equation 4: similarity, importance in the session (`importance`), recency ── the best K, with their turns

Differences from the paper: triplets are read without a model, or brought; without a T5, importance comes from an
offline fallback; hits are the turns that state a triplet, with the triplets as memos.
"""

from convograph.architectures.glong.architecture import GLong
from convograph.architectures.glong.settings import EVALUATION, NAMED, OFFICIAL, PAPER, WITH_SOURCES, GLongSettings

__all__ = ["EVALUATION", "NAMED", "OFFICIAL", "PAPER", "WITH_SOURCES", "GLong", "GLongSettings"]
