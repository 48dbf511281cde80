"""Friends as a script: all scenes of the first seasons, in order and with dates, under the names that people use."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
"""A speaker whom the release does not name."""

_SEVERAL: Final = "#ALL#"


def friends_script(folder: Path, seasons: int) -> Show:
    """The script of the first `seasons`, without questions. Raises `InputError` for files of another form."""
    lines = [one for one in script_lines(folder / UTTERANCES) if one.season <= seasons]
    if not lines:
        raise InputError(f"{folder / UTTERANCES}: has no line of the first {seasons} seasons; give the release")
    names = given_names(one.speaker for one in lines if _is_named(one))
    days = aired(folder / EPISODES)
    scenes: list[Scene] = []
    for numbers, episode in groupby(lines, key=lambda one: (one.season, one.episode)):
        if numbers not in days:
            raise InputError(f"{folder / EPISODES}: has no season {numbers[0]}, episode {numbers[1]}; give the release")
        earliest = scenes[-1].day if scenes else date.min
        scenes += _episode(list(episode), names, days[numbers].local.date(), earliest)
    return Show(NAME, AGENT, tuple(scenes))


def given_names(speakers: Iterable[str]) -> Mapping[str, str]:
    """What each speaker is called: the first name for whoever has most lines with that name, the full name for others.

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


def _episode(lines: Sequence[ScriptLine], names: Mapping[str, str], broadcast: date, earliest: date) -> Iterator[Scene]:
    scenes: dict[int, list[ScriptLine]] = defaultdict(list)
    for one in lines:
        scenes[one.scene].append(one)
    days = dated([_text(scene) for scene in scenes.values()], broadcast, earliest)
    episode = f"S{lines[0].season}E{lines[0].episode}"
    for (number, scene), day in zip(scenes.items(), days, strict=True):
        said = parse_said(f"{day:%B} {day.day}, {day.year}")
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
