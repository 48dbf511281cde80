"""Deliberate recall: what the question names and the answer so far leaves out is asked for again (section 3.5).

question ─▶ association ─▶ deliberator: what is missing? ─▶ question and clue ─▶ association ─▶ all of it together
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from convograph.architectures.associa.association import Association
from convograph.architectures.associa.settings import AssociaSettings
from convograph.extraction.asking import intents_of
from convograph.extraction.reading import Reader
from convograph.generation.deliberation import deliberate, deliberation_request
from convograph.protocols import ChatModel
from convograph.terms import Analyzer

MOST_CLUES = 4  # of a question without a model: each costs another association


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What was called to mind, as a deliberator reads it: events, relations, and utterances, each as a text.

    `absent_times` are those that the question names and nothing retrieved is of, as people write them.
    """

    events: tuple[str, ...]
    triplets: tuple[str, ...]
    chunks: tuple[str, ...]
    absent_times: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.events, *self.triplets, *self.chunks)


@dataclass(frozen=True, slots=True)
class Deliberation:
    """What is missing, as clues to ask for, and which retrieved texts have nothing to do with the question.

    `calls` and `tokens` are what it cost.
    """

    missing: tuple[str, ...] = ()
    unrelated: tuple[str, ...] = ()
    calls: int = 0
    tokens: int = 0


class Deliberator(Protocol):
    """Says what a question asks for and the retrieved texts leave out."""

    @property
    def name(self) -> str:
        """What it is called in reports."""
        ...

    def deliberate(self, question: str, retrieved: Retrieved, *, unrelated: bool) -> Deliberation:
        """What is missing, and what is `unrelated` if that is wanted; nothing when the retrieved texts cover it all."""
        ...


@dataclass(frozen=True, slots=True)
class UncoveredPhrases:
    """Without a model: what the question asks for and names whose words stand together in no retrieved text.

    Each of several intents ("When did Ana move, and who helped?"), then its names and noun phrases, then the times that
    nothing retrieved is of.
    """

    reader: Reader
    analyzer: Analyzer
    name: str = "phrases"

    def deliberate(self, question: str, retrieved: Retrieved, *, unrelated: bool = False) -> Deliberation:
        """The uncovered phrases in the order of the question, at most `MOST_CLUES`; nothing is called unrelated."""
        names = (mention.name for mention in self.reader.mentioned(question) if mention.kind != "time")
        texts = [frozenset(self.analyzer.terms(text)) for text in retrieved.texts]
        missing = [
            phrase
            for phrase in dict.fromkeys((*intents_of(question), *names))
            if (terms := frozenset(self.analyzer.terms(phrase))) and not any(terms <= text for text in texts)
        ]
        return Deliberation((*missing, *retrieved.absent_times)[:MOST_CLUES])


@dataclass(frozen=True, slots=True)
class ChatDeliberator:
    """With a chat model: it is shown what was retrieved, and names what is missing. Raises `ModelError`."""

    model: ChatModel

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    def deliberate(self, question: str, retrieved: Retrieved, *, unrelated: bool = False) -> Deliberation:
        """What the model says is missing; it goes on to what is `unrelated` only if that is wanted."""
        request = deliberation_request(question, retrieved.events, retrieved.triplets, retrieved.chunks)
        said = deliberate(self.model, request, unrelated=unrelated)
        tokens = (said.reply.prompt_tokens or 0) + (said.reply.completion_tokens or 0)
        calls = 0 if said.reply.cached else 1 + said.repaired
        return Deliberation(tuple(said.value.add_entity), tuple(said.value.unrelated_content), calls, tokens)


@dataclass(frozen=True, slots=True)
class Thought:
    """What all passes called to mind, the clues that were asked for, what is unrelated, and what deliberating cost."""

    found: Association
    clues: tuple[str, ...] = ()
    unrelated: tuple[str, ...] = ()
    calls: int = 0
    tokens: int = 0


def deliberated(
    question: str,
    associate: Callable[[str], Association],
    reflect: Callable[[Association], Deliberation],
    settings: AssociaSettings,
) -> Thought:
    """Algorithm 1. The last deliberation says what is unrelated."""
    thought, query = Thought(associate(question)), question
    for _ in range(settings.passes - 1):
        said = reflect(thought.found)
        found = thought.found
        for clue in said.missing:
            query = f"{query} {clue}" if settings.accumulate else f"{question} {clue}"
            found = found.joined(associate(query))
        thought = Thought(
            found,
            thought.clues + said.missing,
            said.unrelated,
            thought.calls + said.calls,
            thought.tokens + said.tokens,
        )
        if not said.missing:
            break
    return thought
