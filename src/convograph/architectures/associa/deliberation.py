"""Deliberate recall: further questions for what the question names and the tree so far leaves out (section 3.5).

question ─▶ association ─▶ deliberator: what is missing? ─▶ question and clue ─▶ association ─▶ all trees joined
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

MOST_CLUES = 4  # per question, without a model: each costs another association


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What an association retrieved, for a deliberator to read: events, relations and utterances as texts.

    `absent_times` are the times that the question names and no retrieved utterance or event is of, as people write
    them.
    """

    events: tuple[str, ...]
    triplets: tuple[str, ...]
    chunks: tuple[str, ...]
    absent_times: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """All retrieved texts."""
        return (*self.events, *self.triplets, *self.chunks)


@dataclass(frozen=True, slots=True)
class Deliberation:
    """What is missing, as clues to ask for, and which retrieved texts have nothing to do with the question.

    `calls` and `tokens` are the cost.
    """

    missing: tuple[str, ...] = ()
    unrelated: tuple[str, ...] = ()
    calls: int = 0
    tokens: int = 0


class Deliberator(Protocol):
    """Says what a question asks for that the retrieved texts leave out."""

    @property
    def name(self) -> str:
        """The name in reports."""
        ...

    def deliberate(self, question: str, retrieved: Retrieved, *, unrelated: bool) -> Deliberation:
        """What is missing, if anything; also what is unrelated, if `unrelated` asks for it."""
        ...


@dataclass(frozen=True, slots=True)
class UncoveredPhrases:
    """A deliberator without a model: the phrases of the question whose words are not all in one retrieved text.

    First each of several intents ("When did Ana move, and who helped?"), then names and noun phrases, then the absent
    times.
    """

    reader: Reader
    analyzer: Analyzer
    name: str = "phrases"

    def deliberate(self, question: str, retrieved: Retrieved, *, unrelated: bool = False) -> Deliberation:
        """At most `MOST_CLUES` uncovered phrases, intents first; nothing is called unrelated."""
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
    """A deliberator with a chat model that reads the retrieved texts and names what is missing. Raises `ModelError`."""

    model: ChatModel

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    def deliberate(self, question: str, retrieved: Retrieved, *, unrelated: bool = False) -> Deliberation:
        """What the model says is missing, and what it says is unrelated, if `unrelated` asks for it."""
        request = deliberation_request(question, retrieved.events, retrieved.triplets, retrieved.chunks)
        said = deliberate(self.model, request, unrelated=unrelated)
        tokens = (said.reply.prompt_tokens or 0) + (said.reply.completion_tokens or 0)
        calls = 0 if said.reply.cached else 1 + said.repaired
        return Deliberation(tuple(said.value.add_entity), tuple(said.value.unrelated_content), calls, tokens)


@dataclass(frozen=True, slots=True)
class DeliberateRecall:
    """The joined association of all passes, the clues asked for, the unrelated texts, and the deliberation's cost."""

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
) -> DeliberateRecall:
    """The result of Algorithm 1; what is unrelated is taken from the last deliberation."""
    thought, query = DeliberateRecall(associate(question)), question
    for _ in range(settings.passes - 1):
        said = reflect(thought.found)
        found = thought.found
        for clue in said.missing:
            query = f"{query} {clue}" if settings.accumulate else f"{question} {clue}"
            found = found.joined(associate(query))
        thought = DeliberateRecall(
            found,
            thought.clues + said.missing,
            said.unrelated,
            thought.calls + said.calls,
            thought.tokens + said.tokens,
        )
        if not said.missing:
            break
    return thought
