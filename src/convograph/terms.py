"""Search terms from words: lower case, Snowball stems, English stop words left out.

A store keeps a term as a 64-bit hash, so that no vocabulary preserves the words of a forgotten turn. In scripts
without spaces between words, the terms are pairs of adjacent characters.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from math import log

import numpy as np
import numpy.typing as npt
import Stemmer

from convograph.errors import InputError

VERSION = "2"  # to be incremented whenever the terms of some text change

DEFAULT_LANGUAGE = "english"
LANGUAGES: tuple[str, ...] = tuple(sorted(Stemmer.algorithms()))
"""The languages whose words Snowball can reduce to stems."""

STOP_WORDS = frozenset(
    (
        "a an the of to in is are was were be been and or for on at by with from that this it i you he she they we my "
        "your his her their our me him them do does did has have had will would can could what which who whom when "
        "where why how not no so if as than then there here about into over up out s t"
    ).split()
)

# Thai, Lao, Burmese, Khmer; Japanese syllables; Chinese characters.
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_PIECE = re.compile(rf"(?P<run>[{_UNSPACED}]+)|(?P<word>(?:[^\W_{_UNSPACED}]|')+)")
_ASCII_WORD = re.compile("[a-z0-9']+")
_CONTRACTED = re.compile(r"\b(what|who|when|where|why|how)['’]s\b", re.IGNORECASE)
_local = threading.local()  # a Snowball stemmer has state: one per thread


@dataclass(frozen=True, slots=True)
class Analyzer:
    """Turns texts into search terms, with the stemmer of one of `LANGUAGES`. Raises `InputError` for another."""

    language: str = DEFAULT_LANGUAGE

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            raise InputError(f"no stemmer for {self.language!r:.80}; the languages are {', '.join(LANGUAGES)}")

    @property
    def fingerprint(self) -> str:
        """Changes whenever the terms of some text would."""
        return f"snowball-{self.language}-{VERSION}"

    def terms(self, text: str) -> list[str]:
        """The search terms of a text, in order, with repetitions.

        >>> Analyzer().terms("Ana's dogs were running to the dog")
        ['ana', 'dog', 'run', 'dog']
        """
        return [stem for _, stem in self.stems(text)]

    def hashes(self, texts: Sequence[str]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]:
        """The number of terms of each text, shape (texts,), and the hashes of all of them, flat."""
        found = [self.terms(text) for text in texts]
        flat = [term_hash(term) for text_terms in found for term in text_terms]
        return np.array([len(text_terms) for text_terms in found], np.int32), np.array(flat, np.uint64)

    def shared_words(self, text: str, other: str) -> tuple[str, ...]:
        """The words of `text`, as written and in order, whose terms occur in `other` too.

        >>> Analyzer().shared_words("Her dogs ran home", "Whose dog is at home?")
        ('dogs', 'home')
        """
        return self.words_with(text, set(self.terms(other)))

    def words_with(self, text: str, terms: Collection[str]) -> tuple[str, ...]:
        """The words of `text`, as written and in order, whose terms are in `terms`."""
        return tuple(dict.fromkeys(word for word, stem in self.stems(text) if stem in terms))

    def stems(self, text: str) -> list[tuple[str, str]]:
        """The words of a text, lower-cased and in order (in English, no stop words), each with its stem, its term.

        >>> Analyzer().stems("Her dogs ran")
        [('dogs', 'dog'), ('ran', 'ran')]
        """
        words = list(_words(text.lower()))
        if self.language == DEFAULT_LANGUAGE:  # elsewhere, BM25's weights keep frequent words small
            words = [word for word in words if word not in STOP_WORDS]
        return list(zip(words, _stemmer(self.language).stemWords(words), strict=True))


ENGLISH = Analyzer()


def spelled_out(question: str) -> str:
    """A question whose question words stand alone: otherwise "what's" would be a term of its own, "what".

    >>> spelled_out("What's her name, and who’s her boss?")
    'What is her name, and who is her boss?'
    """
    return _CONTRACTED.sub(r"\1 is", question)


def rarity(asked: Collection[str], texts: Sequence[Collection[str]]) -> dict[str, float]:
    """How well each asked term tells texts apart: log(1 + n / (1 + texts with the term)), over n texts.

    `texts` holds the terms of each text. Sorted by term, so that sums of the weights do not depend on a set's order.
    """
    return {term: log(1 + len(texts) / (1 + sum(term in text for text in texts))) for term in sorted(asked)}


def has_words(text: str, value: str) -> bool:
    """Whether a value occurs in a text, in any case, but not inside longer words or numbers.

    Letters without case, as in Chinese and Korean, may stand right beside it. An empty value is in any text.

    >>> has_words("My team won.", "tea"), has_words("Tea, please!", "tea"), has_words("It's 120 days.", "12")
    (False, True, False)
    >>> has_words("我住在东京很久了", "东京")
    True
    """
    text, value = text.casefold(), value.casefold()
    start = text.find(value)
    while start >= 0:
        end = start + len(value)
        if not (_goes_on(text[start - 1 : start], value[:1]) or _goes_on(value[-1:], text[end : end + 1])):
            return True
        start = text.find(value, start + 1)
    return False


def _goes_on(before: str, behind: str) -> bool:
    """Whether a word continues from one character to the next; either may be missing."""
    return _is_of_word(before) and _is_of_word(behind)


def _is_of_word(character: str) -> bool:
    return character.isdigit() or character.lower() != character.upper()


def _words(text: str) -> Iterator[str]:
    """The words of a lower-cased text."""
    if text.isascii():  # the same as with `_PIECE`, three times as fast
        yield from (word for piece in _ASCII_WORD.findall(text) if (word := piece.strip("'")))
        return
    for match in _PIECE.finditer(text):
        run = match["run"]
        if run is None:
            if word := match["word"].strip("'"):
                yield word
        elif len(run) == 1:
            yield run
        else:
            yield from (run[start : start + 2] for start in range(len(run) - 1))


def _stemmer(language: str) -> Stemmer.Stemmer:
    stemmers: dict[str, Stemmer.Stemmer] = _local.__dict__.setdefault("stemmers", {})
    if language not in stemmers:
        stemmers[language] = Stemmer.Stemmer(language)
    return stemmers[language]


@lru_cache(maxsize=1 << 17)
def term_hash(term: str) -> int:
    """The 64-bit hash that a store keeps for a term."""
    return int.from_bytes(blake2b(term.encode(), digest_size=8).digest(), "little")
