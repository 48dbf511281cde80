"""The words of the bundled static table, and which of them mean about the same.

A word has a number if it is one token of the table, or one that people type or say for such a word ("bday",
`everyday_words.txt`). Numbers belong to the table, not to anybody's memory, so a store may keep them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from itertools import islice, takewhile
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from convograph.encoders.static import WORDS, StaticEncoder, bundled_encoder
from convograph.tokens import BUNDLED_FOLDER, load_tokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer

KIN = 0.7  # cosine that words with the same beginning are taken to have: set by hand
KIN_LETTERS, KIN_SHARE = 6, 0.65  # that they have in common, at least
_BLOCK = 512  # rows that are multiplied at a time: half a megabyte

Numbers = npt.NDArray[np.int64]
SimilarWords = tuple[Numbers, npt.NDArray[np.float64]]


@cache
def bundled_words() -> BundledWords:
    """The table of this process: its vectors take 6 MB."""
    return BundledWords(bundled_encoder(WORDS))


class BundledWords:
    """Implements `protocols.WordTable` by the bundled static encoder. Threads may share an instance."""

    def __init__(self, encoder: StaticEncoder) -> None:
        self._encoder = encoder
        self._texts: dict[tuple[str, ...], npt.NDArray[np.float32]] = {}

    @property
    def fingerprint(self) -> str:
        """Changes whenever a word's number or vector would."""
        return f"{self._encoder.fingerprint}:{_digest(_everyday_file())}"

    def numbers(self, words: Sequence[str]) -> list[int]:
        """The number of each word, from 1; 0 for a word that is not one token of the table, nor stands for one."""
        tokenizer, everyday = self._tokenizer, _everyday_words()
        return [_number(tokenizer, everyday.get(word, word)) for word in words]

    def similar(self, words: Sequence[str], least: float, among: Numbers) -> list[SimilarWords]:
        """For each word those, of the words with the numbers `among`, whose cosine with it is at least `least`.

        By their numbers, ascending, with these cosines. For a word without a number those that begin as it does, as
        "allergic" does like "allergies", with a cosine of `KIN`: the mean of its pieces says little of what it means.
        """
        numbers = np.array(self.numbers(words), np.int64)
        known = np.flatnonzero(numbers)
        compared, of_known = self._whole_words.cosines(numbers[known], among)
        nothing = (np.empty(0, np.int64), np.empty(0))
        found: list[SimilarWords] = [nothing for _ in words]
        for place, cosines in zip(known.tolist(), of_known, strict=True):
            near = np.flatnonzero(cosines >= least)
            found[place] = compared[near], cosines[near]
        for place in np.flatnonzero(numbers == 0).tolist() if least <= KIN else ():
            kin = np.intersect1d(self.numbers(_kin(words[place], self._in_order)), among)
            found[place] = kin.astype(np.int64), np.full(len(kin), KIN)
        return found

    def likeness(self, text: str, others: tuple[str, ...]) -> float:
        """The highest cosine of a text with some others, 0 to 1; these are encoded once a process."""
        if others not in self._texts:
            self._texts[others] = self._encoder.encode(others, "passage")
        vector = self._encoder.encode([text], "query")[0]
        return min(float((self._texts[others] @ vector).max(initial=0.0)), 1.0)

    @property
    def _tokenizer(self) -> Tokenizer:
        return load_tokenizer(BUNDLED_FOLDER)

    @cached_property
    def _in_order(self) -> list[str]:
        """All words of the table in alphabetical order."""
        return sorted(self._whole_words.words)

    # Two threads may both compute such a property at first use; the result is the same.

    @cached_property
    def _whole_words(self) -> _WholeWords:
        """All words of the table; a quarter of its tokens are pieces of words, which are not compared."""
        numbered = sorted((number, token) for token, number in self._tokenizer.get_vocab().items() if _is_word(token))
        numbers = np.array([number for number, _ in numbered], np.int64)
        return _whole_words([token for _, token in numbered], numbers, self._encoder.token_values(numbers))


class _WholeWords(NamedTuple):
    """Words with their numbers, ascending, their vectors, int8 (words, dimensions), and the lengths of these."""

    words: Sequence[str]
    numbers: Numbers
    values: npt.NDArray[np.int8]
    norms: npt.NDArray[np.float64]

    def cosines(self, asked: Numbers, among: Numbers) -> tuple[Numbers, npt.NDArray[np.float64]]:
        """The numbers of those `among` the words, and their cosines with each word asked about, (asked, these).

        Sums of products of int8 values are whole numbers that float32 holds exactly, in any order. A block of rows at a
        time: then each is read once, as bytes.
        """
        rows, of_asked = self._rows(among), np.searchsorted(self.numbers, asked)
        columns = np.ascontiguousarray(self.values[of_asked].T, np.float32)
        products = np.empty((len(asked), len(rows)))
        for start in range(0, len(rows) if len(asked) else 0, _BLOCK):
            some = slice(start, start + _BLOCK)
            products[:, some] = (self.values[rows[some]].astype(np.float32) @ columns).T
        return self.numbers[rows], np.minimum(products / (self.norms[of_asked, None] * self.norms[rows]), 1.0)

    def _rows(self, among: Numbers) -> Numbers:
        """The rows of the words with some numbers."""
        wanted = np.zeros(int(max(self.numbers.max(), among.max(initial=0))) + 1, np.bool_)
        wanted[among] = True
        return np.flatnonzero(wanted[self.numbers])


def _whole_words(words: Sequence[str], numbers: Numbers, values: npt.NDArray[np.int8]) -> _WholeWords:
    norms = np.sqrt(np.einsum("wd,wd->w", values, values, dtype=np.float64))
    norms[norms == 0] = 1.0
    return _WholeWords(words, numbers, values, norms)


def _kin(word: str, words: Sequence[str]) -> tuple[str, ...]:
    """The words, of some in alphabetical order, that have the first letters of another, two thirds of them or more."""
    letters = max(KIN_LETTERS, ceil(len(word) * KIN_SHARE))
    if len(word) < letters:
        return ()
    first = bisect_left(words, word[:letters])
    return tuple(takewhile(lambda one: one.startswith(word[:letters]), islice(words, first, None)))


@cache
def _everyday_words() -> Mapping[str, str]:
    """The word of the table that each of some stands for, written down for this project from general knowledge."""
    return dict(line.split("\t") for line in _everyday_file().splitlines() if not line.startswith("#"))


@cache
def _everyday_file() -> str:
    return files(__package__).joinpath("everyday_words.txt").read_text(encoding="utf-8")


@cache
def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def _number(tokenizer: Tokenizer, word: str) -> int:
    """The token's number; no word has 0, which is a mark's."""
    return (tokenizer.token_to_id(word) or 0) if _is_word(word) else 0


def _is_word(token: str) -> bool:
    """Whether it is a whole word, and no piece of one or mark."""
    return token[:1].isalpha()
