"""From hits to a ranking of units."""

from __future__ import annotations

from dataclasses import dataclass, field

from convograph.types import Hit
from convograph_eval.units.unit_map import UnitMap


@dataclass(slots=True)
class Credited:
    """The ranking of units that hits are credited with, in the order of the hits, each unit once.

    `ranked` maps unit → score; `turns` maps unit → the turns of the first hit credited with it.
    """

    units: UnitMap
    ranked: dict[str, float] = field(default_factory=dict)
    turns: dict[str, frozenset[str]] = field(default_factory=dict)

    def take(self, hit: Hit) -> None:
        """Credit a hit. Hits come best first, so a unit keeps the score of its first hit."""
        for unit in self.units.found_by(hit):
            if unit not in self.ranked:
                self.ranked[unit] = hit.score
                self.turns[unit] = frozenset(turn.id for turn in hit.turns)
