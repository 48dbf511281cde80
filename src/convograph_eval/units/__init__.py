"""Units of evaluation: the units of a conversation, and which of them a hit is credited with."""

from convograph_eval.units.credited import Credited
from convograph_eval.units.unit_map import TRIPLET, UNITS, UnitMap, known_unit, unit_map

__all__ = ["TRIPLET", "UNITS", "Credited", "UnitMap", "known_unit", "unit_map"]
