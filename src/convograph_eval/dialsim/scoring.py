"""Whether a reply is right, by the letter that it names, its words, or a judge (DialSim, evaluation protocol)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pydantic import BaseModel, ConfigDict, StrictBool, model_validator

from convograph.chat import ChatRequest
from convograph_eval.dialsim.shows.types import DONT_KNOW, LETTERS
from convograph_eval.judges import AnsweredQuestion, Judge
from convograph_eval.judges.judge import reading
from convograph_eval.judges.prompt import judging

_MARKER: Final = re.compile(rf"\(([{LETTERS}])\)", re.IGNORECASE)
_NONE_OF_THEM: Final = re.compile(r"\bnone of the (?:options|choices|above)\b", re.IGNORECASE)
_ANSWER_IS: Final = re.compile(rf"\banswer is:?\s*\**\(([{LETTERS}])\)", re.IGNORECASE)
_REFUSAL: Final = re.compile(
    r"\b(?:I (?:do not|don['’]t) know|(?:cannot|can['’]t|unable to) (?:answer|determine)|"
    r"(?:does not|doesn['’]t) (?:specify|provide|mention|say|contain)|not (?:mentioned|specified|provided)|"
    r"not enough information|insufficient information)\b",
    re.IGNORECASE,
)


def markers(reply: str) -> frozenset[str]:
    """The letters that a reply names in parentheses, in upper or lower case.

    >>> sorted(markers("(b), rather than (C)"))
    ['B', 'C']
    """
    return frozenset(found.upper() for found in _MARKER.findall(reply))


def is_right(reply: str, gold: str) -> bool:
    """Whether a reply names the right letter and no other (the strict score).

    >>> is_right("(B) Carol", "B"), is_right("(B) or (C)", "B"), is_right("Carol", "B")
    (True, False, False)
    """
    return markers(reply) == {gold}


def calibrated(reply: str, options: Sequence[str]) -> str | None:
    """The letter that a reply means, even if it names several or none; `None` if it stays ambiguous.

    A single letter counts. Otherwise, "none of the options" means (E), and "the answer is (X)" means X. Without a
    letter, a refusal in words means (E), and the text of exactly one option means that option.

    >>> options = ("Ben", "Carol", "Emma", "Susan", "I don't know.")
    >>> replies = ("(A) is wrong, the answer is (B)", "It does not say.", "Emma!", "(A) (B)")
    >>> [calibrated(one, options) for one in replies]
    ['B', 'E', 'C', None]
    """
    named = markers(reply)
    if len(named) == 1:
        (letter,) = named
        return letter
    if _NONE_OF_THEM.search(reply):
        return DONT_KNOW
    if found := _ANSWER_IS.search(reply):
        return found[1].upper()
    return None if named else named_option(reply, options)


def named_option(reply: str, options: Sequence[str]) -> str | None:
    """The letter of the option that a reply gives in words: (E) for a refusal, else the only one that it contains.

    An option that is part of a longer one in the reply does not count: of "Ann" and "Ann Lee", "Ann Lee" names only
    the second.

    >>> named_option("Ann Lee, I think", ("Ann", "Ann Lee", "Bo", "Cy", "I don't know."))
    'B'
    """
    if _REFUSAL.search(reply):
        return DONT_KNOW
    said = reply.casefold()
    texts = [_words(text) for text in options[:-1]]
    found = [text for text in texts if re.search(rf"(?<!\w){re.escape(text)}(?!\w)", said)]
    meant = {text for text in found if not any(text in other and text != other for other in found)}
    return LETTERS[texts.index(meant.pop())] if len(meant) == 1 else None


def is_exact(reply: str, gold: str) -> bool:
    """Whether a reply equals the right answer, with or without a final period."""
    return reply.strip().removesuffix(".") == gold.strip().removesuffix(".")


def _words(text: str) -> str:
    return text.strip().rstrip(".").casefold()


class Judgement(BaseModel):
    """The reply of the judge: exactly one of the two is true."""

    model_config = ConfigDict(extra="forbid")
    correct: StrictBool
    wrong: StrictBool

    @model_validator(mode="after")
    def _one_of_them(self) -> Judgement:
        if self.correct == self.wrong:
            raise ValueError("exactly one of correct and wrong is true")
        return self


_RULES: Final = """\
You grade an answer to a question about dialogues of several people. Compare the candidate answer with the true one.

Correct: the candidate says the same as the true answer, in whatever words.
Wrong: it says something else, or does not commit itself to one answer.

Where the true answer is that it is not known, only a candidate that does not know either is correct."""
_CLOSING: Final = 'Reply with one JSON object: {"correct": true, "wrong": false} or {"correct": false, "wrong": true}.'
_TEMPERATURE: Final = 0.2  # as in the release


def _request(answered: AnsweredQuestion) -> ChatRequest:
    return replace(judging(_RULES, _CLOSING, answered, "True answer"), temperature=_TEMPERATURE)


dialsim_judge: Final = Judge("dialsim", _request, reading(Judgement, lambda reply: reply.correct))
"""The judge of answers in words that do not match exactly."""
