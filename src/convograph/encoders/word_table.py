"""The words of the bundled static table, and which of them mean about the same.

A word has a number if it is one token of the table. Numbers belong to the table, not to anybody's memory, so a store
may keep them. Words are looked up one by one: reading the whole vocabulary takes longer than a question does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from convograph.encoders.static import StaticEncoder, bundled_encoder
from convograph.graph.vectors import TOLERANCE
from convograph.tokens import BUNDLED_FOLDER, load_tokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer

SimilarWords = tuple[tuple[str, ...], npt.NDArray[np.float64]]


@cache
def bundled_words() -> WordTable:
    """The table of this process: its vectors take 30 MB."""
    return WordTable(bundled_encoder())


class WordTable:
    """Implements `protocols.WordTable` by the bundled static encoder. Threads may share an instance."""

    def __init__(self, encoder: StaticEncoder) -> None:
        self._encoder = encoder

    @property
    def fingerprint(self) -> str:
        """Changes whenever a word's number or vector would."""
        return self._encoder.fingerprint

    def numbers(self, words: Sequence[str]) -> list[int]:
        """The number of each word, from 1; 0 for a word that is not one token of the table."""
        tokenizer = self._tokenizer
        return [_number(tokenizer, word) for word in words]

    def similar(self, words: Sequence[str], least: float) -> list[SimilarWords]:
        """For each word those whose cosine with it is at least `least`, ascending, and these cosines.

        None for a word without a number: the mean of its pieces says little of what it means.
        """
        numbers = self.numbers(words)
        asked = self._vectors[numbers]
        rough = self._vectors @ asked.T  # in this order the table is read once and not copied
        return [
            self._nearest(vector, np.flatnonzero(row >= least - TOLERANCE), least) if number else ((), np.empty(0))
            for number, vector, row in zip(numbers, asked, rough.T, strict=True)
        ]

    def _nearest(self, vector: npt.NDArray[np.float32], near: npt.NDArray[np.int64], least: float) -> SimilarWords:
        """The whole words among some tokens that are near enough to a vector."""
        tokenizer = self._tokenizer
        tokens = [tokenizer.id_to_token(number) for number in near.tolist()]
        whole = [place for place, token in enumerate(tokens) if _is_word(token)]
        exact = self._vectors[near[whole]].astype(np.float64) @ vector.astype(np.float64)
        order = np.argsort(exact, kind="stable")
        order = order[exact[order] >= least]
        return tuple(tokens[whole[place]] for place in order.tolist()), exact[order]

    @property
    def _tokenizer(self) -> Tokenizer:
        return load_tokenizer(BUNDLED_FOLDER)

    # Two threads may both compute such a property at first use; the result is the same.

    @cached_property
    def _vectors(self) -> npt.NDArray[np.float32]:
        """The unit vectors of all tokens by number, pieces of words among them."""
        return self._encoder.token_vectors()


def _number(tokenizer: Tokenizer, word: str) -> int:
    """The token's number; no word has 0, which is a mark's."""
    return (tokenizer.token_to_id(word) or 0) if _is_word(word) else 0


def _is_word(token: str) -> bool:
    """Whether it is a whole word, and no piece of one or mark."""
    return token[:1].isalpha()
