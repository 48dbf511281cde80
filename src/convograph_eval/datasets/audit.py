"""Corrected citations for LoCoMo from the public audit of its gold: a list of records, one per erroneous question.

A record identifies its question by `sample_id` and by the number at the end of `question_id` ("locomo_0_qa37": position
37, from 0), repeats the question, and gives `correct_evidence`, which replaces the release's evidence. The audit's
`correct_answer` is ignored, because it is often an explanation and not an answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.shapes import NameField, Shape, validate
from convograph.formats.source import Source

_NUMBER = re.compile(r"qa([0-9]{1,6})")


class _Record(Shape):
    question_id: StrictStr
    sample_id: NameField
    question: StrictStr
    correct_evidence: list[StrictStr]


_RECORD = TypeAdapter(_Record)


@dataclass(frozen=True, slots=True)
class Correction:
    """The evidence that a question should cite; `question` is its text, `place` the record's place in the audit."""

    question: str
    evidence: tuple[str, ...]
    place: str


def refuse_audit(audit: Source | None, dataset: str) -> None:
    """Raise `InputError` if an audit is given for a data set that has none."""
    if audit is not None:
        raise InputError(f"{audit.place} there is no audit for {dataset}; leave it out")


def corrections(source: Source) -> Mapping[tuple[str, int], Correction]:
    """The corrections of an audit, by sample id and position of the question in the sample, from 0.

    Raises `InputError` for another form, and for a question corrected twice.
    """
    if not isinstance(source.json, list):
        raise InputError(f"{source.place} is not an audit: {shortened(source.json)}; give a list of records")
    found: dict[tuple[str, int], Correction] = {}
    for index, value in enumerate(source.json):
        place = within(source.place, index)
        record = validate(_RECORD, value, place)
        number = _NUMBER.fullmatch(record.question_id.rpartition("_")[2])
        if not number:
            raise InputError(f"{place}.question_id has no number: {shortened(record.question_id)}; end it with _qa<n>")
        correction = Correction(record.question, tuple(record.correct_evidence), place)
        if found.setdefault((record.sample_id, int(number[1])), correction) is not correction:
            raise InputError(f"{place} corrects {shortened(record.question_id)} again; keep one record per question")
    return found
