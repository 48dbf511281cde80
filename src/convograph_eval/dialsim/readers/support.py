"""How well the lines found support each choice: a vector of features per choice.

A line supports a choice if it matches its words, numbers, times or meaning. The support counts more if the line, or one
beside it, also matches the question. The last choice, that the answer is unknown, has its own features: how well the
lines match the question, and the best of the other choices.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property
from typing import Final

import numpy as np

from convograph.extraction.asking import ranges_of, signs_in
from convograph.extraction.times.words import YEAR
from convograph.graph.arrays import Floats
from convograph.graph.vectors import rounded
from convograph.protocols import Encoder
from convograph.terms import ENGLISH, rarity
from convograph_eval.dialsim.agents import DialsimQuestion, FoundLine

Range = tuple[datetime, datetime]

OF_CHOICES: Final = (
    *("covered", "spread", "spread_rank", "late_near", "late_cosine", "late_rank", "cosine", "cosine_near"),
    *("cosine_rank", "statement", "dated", "dated_rank", "said_then", "figures", "length"),
)
OF_THE_UNKNOWN: Final = (
    *("unknown", "unknown_near", "unknown_cosine", "unknown_spread", "unknown_late", "unknown_statement"),
    *("unknown_margin", "unknown_dated"),
)
FEATURES: Final = (*OF_CHOICES, *OF_THE_UNKNOWN)
"""The features. Those of `OF_THE_UNKNOWN` are 0 except for the last choice; all others are 0 for the last choice.

How well a line matches a choice: `covered` is the share of the choice's word stems, weighted by rarity, without those
of the question; `late` is the mean over its words of the cosine with the line's most similar word (late interaction);
`cosine` is the cosine of choice and line; `dated` says how well a time in the line fits one in the choice, `said_then`
how well the day on which the line was said fits it; `figures` is the share of its numbers.
A feature is the maximum over lines of such a match, mostly multiplied by how well the line matches the question: the
share of the question's words in the line or one beside it (`_near`), their cosine (`_cosine`, and `covered`), the mean
of both (`dated`, `said_then`, `figures`), or 1 / log2(1 + rank) instead (`_rank`). `spread` takes the best line for
each word separately, weighted by that mean, and `spread_rank` by the rank. `statement` is the cosine of question plus
choice with the best line, `length` is log(1 + number of words).
`unknown` is 1. The others are maxima over lines of the match with the question (`unknown_near`, `unknown_cosine`), and
maxima over choices of `spread`, `late_cosine` and `statement`; `unknown_margin` is the best `spread` minus the second
best; `unknown_dated` is 1 if the question names a year, since whoever asks about 1998 probably heard of an event then.
"""

_A_YEAR: Final = re.compile(rf"\b{YEAR}\b")
_FIGURE: Final = re.compile(r"\d[\d.,:]*(?<=\d)")


def support(asked: DialsimQuestion, lines: Sequence[FoundLine], encoder: Encoder) -> Floats:
    """The features of all choices, shape (choices, features). Without lines, those that need lines are 0."""
    choices = asked.options[:-1]
    found = np.zeros((len(asked.options), len(FEATURES)))
    found[:-1, FEATURES.index("length")] = [np.log1p(len(ENGLISH.terms(choice))) for choice in choices]
    unknown = np.zeros(len(OF_THE_UNKNOWN))
    unknown[0] = 1.0
    unknown[-1] = float(_A_YEAR.search(asked.text) is not None)
    if lines:
        evidence = _Evidence(asked, lines, encoder)
        columns = evidence.of_choices()
        for name, values in columns.items():
            found[:-1, FEATURES.index(name)] = values
        spread = np.sort(columns["spread"])[::-1]
        best = (columns[name].max() for name in ("spread", "late_cosine", "statement"))
        unknown[1:-1] = (evidence.near.max(), evidence.cosine.max(), *best, spread[0] - spread[1])
    found[-1, len(OF_CHOICES) :] = unknown
    return found


def is_to_come(asked: DialsimQuestion) -> bool:
    """Whether the question names a time with a year that begins after the day on which it is asked.

    Its answer cannot be known yet. "In March" without a year may be that of last year.
    """
    tomorrow = datetime.combine(asked.said.local, time()) + timedelta(days=1)
    named = _times(asked.text, asked.said.local) if _A_YEAR.search(asked.text) else []
    return any(first >= tomorrow for first, _ in named)


@dataclass(frozen=True)
class _Evidence:
    """The lines found for a question, and how well they match it, in arrays of shape (lines,) or (choices, lines)."""

    asked: DialsimQuestion
    lines: Sequence[FoundLine]
    encoder: Encoder

    def of_choices(self) -> dict[str, Floats]:
        """The features of choices that depend on lines, each of shape (choices,)."""
        about = (self.near + self.cosine) / 2
        high = 1 / np.log2(1 + np.array([line.rank for line in self.lines], np.float64))
        texts, late, dated = (
            self._line_vectors,
            self._late(),
            self._fits(lambda line: _times(line.text, line.said.local)),
        )
        cosine = np.maximum(self._vectors(self._choices) @ texts.T, 0.0)
        together = self._vectors([f"{self.asked.text} {choice}" for choice in self._choices]) @ texts.T
        by_line = {
            "covered": self._covered() * self.cosine,
            "late_near": late * self.near,
            "late_cosine": late * self.cosine,
            "late_rank": late * high,
            "cosine": cosine,
            "cosine_near": cosine * self.near,
            "cosine_rank": cosine * high,
            "statement": together,
            "dated": dated * about,
            "dated_rank": dated * high,
            "said_then": self._fits(_day) * about,
            "figures": self._figures() * about,
        }
        best = {name: values.max(axis=1) for name, values in by_line.items()}
        return best | {"spread": self._spread(about), "spread_rank": self._spread(high)}

    @cached_property
    def near(self) -> Floats:
        """The share of the question's words, weighted by rarity, in each line or one beside it (the higher value)."""
        return self._with_neighbours(_shares([set(ENGLISH.terms(self.asked.text))], self._terms)[0])

    @cached_property
    def cosine(self) -> Floats:
        """The cosine of the question with each line or one beside it (the higher value)."""
        cosines = self._vectors([self.asked.text]) @ self._line_vectors.T
        return self._with_neighbours(np.maximum(cosines, 0.0)[0])

    @property
    def _choices(self) -> tuple[str, ...]:
        return self.asked.options[:-1]

    @property
    def _texts(self) -> list[str]:
        return [line.text for line in self.lines]

    @cached_property
    def _line_vectors(self) -> Floats:
        return self._vectors(self._texts)

    @cached_property
    def _terms(self) -> list[set[str]]:
        """The search terms of each line, including its speaker's name."""
        return [set(ENGLISH.terms(f"{line.speaker}: {line.text}")) for line in self.lines]

    @cached_property
    def _own(self) -> list[set[str]]:
        """The search terms of each choice that are not in the question, or all of them if all are."""
        known = set(ENGLISH.terms(self.asked.text))
        return [set(terms) - known or set(terms) for terms in map(ENGLISH.terms, self._choices)]

    def _with_neighbours(self, values: Floats) -> Floats:
        """For each line, the maximum of its value and of the values of the lines said right before and after it."""
        by_turn = {line.turn: value for line, value in zip(self.lines, values.tolist(), strict=True)}
        places = [line.turn.rpartition(":") for line in self.lines]
        return np.array(
            [
                max(by_turn.get(f"{session}:{int(ordinal) + step}", 0.0) for step in (-1, 0, 1))
                for session, _, ordinal in places
            ]
        )

    def _covered(self) -> Floats:
        return _shares(self._own, self._terms)

    def _spread(self, worth: Floats) -> Floats:
        """The mean, weighted by rarity, over a choice's words of the highest `worth` of a line with the word."""
        found = []
        for own in self._own:
            weights = rarity(own, self._terms)
            has = np.array([[term in said for said in self._terms] for term in weights]).reshape(-1, len(self.lines))
            best = (has * worth).max(axis=1)
            weight = np.array(list(weights.values()))
            found.append(float(weight @ best) / (float(weight.sum()) or 1.0))
        return np.array(found)

    def _late(self) -> Floats:
        """The mean over a choice's words of the cosine with the line's most similar word, shape (choices, lines)."""
        of_choices, of_lines = list(map(_words, self._choices)), list(map(_words, self._texts))
        vocabulary = sorted({word for words in (*of_choices, *of_lines) for word in words})
        found = np.zeros((len(of_choices), len(of_lines)))
        if not vocabulary:
            return found
        vectors = self._vectors(vocabulary)
        number = {word: place for place, word in enumerate(vocabulary)}
        rows = [[number[word] for word in words] for words in of_lines]
        for place, words in enumerate(of_choices):
            alike = np.maximum(vectors[[number[word] for word in words]] @ vectors.T, 0.0)
            found[place] = [alike[:, row].max(axis=1).mean() if words and row else 0.0 for row in rows]
        return found

    def _fits(self, times: Callable[[FoundLine], Sequence[Range]]) -> Floats:
        """The best fit of a line's times to a choice's times: the overlap divided by the span of both together."""
        wanted = [_times(choice, self.asked.said.local) for choice in self._choices]
        if not any(wanted):
            return np.zeros((len(wanted), len(self.lines)))
        given = [times(line) for line in self.lines]
        return np.array(
            [
                [max((_fit(one, other) for one in ours for other in theirs), default=0.0) for theirs in given]
                for ours in wanted
            ]
        )

    def _figures(self) -> Floats:
        """The share of a choice's numbers that a line contains."""
        said = [set(_FIGURE.findall(text)) for text in self._texts]
        wanted = [set(_FIGURE.findall(choice)) for choice in self._choices]
        return np.array([[len(ours & theirs) / max(1, len(ours)) for theirs in said] for ours in wanted])

    def _vectors(self, texts: Sequence[str]) -> Floats:
        return rounded(self.encoder.encode(list(texts), "passage")).astype(np.float64)


def _shares(wanted: Sequence[set[str]], terms: Sequence[set[str]]) -> Floats:
    """The share of the wanted terms that each line contains, weighted by rarity, shape (wanted, lines)."""
    found = np.zeros((len(wanted), len(terms)))
    for place, own in enumerate(wanted):
        weights = rarity(own, terms)
        total = sum(weights.values()) or 1.0
        found[place] = [sum(weight for term, weight in weights.items() if term in said) / total for said in terms]
    return found


def _words(text: str) -> list[str]:
    """The words of a text without stop words, in order, without repetitions."""
    return list(dict.fromkeys(word for word, _ in ENGLISH.stems(text)))


def _day(line: FoundLine) -> list[Range]:
    """The day on which a line was said."""
    day = datetime.combine(line.said.local, time())
    return [(day, day + timedelta(days=1))]


def _times(text: str, now: datetime) -> list[Range]:
    """The times that a text names."""
    return ranges_of(text, now) if "t" in signs_in(text) else []


def _fit(one: Range, other: Range) -> float:
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return max(0.0, shared / (max(one[1], other[1]) - min(one[0], other[0])))
