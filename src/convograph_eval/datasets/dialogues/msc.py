"""Multi-Session Chat: the official release's dialogue sessions, or LD-Agent's form.

A file of the release holds the sessions up to its number. If the release's persona summaries of the last and of the
next session lie beside it (`personasummary_session_3_valid` and `personasummary_session_4_valid` beside
`dialogue_session_3_valid`), the next session is appended from there: records are matched by `initial_data_id`, and the
gap is the `prompt_time` in the summaries of the last session.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import check_session, shortened
from convograph.formats.msc import SPEAKERS, read_msc
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import json_lines, source_of_file
from convograph.types import Conversation, Said, Session, Turn
from convograph_eval.datasets.dialogues.pairs import is_paired, paired_dialogues
from convograph_eval.datasets.dialogues.types import Dialogue, two_sided

USER, AGENT = SPEAKERS

_FILE = re.compile(r"dialogue_session_(?P<number>[1-9])(?P<rest>_.*)")
_GAP = re.compile(r"(?P<count>[0-9]{1,6}) (?P<unit>hour|day)s?")
_BOTS: Mapping[str, str] = {"bot_0": USER, "bot_1": AGENT}
_REMEDY = "give the release's file as it is"


class _ProblemData(Shape):
    prompt_time: StrictStr | None = None


class _Turn(Shape):
    id: StrictStr
    text: StrictStr
    problem_data: _ProblemData | None = None


class _Line(Shape):
    initial_data_id: NameField
    dialog: list[_Turn]


_LINE = TypeAdapter(_Line)


@dataclass(frozen=True, slots=True)
class _Summarised:
    """A session in the persona summaries: its turns, and the gap to the next session."""

    turns: tuple[Turn, ...]
    gap: timedelta | None
    place: str


def msc(path: Path) -> tuple[Dialogue, ...]:
    """The dialogues in a file of the release or in LD-Agent's form. Raises an `InputError` that names the record."""
    source = source_of_file(path)
    if source.text.lstrip().startswith("[") and is_paired(source.json):
        return paired_dialogues(source, "msc")
    further = [_summarised(file) for file in msc_files(path)[1:]]
    given = (_extended(conversation, *further) if further else conversation for conversation in read_msc(source))
    return tuple(two_sided(conversation, USER, AGENT) for conversation in given)


def msc_files(path: Path) -> tuple[Path, ...]:
    """The file, and the persona summaries of its last and of the next session beside it, if both exist."""
    found = _FILE.fullmatch(path.name)
    if found is None:
        return (path,)
    last = int(found["number"])
    beside = tuple(path.with_name(f"personasummary_session_{number}{found['rest']}") for number in (last, last + 1))
    return (path, *beside) if all(file.is_file() for file in beside) else (path,)


def _extended(
    conversation: Conversation, before: Mapping[str, _Summarised], after: Mapping[str, _Summarised]
) -> Conversation:
    """The conversation with its next session, if the summaries have it."""
    name = conversation.name
    if name not in before or name not in after:
        return conversation
    previous, gap, session = conversation.sessions[-1], before[name].gap, after[name]
    if previous.said is None or gap is None:
        raise InputError(f"{before[name].place} ({name}) says no prompt_time; {_REMEDY}")
    said = Said(previous.said.local + gap, None, "")
    made = Session(session.turns, f"{name}#{len(conversation.sessions) + 1}", said)
    check_session(made, session.place)
    return Conversation(name, (*conversation.sessions, made))


def _summarised(path: Path) -> Mapping[str, _Summarised]:
    found: dict[str, _Summarised] = {}
    for value, place in json_lines(source_of_file(path), _REMEDY):
        line = validate(_LINE, value, place)
        found[line.initial_data_id] = _Summarised(tuple(_turns(line, place)), _gap(line, place), place)
    return found


def _turns(line: _Line, place: str) -> Iterator[Turn]:
    for turn in line.dialog:
        if turn.id not in _BOTS:
            raise InputError(f"{place} ({line.initial_data_id}) has the speaker {shortened(turn.id)}; {_REMEDY}")
        if turn.text.strip():
            yield Turn(turn.text, _BOTS[turn.id])


def _gap(line: _Line, place: str) -> timedelta | None:
    said = (turn.problem_data.prompt_time for turn in line.dialog if turn.problem_data is not None)
    text = next((one for one in said if one is not None), None)
    if text is None:
        return None
    found = _GAP.fullmatch(text)
    if found is None:
        raise InputError(f"{place} ({line.initial_data_id}) has the prompt_time {shortened(text)}; {_REMEDY}")
    return timedelta(**{f"{found['unit']}s": int(found["count"])})
