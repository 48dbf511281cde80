"""Questions as they follow each other in a talk."""

from __future__ import annotations

import pytest

from convograph.errors import InputError
from convograph.types import Conversation, Session, Turn
from convograph_eval.datasets import Case, Dataset, Question, follow_ups
from convograph_eval.datasets.follow_ups import FollowUps, without_name

TEXTS = (
    "When did Ana move?",
    "What does Ana do with Ana's boat?",  # follows one about Ana
    "Did Ana meet Ben?",  # names two
    "Does Ana sing?",  # follows one about two
    "Where has Ana sung?",  # follows
    "Is Ben asleep?",  # about another
)
SESSION = Session((Turn("Hi.", "Ana"), Turn("Hello.", "Ben"), Turn("Hm.")), "s")


def dataset(*texts: str) -> Dataset:
    questions = tuple(Question(text, text, "", None, ("s:0",), (), None, abstention=False) for text in texts)
    return Dataset("small", (Case(Conversation("one", (SESSION,)), questions),), ())


@pytest.mark.parametrize(
    ("how", "asked"),
    [
        ("named", [(TEXTS[1], ()), (TEXTS[4], ())]),
        ("alone", [("What do they do with their boat?", ()), ("Where have they sung?", ())]),
        ("after", [("What do they do with their boat?", TEXTS[:1]), ("Where have they sung?", (TEXTS[3],))]),
    ],
)
def test_only_questions_about_the_one_before_are_asked(how: FollowUps, asked: list[tuple[str, object]]) -> None:
    """With the name, with pronouns, or so after the question before; ids and gold stay."""
    made = follow_ups(dataset(*TEXTS), how).questions
    assert [(question.text, question.recent) for question in made] == asked
    assert [(question.id, question.gold_turns) for question in made] == [(TEXTS[1], ("s:0",)), (TEXTS[4], ("s:0",))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Was Ana's sister with Ana?", "Was their sister with them?"),
        ("Is Ana tired?", "Are they tired?"),
        ("Would Ana, or Anabel, go?", "Would them, or Anabel, go?"),
    ],
)
def test_pronouns_take_the_place_of_a_name(text: str, expected: str) -> None:
    """After the verbs that questions begin with it is the subject; elsewhere this is not told."""
    assert without_name(text, "Ana") == expected


def test_no_follow_up_is_an_error() -> None:
    """So is a way of asking that there is not."""
    with pytest.raises(InputError, match="no question of small follows one about the same speaker"):
        follow_ups(dataset(TEXTS[0]), "alone")
    with pytest.raises(InputError, match="cannot be 'twice'; the options are named, alone, after"):
        follow_ups(dataset(*TEXTS), "twice")  # type: ignore[arg-type]
