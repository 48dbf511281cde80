"""Dates of an episode's scenes: the broadcast date, adjusted by cues in the script (DialSim, section on dates).

Relative cues in the directions place a scene after the previous one ("the next morning", "two weeks later"); explicit
cues in the dialogue or directions place it on a holiday ("Merry Christmas!"). The paper's third cue, costumes, is not
in the script.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from convograph.extraction.times.calendar import shift
from convograph.extraction.times.holidays import HOLIDAY, HOLIDAYS
from convograph.extraction.times.words import NUMBER, amount, squeezed, time_pattern

NEAR: Final = timedelta(days=31)
"""The maximum distance between a holiday that a scene names and the date otherwise given to the scene."""

_NEXT: Final = time_pattern(r"\bthe (?:next|following) (?:day|morning|afternoon|evening|night)\b")
_LATER: Final = time_pattern(rf"\b(?P<count>{NUMBER}|an?) (?P<unit>day|week|month|year)s? later\b")
_GREETED: Final = time_pattern(rf"\b(?:happy|merry|it's|today is) (?P<holiday>{HOLIDAY})(?!\w| eve\b| already)")


@dataclass(frozen=True, slots=True)
class SceneText:
    """The dialogue of a scene and its directions, each as one text."""

    said: str
    directions: str


def dated(scenes: Sequence[SceneText], aired: date, earliest: date) -> list[date]:
    """The dates of an episode's scenes, which never go back in time or before `earliest`.

    The first holiday near the broadcast moves the whole episode, later ones only the scenes from there on.
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
    """The time between the broadcast and each scene, by the directions up to that scene."""
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
    """The date nearest to `around` of the first holiday that is wished or stated, if at most `NEAR` away."""
    for match in _GREETED.finditer(f"{scene.directions}\n{scene.said}"):
        nearest = _nearest(HOLIDAYS[squeezed(match["holiday"])], around)
        if abs(nearest - around) <= NEAR:
            return nearest
    return None


def _nearest(day_in: Callable[[int], datetime], around: date) -> date:
    days = (day_in(year).date() for year in (around.year - 1, around.year, around.year + 1))
    return min(days, key=lambda day: abs(day - around))
