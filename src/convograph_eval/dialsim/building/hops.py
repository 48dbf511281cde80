"""How a quadruple can be asked about in a scene: as past, present or future."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from convograph_eval.dialsim.building.relations import ONE_AT_A_TIME, TIMELESS, Quadruple
from convograph_eval.dialsim.building.spans import Grain, Span

Tense = Literal["past", "cur", "fu"]
"""The tense of a hop, as in the release's types of questions; a future fact cannot be known yet."""

FUTURE: Final = "fu"


@dataclass(frozen=True, slots=True)
class Moment:
    """The scene in which a question is asked, and its date."""

    scene: int
    day: date


@dataclass(frozen=True, slots=True)
class Hop:
    """A quadruple, its tense at the moment of asking, and the span asked about (`None`: no time)."""

    quadruple: Quadruple
    tense: Tense
    span: Span | None

    @property
    def time(self) -> str | None:
        """The time as named in the question; `None` for the present, or without a span."""
        return None if self.span is None or self.tense == "cur" else self.span.text

    @property
    def valid(self) -> Span | None:
        """The span in which other tails are right too; `None`, any time, for relations with several tails at once."""
        return self.span if self.quadruple.relation in ONE_AT_A_TIME else None


def hop_at(quadruple: Quadruple, now: Moment, grain: Grain, *, unheard: bool) -> Hop | None:
    """The quadruple as it can be asked about now, its time named by `grain`; `None` if it cannot.

    A quadruple of an earlier date is past, one of an earlier scene on the same date is present, one of a later date is
    future. A span that contains the present date would be ambiguous. A quadruple of a later scene on the same date, or
    of this scene, is not asked about, since whether it was heard depends on the moment. A timeless relation is future
    only if its tail was not named yet (`unheard`), since earlier scenes may state it without being marked.
    """
    told = quadruple.scene < now.scene
    if quadruple.relation in TIMELESS:
        if told:
            return Hop(quadruple, "cur" if quadruple.day == now.day else "past", None)
        return Hop(quadruple, FUTURE, None) if unheard else None
    if quadruple.day == now.day:
        return Hop(quadruple, "cur", Span(now.day, "day")) if told else None
    span = Span(quadruple.day, grain)
    if now.day in span:
        return None
    return Hop(quadruple, "past" if quadruple.day < now.day else FUTURE, span)
