"""Low-dimensional word vectors for a parser, from neighbours one or two words to the left and right.

Counts of (word, neighbour at a given distance) become positive pointwise mutual information, whose truncated singular
value decomposition gives the vectors (Levy and Goldberg 2014, with positions kept apart as in Levy et al. 2015, which
favours syntax over topic).
"""

from __future__ import annotations

import gzip
import json
import lzma
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TextIO

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.sparse.linalg import svds

from convograph.parsers.tokenization import words

DISTANCES = (-2, -1, 1, 2)
NEIGHBOURS = 3_000  # most frequent words, which count as neighbours
SMOOTHING = 0.75  # exponent of the neighbours' frequencies, against rare ones (Levy et al. 2015)
SPREAD = 0.5  # standard deviation of a row's values; with rows of unequal norm, UDPipe's training diverges
SEED = 1


def conversation_lines(path: Path) -> Iterator[str]:
    """The lines of all turns in a LongMemEval file (JSON, .gz or .xz), each session once."""
    openers: Mapping[str, Callable[..., TextIO]] = {".gz": gzip.open, ".xz": lzma.open}
    with openers.get(path.suffix, open)(path, "rt", encoding="utf-8") as file:
        questions = json.load(file)
    seen: set[str] = set()
    for question in questions:
        for name, session in zip(question["haystack_session_ids"], question["haystack_sessions"], strict=True):
            if name not in seen:
                seen.add(name)
                for turn in session:
                    yield from turn["content"].splitlines()


def vector_form(reading: str) -> str:
    """The form under which UDPipe looks up a word: lower case, and for a number its first digit."""
    form = reading.lower()
    return form[0] if form[0].isdigit() and not any(map(str.isalpha, form)) else form


def word_vectors(
    lines: Iterable[str], always: Sequence[str], limit: int, dimensions: int
) -> dict[str, npt.NDArray[np.float64]]:
    """Vectors of the words in `always` and of the most frequent others, at most `limit` in total."""
    numbers: dict[str, int] = {}
    stream: list[npt.NDArray[np.int32]] = []
    for line in lines:
        ids = [numbers.setdefault(vector_form(token.reading), len(numbers)) for token in words(line[:10_000])]
        if ids:
            stream.append(np.array([*ids, -1, -1], dtype=np.int32))  # no neighbours across lines
    text = np.concatenate(stream)
    frequency = np.bincount(text[text >= 0], minlength=len(numbers))
    wanted = {numbers[form] for form in always if form in numbers}
    order = sorted(range(len(numbers)), key=lambda number: (number not in wanted, -frequency[number], number))
    kept = np.array(order[:limit])
    place = np.full(len(numbers) + 1, -1, dtype=np.int32)  # the last entry is for the ends of lines
    place[kept] = np.arange(len(kept), dtype=np.int32)
    neighbours = np.full(len(numbers) + 1, -1, dtype=np.int32)
    commonest = np.argsort(-frequency, kind="stable")[:NEIGHBOURS]
    neighbours[commonest] = np.arange(len(commonest), dtype=np.int32)
    values = _reduced(_information(_counts(place[text], neighbours[text], len(kept), len(commonest))), dimensions)
    forms = list(numbers)
    return {forms[number]: row for number, row in zip(kept.tolist(), values, strict=True)}


def write_vectors(vectors: dict[str, npt.NDArray[np.float64]], path: Path) -> None:
    """Write the vectors in word2vec's text format."""
    dimensions = len(next(iter(vectors.values())))
    with path.open("w", encoding="utf-8") as file:
        file.write(f"{len(vectors)} {dimensions}\n")
        for form, row in vectors.items():
            file.write(f"{form} {' '.join(f'{value:.5f}' for value in row)}\n")


def frequent(forms: Iterable[str], at_least: int) -> list[str]:
    """The forms that occur at least `at_least` times, in order of first occurrence."""
    return [form for form, count in Counter(forms).items() if count >= at_least]


def _counts(rows: npt.NDArray[np.int32], columns: npt.NDArray[np.int32], height: int, width: int) -> sparse.csr_array:
    """The counts of each neighbour at each distance from a word, of shape [height, distances * width]."""
    blocks = []
    for distance in DISTANCES:
        here, there = (rows[:-distance], columns[distance:]) if distance > 0 else (rows[-distance:], columns[:distance])
        known = (here >= 0) & (there >= 0)
        flat, times = np.unique(here[known].astype(np.int64) * width + there[known], return_counts=True)
        blocks.append(sparse.csr_array((times.astype(float), (flat // width, flat % width)), shape=(height, width)))
    return sparse.csr_array(sparse.hstack(blocks))


def _information(counts: sparse.csr_array) -> sparse.csr_array:
    """Positive pointwise mutual information of the counts."""
    table = counts.tocoo()
    total = table.data.sum()
    word = np.asarray(counts.sum(axis=1)).ravel()
    neighbour = np.asarray(counts.sum(axis=0)).ravel() ** SMOOTHING
    chance = word[table.row] * neighbour[table.col] / neighbour.sum()
    values = np.maximum(np.log(table.data / chance), 0.0) if total else table.data
    return sparse.csr_array((values, (table.row, table.col)), shape=counts.shape)


def _reduced(table: sparse.csr_array, dimensions: int) -> npt.NDArray[np.float64]:
    """The rows in their leading directions, with standard deviation `SPREAD`; signs are fixed for reproducibility."""
    left, values, _ = svds(table, k=dimensions, random_state=SEED)
    rows = left * np.sqrt(values)
    rows *= np.sign(rows[np.abs(rows).argmax(axis=0), np.arange(dimensions)])
    rows -= rows.mean(axis=0)
    return np.asarray(rows * (SPREAD * np.sqrt(dimensions) / np.linalg.norm(rows, axis=1, keepdims=True)))
