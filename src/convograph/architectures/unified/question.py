"""A question analysed for matching: words by role, vectors, the speakers and times it names, its kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

import numpy as np
import numpy.typing as npt

from convograph.extraction.asked_relation import AskedFor, asked_for
from convograph.extraction.asking import (
    Period,
    asks_what_was_then,
    ends_asking,
    kinds_of,
    named_in,
    period_of,
    ranges,
    times_named,
)
from convograph.extraction.lexicon import word_list
from convograph.graph.vectors import rounded
from convograph.patterns import lazy_pattern
from convograph.protocols import Encoder, Query, WordTable
from convograph.terms import DEFAULT_LANGUAGE, STOP_WORDS, Analyzer

ROLES = ("all", "content")
"""The roles of words: all but stop words; content words, which say what is asked about."""

JOINING = 2  # distinct stop words that make a text a sentence
MOST_WORDS_COMPARED = 256  # distinct words, the last of a longer text: arrays of words times sentences are held

_WORD = lazy_pattern(r"[\w']+")
# "Where do I work?" has only courtesy and stop words, yet asks about somebody.
_ASKING = lazy_pattern(r"\b(?:where|when|who|whom|whose|which|what|how (?:many|much|long|often|old))\b", re.IGNORECASE)
_OF_SOMEBODY = lazy_pattern(r"\b(?:i|we|me|my|us|our|he|she|they)\b", re.IGNORECASE)
_OF_ONESELF = lazy_pattern(r"\b(?:i|i'm|im|my|mine|we|our|ours)\b", re.IGNORECASE)
_OF_WHO_IS_ASKED = lazy_pattern(r"\b(?:you|u|your|ur|yours|yourself)\b", re.IGNORECASE)
_TO_ASSISTANT = lazy_pattern(
    r"\b(?:you (?:told|said|mentioned|suggested|recommended|provided|gave|shared|wrote|listed|explained|created"
    r"|described|put|used|proposed|advised|warned|quoted|calculated|worked out|came up with|picked|chose|named|drafted)"
    r"|did (?:you|u) (?!know|remember|hear|notice|forget|see|get)\w+"
    r"|your (?:advice|answer|draft|estimate|idea|list|plan|recipe|recommendations?|suggestions?|tips?|trick)"
    r"|remind me|previous (?:conversation|chat|discussion)|our (?:last|previous|earlier)|going back to"
    r"|we (?:discussed|talked)|follow up on|you (?:had|have))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question analysed for matching.

    `words` are its distinct search words, with their `stems`; `roles` (roles, words) says how often each word counts in
    each of `ROLES`. `vectors` (2, dimensions) are those of the question and of its content words alone.
    `named` are the numbers of the speakers it names, `ranges` the times, from start to end; `then` says that it asks
    only what was at such a time, `period` which of several successive values it wants. `is_courtesy` marks mere
    courtesy, which asks for nothing. `small_talk` is the similarity to whole messages that ask memory for nothing
    ("What's your favorite color?"); it is 0 for questions about the asker ("Who's my boss?") or for a relation of
    anybody but the addressee. `is_sentence` marks texts with function words ("what", "about", "my"; English).
    `relation` is set if the question asks for one relation of one person. `analyzer` made the stems.
    """

    text: str
    words: tuple[str, ...]
    stems: tuple[str, ...]
    roles: npt.NDArray[np.float64]
    vectors: npt.NDArray[np.float32]
    named: frozenset[int]
    ranges: tuple[tuple[datetime, datetime], ...]
    kinds: frozenset[str]
    then: bool
    period: Period | None
    to_assistant: bool
    is_courtesy: bool
    small_talk: float
    is_sentence: bool
    relation: AskedFor | None
    analyzer: Analyzer

    def weights(self, role: str) -> npt.NDArray[np.float64]:
        """How often each word counts in a role, shape (words,)."""
        found: npt.NDArray[np.float64] = self.roles[ROLES.index(role)]
        return found

    def without_times(self) -> AskedQuestion:
        """The same question as if it named no time and asked about no period."""
        return replace(self, ranges=(), then=False, period=None)


def asked(
    query: Query, speakers: Mapping[str, int], encoder: Encoder, analyzer: Analyzer, table: WordTable
) -> AskedQuestion:
    """Analyse a question by rules, for a memory with these `speakers` (numbers by name)."""
    text = query.wording
    found = _last(analyzer.stems(text), MOST_WORDS_COMPARED)
    words = {stem: word for word, stem in reversed(found)}  # the first of several words with one stem
    stems = tuple(dict.fromkeys(stem for _, stem in found))
    named = frozenset(speakers[name] for name in named_in(text, speakers))
    roles = _roles([stem for _, stem in found], stems, _names_of(speakers, analyzer), analyzer)
    content = [words[stem] for stem, counts in zip(stems, roles[ROLES.index("content")], strict=True) if counts]
    vectors = rounded(encoder.encode([text, " ".join(content) or text], "query"))
    times, said = times_named(text, query.moment), _WORD.findall(text.lower())
    is_english = analyzer.language == DEFAULT_LANGUAGE
    relation = asked_for(query.question, query.moment) if is_english else None
    is_of_somebody = _asks_of_oneself(text) or (relation is not None and not relation.of_addressee)
    return AskedQuestion(
        text=text,
        words=tuple(words[stem] for stem in stems),
        stems=stems,
        roles=roles,
        vectors=vectors,
        named=named,
        ranges=tuple(ranges(times)),
        kinds=kinds_of(text),
        then=asks_what_was_then(text, times, speakers),
        period=period_of(text),
        to_assistant=bool(_TO_ASSISTANT.search(text)),
        is_courtesy=_is_courtesy(text, said, speakers),
        small_talk=table.likeness(text, _small_talk()) if is_english and not is_of_somebody else 0.0,
        is_sentence=len(STOP_WORDS.intersection(said)) >= JOINING,
        relation=relation,
        analyzer=analyzer,
    )


def _is_courtesy(text: str, words: Sequence[str], speakers: Iterable[str]) -> bool:
    """Whether a message, with these lower-case `words`, is mere courtesy: "ok thanks", "Hi Nora!"; not a name alone."""
    said = frozenset(words)
    named = said.intersection(word for name in speakers for word in _WORD.findall(name.lower()))
    asking = _ASKING.search(text)
    if asking is not None or text.rstrip().endswith("?"):
        whose = _OF_SOMEBODY.search(text, 0 if asking is None else asking.end())
        return said <= _civil_words() and whose is None
    return said - named <= _civil_words() and (not named or not said.isdisjoint(word_list("courtesies")))


def _asks_of_oneself(text: str) -> bool:
    """Whether a message asks about the asker, and not about the addressee."""
    return _OF_ONESELF.search(text) is not None and _OF_WHO_IS_ASKED.search(text) is None and ends_asking(text)


@cache
def _civil_words() -> frozenset[str]:
    """Lower-case words that ask for nothing: courtesy words and stop words; English only."""
    return word_list("courtesies") | STOP_WORDS


def _roles(
    all_stems: Sequence[str], stems: Sequence[str], speakers: frozenset[str], analyzer: Analyzer
) -> npt.NDArray[np.float64]:
    """How often each stem counts in each role, shape (roles, stems)."""
    frame = frame_stems(analyzer)
    content = [float(stem not in frame and stem not in speakers) for stem in stems]
    if not any(content):
        content = [float(stem not in speakers) for stem in stems]
    if not any(content):
        content = [1.0] * len(stems)
    return np.array([[all_stems.count(stem) for stem in stems], content], np.float64)


@cache
def _small_talk() -> tuple[str, ...]:
    """Whole messages that ask memory for nothing; English only."""
    return tuple(sorted(word_list("small_talk")))


@cache
def frame_stems(analyzer: Analyzer) -> frozenset[str]:
    """The stems of the words that frame a question; English only."""
    if analyzer.language != DEFAULT_LANGUAGE:
        return frozenset()
    return frozenset(analyzer.terms(" ".join(word_list("question_frames"))))


def _names_of(speakers: Mapping[str, int], analyzer: Analyzer) -> frozenset[str]:
    """The stems of the names of all speakers."""
    return frozenset(stem for name in speakers for stem in analyzer.terms(name))


def _last(found: list[tuple[str, str]], count: int) -> list[tuple[str, str]]:
    """The last words with their stems, up to `count` distinct stems."""
    seen: set[str] = set()
    for position, (_, stem) in reversed(list(enumerate(found))):
        seen.add(stem)
        if len(seen) > count:
            return found[position + 1 :]
    return found
