"""Conversation Chronicles: the original release's episodes of five sessions, or LD-Agent's form.

    {"dataID": "episode-1", "relationship": "Neighbors", "time_interval": ["Start", "A few days after", …],
     "first_session_dialogue": [texts], "first_session_speakers": [names], …, "fifth_session_speakers": [names]}

One episode per line, or a list of episodes. Times between sessions are only given in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import check_session, shortened, within
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import Source, json_lines, source_of_file
from convograph.types import Conversation, Session, Turn
from convograph_eval.datasets.dialogues.accumulated_times import accumulated
from convograph_eval.datasets.dialogues.pairs import is_paired, paired_dialogues
from convograph_eval.datasets.dialogues.types import Dialogue, two_sided

ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")

_HOUR, _DAY = 3_600, 86_400
GAPS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "a few hours after": 4 * _HOUR,
        "a few days after": 3 * _DAY,
        "a few weeks after": 21 * _DAY,
        "a few months after": 90 * _DAY,
        "a couple of years after": 730 * _DAY,
    }
)
"""Seconds between sessions; the release only has these words [R]."""

_REMEDY = "give the release's episodes"


class _Episode(Shape):
    dataID: NameField  # noqa: N815 - the release's name
    relationship: StrictStr
    time_interval: list[StrictStr]


_EPISODE = TypeAdapter(_Episode)
_TEXTS = TypeAdapter(list[StrictStr])


def cc(path: Path) -> tuple[Dialogue, ...]:
    """The dialogues in a file of the release or in LD-Agent's form. Raises an `InputError` that names the episode.

    In the release's form, the first speaker is the user, and the other the agent.
    """
    source = source_of_file(path)
    if not source.text.lstrip().startswith("["):
        return tuple(_dialogue(value, place) for value, place in json_lines(source, _REMEDY))
    if is_paired(source.json):
        return paired_dialogues(source, "cc")
    return tuple(_dialogue(value, place) for value, place in _listed(source))


def _listed(source: Source) -> Iterator[tuple[object, str]]:
    if not isinstance(source.json, list):
        raise InputError(f"{source.place} is no list of episodes: {shortened(source.json)}; {_REMEDY}")
    return ((value, within(source.place, number)) for number, value in enumerate(source.json))


def _dialogue(value: object, place: str) -> Dialogue:
    episode = validate(_EPISODE, value, place)
    place = f"{place} ({episode.dataID})"
    if len(episode.time_interval) != len(ORDINALS):
        raise InputError(f"{place} has {len(episode.time_interval)} times, of {len(ORDINALS)} sessions; {_REMEDY}")
    gaps = [_seconds(words, place) for words in episode.time_interval[1:]]
    record: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    said = [list(_turns(record, ordinal, place)) for ordinal in ORDINALS]
    sessions = tuple(
        Session(tuple(turn for turn in turns if turn.text.strip()), f"{episode.dataID}#{number}", time)
        for number, (turns, time) in enumerate(zip(said, accumulated(gaps, place), strict=True), start=1)
    )
    for session in sessions:
        check_session(session, place)
    given, kept = sum(map(len, said)), sum(len(session.turns) for session in sessions)
    user, agent = _speakers(sessions, place)
    return two_sided(Conversation(episode.dataID, sessions), user, agent, given - kept)


def _turns(record: Mapping[str, Any], ordinal: str, place: str) -> Iterator[Turn]:
    keys = [f"{ordinal}_session_{what}" for what in ("dialogue", "speakers")]
    texts, speakers = (validate(_TEXTS, record.get(key), f"{place} {key}") for key in keys)
    if len(texts) != len(speakers):
        raise InputError(f"{place} has {len(texts)} turns and {len(speakers)} speakers in {keys[0]}; {_REMEDY}")
    return (Turn(text, speaker) for text, speaker in zip(texts, speakers, strict=True))


def _speakers(sessions: tuple[Session, ...], place: str) -> tuple[str, str]:
    names = dict.fromkeys(turn.speaker or "" for session in sessions for turn in session.turns)
    if len(names) != 2:
        raise InputError(f"{place} has {len(names)} speakers, not two: {', '.join(map(shortened, names))}; {_REMEDY}")
    user, agent = names
    return user, agent


def _seconds(words: str, place: str) -> int:
    found = GAPS.get(" ".join(words.casefold().split()))
    if found is None:
        raise InputError(f"{place} has the time {shortened(words)}; the times are {', '.join(GAPS)}")
    return found
