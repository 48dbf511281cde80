"""What only asks lies behind what states."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import convograph
from convograph.architectures.unified.ranking import PARTS
from convograph.architectures.unified.rules.repeated_questions import LOSS, lower_repeated_questions
from convograph.terms import ENGLISH
from support.ranking import look, remembering, said


def test_turns_of_nothing_but_questions_lose() -> None:
    """With a mark or without; what states beside asking, or asks with much else, does not."""
    lines = ["Ana: Where is the key?", "Ana: whats the key for", "Ana: The key is red. Is it?", "Ana: The key!"]
    lines.append("Ana: Is there a key that opens my new garage door in Porto?")
    with remembering(said("a", *lines)) as memory:
        scored = look(memory, "key").scored
        lowered = lower_repeated_questions(scored, "key", ENGLISH)
    assert (scored.scores.turns - lowered.scores.turns).tolist() == pytest.approx([LOSS, LOSS, 0, 0, 0])
    changed = lowered.scores.parts - scored.scores.parts
    assert np.flatnonzero(np.abs(changed).sum(axis=1)).tolist() == [PARTS.index("form")]


def test_where_nothing_only_asks_nothing_changes() -> None:
    """Not even a copy is made."""
    with remembering(said("a", "Ana: The key is red.")) as memory:
        scored = look(memory, "key").scored
        assert lower_repeated_questions(scored, "key", ENGLISH) is scored
        nothing = replace(scored, scores=replace(scored.scores, turns=scored.scores.turns[:0]))
        assert lower_repeated_questions(nothing, "key", ENGLISH) is nothing


def test_what_tells_it_in_other_words_lies_above_a_question_asked_before() -> None:
    """Which was answered by not knowing, and is nearer by every sign."""
    with convograph.open(":memory:") as memory:
        for role, text in (
            ("user", "The boiler man comes on Thursday between 8 and 12."),
            ("user", "When does the heating engineer come?"),
            ("assistant", "I am not sure, sorry."),
        ):
            memory.append({"role": role, "content": text})
        question = "When is the heating engineer coming?"
        assert memory.recall(question).hits[0].turns[0].text.startswith("The boiler man")
        assert memory.answer(question).text.startswith("The boiler man comes on Thursday between 8 and 12.")


@pytest.mark.parametrize("again", ["What's the wifi password?", "whats the wifi password", "what's the wifi pw again?"])
def test_a_question_asked_before_is_not_what_answers_it(again: str) -> None:
    """However often, and in however many words of the question."""
    with convograph.open(":memory:") as memory:
        for text in ("The wifi password is blue-monkey-7.", again, again, again):
            memory.append({"role": "user", "content": text})
            memory.append({"role": "assistant", "content": "Okay."})
        found = memory.recall("What is the wifi password?")
        answer = memory.answer("What is the wifi password?")
    assert found.hits[0].turns[0].text == "The wifi password is blue-monkey-7."
    assert answer.text == "The wifi password is blue-monkey-7. [1]"
