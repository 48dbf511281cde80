"""Units of evaluation: how a conversation is cut into them, and which of them hits credit (SPEC §6.2)."""

from convograph_eval.units.credited import Credited
from convograph_eval.units.groupings import BLOCK_TURNS, GROUPINGS, Spoken, grouped, grouping, line
from convograph_eval.units.unit_map import TRIPLET, UNITS, UnitMap, unit_map

__all__ = [
    "BLOCK_TURNS",
    "GROUPINGS",
    "TRIPLET",
    "UNITS",
    "Credited",
    "Spoken",
    "UnitMap",
    "grouped",
    "grouping",
    "line",
    "unit_map",
]
