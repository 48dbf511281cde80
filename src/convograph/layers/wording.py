"""The wording layer: every sentence with its words, its vector, and signs of what it may answer. No model call.

What `unified` ranks by. A term is a word with its stem: the upper 48 bits are the stem's hash, the lower 16 the word's
number in the table of word vectors, or 0. So one index finds a stem, whatever the word (`stem_range`), and a word,
whoever said it (`term_of`), and no word of an owner is kept that is not in the public table.
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

VERSION = "4"  # raised by hand whenever the layer's output changes for a reason other than its parts

SimilarTerms = tuple[npt.NDArray[np.uint64], npt.NDArray[np.float32]]

_REMEMBERED = 1 << 12  # words of questions: a kilobyte each
_similar: dict[tuple[WordTable, Analyzer, str, float], SimilarTerms] = {}
_terms: dict[tuple[WordTable, Analyzer], dict[str, int]] = {}  # of words of a table: never more than it has

_NUMBER_BITS = 16
_NUMBERS = (1 << _NUMBER_BITS) - 1

SIGNS = asking.SIGNS
"""The letters of the signs that a sentence may have."""


@dataclass(frozen=True, slots=True)
class WordingLayer(SentenceLayer):
    """Sentences as items of scope `"turn"`, a source each: its span. The payload is read by `signs_of` and `times_of`.

    Times are those that a person names: an assistant's, in long explanations, are seldom anybody's.
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
    """The first and the last term that a word with this stem may have."""
    first = term_of(stem, 0)
    return np.uint64(first), np.uint64(first | _NUMBERS)


def similar_terms(table: WordTable, analyzer: Analyzer, words: Sequence[str], least: float) -> list[SimilarTerms]:
    """For each word the terms of the words of a table whose cosine with it is at least `least`, and these cosines.

    What is found is remembered for the process: it tells of the table, and of no memory.
    """
    known = {word: _similar.get((table, analyzer, word, least)) for word in words}
    fresh = [word for word, found in known.items() if found is None]
    if len(_similar) + len(fresh) > _REMEMBERED:
        _similar.clear()
    for word, (similar, cosines) in zip(fresh, table.similar(fresh, least) if fresh else (), strict=True):
        terms = np.array(_terms_of(table, analyzer, similar), np.uint64)
        known[word] = _similar[table, analyzer, word, least] = terms, np.minimum(cosines, 1.0).astype(np.float32)
    return [found for word in words if (found := known[word])]


def _terms_of(table: WordTable, analyzer: Analyzer, words: Sequence[str]) -> list[int]:
    """The term of each word of a table; all together, since to stem one costs little more than to call the stemmer."""
    known = _terms.setdefault((table, analyzer), {})
    fresh = [word for word in words if word not in known]
    stems = dict(analyzer.stems(" ".join(fresh)))
    for word, number in zip(fresh, table.numbers(fresh), strict=True):
        if word not in stems:  # a stop word, or one that has no spaces in its script
            stems[word] = (analyzer.terms(word) or [""])[0]
        known[word] = term_of(stems[word], number)
    return [known[word] for word in words]


@lru_cache(maxsize=1 << 12)
def signs_of(payload: str) -> int:
    """The signs of a sentence as bits, in the order of `SIGNS`."""
    letters, _, _ = payload.partition(" ")
    return sum(1 << place for place, letter in enumerate(SIGNS) if letter in letters)


def names_time(payload: str) -> bool:
    """Whether a sentence names a time: told faster than the times themselves, which few sentences have."""
    return " " in payload


def times_of(payload: str) -> list[tuple[datetime, datetime]]:
    """The intervals that a sentence names, from the start of each to its end."""
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
