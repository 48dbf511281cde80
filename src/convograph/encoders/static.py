"""The bundled encoders: a table with one vector per token; a text's vector is the mean of its tokens'.

Both tables are distilled from all-MiniLM-L6-v2 (see their SOURCE files and docs/encoder.md): `static-sentences`, the
default, from its vectors of sentences, `static` from its vectors of single tokens, as in model2vec. Using them needs
neither model2vec nor torch. Unlike in model2vec, which averages in float16, sums are exact.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from convograph.errors import InputError
from convograph.protocols import TextKind
from convograph.tokens import BUNDLED_FOLDER, TOKENIZER_FILE, load_tokenizer, token_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WEIGHTS_FILE = "model.safetensors"
TABLE_NAME = "embeddings"
FACTORS_NAME = "weights"
BLOCK_TOKENS = 1 << 14  # tokens summed at once: 16,384 rows of 256 float64 are 34 MB

_Values = npt.NDArray[np.floating] | npt.NDArray[np.int8]


WORDS: Final = "static"
SENTENCES: Final = "static-sentences"
BUNDLED: Final[Mapping[str, Path]] = {
    WORDS: BUNDLED_FOLDER,
    SENTENCES: BUNDLED_FOLDER.parent / "static-sentences-256",
}
"""The folders of the bundled tables, by the name that selects each."""


def bundled_encoder(name: str = SENTENCES) -> StaticEncoder:
    """A bundled encoder, shared by all memories of this process: reading and hashing it takes 30 ms."""
    return _shared(name)


@cache
def _shared(name: str) -> StaticEncoder:
    return StaticEncoder(BUNDLED[name], name)


class StaticEncoder:
    """Encodes texts as unit vectors by a table of token vectors; a text without any known token gets zeros.

    `folder` holds `tokenizer.json` and `model.safetensors`: the tensor `embeddings` [vocabulary, dimensions], of
    floating-point numbers or int8, and, if tokens have factors, `weights` [vocabulary]. It is read at first use, which
    raises `InputError` if the folder is invalid. Threads may share an instance. A text's row is the same, bit for bit,
    whatever the other texts in the batch.
    """

    def __init__(self, folder: Path = BUNDLED_FOLDER, name: str = WORDS) -> None:
        self._folder = folder
        self._name = name

    @property
    def name(self) -> str:
        """The name that selects this encoder."""
        return self._name

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the table and the tokenizer; takes 20 ms."""
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
        return int(self._table.values.shape[1])

    def encode(self, texts: Sequence[str], kind: TextKind) -> npt.NDArray[np.float32]:
        """Unit rows, float32 [len(texts), dimensions], in the order given; both kinds are encoded alike."""
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        done = 0
        for batch in token_ids(self._tokenizer, texts):
            tokens, lengths = _flat(batch, self._unknown)
            self._check_rows(tokens)
            vectors[done : done + len(batch)] = _unit(_sum_rows(self._table, tokens, lengths))
            done += len(batch)
        return vectors

    def _check_rows(self, tokens: npt.NDArray[np.intp]) -> None:
        """Raise `InputError` for a token without a row: token ids may have gaps."""
        if tokens.size and tokens.max() >= len(self._table.values):
            raise InputError(
                f"no vector for the token {tokens.max()} in {str(self._folder)[-80:]!r}; number them from 0"
            )

    def token_values(self, tokens: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
        """The vectors of tokens given by id, int8 [tokens, dimensions], not normalised and without factors.

        Raises `InputError` for a table whose values are not int8.
        """
        values = self._table.values
        if values.dtype != np.int8:
            raise InputError(f"the table in {str(self._folder)[-80:]!r} holds {values.dtype}; words need one of int8")
        return values[tokens].astype(np.int8, copy=False)

    # Two threads may both compute such a property at first use; the result is the same.

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return load_tokenizer(self._folder)

    @cached_property
    def _unknown(self) -> int:
        """The id of the token for words outside the vocabulary; -1 if there is none."""
        token = getattr(self._tokenizer.model, "unk_token", None)
        number = None if token is None else self._tokenizer.token_to_id(token)
        return -1 if number is None else int(number)

    @cached_property
    def _table(self) -> _Table:
        """One vector for each token of the vocabulary."""
        values, factors = _read_tensors(self._folder)
        vocabulary = self._tokenizer.get_vocab_size()
        for name, tensor, axes in (("vectors", values, 2), ("factors", factors, 1)):
            if tensor is None:
                continue
            if tensor.ndim != axes or not tensor.size:
                raise InputError(f"{name} of shape {tensor.shape} in {str(self._folder)[-80:]!r}; give {axes} axes")
            if len(tensor) != vocabulary:
                raise InputError(f"{len(tensor)} {name} for {vocabulary} tokens in {str(self._folder)[-80:]!r}")
        table = _table(values, factors)
        if not table.is_finite():
            raise InputError(f"a vector in {str(self._folder)[-80:]!r} is not finite as float16; scale the table down")
        return table


@dataclass(frozen=True, slots=True)
class _Table:
    """Token vectors: float16 values, or int8 ones with a float16 factor for each token, so that sums are exact."""

    values: npt.NDArray[np.float16] | npt.NDArray[np.int8]
    factors: npt.NDArray[np.float16] | None = None

    def rows(self, tokens: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
        """The vectors of tokens; products of int8 and float16 values need 19 bits, so they are exact."""
        rows = self.values[tokens].astype(np.float64)
        if self.factors is not None:
            rows *= self.factors[tokens, None]
        return rows

    def is_finite(self) -> bool:
        """Whether no value or factor is NaN or infinite."""
        return bool(np.isfinite(self.values).all() and (self.factors is None or np.isfinite(self.factors).all()))


def _table(values: _Values, factors: npt.NDArray[np.floating] | None) -> _Table:
    """The table of a folder's tensors; values other than int8 become float16, with the factors applied."""
    if values.dtype == np.int8:
        return _Table(values.astype(np.int8, copy=False), None if factors is None else factors.astype(np.float16))
    with np.errstate(over="ignore", invalid="ignore"):  # the caller refuses non-finite numbers
        scaled = values if factors is None else values * factors[:, None]
        return _Table(scaled.astype(np.float16, copy=False))


def _read_tensors(folder: Path) -> tuple[_Values, npt.NDArray[np.floating] | None]:
    """The folder's values and factors as stored."""
    from safetensors import SafetensorError, safe_open  # noqa: PLC0415 - at first use only

    try:
        with safe_open(folder / WEIGHTS_FILE, framework="numpy") as file:
            has_factors = FACTORS_NAME in list(file.keys())
            return file.get_tensor(TABLE_NAME), file.get_tensor(FACTORS_NAME) if has_factors else None
    except (OSError, SafetensorError, TypeError) as error:  # TypeError: numpy lacks the data type
        raise _unreadable(folder, error) from error


def _unreadable(folder: Path, error: Exception) -> InputError:
    """The error for a folder without a static encoder."""
    return InputError(f"no static encoder in {str(folder)[-80:]!r} ({error}): name a folder with {WEIGHTS_FILE}")


def _flat(batch: Sequence[Sequence[int]], unknown: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """All known tokens in one array, and the number of them in each text."""
    lengths = np.fromiter(map(len, batch), dtype=np.intp, count=len(batch))
    tokens = np.fromiter(chain.from_iterable(batch), dtype=np.intp, count=int(lengths.sum()))
    known = tokens != unknown
    owners = np.repeat(np.arange(len(batch)), lengths)
    return tokens[known], np.bincount(owners[known], minlength=len(batch))


def _sum_rows(table: _Table, tokens: npt.NDArray[np.intp], lengths: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
    """The sum of each text's token vectors, float64 [texts, dimensions].

    The sum is exact, and so independent of order and blocks: float16 values and integer multiples of them are multiples
    of 2^-24, and float64 holds their sums below 2^29 without rounding, enough for 2^26 vectors with values below 8.
    Texts of equal length are summed together: three times faster than `np.add.reduceat`, which also gets empty texts
    wrong.
    """
    distinct, positions = np.unique(tokens, return_inverse=True)
    rows = table.rows(distinct)
    starts = np.cumsum(lengths) - lengths
    sums = np.zeros((len(lengths), rows.shape[1]), dtype=np.float64)
    for length in np.unique(lengths[lengths > 0]):
        texts = np.flatnonzero(lengths == length)
        step = max(1, BLOCK_TOKENS // len(texts))
        for first in range(0, int(length), step):
            columns = np.arange(first, min(first + step, int(length)))
            sums[texts] += rows[positions[starts[texts, None] + columns]].sum(axis=1)
    return sums


def _unit(rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """Each row divided by its norm; zero rows stay zero."""
    norms = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    norms[norms == 0] = 1.0
    unit: npt.NDArray[np.float32] = (rows / norms).astype(np.float32)
    return unit
