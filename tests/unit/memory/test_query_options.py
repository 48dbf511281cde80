"""What `recall` takes for a time, and for a question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph.errors import InputError
from convograph.memory import Memory


@pytest.fixture
def memory(tmp_path: Path):
    with convograph.open(tmp_path / "m.db") as opened:
        opened.add([{"speaker": "Ana", "text": "My cat is called Miso."}], session="s", said="2024-05-08 13:56")
        yield opened


@pytest.mark.parametrize(
    ("options", "hits"),
    [
        ({"as_of": "2024-05-08"}, 1),
        ({"as_of": "2024-05-08T00:00"}, 0),
        ({"as_of": "2024-05-07"}, 0),
        ({"between": ("2024-05-08", "2024-05-08")}, 1),
        ({"between": ("2024-05-09", None)}, 0),
        ({"between": (None, "2024-05-07")}, 0),
    ],
)
def test_a_bare_date_means_the_whole_day(memory: Memory, options: dict, hits: int) -> None:
    """As an end it is the day's last second, as a beginning its first; with a clock time it is just that."""
    assert len(memory.recall("What is the cat called?", **options).hits) == hits


@pytest.mark.parametrize(
    ("options", "hits"),
    [
        ({"between": ("last week", "last week"), "asked_at": "2024-05-15"}, 1),
        ({"between": ("last week", None), "asked_at": "2024-05-22"}, 0),
        ({"between": (None, "two weeks ago"), "asked_at": "2024-05-22"}, 1),
        ({"between": ("yesterday", None), "as_of": "2024-05-09"}, 1),
        ({"between": ("yesterday", None), "as_of": "2024-05-10"}, 0),
        ({"as_of": "May 2024"}, 1),
        ({"as_of": "April 2024"}, 0),
        ({"as_of": "yesterday", "asked_at": "2024-05-09"}, 1),
        ({"as_of": "yesterday", "asked_at": "2024-05-08"}, 0),
        ({"as_of": "today"}, 1),
        ({"between": ("yesterday", None)}, 0),
    ],
)
def test_times_are_named_as_people_do(memory: Memory, options: dict, hits: int) -> None:
    """Counted from `asked_at`, else from `as_of`, else from now."""
    assert len(memory.recall("What is the cat called?", **options).hits) == hits


@pytest.mark.parametrize("question", ["", "   ", None])
def test_a_blank_question_is_refused(memory: Memory, question: Any) -> None:
    """So is what is no text."""
    with pytest.raises(InputError, match="a question needs words"):
        memory.recall(question)
