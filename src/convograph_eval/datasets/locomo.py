"""LoCoMo: ten long conversations with questions of five categories, whose evidence is cited turn by turn.

A question's id is `<sample_id>/q<position>`. Its evidence was written by hand and can be malformed: several ids in one
string, an extra colon, leading zeros, ids without a number. Citations are resolved where possible; the rest are listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import Field, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.locomo import read_locomo
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import Source, source_of_file
from convograph.types import Conversation
from convograph_eval.datasets.audit import Correction, corrections
from convograph_eval.datasets.types import Case, Dataset, Question, Unresolved, turn_ids

CATEGORIES: Mapping[int, str] = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
ADVERSARIAL = 5  # asks for something that the conversation does not say, for example about the wrong speaker

_CITATION = re.compile(r"D\s*:?\s*([0-9]{1,6})\s*:\s*([0-9]{1,6})", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s;,]+")


class _Question(Shape):
    question: StrictStr
    category: Literal[1, 2, 3, 4, 5]
    answer: NameField | None = None
    evidence: list[StrictStr] = Field(default_factory=list)


class _Sample(Shape):
    qa: list[_Question]


_SAMPLE = TypeAdapter(_Sample)


@dataclass(frozen=True, slots=True)
class _Gold:
    turns: tuple[str, ...]
    unresolved: tuple[Unresolved, ...]


@dataclass(frozen=True, slots=True)
class _Turns:
    """The stored turns of a conversation by the numbers in their `dia_id`, and the session of each turn."""

    by_number: Mapping[tuple[int, int], str]
    session: Mapping[str, str]


def locomo(path: Path, audit: Source | None) -> Dataset:
    """The samples in the file, with evidence corrected by `audit`. Raises `InputError` for another form.

    Audit records about samples and questions that are not in the file are skipped.
    """
    source = source_of_file(path)
    corrected = {} if audit is None else corrections(audit)
    cases: list[Case] = []
    unresolved: list[Unresolved] = []
    changed: list[str] = []
    for (sample, place), conversation in zip(_samples(source), read_locomo(source), strict=True):
        turns = _turns(conversation)
        asked_at = _end(conversation)
        questions = []
        for number, shape in enumerate(validate(_SAMPLE, sample, place).qa):
            name = f"{conversation.name}/q{number}"
            released = _gold(name, shape.evidence, turns)
            correction = corrected.get((conversation.name, number))
            gold = released if correction is None else _gold(name, _corrected(correction, shape), turns)
            questions.append(_question(name, shape, gold.turns, turns, asked_at))
            unresolved.extend(gold.unresolved)
            if set(gold.turns) != set(released.turns):
                changed.append(name)
        cases.append(Case(conversation, tuple(questions)))
    return Dataset("locomo", tuple(cases), tuple(unresolved), tuple(changed))


def _samples(source: Source) -> list[tuple[object, str]]:
    """The samples of a list, or the only sample, each with its place."""
    if not isinstance(source.json, list):
        return [(source.json, source.place)]
    return [(sample, within(source.place, index)) for index, sample in enumerate(source.json)]


def _question(name: str, shape: _Question, gold: tuple[str, ...], turns: _Turns, asked_at: datetime | None) -> Question:
    return Question(
        id=name,
        text=shape.question,
        category=CATEGORIES[shape.category],
        asked_at=asked_at,
        gold_turns=gold,
        gold_sessions=tuple(dict.fromkeys(turns.session[turn] for turn in gold)),
        answer=shape.answer,
        abstention=shape.category == ADVERSARIAL,
    )


def _corrected(correction: Correction, shape: _Question) -> tuple[str, ...]:
    if correction.question != shape.question:
        raise InputError(
            f"{correction.place}.question is not what the data set asks there: {shortened(correction.question)}; "
            "give the audit of this release"
        )
    return correction.evidence


def _turns(conversation: Conversation) -> _Turns:
    by_number: dict[tuple[int, int], str] = {}
    session_of: dict[str, str] = {}
    for session in conversation.sessions:
        for turn in turn_ids(session):
            session_of[turn] = session.id or ""
            if found := _CITATION.fullmatch(turn.removeprefix(f"{conversation.name}#")):
                by_number.setdefault((int(found[1]), int(found[2])), turn)
    return _Turns(by_number, session_of)


def _end(conversation: Conversation) -> datetime | None:
    """The time of the latest session: LoCoMo gives the start of a session, not its end."""
    return max((session.said.local for session in conversation.sessions if session.said), default=None)


def _gold(question: str, evidence: Iterable[str], turns: _Turns) -> _Gold:
    """The turns that the evidence names, without duplicates and in order, and the citations that name none."""
    found: dict[str, None] = {}
    unresolved = []
    for citation in evidence:
        for numbers in _numbers(citation):
            if turn := turns.by_number.get(numbers):
                found[turn] = None
            else:
                reason = "no turn D{}:{}".format(*numbers)
                unresolved.append(Unresolved(question, citation, reason))
        rest = _CITATION.sub(" ", citation)
        unresolved.extend(Unresolved(question, citation, f"{part!r} names no turn") for part in _parts(rest))
    return _Gold(tuple(found), tuple(unresolved))


def _numbers(citation: str) -> Iterator[tuple[int, int]]:
    """The session and turn numbers of each id in a citation.

    >>> list(_numbers("D8:6; D:11:26 D30:05"))
    [(8, 6), (11, 26), (30, 5)]
    """
    for found in _CITATION.finditer(citation):
        yield int(found[1]), int(found[2])


def _parts(text: str) -> list[str]:
    return [part for part in _SEPARATORS.split(text) if part]
