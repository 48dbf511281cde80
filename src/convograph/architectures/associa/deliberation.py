"""Deliberate recall: what the question names and the answer so far leaves out is asked for again (section 3.5).

question ─▶ association ─▶ deliberator: what is missing? ─▶ question and clue ─▶ association ─▶ all of it together
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from convograph.architectures.associa.association import Association
from convograph.architectures.associa.settings import AssociaSettings
from convograph.extraction.reading import Reader
from convograph.terms import Analyzer
from convograph.types import SourceTurn

MOST_CLUES = 4  # of a question without a model: each costs another association


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What was called to mind, as a deliberator reads it: events, relations, and utterances, each as a text."""

    events: tuple[str, ...]
    triplets: tuple[str, ...]
    chunks: tuple[str, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.events, *self.triplets, *self.chunks)


@dataclass(frozen=True, slots=True)
class Deliberation:
    """What is missing, as clues to ask for, and which retrieved texts have nothing to do with the question."""

    missing: tuple[str, ...] = ()
    unrelated: tuple[str, ...] = ()


class Deliberator(Protocol):
    """Says what a question asks for and the retrieved texts leave out."""

    @property
    def name(self) -> str:
        """What it is called in reports."""
        ...

    def deliberate(self, question: str, retrieved: Retrieved) -> Deliberation:
        """What is missing and what is unrelated; nothing when the retrieved texts cover the question."""
        ...


@dataclass(frozen=True, slots=True)
class UncoveredPhrases:
    """Without a model: the names and noun phrases of the question whose words stand together in no retrieved text."""

    reader: Reader
    analyzer: Analyzer
    name: str = "phrases"

    def deliberate(self, question: str, retrieved: Retrieved) -> Deliberation:
        """The uncovered phrases in the order of the question, at most `MOST_CLUES`; nothing is called unrelated."""
        (reading,) = self.reader.read([SourceTurn(0, "question", "question", 0, None, question, None)])
        phrases = dict.fromkeys(mention.name for mention in reading.mentions)
        texts = [frozenset(self.analyzer.terms(text)) for text in retrieved.texts]
        missing = [
            phrase
            for phrase in phrases
            if (terms := frozenset(self.analyzer.terms(phrase))) and not any(terms <= text for text in texts)
        ]
        return Deliberation(tuple(missing[:MOST_CLUES]))


def deliberated(
    question: str,
    associate: Callable[[str], Association],
    deliberate: Callable[[Association], Deliberation],
    settings: AssociaSettings,
) -> tuple[Association, tuple[str, ...], tuple[str, ...]]:
    """Algorithm 1: what is called to mind in all passes, the clues that were asked for, and what is unrelated.

    The last deliberation says what is unrelated.
    """
    found, query = associate(question), question
    clues: list[str] = []
    unrelated: Sequence[str] = ()
    for _ in range(settings.passes - 1):
        thought = deliberate(found)
        unrelated = thought.unrelated
        if not thought.missing:
            break
        for clue in thought.missing:
            query = f"{query} {clue}" if settings.accumulate else f"{question} {clue}"
            found = found.joined(associate(query))
            clues.append(clue)
    return found, tuple(clues), tuple(unrelated)
