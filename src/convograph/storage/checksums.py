"""Checksums of rows, computed for many rows at once.

The checksum of a row covers the owner and every column. Each column contributes one 64-bit number: the bits of an
integer or a real number, the CRC-32 of a text, a sum over the 64-bit words of a blob, or a constant for null. These are
multiplied by odd constants that differ from column to column, added modulo 2^64, and mixed:

    row = mix(seed(table) + owner * m_0 + column_1 * m_1 + column_2 * m_2 + …)

Multiplying by an odd factor loses no bit, so flipping one bit anywhere in a row always changes its checksum; any other
change goes unnoticed with a probability of at most 2^-32. The sum of the checksums of a table's rows shows whether the
table is complete, regardless of the order in which they are read.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from convograph.graph.tables import Kind, Table

Checksums = npt.NDArray[np.uint64]
"""One number per row."""

_WORD = 8  # bytes; vectors, terms and sources consist of words, and summing words is ten times faster than CRC-32

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # the constants of splitmix64 (Steele, Lea and Flood, 2014)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_LARGEST = (1 << 64) - 1
_HALF = 1 << 63
_NULL = 0x6E6F7468696E6721  # far from any key or count

_UNREADABLE = (TypeError, ValueError, OverflowError)  # raised for a value of the wrong kind for its column


def checksums(table: Table[Any], owner: int, columns: Sequence[Sequence[Any]]) -> Checksums:
    """The checksums of rows given column by column, texts as UTF-8; `owner` is 0 for shared tables.

    Raises `TypeError`, `ValueError` or `OverflowError` for a value of the wrong kind for its column.
    """
    factors = _factors(table.name, len(columns) + 1)
    begin = (_seed(table.name) + owner * int(factors[0])) & _LARGEST
    sums = np.full(len(columns[0]), begin, np.uint64)
    for factor, kind, column in zip(factors[1:], table.columns.values(), columns, strict=True):
        sums += _numbers(kind, column) * factor
    return _mixed(sums)


def checksums_of_read(
    table: Table[Any], owner: int, columns: Sequence[Sequence[Any]]
) -> tuple[Checksums, npt.NDArray[np.bool_]]:
    """The checksums of rows that may be damaged, and a mask of the rows whose checksum could be computed."""
    try:
        found = checksums(table, owner, columns)
    except _UNREADABLE:
        if len(columns[0]) == 1:
            return np.zeros(1, np.uint64), np.zeros(1, np.bool_)
        rows = (checksums_of_read(table, owner, [[value] for value in row]) for row in zip(*columns, strict=True))
        each, readable = zip(*rows, strict=True)
        return np.concatenate(each), np.concatenate(readable)
    return found, np.ones(len(found), np.bool_)


def agreeing(found: Checksums, stored: Sequence[Any]) -> npt.NDArray[np.bool_]:
    """A mask of the computed checksums that match the stored ones, which, if damaged, may not even be integers."""
    computed = found.view(np.int64)
    try:
        expected = integers(stored)
    except _UNREADABLE:
        return np.array([one == other for one, other in zip(computed.tolist(), stored, strict=True)], np.bool_)
    agree: npt.NDArray[np.bool_] = computed == expected
    return agree


def checksum(*values: object) -> int:
    """The checksum of a single row of the engine's own tables: an owner or a tally."""
    return crc32(repr(values).encode())


def total(found: Checksums) -> int:
    """The sum of checksums, modulo 2^64."""
    return int(np.add.reduce(found, dtype=np.uint64))


def integers(column: Sequence[int]) -> npt.NDArray[np.int64]:
    """A column of integers as an array; raises `TypeError` for a non-integer, `OverflowError` beyond 64 bits."""
    return np.frombuffer(array("q", column), np.int64)  # `np.array` would truncate a real number


def signed(number: int) -> int:
    """A number modulo 2^64 in the range of SQLite's integers, from -2^63 to 2^63 - 1."""
    return (number + _HALF & _LARGEST) - _HALF


def encoded(column: Sequence[Any], kind: Kind) -> Sequence[Any]:
    """A column to be written, with texts encoded as UTF-8."""
    return [None if value is None else value.encode() for value in column] if kind == "text" else column


def decoded(column: Sequence[Any], kind: Kind) -> Sequence[Any]:
    """A column that was read and found intact, with texts decoded."""
    return [None if value is None else value.decode() for value in column] if kind == "text" else column


def _numbers(kind: Kind, column: Sequence[Any]) -> npt.NDArray[np.uint64]:
    """One number per value. Nulls are sought only on failure: they are rare, and a search is as slow as the sum."""
    try:
        return _of_values(kind, column)
    except TypeError:
        nulls = column.count(None)
        if not nulls:
            raise
    numbers = np.full(len(column), _NULL, np.uint64)
    if nulls < len(column):
        there = np.fromiter((value is not None for value in column), np.bool_, len(column))
        numbers[there] = _of_values(kind, [value for value in column if value is not None])
    return numbers


def _of_values(kind: Kind, column: Sequence[Any]) -> npt.NDArray[np.uint64]:
    """The numbers of non-null values; raises `TypeError` for a value of another kind."""
    if kind == "integer":
        return integers(column).view(np.uint64)
    if kind == "real":
        return np.frombuffer(array("d", column), np.uint64)
    return _of_blobs(column) if kind == "blob" else np.fromiter(map(crc32, column), np.uint64, len(column))


def _of_blobs(column: Sequence[bytes]) -> npt.NDArray[np.uint64]:
    """For each blob, its size plus the sum of its zero-padded words, each multiplied by the factor of its position."""
    if not column[0] and column.count(b"") == len(column):
        return np.zeros(len(column), np.uint64)
    sizes = np.fromiter(map(len, column), np.int64, len(column))
    if (sizes % _WORD).any():
        column = [blob + bytes(-len(blob) % _WORD) for blob in column]
    words = np.frombuffer(b"".join(column), "<u8")
    counts = (sizes + _WORD - 1) // _WORD
    widest = int(counts.max(initial=0))
    factors = _factors("", 1 << widest.bit_length())
    if len(words) == widest * len(column):  # all have the same width
        sums = np.einsum("ij,j->i", words.reshape(len(column), widest), factors[:widest])
    else:
        ends = np.cumsum(counts)
        places = np.arange(len(words)) - np.repeat(ends - counts, counts)
        before = np.zeros(len(words) + 1, np.uint64)
        np.cumsum(words * factors.take(places), out=before[1:])
        sums = before[ends] - before[ends - counts]
    numbers: npt.NDArray[np.uint64] = sums + sizes.view(np.uint64)
    return numbers


@cache
def _seed(name: str) -> int:
    return crc32(name.encode())


@cache
def _factors(name: str, count: int) -> npt.NDArray[np.uint64]:
    """Odd numbers, different for each name: consecutive values of splitmix64."""
    return _mixed(np.arange(1, count + 1, dtype=np.uint64) * _GOLDEN + np.uint64(_seed(name))) | np.uint64(1)


def _mixed(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Each number mixed over all 64 bits; a bijection."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * _FIRST
    numbers = (numbers ^ (numbers >> np.uint64(27))) * _SECOND
    return numbers ^ (numbers >> np.uint64(31))
