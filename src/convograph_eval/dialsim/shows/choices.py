"""Options for questions with one gold answer, made from the other answers of the same conversation.

A wrong option is the answer to another question of the same kind: a date for a date, a person for a person. So the
form of an option reveals nothing, and each option is an answer from the conversation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from convograph.extraction.asking import kinds_of
from convograph_eval.datasets import Question
from convograph_eval.dialsim.shows.types import LETTERS

NOT_KNOWN: Final = "I don't know."
"""The text of the last option."""


def options_for(questions: Sequence[Question], chance: Random) -> Mapping[str, tuple[str, ...]]:
    """Five options for each question, by its id: the gold answer and other answers in random order, then (E).

    A question without an answer has four wrong options. Wrong options are answers to questions of the same kind
    (`kinds_of`), preferably of the same category; if these are too few, to any other. Questions for which fewer than
    four different answers exist are left out.
    """
    answers = [(one.answer, kinds_of(one.text), one.category) for one in questions if one.answer is not None]
    made = {}
    for question in questions:
        kinds, category = kinds_of(question.text), question.category
        others = [one for one in answers if one[0] != question.answer]
        chance.shuffle(others)
        others.sort(key=lambda one: (one[1] != kinds, one[2] != category))
        taken = [] if question.abstention or question.answer is None else [question.answer]
        for answer, _, _ in others:
            if len(taken) < len(LETTERS) - 1 and not any(alike(answer, one) for one in taken):
                taken.append(answer)
        if len(taken) == len(LETTERS) - 1:
            chance.shuffle(taken)
            made[question.id] = (*taken, NOT_KNOWN)
    return made


def alike(answer: str, other: str) -> bool:
    """Whether one answer contains the other in any case, so that both may be right."""
    one, two = answer.casefold(), other.casefold()
    return one in two or two in one
