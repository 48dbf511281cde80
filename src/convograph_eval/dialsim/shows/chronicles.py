"""The chronicles as shows: their sessions are the scenes, and their questions get options.

An answerable question may be asked in every scene after its last piece of evidence and up to the time when it is asked
in the chronicle, since its answer may change later (`ans_wo_time`). Before its first piece of evidence the right option
is (E) (`before_event_unans`), as it always is for questions without an answer (`dont_know_unans`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Final

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph.types import Conversation, Said, Session
from convograph_eval.datasets import Case, Question, load
from convograph_eval.dialsim.shows.choices import options_for
from convograph_eval.dialsim.shows.types import (
    BEFORE_EVENT,
    DEFAULT_WORDING,
    LETTERS,
    NEVER_KNOWN,
    UNDATED,
    ChoiceQuestion,
    Scene,
    Show,
    Utterance,
)

NO_OPTIONS: Final = "too few other answers to make options of"

SEED: Final = 0  # of the options, which are the same in every run


def chronicle_show(path: Path) -> Show:
    """The show of the conversation in a file of the chronicles. Raises `InputError`."""
    (case,) = load("chronicles", path).cases
    return show_of(case)


def show_of(case: Case) -> Show:
    """The show of a case; its main character is the most frequent speaker. Raises `InputError` for undated sessions."""
    options = options_for(case.questions, Random(f"{SEED}/{case.conversation.name}"))  # noqa: S311 - no secret
    sessions = case.conversation.sessions
    places = {session.id or "": place for place, session in enumerate(sessions)}
    return Show(
        case.conversation.name,
        _agent(case.conversation),
        tuple(_scene(session, case, options, place, places) for place, session in enumerate(sessions)),
        {NO_OPTIONS: missing} if (missing := len(case.questions) - len(options)) else {},
    )


def _agent(conversation: Conversation) -> str:
    said = Counter(turn.speaker or "" for session in conversation.sessions for turn in session.turns)
    return max(said, key=lambda speaker: (said[speaker], speaker))


def _scene(
    session: Session, case: Case, options: Mapping[str, tuple[str, ...]], place: int, places: Mapping[str, int]
) -> Scene:
    said = _said(session)
    found: dict[str, list[ChoiceQuestion]] = defaultdict(list)
    for question in case.questions:
        if question.id in options:
            for kind in _types(question, said, place, places):
                found[kind].append(_choice(question, kind, options[question.id], case))
    return Scene(
        said.local.strftime("%Y-%m"),
        session.id or str(place),
        said,
        tuple(Utterance(turn.speaker or "", turn.text) for turn in session.turns),
        {"tkg": {}, "fan": {kind: tuple(ones) for kind, ones in found.items()}},
    )


def _types(question: Question, said: Said, place: int, places: Mapping[str, int]) -> Iterator[str]:
    """The type of a question in the scene with index `place`; none if it may not be asked there."""
    evidence = [places[session] for session in question.gold_sessions]
    in_time = question.asked_at is None or said.local <= question.asked_at
    if question.abstention:
        if in_time:
            yield NEVER_KNOWN
    elif evidence and max(evidence) < place and in_time:
        yield UNDATED
    elif evidence and place < min(evidence):
        yield BEFORE_EVENT


def _choice(question: Question, kind: str, options: tuple[str, ...], case: Case) -> ChoiceQuestion:
    gold = options.index(question.answer) if kind == UNDATED and question.answer else len(LETTERS) - 1
    days = {session.id: _said(session).local.date() for session in case.conversation.sessions}
    return ChoiceQuestion(
        id=question.id,
        source="fan",
        type=kind,
        wordings={DEFAULT_WORDING: question.text},
        options=options,
        gold=gold,
        evidence=tuple(dict.fromkeys(days[session] for session in question.gold_sessions)),
    )


def _said(session: Session) -> Said:
    if session.said is None:
        raise InputError(f"session {shortened(session.id)} has no time; a show needs one for each session")
    return session.said
