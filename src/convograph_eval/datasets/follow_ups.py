"""Follow-up questions, as in a conversation where the previous question named the person.

"What did Caroline research?" becomes "What did they research?", asked after "When did Caroline go to the parade?".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, get_args

from convograph.errors import InputError
from convograph_eval.datasets.types import Case, Dataset, Question

FollowUps = Literal["named", "alone", "after"]
"""How follow-ups are asked: with the name, with a pronoun, or with a pronoun and the previous question."""

_ASKED = ("do", "does", "did", "is", "was", "has", "are", "were", "have")  # "does she" becomes "do they"
_PLURAL = {"does": "do", "is": "are", "was": "were", "has": "have"}


def follow_ups(dataset: Dataset, how: FollowUps) -> Dataset:
    """The data set with only its follow-ups, asked as `how` says.

    A follow-up names exactly one speaker, and the previous question in the file names only the same speaker. Raises
    `InputError` for an unknown `how`, and if there is no follow-up.
    """
    if how not in get_args(FollowUps):
        raise InputError(f"follow-ups cannot be {how!r}; the options are {', '.join(get_args(FollowUps))}")
    cases = [Case(case.conversation, tuple(_followed(case, how))) for case in dataset.cases]
    kept = tuple(case for case in cases if case.questions)
    if not kept:
        raise InputError(f"no question of {dataset.name} follows one about the same speaker; leave out --follow-ups")
    return replace(dataset, cases=kept)


def _followed(case: Case, how: FollowUps) -> Iterator[Question]:
    speakers = {turn.speaker for session in case.conversation.sessions for turn in session.turns if turn.speaker}
    before: tuple[str | None, str] = (None, "")
    for question in case.questions:
        name = _only_name(question.text, speakers)
        if name is not None and name == before[0]:
            text = question.text if how == "named" else without_name(question.text, name)
            yield replace(question, text=text, recent=(before[1],) if how == "after" else ())
        before = (name, question.text)


def _only_name(text: str, speakers: set[str]) -> str | None:
    named = [speaker for speaker in speakers if re.search(rf"\b{re.escape(speaker)}\b", text)]
    return named[0] if len(named) == 1 else None


def without_name(text: str, name: str) -> str:
    """The question with "they", "them" and "their" in place of a name, and the verb before "they" in the plural.

    >>> without_name("What does Ana do with Ana's boat?", "Ana")
    'What do they do with their boat?'
    """
    text = re.sub(rf"\b{re.escape(name)}(?:'s|’s|s')", "their", text)
    asked = re.compile(rf"\b({'|'.join(_ASKED)}) {re.escape(name)}\b", re.IGNORECASE)
    text = asked.sub(lambda found: f"{_plural(found[1])} they", text)
    return re.sub(rf"\b{re.escape(name)}\b", "them", text)


def _plural(verb: str) -> str:
    plural = _PLURAL.get(verb.lower(), verb.lower())
    return plural.capitalize() if verb[0].isupper() else plural
