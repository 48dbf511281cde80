"""The corpus: sessions of LongMemEval and questions of LoCoMo.

A separate process reads the releases and writes the sessions to a file, one per line, because reading a release takes
more memory than the measured code.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from convograph import Session, Turn, parse_said
from convograph.formats import read_file
from convograph.types import Conversation

_BESIDE = Path(__file__).parents[2] / "shared" / "data"  # the tests look here too
DATA = Path(os.environ.get("CONVOGRAPH_DATA", _BESIDE))

QUESTIONS = 200
CHAT_TURNS = 10_000  # turns of one owner's pooled chat

_LOCOMO = Path("locomo", "locomo_dev5.json")
_LONGMEMEVAL = Path("longmemeval", "longmemeval_s_dev.json.xz")


class MissingDataError(Exception):
    """The folder of the data sets is missing or incomplete."""


def locomo_file(data: Path) -> Path:
    """LoCoMo's five conversations. Raises `MissingDataError`."""
    return _present(data / _LOCOMO)


def longmemeval_file(data: Path) -> Path:
    """LongMemEval's haystacks. Raises `MissingDataError`."""
    return _present(data / _LONGMEMEVAL)


def locomo_questions(file: Path) -> list[str]:
    """The first `QUESTIONS` questions of LoCoMo."""
    samples = json.loads(file.read_text(encoding="utf-8"))
    return [question["question"] for sample in samples for question in sample["qa"]][:QUESTIONS]


def prepare_sessions(release: Path, target: Path) -> int:
    """Write the haystacks' sessions to `target`, distinct ones before repetitions, and return their number."""
    conversations = read_file(release)
    seen: set[tuple[Turn, ...]] = set()
    first: list[Session] = []
    again: list[Session] = []
    for conversation in conversations:
        for session in conversation.sessions:
            named = replace(session, id=f"{conversation.name}/{session.id}")
            (again if session.turns in seen else first).append(named)
            seen.add(session.turns)
    write_sessions(target, chain(first, again))
    return len(first) + len(again)


def write_sessions(target: Path, sessions: Iterable[Session]) -> None:
    """Write the sessions to `target` as JSON Lines."""
    with target.open("w", encoding="utf-8") as file:
        for session in sessions:
            turns = [[turn.text, turn.speaker] for turn in session.turns]
            file.write(json.dumps([session.id, session.said.raw if session.said else None, turns]) + "\n")


def pool_chat(file: Path, target: Path) -> None:
    """Write LoCoMo's sessions to `target`, repeated until they have `CHAT_TURNS` turns."""
    conversations = read_file(file)
    write_sessions(target, _first_turns(_again_and_again(conversations), CHAT_TURNS))


def _again_and_again(conversations: Sequence[Conversation]) -> Iterator[Session]:
    for again in count():
        for conversation in conversations:
            for session in conversation.sessions:
                yield replace(session, id=f"{again}/{conversation.name}/{session.id}")


def _first_turns(sessions: Iterator[Session], turns: int) -> Iterator[Session]:
    while turns > 0:
        session = next(sessions)
        turns -= len(session.turns)
        yield session


def read_sessions(file: Path) -> Iterator[Session]:
    """Yield the sessions that `write_sessions` wrote."""
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            name, said, turns = json.loads(line)
            yield Session(tuple(Turn(text, speaker) for text, speaker in turns), name, said and parse_said(said))


def _present(path: Path) -> Path:
    if not path.is_file():
        raise MissingDataError(f"no {path}; name the folder with locomo/ and longmemeval/ by CONVOGRAPH_DATA or --data")
    return path
