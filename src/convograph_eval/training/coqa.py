"""CoQA's file: passages, a sequence of questions about each, and the position of the evidence for each answer.

    {"data": [{"id": …, "story": …, "questions": [{"turn_id": 1, "input_text": …}, …],
               "answers": [{"turn_id": 1, "input_text": …, "span_start": 0, "span_end": 9}, …]}, …]}

Reddy et al., "CoQA: A Conversational Question Answering Challenge", TACL 2019. A span of -1 means that the passage does
not answer the question.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import StrictInt, StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened
from convograph.formats.shapes import Shape, validate
from convograph.formats.source import parse_json, source_of_file

_REMEDY = "give CoQA's file, as released"


@dataclass(frozen=True, slots=True)
class PassageQuestion:
    """A question about a passage: number, text, answer, and the characters `[start, end)` of its evidence, if any."""

    number: int
    text: str
    answer: str
    evidence: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with its questions in order."""

    id: str
    text: str
    questions: tuple[PassageQuestion, ...]


class _Question(Shape):
    turn_id: StrictInt
    input_text: StrictStr


class _Answer(Shape):
    turn_id: StrictInt
    input_text: StrictStr
    span_start: StrictInt
    span_end: StrictInt


class _Story(Shape):
    id: StrictStr
    story: StrictStr
    questions: list[_Question]
    answers: list[_Answer]


class _File(Shape):
    data: list[_Story]


_FILE = TypeAdapter(_File)


def read_coqa(path: Path) -> tuple[Passage, ...]:
    """The passages of a file, plain or compressed with gzip or xz. Raises `InputError`."""
    source = source_of_file(path)
    data = validate(_FILE, parse_json(source.text, source.place, remedy=_REMEDY), source.place).data
    return tuple(_passage(story, f"{source.place} {shortened(story.id)}") for story in data)


def _passage(story: _Story, place: str) -> Passage:
    answers = {answer.turn_id: answer for answer in story.answers}
    questions = []
    for question in story.questions:
        answer = answers.get(question.turn_id)
        if answer is None:
            raise InputError(f"{place} has no answer to question {question.turn_id}; {_REMEDY}")
        start, end = answer.span_start, answer.span_end
        if end > len(story.story) or start > end:
            raise InputError(f"{place} has no characters {start} to {end}; {_REMEDY}")
        evidence = (start, end) if 0 <= start < end else None
        questions.append(PassageQuestion(question.turn_id, question.input_text, answer.input_text, evidence))
    return Passage(story.id, story.story, tuple(questions))
