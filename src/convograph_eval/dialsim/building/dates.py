"""Dates of an episode's scenes: the day of broadcast, adjusted by what the script says (DialSim, section on dates).

Relative cues in the directions place a scene after the one before it ("the next morning", "two weeks later"); explicit
ones, said or directed, place it on a holiday ("Merry Christmas!"). Costumes, the paper's third cue, no script has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from convograph.extraction.times.calendar import shift
from convograph.extraction.times.holidays import HOLIDAY, HOLIDAYS
from convograph.extraction.times.words import NUMBER, amount, compiled, squeezed

NEAR: Final = timedelta(days=31)
"""How far from its broadcast an episode plays at most on a holiday that it names."""

_NEXT: Final = compiled(r"\bthe (?:next|following) (?:day|morning|afternoon|evening|night)\b")
_LATER: Final = compiled(rf"\b(?P<count>{NUMBER}|an?) (?P<unit>day|week|month|year)s? later\b")
_GREETED: Final = compiled(rf"\b(?:happy|merry|it's|today is) (?P<holiday>{HOLIDAY})(?!\w| eve\b| already)")


@dataclass(frozen=True, slots=True)
class SceneText:
    """What is said in a scene, and its directions, each as one text."""

    said: str
    directions: str


def dated(scenes: Sequence[SceneText], aired: date, earliest: date) -> list[date]:
    """The date of each scene of an episode; never one before the scene before it, nor before `earliest`.

    The first holiday that is near the broadcast moves the whole episode, later ones only what follows.
    """
    offsets = _offsets(scenes, aired)
    first = aired
    for offset, scene in zip(offsets, scenes, strict=True):
        if (holiday := _holiday(scene, aired + offset)) is not None:
            first = holiday - offset
            break
    found, moved = [], max(first, earliest)
    for place, scene in enumerate(scenes):
        moved += offsets[place] - (offsets[place - 1] if place else timedelta())
        holiday = _holiday(scene, moved)
        moved = max(moved, holiday or moved)
        found.append(moved)
    return found


def _offsets(scenes: Sequence[SceneText], aired: date) -> list[timedelta]:
    """How long after the broadcast's date each scene plays by its own and earlier directions."""
    found, now = [], datetime(aired.year, aired.month, aired.day)
    begin = now
    for scene in scenes:
        if later := _LATER.search(scene.directions):
            now = shift(now, amount(later["count"])[0], later["unit"].lower())
        elif _NEXT.search(scene.directions):
            now += timedelta(days=1)
        found.append(now - begin)
    return found


def _holiday(scene: SceneText, around: date) -> date | None:
    """The nearest date of the first holiday that is wished or stated, if it is near."""
    for match in _GREETED.finditer(f"{scene.directions}\n{scene.said}"):
        nearest = _nearest(HOLIDAYS[squeezed(match["holiday"])], around)
        if abs(nearest - around) <= NEAR:
            return nearest
    return None


def _nearest(day_in: Callable[[int], datetime], around: date) -> date:
    days = (day_in(year).date() for year in (around.year - 1, around.year, around.year + 1))
    return min(days, key=lambda day: abs(day - around))
