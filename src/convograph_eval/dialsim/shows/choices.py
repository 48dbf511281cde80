"""Options for questions with one gold answer, made from the other answers of the same conversation.

A wrong option answers another question that asks for the same: a date beside a date, a person beside a person. So no
option can be told by its form, and each of them was really said in the conversation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from convograph.extraction.asking import kinds_of
from convograph_eval.datasets import Question
from convograph_eval.dialsim.shows.types import LETTERS

NOT_KNOWN: Final = "I don't know."
"""The last option."""


def options_for(questions: Sequence[Question], chance: Random) -> Mapping[str, tuple[str, ...]]:
    """Five options for each question, by its id: the gold answer among other answers in a random place, then (E).

    A question without an answer has four wrong options. Wrong ones answer a question that asks for the same
    (`kinds_of`), best one of the same category; if those are not enough, any other. Left out are questions for which
    fewer than four different answers remain.
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
    """Whether one answer contains the other, so that both may be right."""
    one, two = answer.casefold(), other.casefold()
    return one in two or two in one
