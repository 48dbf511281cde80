"""Checksums of rows: any change of any column changes them, and they depend on nothing but the row."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from convograph.graph.tables import ITEM, LEDGER, TURN, Table
from convograph.storage.checksums import agreeing, checksums, checksums_of_read, signed, total

TURN_ROW = (4, 3, 0, b"s:0", b"Ana", "Hé".encode(), None, None, None, b"2024-05-01T18:31:00+00:00", None)
ITEM_ROW = (6, 7, b"\x01" * 16, b"", bytes(range(256)) * 2, b"\x05" * 24, b"n")
LEDGER_ROW = (b"answer", b"m", 1, 20, 30, 0.5)
BLOBS = st.binary(max_size=40) | st.binary(min_size=512, max_size=512)
ITEMS = st.tuples(
    st.integers(-(2**63), 2**63 - 1),
    st.integers(0, 2**40),
    *(BLOBS for _ in range(4)),
    st.none() | st.text(max_size=8).map(lambda text: text.encode(errors="replace")),
)


def of(table: Table[Any], *rows: tuple[Any, ...], owner: int = 1) -> list[int]:
    return checksums(table, owner, list(zip(*rows, strict=True))).tolist()


def flipped(value: Any, bit: int) -> Any:
    """The value with one bit turned over."""
    if isinstance(value, bytes):
        return value[: bit // 8] + bytes([value[bit // 8] ^ 1 << bit % 8]) + value[bit // 8 + 1 :]
    if isinstance(value, float):
        return (np.array(value).view(np.uint64) ^ np.uint64(1 << bit)).view(np.float64).item()
    return signed(value ^ 1 << bit)


def test_any_bit_of_any_column_counts() -> None:
    """Of a turn, of an item with its vector, and of an entry with a real number."""
    for table, row in ((TURN, TURN_ROW), (ITEM, ITEM_ROW), (LEDGER, LEDGER_ROW)):
        (intact,) = of(table, row)
        for place, value in enumerate(row):
            bits = 0 if value is None else 8 * len(value) if isinstance(value, bytes) else 64
            for bit in range(bits):
                changed = (*row[:place], flipped(value, bit), *row[place + 1 :])
                assert of(table, changed) != [intact], (table.name, place, bit)


def test_owner_table_and_place_count() -> None:
    """The same columns of another owner, in another order, with an empty text for none, are other rows."""
    assert of(TURN, TURN_ROW, owner=2) != of(TURN, TURN_ROW)
    assert of(TURN, (3, 4, *TURN_ROW[2:])) != of(TURN, TURN_ROW)
    assert of(TURN, (*TURN_ROW[:-1], b"")) != of(TURN, TURN_ROW)
    empty = (6, 7, b"", b"", b"", b"", b"n")
    assert len({*of(ITEM, empty), *of(ITEM, (6, 7, b"\0" * 8, *empty[3:])), *of(ITEM, (6, 7, b"\0", *empty[3:]))}) == 3
    words = ITEM_ROW[5]
    assert of(ITEM, (*ITEM_ROW[:5], b"\x06" * 8 + words, b"n")) != of(ITEM, (*ITEM_ROW[:5], words + b"\x06" * 8, b"n"))


@given(st.lists(ITEMS, min_size=1, max_size=6))
def test_a_row_has_the_same_checksum_in_any_batch(rows: list[tuple[Any, ...]]) -> None:
    """Whatever stands beside it; the sum does not depend on the order."""
    together = of(ITEM, *rows)
    assert together == [one for row in rows for one in of(ITEM, row)]
    assert total(checksums(ITEM, 1, list(zip(*rows[::-1], strict=True)))) == sum(together) % 2**64


def test_a_value_of_another_kind_is_found_in_its_row() -> None:
    """A text in the place of a number, a null where there is none: these rows alone have no checksum."""
    rows = [TURN_ROW, (b"four", *TURN_ROW[1:]), TURN_ROW, (*TURN_ROW[:3], 5, *TURN_ROW[4:])]
    found, readable = checksums_of_read(TURN, 1, list(zip(*rows, strict=True)))
    assert readable.tolist() == [True, False, True, False]
    assert found[[0, 2]].tolist() == of(TURN, TURN_ROW) * 2


def test_numbers_that_pass_for_what_was_stored_have_no_checksum() -> None:
    """A real number with the integer's value, an integer in the place of an empty blob: both are false in Python."""
    rows = [ITEM_ROW, (6.0, *ITEM_ROW[1:]), (*ITEM_ROW[:3], 0, *ITEM_ROW[4:])]
    _, readable = checksums_of_read(ITEM, 1, list(zip(*rows, strict=True)))
    assert readable.tolist() == [True, False, False]


def test_checksums_are_those_of_files_that_exist() -> None:
    """They are part of the format: rows written by any convograph of this schema must still agree."""
    assert of(TURN, TURN_ROW) == [16875228509295126116]
    empty = (6, 8, b"", b"", b"", b"", None)
    assert of(ITEM, ITEM_ROW, empty) == [10089228186947179605, 6054150372758805349]
    assert of(LEDGER, LEDGER_ROW) == [7113427078816108986]


def test_checksums_that_were_stored_are_compared_one_by_one() -> None:
    """A damaged one may be no integer, or none of 64 bits; the others still agree."""
    found = checksums(ITEM, 1, list(zip(ITEM_ROW, ITEM_ROW, strict=True)))
    (stored,) = found[:1].view(np.int64).tolist()
    assert agreeing(found, [stored, stored]).tolist() == [True, True]
    for damaged in (stored ^ 1, b"text", None, 0.5, 1 << 70):
        assert agreeing(found, [stored, damaged]).tolist() == [True, False]
