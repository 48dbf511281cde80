"""The labels of `data/statements`: sentences said by Ana to Ben, each with its statements.

    {"source": "chronicles", "pattern": "denial", "text": "I never learned her name.",
     "statements": ["Ana | never learn | name"]}

A sentence that may not be copied has a `key` instead of `text` (see `convograph_eval.language.statements.sentences`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import StrictStr, TypeAdapter

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.shapes import Shape, validate
from convograph.formats.source import json_lines, source_of_file
from convograph_eval.language.statements.sentences import BY_KEY, key_of

PARTS = ("seen", "unseen", "chat")
_NEGATIONS = frozenset({"not", "never"})
_REMEDY = "give the labels, one JSON object per line"


@dataclass(frozen=True, slots=True)
class LabelledStatement:
    """A statement of a sentence: subject, the words of the relation with verbs as lemmas, object."""

    subject: str
    phrase: str
    object: str

    @property
    def negated(self) -> bool:
        """Whether the statement is denied."""
        return not _NEGATIONS.isdisjoint(self.phrase.split())


@dataclass(frozen=True, slots=True)
class LabelledSentence:
    """A sentence, the pattern that it was drawn for, and its statements."""

    text: str
    pattern: str
    statements: tuple[LabelledStatement, ...]


class _Line(Shape):
    source: StrictStr
    pattern: StrictStr
    statements: list[StrictStr]
    text: StrictStr | None = None
    key: StrictStr | None = None


_LINE = TypeAdapter(_Line)


def read_statements(path: Path, data: Path) -> tuple[LabelledSentence, ...]:
    """The labelled sentences of a file; `data` is the folder of the data sets whose sentences are stored as keys.

    Raises `InputError` for a line in another form, a sentence that its data set lacks, and a missing data set.
    """
    texts: dict[str, Mapping[str, str]] = {}
    return tuple(_sentences(path, data, texts))


def _sentences(path: Path, data: Path, texts: dict[str, Mapping[str, str]]) -> Iterator[LabelledSentence]:
    for value, place in json_lines(source_of_file(path), _REMEDY):
        line = validate(_LINE, value, place)
        if line.text is None and line.source not in texts:
            texts[line.source] = _by_key(line.source, data, place)
        text = line.text if line.text is not None else texts[line.source].get(line.key or "")
        if text is None:
            raise InputError(
                f"{within(place, 'key')} is of no sentence of {line.source}: {shortened(line.key or '')}; give the "
                "release that was labelled"
            )
        statements = tuple(_statement(one, within(place, "statements", at)) for at, one in enumerate(line.statements))
        yield LabelledSentence(text, line.pattern, statements)


def _by_key(source: str, data: Path, place: str) -> Mapping[str, str]:
    if source not in BY_KEY:
        raise InputError(f"{within(place, 'text')} is missing; only sentences of {', '.join(BY_KEY)} go without")
    return {key_of(sentence): sentence for sentence in BY_KEY[source](data)}


def _statement(written: str, place: str) -> LabelledStatement:
    parts = [part.strip() for part in written.split("|")]
    if len(parts) != len(LabelledStatement.__slots__) or not all(parts):
        raise InputError(f"{place} is no statement: {shortened(written)}; write subject | relation | object")
    return LabelledStatement(*parts)
