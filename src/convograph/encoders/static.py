"""The default encoder: a table with one vector per token, and a text is the mean of its tokens.

The table is distilled from all-MiniLM-L6-v2 in the manner of model2vec (its SOURCE file says how); reading it needs
neither model2vec nor torch. A difference to model2vec: sums are exact here, where it averages in float16.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from convograph.errors import InputError
from convograph.protocols import TextKind
from convograph.tokens import BUNDLED_FOLDER, TOKENIZER_FILE, load_tokenizer, token_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WEIGHTS_FILE = "model.safetensors"
TABLE_NAME = "embeddings"
BLOCK_TOKENS = 1 << 14  # tokens summed at once: 16,384 rows of 256 float64 are 34 MB


class StaticEncoder:
    """Texts to unit vectors by a table of token vectors; a text without any known token gets zeros.

    `folder` holds `model.safetensors` (tensor `embeddings` [vocabulary, dimensions]) and
    `tokenizer.json`; `None` means the bundled one. It is read at first use, which raises
    `InputError` when the folder is not such a one. Instances may be shared by threads. A row is the
    same, bit for bit, whatever texts stand beside it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = BUNDLED_FOLDER if folder is None else folder

    @property
    def name(self) -> str:
        """What a user writes to get this encoder."""
        return "static"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the table and the tokenizer, read in 20 ms."""
        digest = hashlib.sha256()
        for file in (WEIGHTS_FILE, TOKENIZER_FILE):
            path = self._folder / file
            try:
                digest.update(path.read_bytes())
            except OSError as error:
                raise _unreadable(self._folder, error) from error
        return f"static:{digest.hexdigest()[:16]}"

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self._table.shape[1])

    def encode(self, texts: Sequence[str], kind: TextKind) -> npt.NDArray[np.float32]:
        """Unit rows, float32 [len(texts), dimensions], in the order given; either kind is encoded alike."""
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        done = 0
        for batch in token_ids(self._tokenizer, texts):
            tokens, lengths = _flat(batch, self._unknown)
            vectors[done : done + len(batch)] = _unit(_sum_rows(self._table, tokens, lengths))
            done += len(batch)
        return vectors

    # Two threads may both fill such a property at first use; what they read is the same.

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return load_tokenizer(self._folder)

    @cached_property
    def _unknown(self) -> int:
        """The id of the token that stands for words outside the vocabulary; -1 when there is none."""
        token = getattr(self._tokenizer.model, "unk_token", None)
        number = None if token is None else self._tokenizer.token_to_id(token)
        return -1 if number is None else int(number)

    @cached_property
    def _table(self) -> npt.NDArray[np.float16]:
        """Token vectors [vocabulary, dimensions], held as float16 so that `_sum_rows` is exact."""
        table = _read_table(self._folder)
        vocabulary = self._tokenizer.get_vocab_size()
        if len(table) != vocabulary:
            raise InputError(f"{len(table)} vectors for {vocabulary} tokens in {str(self._folder)[-80:]!r}")
        return table.astype(np.float16, copy=False)


def _read_table(folder: Path) -> npt.NDArray[np.floating]:
    """The folder's table as it is stored."""
    from safetensors import SafetensorError, safe_open  # noqa: PLC0415 - at first use only

    try:
        with safe_open(folder / WEIGHTS_FILE, framework="numpy") as file:
            table: npt.NDArray[np.floating] = file.get_tensor(TABLE_NAME)
    except (OSError, SafetensorError) as error:
        raise _unreadable(folder, error) from error
    return table


def _unreadable(folder: Path, error: Exception) -> InputError:
    """The error for a folder that holds no static encoder."""
    return InputError(f"no static encoder in {str(folder)[-80:]!r} ({error}): name a folder with {WEIGHTS_FILE}")


def _flat(batch: Sequence[Sequence[int]], unknown: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """All known tokens in one array, and how many of them belong to each text."""
    lengths = np.fromiter(map(len, batch), dtype=np.intp, count=len(batch))
    tokens = np.fromiter(chain.from_iterable(batch), dtype=np.intp, count=int(lengths.sum()))
    known = tokens != unknown
    owners = np.repeat(np.arange(len(batch)), lengths)
    return tokens[known], np.bincount(owners[known], minlength=len(batch))


def _sum_rows(
    table: npt.NDArray[np.float16], tokens: npt.NDArray[np.intp], lengths: npt.NDArray[np.intp]
) -> npt.NDArray[np.float64]:
    """The sum of each text's token vectors, float64 [texts, dimensions].

    Exact, and so independent of the order and the blocks in which it is taken: float16 values are
    multiples of 2^-24 below 2^16, and float64 holds any sum of fewer than 2^13 of the largest, or
    of 2^26 of the size found in a table (below 8), without rounding. Texts of one length are summed
    together: three times faster than `np.add.reduceat`, which also mistakes empty texts.
    """
    distinct, positions = np.unique(tokens, return_inverse=True)
    rows = table[distinct].astype(np.float64)
    starts = np.cumsum(lengths) - lengths
    sums = np.zeros((len(lengths), table.shape[1]), dtype=np.float64)
    for length in np.unique(lengths[lengths > 0]):
        texts = np.flatnonzero(lengths == length)
        step = max(1, BLOCK_TOKENS // len(texts))
        for first in range(0, int(length), step):
            columns = np.arange(first, min(first + step, int(length)))
            sums[texts] += rows[positions[starts[texts, None] + columns]].sum(axis=1)
    return sums


def _unit(rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """Each row divided by its norm; a row of zeros stays."""
    norms = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    norms[norms == 0] = 1.0
    unit: npt.NDArray[np.float32] = (rows / norms).astype(np.float32)
    return unit
