"""Which numbers in a model's text cite what it was shown."""

from __future__ import annotations

import time

import pytest

from convograph.generation.citations import Cited, checked, uncited


@pytest.mark.parametrize(
    ("text", "written", "numbers", "invented"),
    [
        ("A cat [1].", "A cat [1].", (1,), ()),
        ("A cat [1, 3].", "A cat [1, 3].", (1, 3), ()),
        ("A cat [3,1; 2].", "A cat [1, 2, 3].", (1, 2, 3), ()),
        ("A cat [1][3].", "A cat [1][3].", (1, 3), ()),
        ("A cat [1-3].", "A cat [1, 2, 3].", (1, 2, 3), ()),
        ("A cat [3–1].", "A cat [1, 2, 3].", (1, 2, 3), ()),
        ("A cat 【2】.", "A cat [2].", (2,), ()),
        ("A cat【 2 】.", "A cat[2].", (2,), ()),
        ("A cat [12].", "A cat.", (), (12,)),
        ("A cat [1, 12].", "A cat [1].", (1,), (12,)),
        ("A cat [2-9].", "A cat [2, 3].", (2, 3), (9,)),
        ("A cat [0].", "A cat.", (), (0,)),
        ("A cat [8] and a dog [2] [9].", "A cat and a dog [2].", (2,), (8, 9)),
        ("In [May], on 1-3 May (2).", "In [May], on 1-3 May (2).", (), ()),
        ("A cat [1", "A cat [1", (), ()),
        ("A cat [].", "A cat [].", (), ()),
        ("A cat [-1].", "A cat [-1].", (), ()),
        ("A cat [٢].", "A cat [٢].", (), ()),
        ("Use `rows[1]` [2], not rows[0].", "Use `rows[1]` [2], not rows[0].", (2,), ()),
        ("```\nx = rows[1][9]\n``` [1] [9]", "```\nx = rows[1][9]\n``` [1]", (1,), (9,)),
        ("```\nx = rows[9]", "```\nx = rows[9]", (), ()),
    ],
)
def test_numbers_are_checked(text: str, written: str, numbers: tuple[int, ...], invented: tuple[int, ...]) -> None:
    """In every form that models write; what points nowhere goes, with the blank before it."""
    assert checked(text, {1, 2, 3}) == Cited(written, numbers, invented)


def test_an_endless_range_costs_nothing() -> None:
    """A model that cites a billion lines is neither believed nor waited for."""
    started = time.perf_counter()
    assert checked("All of it [1-999999999999].", {1, 2}) == Cited("All of it [1, 2].", (1, 2), (999999999999,))
    assert checked("x [" + "1, " * 50_000, {1}).numbers == ()
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Porto [1, 2].", "Porto."),
        ("[3] Porto【1】", "Porto"),
        ("[1]", ""),
        ("in [May]", "in [May]"),
        ("`x[1]` [1]", "`x[1]`"),
    ],
)
def test_marks_can_be_left_out(text: str, left: str) -> None:
    """As a comparison with a gold answer wants it."""
    assert uncited(text) == left
