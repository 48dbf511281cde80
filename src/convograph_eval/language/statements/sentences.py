"""Sentences by source, and a key for each sentence that does not reveal its words.

Two of the sources may not be copied: only the `key_of` of their sentences is stored, and the texts are looked up in the
data set.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from convograph.errors import InputError
from convograph.formats import read_file
from convograph.formats.limits import shortened
from convograph.formats.source import json_lines, source_of_file
from convograph.segmentation.sentences import sentence_spans
from convograph.types import Session
from convograph_eval.datasets import load
from convograph_eval.language.personaext.corpus import read_personaext

MSC = "msc/dialogue_session_2_valid.jsonl.gz", "msc/dialogue_session_3_valid.jsonl.gz"
LONGMEMEVAL = "longmemeval/longmemeval_oracle_dev.json.gz"
_KEY_LENGTH = 16  # hexadecimal digits: 64 bits, for some 50,000 sentences


def key_of(sentence: str) -> str:
    """The first `_KEY_LENGTH` hexadecimal digits of the SHA-256 of a sentence."""
    return hashlib.sha256(sentence.encode("utf-8")).hexdigest()[:_KEY_LENGTH]


def sentences_in(text: str) -> list[str]:
    """The sentences of a text, each on one line."""
    return [" ".join(text[start:end].split()) for start, end in sentence_spans(text)]


def msc(data: Path) -> Iterator[str]:
    """The sentences of Multi-Session Chat's validation dialogues. Raises `InputError` if a file is missing."""
    for name in MSC:
        for value, place in json_lines(source_of_file(data / name), "give the release's lines"):
            said = value.get("dialog") if isinstance(value, dict) else None
            if not isinstance(said, list):
                raise InputError(f"{place} has no dialog: {shortened(str(value))}; give the release's lines")
            for turn in said:
                yield from sentences_in(turn["text"])


def personaext(data: Path) -> Iterator[str]:
    """PersonaExt's sentences. Raises `InputError` if the files are missing."""
    return (sentence.text for sentence in read_personaext(data / "personaext"))


def longmemeval(data: Path) -> Iterator[Session]:
    """The evidence sessions of LongMemEval's development half."""
    dataset = load("longmemeval", data / LONGMEMEVAL)
    return chain.from_iterable(case.conversation.sessions for case in dataset.cases)


def chronicle(path: Path) -> Iterator[Session]:
    """The sessions of a chronicle."""
    return chain.from_iterable(conversation.sessions for conversation in read_file(path))


BY_KEY: Mapping[str, Callable[[Path], Iterator[str]]] = {"msc": msc, "personaext": personaext}
"""The sources whose sentences are only stored as keys."""
