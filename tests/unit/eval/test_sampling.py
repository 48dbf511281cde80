"""Parts of a data set."""

from __future__ import annotations

import pytest

from convograph.errors import InputError
from convograph.types import Conversation
from convograph_eval.datasets import Case, Dataset, Question, first_cases, sample_ids, with_ids


def question(name: str, category: str, gold: tuple[str, ...] = ("t",), *, abstention: bool = False) -> Question:
    return Question(name, name, category, None, gold, (), None, abstention)


DATA = Dataset(
    "small",
    (
        Case(Conversation("one", ()), tuple(question(f"a{n}", "a") for n in range(6))),
        Case(Conversation("two", ()), (*(question(f"b{n}", "b") for n in range(3)), question("b-none", "b", ()))),
        Case(Conversation("three", ()), (question("c0", "c"), question("c-abs", "c", abstention=True))),
    ),
    (),
)


def test_a_sample_takes_each_category_in_proportion() -> None:
    """Of 6, 3 and 1 questions that can be scored, 5 are 3, 1.5 and .5: the half goes to the first of equal names."""
    ids = sample_ids(DATA, 5, seed=3)
    assert [sum(name.startswith(category) for name in ids) for category in "abc"] == [3, 2, 0]
    assert list(ids) == sorted(ids)
    assert sample_ids(DATA, 10, seed=0) == (*(f"a{n}" for n in range(6)), "b0", "b1", "b2", "c0")


def test_a_sample_depends_on_its_seed_alone() -> None:
    """The same twice; some other seed draws others."""
    assert sample_ids(DATA, 4, seed=1) == sample_ids(DATA, 4, seed=1)
    assert len({sample_ids(DATA, 4, seed=seed) for seed in range(10)}) > 1


@pytest.mark.parametrize("size", [0, 11])
def test_a_sample_that_cannot_be_drawn_is_refused(size: int) -> None:
    """The error says how many there are."""
    with pytest.raises(InputError, match=f"a sample of {size} questions cannot be drawn: 10 can be scored"):
        sample_ids(DATA, size, seed=0)


def test_ids_leave_their_conversations_only() -> None:
    """Conversations without a chosen question are not built; an unknown id and an empty list are errors."""
    chosen = with_ids(DATA, ["c0", "a1"])
    assert [[one.id for one in case.questions] for case in chosen.cases] == [["a1"], ["c0"]]
    with pytest.raises(InputError, match="1 ids are not those of questions of small, such as 'nope'"):
        with_ids(DATA, ["a1", "nope"])
    with pytest.raises(InputError, match="no id"):
        with_ids(DATA, [])


def test_the_first_conversations() -> None:
    """A limit beyond them takes all; none is refused."""
    assert len(first_cases(DATA, 2).cases) == 2
    assert len(first_cases(DATA, 9).cases) == 3
    with pytest.raises(InputError, match="a limit of 0"):
        first_cases(DATA, 0)
