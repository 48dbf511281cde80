"""Labels of the sentences that answer a question, by gold turn, in separate files for data sets that are not ours.

    {"question": "e66b632c", "turn": "answer_a25d4a91_1:6", "sentences": ["My best time is 27 minutes and 45 seconds."]}

One label per line, for a gold turn by its stored id. An empty list means that no sentence of the turn answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import json_lines, source_of_file
from convograph_eval.datasets.sampling import with_ids
from convograph_eval.datasets.types import Case, Dataset, turn_ids

_REMEDY = "give the labels, one JSON object per line"


class _Label(Shape):
    question: NameField
    turn: NameField
    sentences: list[StrictStr]


_LABEL = TypeAdapter(_Label)

Texts = Mapping[str, Mapping[str, str]]
"""Question id → gold turn id → text."""


def answer_sentences(path: str | PathLike[str], dataset: Dataset) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Question id → gold turn id → answering sentences, for the labelled questions of `dataset`.

    Every sentence is an exact part of its turn's text. Raises `InputError` for a label of a turn that is not gold, a
    sentence that is not in the turn, a turn labelled twice, and a file without labels of the data set's questions.
    """
    texts = _gold_texts(dataset)
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for value, place in json_lines(source_of_file(Path(path)), _REMEDY):
        label = validate(_LABEL, value, place)
        if label.question in texts:
            _check(label, texts[label.question], place)
            turns = found.setdefault(label.question, {})
            if label.turn in turns:
                raise InputError(f"{place} labels {shortened(label.turn)} again; keep one label of a turn")
            turns[label.turn] = tuple(label.sentences)
    if not found:
        raise InputError(f"{path}: no label is of a question of {dataset.name}; give the labels of this data set")
    return found


def labelled(dataset: Dataset, path: str | PathLike[str]) -> Dataset:
    """The data set with only its labelled questions and their answering sentences.

    Raises `InputError` as `answer_sentences` does.
    """
    found = answer_sentences(path, dataset)
    return replace(dataset, cases=tuple(_with_sentences(case, found) for case in with_ids(dataset, tuple(found)).cases))


def _with_sentences(case: Case, found: Mapping[str, Mapping[str, tuple[str, ...]]]) -> Case:
    return replace(case, questions=tuple(replace(one, answering=found[one.id]) for one in case.questions))


def _check(label: _Label, turns: Mapping[str, str], place: str) -> None:
    if label.turn not in turns:
        raise InputError(
            f"{within(place, 'turn')} is no gold turn of {label.question}: {shortened(label.turn)}; its gold turns are "
            f"{', '.join(turns) or 'none'}"
        )
    for number, sentence in enumerate(label.sentences):
        if not sentence.strip() or sentence not in turns[label.turn]:
            raise InputError(
                f"{within(place, 'sentences', number)} is no part of {label.turn}: {shortened(sentence)}; copy it from "
                "the turn as it is"
            )


def _gold_texts(dataset: Dataset) -> Texts:
    return {question: dict(turns) for question, turns in _of_questions(dataset)}


def _of_questions(dataset: Dataset) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for case in dataset.cases:
        gold = {turn for question in case.questions for turn in question.gold_turns}
        texts = {
            name: turn.text
            for session in case.conversation.sessions
            for name, turn in zip(turn_ids(session), session.turns, strict=True)
            if name in gold
        }
        for question in case.questions:
            yield question.id, [(turn, texts[turn]) for turn in question.gold_turns]
