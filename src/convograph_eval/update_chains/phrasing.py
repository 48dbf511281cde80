"""Steps put into words: which wordings fit a step, and what fills their slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from convograph_eval.update_chains.types import Step, Subject, Topic
from convograph_eval.update_chains.wordings import CLAUSES, FRAMES, Wordings, slots

ASSISTED: Final = "user"
"""The speaker without a name, who talks to an assistant."""

BY_THE_OTHER: Final = frozenset({"other_speaker", "question"})
"""Kinds of step said by the other speaker."""

_PRONOUNS: Final = {"she": ("she", "her", "her"), "he": ("he", "his", "him")}
_AN: Final = tuple("aeiou")
_SAID_WITH_A_CONSONANT: Final = ("one", "uni", "eu")


@dataclass(frozen=True, slots=True)
class Phrasing:
    """Words for the steps of a chain; `speaker` is the chain's."""

    wordings: Wordings
    speaker: str
    draw: Random

    def phrased(self, step: Step, topic: Topic, month: str) -> str:
        """The step in one of its wordings; a dated change holds since `month`."""
        own = self.wordings.relations[topic.relation].cells(first_person=topic.subject.first_person)
        cell = own.get(step.kind) or self.wordings.shared[step.kind]
        texts = [text for text in cell if self.speaker != ASSISTED or "speaker" not in slots(text)]
        filled = _fillers(step, topic.subject, self.speaker) | {"month": month}
        if step.kind in FRAMES:
            clause = self.draw.choice(own[CLAUSES]).format_map(filled)
            filled |= {"clause": clause, "Clause": _capital(clause)}
        return self.draw.choice(texts).format_map(filled)


def with_article(noun: str) -> str:
    """The noun with the indefinite article that fits its first sound.

    >>> with_article("optician"), with_article("OnePlus 9"), with_article("dog")
    ('an optician', 'a OnePlus 9', 'a dog')
    """
    first = noun.lower()
    return f"{'an' if first.startswith(_AN) and not first.startswith(_SAID_WITH_A_CONSONANT) else 'a'} {noun}"


def _fillers(step: Step, subject: Subject, speaker: str) -> dict[str, str]:
    addressed = step.kind in BY_THE_OTHER
    mention = subject.addressed if addressed else subject.mention
    he, his, him = _PRONOUNS[subject.pronoun]
    people = {"subject": mention, "he": he, "his": his, "him": him}
    return {
        **people,
        **{_capital(name): _capital(text) for name, text in people.items()},
        "speaker": speaker,
        "i": "you" if addressed else "I",
        "my": "your" if addressed else "my",
        **_named_values(step),
    }


def _named_values(step: Step) -> Mapping[str, str]:
    values = {"new": step.value, "other": step.value, "old": step.former}
    named = {name: value for name, value in values.items() if value is not None}
    return named | {f"a_{name}": with_article(value) for name, value in named.items()}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
