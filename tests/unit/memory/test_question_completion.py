"""What is taken along of what was said just before a question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph import Turn
from convograph.errors import InputError
from convograph.memory.recalling.query_options import texts_before
from convograph.memory.recalling.question_completion import needed
from convograph.terms import Analyzer
from support.encoders import HashingEncoder

BEFORE = ("My car broke down again.", "Poor Ana! When was that?")


@pytest.mark.parametrize(
    "question",
    [
        "What was wrong with it?",
        "And why?",
        "Who told you about that?",
        "What came of that",
        "Did Ana see this?",
        "Did she like its colour?",
        "IT BROKE?",
    ],
)
def test_what_means_a_thing_takes_everything_along(question: str) -> None:
    """By "it", "this", "that" of a thing, or without a word of its own."""
    assert needed(BEFORE, question, Analyzer(), ()) == BEFORE


@pytest.mark.parametrize("question", ["Where does she live?", "What is her job?", "Who met them?", "Does HE sing?"])
def test_what_means_people_takes_their_names_along(question: str) -> None:
    """The words with a capital within a sentence; "My", "Poor" and "When" begin theirs."""
    assert needed(BEFORE, question, Analyzer(), ()) == ("Ana",)


@pytest.mark.parametrize(
    "question",
    [
        "Where does Ana live?",
        "Does Ben like his job?",
        "What did Cal say that he regrets?",
        "Which museum opened in Porto?",
    ],
)
def test_what_can_stand_alone_takes_nothing_along(question: str) -> None:
    """No pronoun, one that the question's own name explains, or the "that" of a clause."""
    assert needed(BEFORE, question, Analyzer(), ()) == ()


def test_speakers_count_where_they_begin_a_sentence() -> None:
    """Each name once, in order; without any name, everything is taken along."""
    assert needed(["Ben moved. Ben and Ana left."], "Where do they live?", Analyzer(), {"ben"}) == ("Ben", "Ana")
    assert needed(["the twins moved"], "Where do they live?", Analyzer(), ()) == ("the twins moved",)
    assert needed([], "Where do they live?", Analyzer(), ()) == ()


def test_other_languages_take_everything_along() -> None:
    """Their pronouns are not known."""
    assert needed(["Ana zieht um."], "Wohin geht die Reise?", Analyzer("german"), ()) == ("Ana zieht um.",)


def test_recall_finds_what_a_question_points_back_at(tmp_path: Path) -> None:
    """One text or several; without them, the question finds what its own words say."""
    with convograph.open(tmp_path / "memory.db", encoder=HashingEncoder(64)) as memory:
        memory.add([{"text": "The kayak leaks near the stern."}, {"text": "Something was wrong with the soup."}])
        question = "What was wrong with it?"
        assert memory.recall(question, k=1).hits[0].turns[0].ordinal == 1
        for recent in ("The kayak, the kayak leaks?", ["The kayak!", "the kayak leaks?"]):
            found = memory.recall(question, k=1, recent=recent)
            assert (found.hits[0].turns[0].ordinal, found.question) == (0, question)
        for wrong in (["yes", 7], 7):
            with pytest.raises(InputError, match=r"recent takes what was said just before, texts or messages: 7"):
                memory.recall(question, recent=wrong)  # type: ignore[arg-type]


def test_what_was_said_before_may_be_messages(tmp_path: Path) -> None:
    """A list as a client keeps it: instructions, tools and the question at its end are not said before it."""
    question = "What was wrong with it?"
    said: dict[str, Any] = {"role": "user", "content": "The kayak, the kayak leaks?"}
    others = [
        {"role": "system", "content": "The soup, the soup."},
        {"role": "tool", "content": "soup soup soup"},
        {"role": "assistant", "content": None},
    ]
    messages = [*others, said, {"role": "user", "content": question}]
    assert texts_before(messages, question) == texts_before(said, question) == (said["content"],)
    assert texts_before([Turn("Yes.", "Ana"), "No."], question) == ("Yes.", "No.")
    with convograph.open(tmp_path / "memory.db", encoder=HashingEncoder(64)) as memory:
        memory.add([{"text": "The kayak leaks near the stern."}, {"text": "Something was wrong with the soup."}])
        assert memory.recall(question, k=1, recent=messages).hits[0].turns[0].ordinal == 0
