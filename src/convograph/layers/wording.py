"""The wording layer: every sentence with its words, its vector, and signs of what it may answer. No model call.

`unified` ranks by it. A term is a word with its stem: the upper 48 bits are the stem's hash, the lower 16 the word's
number in the table of word vectors, or 0. So one index finds all words of a stem (`stem_range`) as well as single words
(`term_of`), and no word of an owner is kept that is not in the public table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from convograph import segmentation
from convograph.extraction import asking
from convograph.extraction.times import intervals_in
from convograph.graph.rows import LayerKey, NodeBatch
from convograph.graph.sessions import Part
from convograph.graph.snapshot import SUMMED_BY_TURN
from convograph.layers.items import Terms, spanning_items
from convograph.layers.sentences import SentenceLayer
from convograph.protocols import WordTable
from convograph.segmentation import is_assistant
from convograph.terms import ENGLISH, Analyzer, term_hash
from convograph.types import Said, SourceTurn

VERSION = "9"  # raised by hand whenever the layer's output changes for a reason other than its parts

_NUMBER_BITS = 16
_NUMBERS = (1 << _NUMBER_BITS) - 1

SIGNS = asking.SIGNS
"""The letters of the signs that a sentence may have."""


@dataclass(frozen=True, slots=True)
class WordingLayer(SentenceLayer):
    """Sentences as items of scope `"turn"`, one source each: its span. `signs_of` and `times_of` read the payload.

    Only people's times are kept: those in an assistant's long explanations seldom concern anybody.
    """

    words: WordTable
    analyzer: Analyzer = ENGLISH

    @property
    def key(self) -> LayerKey:
        """Changes with the sentence splitter, the terms, the table of words and the encoder."""
        parts = (segmentation.FINGERPRINT, self.analyzer.fingerprint, self.words.fingerprint, self.model.fingerprint)
        return LayerKey(SUMMED_BY_TURN, "|".join((VERSION, *parts)))

    def extract(self, parts: Sequence[Part]) -> NodeBatch:
        """The sentences of the turns, in order."""
        spans = [(turn, *span) for part in parts for turn in part for span in segmentation.sentence_spans(turn.text)]
        texts = [turn.text[start:end] for turn, start, end in spans]
        return spanning_items(
            texts,
            [(turn.key, start, end) for turn, start, end in spans],
            self.model,
            analyzer=WordTerms(self.words, self.analyzer),
            payloads=tuple(_payload(turn, text) for (turn, _, _), text in zip(spans, texts, strict=True)),
        )


@dataclass(frozen=True, slots=True)
class WordTerms:
    """Words as search terms, each with its stem."""

    table: WordTable
    analyzer: Analyzer

    def hashes(self, texts: Sequence[str]) -> Terms:
        """The terms of the texts: `term_of` for each word."""
        found = [self.analyzer.stems(text) for text in texts]
        flat = [pair for pairs in found for pair in pairs]
        distinct = dict.fromkeys(flat)
        numbers = self.table.numbers([word for word, _ in distinct])
        keys = {pair: term_of(pair[1], number) for pair, number in zip(distinct, numbers, strict=True)}
        return np.array([len(pairs) for pairs in found], np.int32), np.array([keys[pair] for pair in flat], np.uint64)


def term_of(stem: str, number: int) -> int:
    """The term of a word with this stem and this number."""
    return (term_hash(stem) & ~_NUMBERS) | number


def stem_range(stem: str) -> tuple[np.uint64, np.uint64]:
    """The lowest and the highest term that a word with this stem may have."""
    first = term_of(stem, 0)
    return np.uint64(first), np.uint64(first | _NUMBERS)


def terms_by_number(terms: Sequence[npt.NDArray[np.uint64]]) -> npt.NDArray[np.uint64]:
    """For each word number of the table, the word's term among `terms`; 0 if none of them has the number.

    A word has one stem, and so one term.
    """
    found = np.zeros(1 << _NUMBER_BITS, np.uint64)
    for some in terms:
        found[some & _NUMBERS] = some
    found[0] = 0  # the number of words that are not in the table
    return found


@lru_cache(maxsize=1 << 12)
def signs_of(payload: str) -> int:
    """The signs of a sentence as bits, in the order of `SIGNS`."""
    letters, _, _ = payload.partition(" ")
    return sum(1 << position for position, letter in enumerate(SIGNS) if letter in letters)


def names_time(payload: str) -> bool:
    """Whether a sentence names a time: cheaper than reading the times, which few sentences have."""
    return " " in payload


def times_of(payload: str) -> list[tuple[datetime, datetime]]:
    """The intervals that a sentence names, as pairs of start and end."""
    _, _, times = payload.partition(" ")
    pairs = (time.split("/") for time in times.split())
    return [(datetime.fromisoformat(start), datetime.fromisoformat(end)) for start, end in pairs]


def _payload(turn: SourceTurn, text: str) -> str:
    letters = asking.signs_in(text)
    times = [] if is_assistant(turn.speaker) else _times(text, turn.said)
    return " ".join((letters, *times))


def _times(text: str, said: Said | None) -> list[str]:
    return [
        f"{start.isoformat(timespec='minutes')}/{end.isoformat(timespec='minutes')}"
        for start, end in intervals_in(text, said)
    ]
