"""The utterances of Friends as conversations: one per episode, with a session per scene.

Session and turn ids are ours, because the release has only numbers: scene 3 of season 1, episode 17 is `s01e17#3`, its
fourteenth utterance `s01e17#3:14`. Stage directions are left out. Several people who speak at once are one speaker, as
in the release ("#ALL#"); a missing speaker stays unknown. The time of a session is the air date of its episode.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, StrictInt, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph.formats.shapes import SaidField, Shape, validate
from convograph.formats.source import json_lines, source_of_file
from convograph.types import Conversation, Said, Session, Turn

UTTERANCES = "friends_utterances.jsonl.gz"
EPISODES = "friends_info.jsonl.gz"
DIRECTIONS = "Scene Directions"
_EPISODE = re.compile(r"s([0-9]{2})e([0-9]{2})")
_REMEDY = "give the release's lines"

Numbers = tuple[int, int]
"""Season and episode."""


class ScriptLine(Shape):
    """An utterance or a stage direction."""

    season: StrictInt
    episode: StrictInt
    scene: StrictInt
    utterance: StrictInt
    speaker: Any  # a missing one is the number NaN
    text: StrictStr


class _Episode(Shape):
    season: int = Field(ge=1)
    episode: int = Field(ge=1)
    air_date: SaidField


_LINE = TypeAdapter(ScriptLine)
_EPISODE_INFO = TypeAdapter(_Episode)


def friends(folder: Path, names: Collection[str]) -> Mapping[str, Conversation]:
    """The episodes with these names ("s01e17"), by name. Raises `InputError` for an episode that the release lacks."""
    wanted = {_numbers(name): name for name in names}
    days = aired(folder / EPISODES)
    scenes: dict[Numbers, dict[int, list[Turn]]] = {numbers: {} for numbers in wanted}
    for one in script_lines(folder / UTTERANCES):
        numbers = one.season, one.episode
        if numbers in wanted and one.speaker != DIRECTIONS:
            scenes[numbers].setdefault(one.scene, []).append(_turn(one, wanted[numbers]))
    for numbers, name in wanted.items():
        if not scenes[numbers]:
            raise InputError(f"{folder / UTTERANCES}: has no episode {name}; give the release that was labelled")
    return {name: _conversation(name, scenes[numbers], days.get(numbers)) for numbers, name in wanted.items()}


def _numbers(name: str) -> Numbers:
    found = _EPISODE.fullmatch(name)
    if not found:
        raise InputError(f"no episode of Friends: {shortened(name)}; name it as s01e17")
    return int(found[1]), int(found[2])


def aired(path: Path) -> dict[Numbers, Said]:
    """The air date of each episode. Raises `InputError` for a line in another form."""
    shapes = (validate(_EPISODE_INFO, value, place) for value, place in json_lines(source_of_file(path), _REMEDY))
    return {(shape.season, shape.episode): shape.air_date for shape in shapes}


def script_lines(path: Path) -> Iterator[ScriptLine]:
    """Utterances and directions in the release's order, except blank ones.

    Raises `InputError` for a line in another form.
    """
    for value, place in json_lines(source_of_file(path), _REMEDY):
        shape = validate(_LINE, value, place)
        if shape.text.strip():
            yield shape


def _turn(one: ScriptLine, episode: str) -> Turn:
    speaker = one.speaker if isinstance(one.speaker, str) else None
    return Turn(one.text, speaker, id=f"{episode}#{one.scene}:{one.utterance}")


def _conversation(name: str, scenes: Mapping[int, list[Turn]], said: Said | None) -> Conversation:
    sessions = (Session(tuple(turns), f"{name}#{scene}", said) for scene, turns in scenes.items())
    return Conversation(name, tuple(sessions))
