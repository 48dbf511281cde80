"""What a question asks for, in words."""

from __future__ import annotations

from time import process_time

import pytest

from convograph.extraction.asking import intents_of

PATIENCE = 5.0  # seconds for what takes a fraction of one


@pytest.mark.parametrize(
    ("question", "intents"),
    [
        ("Where is Ana  and   how is Ben?", ("Where is Ana", "how is Ben")),
        ("Where is Ana ,  but also who is Ben?", ("Where is Ana", "who is Ben")),
        ("Where is Ana; is Ben in?", ("Where is Ana", "is Ben in")),
        ("Where do Ana and the others live?", ()),
        (" and what is it?", ()),
    ],
)
def test_what_a_question_asks_for(question: str, intents: tuple[str, ...]) -> None:
    """Each thing in its own words, with or without a comma between them."""
    assert intents_of(question) == intents


@pytest.mark.parametrize("unit", [" ", ", ", " ,", "and ", "; "])
def test_blanks_without_an_end_take_no_longer_each(unit: str) -> None:
    """A hundred thousand characters between two questions."""
    began = process_time()
    intents_of("Where is Ana" + unit * (100_000 // len(unit)) + "x")
    assert process_time() - began < PATIENCE
