"""How the turns of a memory match a question: word counts, and words of similar meaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.levels import Level, inverse_frequency, level
from convograph.architectures.unified.outline import Outline
from convograph.architectures.unified.places import NOWHERE, Places
from convograph.architectures.unified.question import AskedQuestion
from convograph.architectures.unified.sentences import Sentences
from convograph.graph.arrays import Floats, Rows
from convograph.graph.runs import distinct_numbers, runs
from convograph.graph.snapshot import LayerTable
from convograph.layers.wording import stem_range, terms_by_number
from convograph.protocols import WordTable
from convograph.terms import DEFAULT_LANGUAGE

LEAST_SIMILAR = 0.35  # least cosine of two words; a lower one, cubed, adds less than a twentieth of an equal word
SHARPNESS = 3  # exponent of cosines, so that somewhat similar words count little


class WordMatches(NamedTuple):
    """Words of the question in texts, as parallel arrays: the numbers of the word and the text, and a count or cosine.

    Texts are sentences or memos. A pair of word and text may occur several times.
    """

    word: Rows
    text: Rows
    value: npt.NDArray[np.floating]


@dataclass(frozen=True)
class Matches:
    """How a memory matches a question, word by word.

    `same` says how often a word's stem occurs in a sentence, `near` the cosine of another word in it, if that is at
    least `LEAST_SIMILAR`. `turns` counts words in turns, including the speakers' names. `is_known` says that the word
    table, which is English, has a content word of the question, or cannot be expected to.
    """

    asked: AskedQuestion
    outline: Outline
    same: WordMatches
    near: WordMatches
    turns: Level
    is_known: bool

    @property
    def places(self) -> Places:
        """The order of the turns."""
        return self.outline.places

    @property
    def sentences(self) -> Sentences:
        """All sentences of the turns."""
        return self.outline.sentences

    @cached_property
    def turn_similar(self) -> npt.NDArray[np.float32]:
        """`similar` for turns: the maximum over their sentences, shape (words, places)."""
        return self._nearest(self.sentences.places, len(self.places))

    def similar(self, kept: Rows) -> npt.NDArray[np.float32]:
        """1 where a word's stem occurs in a sentence, else the cosine of the nearest word in it, shape (words, kept).

        `kept` are ascending numbers of sentences.
        """
        return self._nearest(self._numbers(kept), len(kept))

    @cached_property
    def importance(self) -> Floats:
        """The share of each word in what the question asks about, shape (words,), sum 1; rare words count more."""
        weights = self.asked.weights("content") * self.turns.inverse
        return weights / self.asked_about if self.asked_about else weights

    @cached_property
    def asked_about(self) -> float:
        """How much the question asks about, in nats: the weight of its content words, which is low for small talk."""
        return float((self.asked.weights("content") * self.turns.inverse).sum())

    @cached_property
    def windows(self) -> tuple[Level, Level]:
        """Each turn together with one, and with two, turns of its session on either side."""
        one = self.places.with_neighbours(self.turns.counts, self.turns.counts, 1)
        two = self.places.with_neighbours(one, self.turns.counts, 2)
        lengths = self.outline.window_lengths
        return level(one, lengths[0]), level(two, lengths[1])

    @cached_property
    def wide_scores(self) -> Floats:
        """BM25 of each turn with two turns on either side, for all words, shape (places,)."""
        return self.windows[1].scores(self.asked.weights("all"))

    def sentence_level(self, kept: Rows) -> Level:
        """The level of some sentences, by ascending numbers, with the statistics of all sentences."""
        words, lengths = len(self.asked.words), self.outline.sentence_lengths
        counts = counted(self._in_units(self.same, self._numbers(kept)), words, len(kept))
        inverse = inverse_frequency(np.bincount(self.same.word, minlength=words), len(lengths))
        return Level(counts, lengths[kept], inverse, self.outline.average_sentence)

    def likeness(self, similar: npt.NDArray[np.floating]) -> Floats:
        """Late interaction: how much of the question's meaning is covered, from 0 to 1; `similar` is (words, units)."""
        total = np.zeros(similar.shape[1])
        for row, weight in zip(similar, self.importance.tolist(), strict=True):
            if weight:
                some = np.flatnonzero(row > 0)  # faster on a mask than on numbers
                total[some] += weight * row[some].astype(np.float64) ** SHARPNESS
        return total

    def _numbers(self, kept: Rows) -> Rows:
        """The position of each sentence in `kept`; `NOWHERE` for all others."""
        number = np.full(len(self.sentences.items), NOWHERE)
        number[kept] = np.arange(len(kept))
        return number

    def _nearest(self, unit: Rows, count: int) -> npt.NDArray[np.float32]:
        """The similarity of each question word to the nearest word of each of `count` units, shape (words, units).

        `unit` is the number of each sentence's unit, or `NOWHERE`.
        """
        return nearest_words(self.asked, self._in_units(self.near, unit), self._in_units(self.same, unit), count)

    @staticmethod
    def _in_units(found: WordMatches, unit: Rows) -> WordMatches:
        return _visible(found._replace(text=unit[found.text]))


def matches_of(layer: LayerTable, outline: Outline, asked: AskedQuestion, words: WordTable) -> Matches:
    """The matches of a question with the visible turns."""
    near = near_words(layer, outline.number, asked, words)
    same = same_words(layer, outline.number, asked)
    return Matches(asked, outline, same, near, _turn_level(outline, asked, same), is_known(asked, words))


def is_known(asked: AskedQuestion, words: WordTable) -> bool:
    """Whether the word table has a content word of the question or its stem; true in languages it does not cover.

    Also true for whole sentences, such as "Do I like cilantro?": noise has no function words.
    """
    if asked.analyzer.language != DEFAULT_LANGUAGE or asked.is_sentence:
        return True
    content = np.flatnonzero(asked.weights("content")).tolist()
    return any(words.numbers([wording[word] for wording in (asked.words, asked.stems) for word in content]))


def same_words(layer: LayerTable, number: Rows, asked: AskedQuestion) -> WordMatches:
    """The texts with a word of the question, in any form; `number` is the text number of each item, or `NOWHERE`."""
    return words_in(layer, number, asked.stems)


def words_in(layer: LayerTable, number: Rows, stems: Sequence[str]) -> WordMatches:
    """The texts with words of some stems; `number` is the text number of each item, or `NOWHERE`."""
    found = [layer.postings.find_between(*stem_range(stem)) for stem in stems]
    word = np.repeat(np.arange(len(found)), [len(items) for items, _ in found])
    nothing = np.empty(0, np.int32)
    text = number[np.concatenate([nothing, *(items for items, _ in found)])]
    count = np.concatenate([nothing, *(counts for _, counts in found)]).astype(np.float64)
    return _visible(WordMatches(word, text, count))


def near_words(layer: LayerTable, number: Rows, asked: AskedQuestion, words: WordTable) -> WordMatches:
    """The texts with a word similar to one of the question's content words.

    `number` is the text number of each item, or `NOWHERE`.
    """
    content = np.flatnonzero(asked.weights("content"))
    terms = terms_by_number(layer.postings.terms())
    asking = [asked.words[word] for word in content.tolist()]
    similar = words.similar(asking, LEAST_SIMILAR, np.flatnonzero(terms))
    numbers = np.concatenate([np.empty(0, np.int64), *(found for found, _ in similar)])
    cosines = np.concatenate([np.empty(0, np.float32), *(found for _, found in similar)], dtype=np.float32)
    of_word = np.repeat(content, [len(found) for found, _ in similar])
    like = distinct_numbers(numbers, len(terms))
    which = np.searchsorted(like, numbers)
    at, items = layer.postings.find_many(terms[like])
    # A term may be similar to several question words: each of its occurrences counts for each of them.
    by_term = np.argsort(which, kind="stable")
    firsts = np.searchsorted(which[by_term], np.arange(len(like) + 1))
    pairs = by_term[runs(firsts[at], firsts[at + 1])]
    text = np.repeat(number[items], (firsts[1:] - firsts[:-1])[at])
    return _visible(WordMatches(of_word[pairs], text, cosines[pairs]))


def nearest_words(asked: AskedQuestion, near: WordMatches, same: WordMatches, count: int) -> npt.NDArray[np.float32]:
    """The similarity of each question word to the nearest word of each of `count` texts, shape (words, texts)."""
    nearest = np.zeros((len(asked.words), count), np.float32)
    for found, values in ((near, near.value), (same, np.ones(len(same.word), np.float32))):
        np.maximum.at(nearest.reshape(-1), found.word * count + found.text, values)
    return nearest


def _visible(found: WordMatches) -> WordMatches:
    seen = found.text != NOWHERE
    return found if seen.all() else WordMatches(*(column[seen] for column in found))


def _turn_level(outline: Outline, asked: AskedQuestion, same: WordMatches) -> Level:
    """The level of turns; the speaker's name counts as part of each turn."""
    of_turns = same._replace(text=outline.sentences.places[same.text])
    counts = counted(of_turns, len(asked.words), len(outline.places))
    for number, terms in outline.names.items():
        for word, stem in enumerate(asked.stems):
            if stem in terms:
                counts[word, outline.speakers == number] += terms.count(stem)
    return level(counts, outline.turn_lengths)


def counted(found: WordMatches, words: int, texts: int) -> Floats:
    """The sum of the values of each word in each text, shape (words, texts)."""
    sums = np.bincount(found.word * texts + found.text, found.value, words * texts)
    return sums.astype(np.float64, copy=False).reshape(words, texts)
