"""The words of the bundled static table, and which of them have similar meanings.

A word has a number if it is a single token of the table, or an everyday form of such a word ("bday", see
`everyday_words.txt`). The numbers come from the table, not from anybody's memory, so a store may keep them.
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

KIN = 0.7  # the cosine assumed for words with the same beginning; set by hand
KIN_LETTERS, KIN_SHARE = 6, 0.65  # the least that they have in common
_BLOCK = 512  # rows multiplied at a time: half a megabyte

Numbers = npt.NDArray[np.int64]
SimilarWords = tuple[Numbers, npt.NDArray[np.float64]]


@cache
def bundled_words() -> BundledWords:
    """The table, shared by the whole process: its vectors take 6 MB."""
    return BundledWords(bundled_encoder(WORDS))


class BundledWords:
    """Implements `protocols.WordTable` with the bundled static encoder. Threads may share an instance."""

    def __init__(self, encoder: StaticEncoder) -> None:
        self._encoder = encoder
        self._texts: dict[tuple[str, ...], npt.NDArray[np.float32]] = {}

    @property
    def fingerprint(self) -> str:
        """Changes whenever a word's number or vector would."""
        return f"{self._encoder.fingerprint}:{_digest(_everyday_file())}"

    def numbers(self, words: Sequence[str]) -> list[int]:
        """The number of each word, from 1; 0 for a word that is neither in the table nor a form of one that is."""
        tokenizer, everyday = self._tokenizer, _everyday_words()
        return [_number(tokenizer, everyday.get(word, word)) for word in words]

    def similar(self, words: Sequence[str], least: float, among: Numbers) -> list[SimilarWords]:
        """For each word, the words with the numbers `among` whose cosine with it is at least `least`.

        They are given by number, ascending, with their cosines. For a word without a number, they are the words that
        begin like it, as "allergic" and "allergies" do, with a cosine of `KIN`: the mean of its word pieces says little
        about its meaning.
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
            kin = np.intersect1d(self.numbers(_same_beginning(words[place], self._in_order)), among)
            found[place] = kin.astype(np.int64), np.full(len(kin), KIN)
        return found

    def likeness(self, text: str, others: tuple[str, ...]) -> float:
        """The highest cosine of a text with `others`, 0 to 1; these are encoded only once."""
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
        """All words of the table; a quarter of its tokens are word pieces or marks, which are not compared."""
        numbered = sorted((number, token) for token, number in self._tokenizer.get_vocab().items() if _is_word(token))
        numbers = np.array([number for number, _ in numbered], np.int64)
        return _whole_words([token for _, token in numbered], numbers, self._encoder.token_values(numbers))


class _WholeWords(NamedTuple):
    """Words with their numbers, ascending, their vectors, int8 (words, dimensions), and the norms of these."""

    words: Sequence[str]
    numbers: Numbers
    values: npt.NDArray[np.int8]
    norms: npt.NDArray[np.float64]

    def cosines(self, asked: Numbers, among: Numbers) -> tuple[Numbers, npt.NDArray[np.float64]]:
        """The numbers `among` which are words, and the cosines of these with each asked word, (asked, these).

        Sums of products of int8 values are integers that float32 holds exactly, in any order. Rows are converted to
        float32 a block at a time, so each is read from memory only once, as bytes.
        """
        rows, of_asked = self._rows(among), np.searchsorted(self.numbers, asked)
        columns = np.ascontiguousarray(self.values[of_asked].T, np.float32)
        products = np.empty((len(asked), len(rows)))
        for start in range(0, len(rows) if len(asked) else 0, _BLOCK):
            some = slice(start, start + _BLOCK)
            products[:, some] = (self.values[rows[some]].astype(np.float32) @ columns).T
        return self.numbers[rows], np.minimum(products / (self.norms[of_asked, None] * self.norms[rows]), 1.0)

    def _rows(self, among: Numbers) -> Numbers:
        """The rows of the words with the numbers `among`, ascending."""
        wanted = np.zeros(int(max(self.numbers.max(), among.max(initial=0))) + 1, np.bool_)
        wanted[among] = True
        return np.flatnonzero(wanted[self.numbers])


def _whole_words(words: Sequence[str], numbers: Numbers, values: npt.NDArray[np.int8]) -> _WholeWords:
    norms = np.sqrt(np.einsum("wd,wd->w", values, values, dtype=np.float64))
    norms[norms == 0] = 1.0
    return _WholeWords(words, numbers, values, norms)


def _same_beginning(word: str, words: Sequence[str]) -> tuple[str, ...]:
    """The `words` (in alphabetical order) that begin with about the first two thirds of `word`, at least 6 letters."""
    letters = max(KIN_LETTERS, ceil(len(word) * KIN_SHARE))
    if len(word) < letters:
        return ()
    first = bisect_left(words, word[:letters])
    return tuple(takewhile(lambda one: one.startswith(word[:letters]), islice(words, first, None)))


@cache
def _everyday_words() -> Mapping[str, str]:
    """The word of the table that each everyday form stands for, compiled for this project from general knowledge."""
    return dict(line.split("\t") for line in _everyday_file().splitlines() if not line.startswith("#"))


@cache
def _everyday_file() -> str:
    return files(__package__).joinpath("everyday_words.txt").read_text(encoding="utf-8")


@cache
def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def _number(tokenizer: Tokenizer, word: str) -> int:
    """A word's token id, or 0, which is the id of a special token."""
    return (tokenizer.token_to_id(word) or 0) if _is_word(word) else 0


def _is_word(token: str) -> bool:
    """Whether a token is a whole word rather than a word piece or a mark."""
    return token[:1].isalpha()
