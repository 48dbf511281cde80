"""A quadruple as it can be asked about in a scene: as past, as present, or as something that is still to come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from convograph_eval.dialsim.building.relations import ONE_AT_A_TIME, TIMELESS, Quadruple
from convograph_eval.dialsim.building.spans import Grain, Span

Tense = Literal["past", "cur", "fu"]
"""As the release names the types of its questions; what is to come cannot be known yet."""

FUTURE: Final = "fu"


@dataclass(frozen=True, slots=True)
class Moment:
    """The scene in which somebody asks, and its date."""

    scene: int
    day: date


@dataclass(frozen=True, slots=True)
class Hop:
    """A quadruple, its tense at the moment of asking, and the span that is asked about (`None`: no time at all)."""

    quadruple: Quadruple
    tense: Tense
    span: Span | None

    @property
    def time(self) -> str | None:
        """The time as the question names it; the present and what has no time are not named."""
        return None if self.span is None or self.tense == "cur" else self.span.text

    @property
    def valid(self) -> Span | None:
        """When other tails are right too: in the span, or, of relations that may have several at once, whenever."""
        return self.span if self.quadruple.relation in ONE_AT_A_TIME else None


def hop_at(quadruple: Quadruple, now: Moment, grain: Grain, *, unheard: bool) -> Hop | None:
    """The quadruple as it is asked about now, its time named by `grain`; `None` where it cannot be.

    What was told on an earlier date is past, what an earlier scene of the date told is present, a later date is the
    future. A span that contains the present date would be ambiguous. What was told later on the same date, or is
    told in this very scene, is not asked about: it depends on the moment whether it was heard. Relations without a
    time are to come only if the tail was named nowhere yet (`unheard`), since a scene may tell what nobody marked.
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
