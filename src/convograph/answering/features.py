"""Features that tell whether a sentence answers a question: one number per sentence for each feature."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, log1p

import numpy as np

from convograph.answering.candidates import Candidate
from convograph.extraction.asking import kinds_of, named_in, period_of, signs_in, without_period
from convograph.graph.arrays import Floats
from convograph.graph.vectors import rounded
from convograph.patterns import lazy_pattern
from convograph.protocols import Encoder
from convograph.segmentation import is_role
from convograph.terms import Analyzer, rarity

FEATURES = (
    "rank",
    "shown",
    "companion",
    "cosine",
    "covered",
    "covered_turn",
    "before",
    "replies",
    "time",
    "number",
    "place",
    "name",
    "new",
    "other",
    "newer",
)
"""The features by which sentences are ranked.

`rank` is the negated logarithm of the hit's rank; `shown` and `companion` are those of the candidate. `cosine` is that
of sentence and question, `covered` the share of the question's words in the sentence, `covered_turn` their share in its
memo, or in its turn and the question that this replies to. `before` is the sum of cosine and share of the sentence
before it, `replies` the same if that sentence asks. `time`, `number`, `place` and `name` say that the question asks for
one and the sentence has one. `new` is the logarithm of one plus the number of its terms that are not in the question.
`other` says that the question names speakers and somebody else speaks; `newer` is the share of the candidates' times
before its own, or after it if the question asks for what held before.
"""

_ASKS_NUMBER = lazy_pattern(r"\b(?:number|code|price|cost|age|size)\b", re.IGNORECASE)
_ASKS_NAME = lazy_pattern(r"\b(?:who|whose|whom|names?|named|called)\b", re.IGNORECASE)
# Unlike the one in `certainty`, it has no curly apostrophe: the weights were fitted with it as it is.
_NAME = lazy_pattern(r"(?<!^)(?<![.!?] )\b[A-Z][\w']+")


@dataclass(frozen=True, slots=True)
class SentenceFeatures:
    """The value of each of `FEATURES` for each candidate, shape (candidates, features)."""

    values: Floats

    def of(self, name: str) -> Floats:
        """One feature of all candidates."""
        found: Floats = self.values[:, FEATURES.index(name)]
        return found


def features_of(
    question: str, candidates: Sequence[Candidate], encoder: Encoder, analyzer: Analyzer, speakers: Iterable[str]
) -> SentenceFeatures:
    """The features of the candidates for a question; names of the memory's `speakers` are not part of its subject."""
    names = {speaker: set(analyzer.terms(speaker)) for speaker in speakers}
    asked = set(analyzer.terms(without_period(question)))
    subject = asked.difference(*names.values()) or asked
    terms = [set(analyzer.terms(one.text)) for one in candidates]
    weights = rarity(subject, terms)
    cosines, covered = _cosines(question, candidates, encoder), _shares(terms, weights)
    before = _before(candidates, cosines + covered)
    asks_before = [one.before is not None and not candidates[one.before].states for one in candidates]
    columns = {
        "rank": [-log(one.rank) for one in candidates],
        "shown": [one.shown for one in candidates],
        "companion": [one.companion for one in candidates],
        "cosine": cosines,
        "covered": covered,
        "covered_turn": _shares(_of_sources(candidates, terms), weights),
        "before": before,
        "replies": before * asks_before,
        **_asked_for(question, candidates),
        "new": [log1p(len(said.difference(asked, *names.values()))) for said in terms],
        "other": _others(question, candidates, names),
        "newer": _newer(question, candidates),
    }
    return SentenceFeatures(np.array([columns[name] for name in FEATURES], np.float64).T.reshape(-1, len(FEATURES)))


def _cosines(question: str, candidates: Sequence[Candidate], encoder: Encoder) -> Floats:
    vectors = rounded(encoder.encode([one.text for one in candidates], "passage")).astype(np.float64)
    cosines: Floats = vectors @ rounded(encoder.encode([question], "query"))[0].astype(np.float64)
    return cosines


def _before(candidates: Sequence[Candidate], values: Floats) -> Floats:
    """The value of the sentence before each one; 0 if there is none."""
    found: Floats = np.append(values, 0.0)[[-1 if one.before is None else one.before for one in candidates]]
    return found


def _shares(terms: Sequence[set[str]], weights: dict[str, float]) -> Floats:
    """The share of the total weight whose terms occur in each sentence."""
    total = sum(weights.values()) or 1.0
    return np.array([sum(weight for term, weight in weights.items() if term in said) / total for said in terms])


def _of_sources(candidates: Sequence[Candidate], terms: Sequence[set[str]]) -> list[set[str]]:
    """The terms of each candidate's whole turn or memo, and of the question that the turn replies to."""
    own: dict[str, set[str]] = {}
    for one, said in zip(candidates, terms, strict=True):
        own.setdefault(one.source, set()).update(said)
    found = dict(own)
    for one in candidates:
        if one.before is not None:
            found[one.source] = found[one.source] | own[candidates[one.before].source]
    return [found[one.source] for one in candidates]


def _asked_for(question: str, candidates: Sequence[Candidate]) -> dict[str, Floats]:
    """Whether the question asks for a time, a number, a place or a name, and each candidate has one."""
    kinds = kinds_of(question)
    signs = [signs_in(one.text) for one in candidates]
    has_name = [_NAME.search(one.text) is not None for one in candidates]
    wanted = {
        "time": ("when" in kinds, ["t" in one for one in signs]),
        "number": ("how many" in kinds or bool(_ASKS_NUMBER.search(question)), ["n" in one for one in signs]),
        "place": ("where" in kinds, ["p" in one for one in signs]),
        "name": (bool(_ASKS_NAME.search(question)), has_name),
    }
    return {name: np.array(has, np.float64) * asked for name, (asked, has) in wanted.items()}


def _others(question: str, candidates: Sequence[Candidate], names: dict[str, set[str]]) -> list[bool]:
    """Whether the question names speakers by their first names, and somebody else says the candidate."""
    named = {name.casefold() for name in named_in(question, names)}
    return [bool(named) and _is_other(one.speaker, named) for one in candidates]


def _is_other(speaker: str | None, named: set[str]) -> bool:
    return speaker is not None and not is_role(speaker) and speaker.casefold() not in named


def _newer(question: str, candidates: Sequence[Candidate]) -> list[float]:
    """The share of all candidates' times that lie before each one's; 0 without a time.

    If the question asks for what held before, the share that lies after it: then the earliest statement is the
    likeliest.
    """
    former = period_of(question) == "former"
    times = sorted({one.said.local for one in candidates if one.said is not None}, reverse=former)
    place = {time: number / max(1, len(times) - 1) for number, time in enumerate(times)}
    return [0.0 if one.said is None else place[one.said.local] for one in candidates]
