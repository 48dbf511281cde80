"""Friends as a script: all scenes of the first seasons in order, with dates and with the names in common use."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Final

from convograph.errors import InputError
from convograph.extraction.lexicon import word_table
from convograph.times import parse_said
from convograph_eval.dialsim.building.dates import SceneText, dated
from convograph_eval.dialsim.plan import EVERYBODY
from convograph_eval.dialsim.shows.types import Scene, Show, Utterance
from convograph_eval.names.friends import DIRECTIONS, EPISODES, UTTERANCES, ScriptLine, aired, script_lines

NAME: Final = "friends"
AGENT: Final = "Ross"
SOMEBODY: Final = "Somebody"
"""The name of a speaker whom the release does not name."""

_SEVERAL: Final = "#ALL#"
_FLASHBACK: Final = re.compile(r"\bflashbacks?\b|\byears? (?:earlier|before|ago)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BareScript:
    """A show without questions, and its speakers' names in use, by full name.

    `flashbacks` has the indices of scenes that are or may be set years before their date: the scenes of an episode from
    the first one whose directions say so, since no direction says where a flashback ends.
    """

    show: Show
    full_names: Mapping[str, str] = field(hash=False)
    flashbacks: frozenset[int]


def friends_script(folder: Path, seasons: int) -> BareScript:
    """The script of the first `seasons` seasons. Raises `InputError` for files of another form."""
    lines = [one for one in script_lines(folder / UTTERANCES) if one.season <= seasons]
    if not lines:
        raise InputError(f"{folder / UTTERANCES}: has no line of the first {seasons} seasons; give the release")
    names = given_names(one.speaker for one in lines if _is_named(one))
    days = aired(folder / EPISODES)
    scenes: list[Scene] = []
    flashbacks: list[int] = []
    for numbers, episode in groupby(lines, key=lambda one: (one.season, one.episode)):
        if numbers not in days:
            raise InputError(f"{folder / EPISODES}: has no season {numbers[0]}, episode {numbers[1]}; give the release")
        earliest = scenes[-1].day if scenes else date.min
        in_scenes = _by_scene(episode)
        flashbacks += (len(scenes) + place for place in _in_the_past(map(_text, in_scenes.values())))
        scenes += _episode(in_scenes, names, days[numbers].local.date(), earliest)
    return BareScript(Show(NAME, AGENT, tuple(scenes)), names, frozenset(flashbacks))


def given_names(speakers: Iterable[str]) -> Mapping[str, str]:
    """Each speaker's name in use: the first name for the speaker with most lines among its bearers, else the full name.

    >>> given_names(["Phoebe Buffay", "Phoebe Buffay", "Phoebe Abbott", "Mr. Heckles", "#ALL#"])
    {'Phoebe Buffay': 'Phoebe', 'Phoebe Abbott': 'Phoebe Abbott', 'Mr. Heckles': 'Mr. Heckles', '#ALL#': 'All'}
    """
    said = Counter(speakers)
    known = word_table("first_names")
    most: dict[str, str] = {}
    for speaker, _ in said.most_common():
        most.setdefault(speaker.split()[0], speaker)
    called = {}
    for speaker in said:
        first = speaker.split()[0]
        short = most[first] == speaker and first.lower() in known
        called[speaker] = first if short else speaker
    return {**called, _SEVERAL: EVERYBODY} if _SEVERAL in called else called


def _by_scene(lines: Iterable[ScriptLine]) -> Mapping[int, Sequence[ScriptLine]]:
    scenes: dict[int, list[ScriptLine]] = defaultdict(list)
    for one in lines:
        scenes[one.scene].append(one)
    return scenes


def _in_the_past(scenes: Iterable[SceneText]) -> Iterator[int]:
    """The indices of an episode's scenes from the first one whose directions mention a flashback."""
    back = False
    for place, scene in enumerate(scenes):
        back = back or _FLASHBACK.search(scene.directions) is not None
        if back:
            yield place


def _episode(
    scenes: Mapping[int, Sequence[ScriptLine]], names: Mapping[str, str], broadcast: date, earliest: date
) -> Iterator[Scene]:
    days = dated([_text(scene) for scene in scenes.values()], broadcast, earliest)
    for (number, scene), day in zip(scenes.items(), days, strict=True):
        said = parse_said(f"{day:%B} {day.day}, {day.year}")
        episode = f"S{scene[0].season}E{scene[0].episode}"
        yield Scene(episode, str(number), said, tuple(_utterances(scene, names)), {"tkg": {}, "fan": {}})


def _utterances(scene: Sequence[ScriptLine], names: Mapping[str, str]) -> Iterator[Utterance]:
    for one in scene:
        if one.speaker != DIRECTIONS:
            yield Utterance(names[one.speaker] if _is_named(one) else SOMEBODY, one.text)


def _is_named(one: ScriptLine) -> bool:
    return isinstance(one.speaker, str) and bool(one.speaker.strip())


def _text(scene: Sequence[ScriptLine]) -> SceneText:
    said = "\n".join(one.text for one in scene if one.speaker != DIRECTIONS)
    return SceneText(said, "\n".join(one.text for one in scene if one.speaker == DIRECTIONS))
