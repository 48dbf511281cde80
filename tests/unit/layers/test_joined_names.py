"""How names are joined, one after the other."""

from __future__ import annotations

import pytest

from convograph.graph.details import MemoDetails
from convograph.graph.rows import MemoRow
from convograph.layers.joined_names import Fold
from convograph.layers.verdicts import Verdicts
from convograph.types import Triplet


def fold(*names: str, decided: tuple[tuple[str, str, str], ...] = ()) -> list[tuple[str, list[str]]]:
    """What some names mean, as they are said: the name of each one meant, and the names in their order."""
    memos = [MemoRow(1, "decision", "", None, 0, (1,), "", MemoDetails((Triplet(*one),))) for one in decided]
    made = Fold(Verdicts.of(memos))
    for place, name in enumerate(names):
        made.take(place, name)
    return [(one.joined().name, [names[place] for place in one.places]) for one in made.entities]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Ana", "ana", "ANA "), [("Ana", ["Ana", "ana", "ANA "])]),
        (("Maria Lopez", "Maria"), [("Maria Lopez", ["Maria Lopez", "Maria"])]),
        (("Maria", "Maria Lopez"), [("Maria Lopez", ["Maria", "Maria Lopez"])]),
        # whom a first name means that two have, nobody knows; who had it first keeps it
        (("Maria Lopez", "Maria Silva", "Maria"), [(name, [name]) for name in ("Maria Lopez", "Maria Silva", "Maria")]),
        (
            ("Maria", "Maria Lopez", "Maria Silva"),
            [("Maria Lopez", ["Maria", "Maria Lopez"]), ("Maria Silva", ["Maria Silva"])],
        ),
        # words that are no names of people join only what is written alike
        (
            ("the garden", "garden", "the garden"),
            [("the garden", ["the garden", "the garden"]), ("garden", ["garden"])],
        ),
        (("maria", "Maria Lopez"), [("Maria Lopez", ["maria", "Maria Lopez"])]),
    ],
)
def test_names_join(names: tuple[str, ...], expected: list[tuple[str, list[str]]]) -> None:
    """By what they share with those that came before."""
    assert fold(*names) == expected


def test_decisions_go_before_the_rules() -> None:
    """That two are the same, over several steps; that two are not, which holds against a decision that they are."""
    same = (("Mary", "is", "Maria Lopez"), ("Mary", "is", "Mimi"))
    assert fold("Maria Lopez", "Mimi", "Tom", "mary", decided=same) == [
        ("Maria Lopez", ["Maria Lopez", "Mimi", "mary"]),
        ("Tom", ["Tom"]),
    ]
    apart = (("Maria", "is not", "Maria Lopez"), ("Maria", "is", "Maria Lopez"))
    assert fold("Maria Lopez", "Maria", decided=apart) == [("Maria Lopez", ["Maria Lopez"]), ("Maria", ["Maria"])]


def test_a_fold_taken_up_again_goes_on_as_if_it_had_not_stopped() -> None:
    """At any place: what was joined before is all that counts."""
    names = ["Maria", "Tom Reed", "Maria Lopez", "Tom", "Maria Silva", "Maria", "tom", "Tom Hill", "Tom"]
    whole = Fold(Verdicts.of([]))
    for place, name in enumerate(names):
        whole.take(place, name)
    for stop in range(len(names)):
        first, second = Fold(Verdicts.of([])), Fold(Verdicts.of([]))
        for place, name in enumerate(names[:stop]):
            first.take(place, name)
        second.begin([one.places for one in first.entities], names.__getitem__)
        for place, name in enumerate(names[stop:], start=stop):
            second.take(place, name)
        assert [one.places for one in second.entities] == [one.places for one in whole.entities]
        assert [one.joined() for one in second.entities] == [one.joined() for one in whole.entities]
