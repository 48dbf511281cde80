"""Baselines as architectures: plain search over units, the newest units, all of them (SPEC §6.4)."""

from convograph_eval.baselines.recent import Recent
from convograph_eval.baselines.search import UnitSearch

__all__ = ["Recent", "UnitSearch"]
