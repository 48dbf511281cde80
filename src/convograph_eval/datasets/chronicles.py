"""The chronicles: conversations of our own, with questions about each; the example has the same form.

A conversation is `NAME.json`, its questions are `NAME.questions.json` beside it. A question's id is `NAME:<position>`,
counted from 0. Its category is `<wording>/<kind>`, for example `paraphrased/temporal`, or only the kind if the file has
no wording. Turns said after `asked_at` are hidden from a question.

Three data sets have the same form: the remarks, which people write to an assistant without asking anything, are in
`NAME.remarks.json`, with ids that begin with `remarks:`; the chats have short messages; the assistants are
conversations with an assistant.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

from pydantic import Field, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.sessions import read_sessions
from convograph.formats.shapes import NameField, SaidField, Shape, validate
from convograph.formats.source import Source, source_of_file
from convograph.types import Conversation, Session
from convograph_eval.datasets.audit import refuse_audit
from convograph_eval.datasets.types import Case, Dataset, Question, turn_ids

QUESTIONS, REMARKS = ".questions.json", ".remarks.json"
ENDINGS = {"assistants": QUESTIONS, "chronicles": QUESTIONS, "chats": QUESTIONS, "remarks": REMARKS}
"""The endings of the names of question files, by data set."""
UNANSWERABLE = "unanswerable"


class _Evidence(Shape):
    session: NameField
    turn: Annotated[int, Field(strict=True, ge=0)]


class _Question(Shape):
    question: StrictStr
    kind: StrictStr
    asked_at: SaidField
    wording: StrictStr | None = None
    answer: NameField | None = None
    evidence: list[_Evidence] = Field(default_factory=list)


_QUESTIONS = TypeAdapter(list[_Question])


def chronicles(path: Path, audit: Source | None) -> Dataset:
    """The conversations in a folder, or the one in a file, each with its questions.

    Raises `InputError` for another form, for evidence that names no turn, and for a turn said after the question was
    asked; as the files are ours, errors are to be corrected there.
    """
    refuse_audit(audit, "the chronicles")
    return _dataset("chronicles", path, "")


def chats(path: Path, audit: Source | None) -> Dataset:
    """The chats, read as chronicles. Raises `InputError`."""
    refuse_audit(audit, "the chats")
    return _dataset("chats", path, "")


def assistants(path: Path, audit: Source | None) -> Dataset:
    """The conversations with an assistant, read as chronicles. Raises `InputError`."""
    refuse_audit(audit, "the conversations with assistants")
    return _dataset("assistants", path, "")


def remarks(path: Path, audit: Source | None) -> Dataset:
    """The chronicles' conversations with remarks in place of questions. Raises `InputError`."""
    refuse_audit(audit, "the chronicles")
    return _dataset("remarks", path, "remarks:")


def _dataset(name: str, path: Path, prefix: str) -> Dataset:
    files = chronicle_files(path, ENDINGS[name])
    pairs = zip(map(source_of_file, files[::2]), map(source_of_file, files[1::2]), strict=True)
    return Dataset(name, tuple(_case(said, asked, prefix) for said, asked in pairs), ())


def chronicle_files(path: Path, ending: str = QUESTIONS) -> tuple[Path, ...]:
    """The file of each conversation followed by the file of its questions, sorted by name.

    `ending` is `QUESTIONS` or `REMARKS`. Raises `InputError` for a folder without such files, and for a file of
    questions.
    """
    if path.name.endswith((QUESTIONS, REMARKS)):
        name = path.name.removesuffix(QUESTIONS).removesuffix(REMARKS)
        raise InputError(f"{path} holds questions; name the conversation that they are about: {name}.json")
    if path.is_dir():
        asked = sorted(path.glob(f"*{ending}"))
        if not asked:
            raise InputError(f"{path} holds no *{ending}; give the folder of the chronicles, or a conversation in it")
        return tuple(file for one in asked for file in (_named(one, ending, ".json"), one))
    return path, _named(path, ".json", ending)


def _named(path: Path, suffix: str, other: str) -> Path:
    return path.with_name(path.name.removesuffix(suffix) + other)


def _case(source: Source, asked: Source, prefix: str) -> Case:
    (conversation,) = read_sessions(source)
    questions = validate(_QUESTIONS, asked.json, asked.place)
    return Case(
        conversation,
        tuple(
            _question(f"{prefix}{conversation.name}:{number}", shape, conversation, within(asked.place, number))
            for number, shape in enumerate(questions)
        ),
    )


def _question(name: str, shape: _Question, conversation: Conversation, place: str) -> Question:
    moment = shape.asked_at.local
    evidence = within(place, "evidence")
    return Question(
        id=name,
        text=shape.question,
        category="/".join(filter(None, (shape.wording, shape.kind))),
        asked_at=moment,
        gold_turns=tuple(
            _turn(one, conversation, moment, within(evidence, number)) for number, one in enumerate(shape.evidence)
        ),
        gold_sessions=tuple(dict.fromkeys(one.session for one in shape.evidence)),
        answer=shape.answer,
        abstention=shape.kind == UNANSWERABLE,
        as_of=moment,
    )


def _turn(evidence: _Evidence, conversation: Conversation, asked_at: datetime, place: str) -> str:
    """The id of the cited turn. Raises `InputError` if it does not exist or was said after `asked_at`."""
    session = next((one for one in conversation.sessions if one.id == evidence.session), None)
    if session is None:
        raise InputError(
            f"{within(place, 'session')} is no session of {conversation.name}: {shortened(evidence.session)}; its "
            f"sessions have ids such as {shortened(conversation.sessions[0].id)}"
        )
    if evidence.turn >= len(session.turns):
        raise InputError(
            f"{within(place, 'turn')} is no turn of {evidence.session}: {evidence.turn}; give a place from 0 to "
            f"{len(session.turns) - 1}"
        )
    said = _said(session, evidence.turn)
    if said is not None and said > asked_at:
        raise InputError(
            f"{place} is said at {said.isoformat()}, after the question at {asked_at.isoformat()}; correct asked_at, "
            "or leave it out"
        )
    return turn_ids(session)[evidence.turn]


def _said(session: Session, turn: int) -> datetime | None:
    said = session.turns[turn].said or session.said
    return None if said is None else said.local
