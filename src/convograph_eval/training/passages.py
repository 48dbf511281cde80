"""A passage as a graph like Associa's (chunks, events, triplets), and standalone forms of its questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from convograph.extraction.reading import Reader, Reading
from convograph.segmentation import sentence_spans
from convograph.types import SourceTurn
from convograph_eval.training.coqa import Passage, PassageQuestion

NEEDS_CONTEXT = frozenset(
    "he him his himself she her hers herself it its itself they them their theirs themselves this that these those "
    "one ones".split()
)
"""Words of a question that may refer to earlier questions."""


@dataclass(frozen=True, slots=True)
class Node:
    """A text that may be retrieved, and the number of its sentence."""

    text: str
    sentence: int


@dataclass(frozen=True, slots=True)
class PassageGraph:
    """The nodes of a passage, each kind in the order of the passage; `spans` are the characters of its sentences."""

    spans: tuple[tuple[int, int], ...]
    events: tuple[Node, ...]
    triplets: tuple[Node, ...]
    chunks: tuple[Node, ...]

    @property
    def kinds(self) -> tuple[tuple[Node, ...], ...]:
        """Events, triplets and chunks, in the order in which a deliberator is shown them."""
        return self.events, self.triplets, self.chunks

    def sentences_at(self, evidence: tuple[int, int]) -> frozenset[int]:
        """The numbers of the sentences that overlap with `evidence`."""
        start, end = evidence
        return frozenset(number for number, (first, last) in enumerate(self.spans) if first < end and start < last)


def graph_of(passage: Passage, reader: Reader) -> PassageGraph:
    """The graph that the rules read from a passage; its sentences are the chunks, like the turns of a conversation."""
    spans = sentence_spans(passage.text)
    readings = reader.read(_turns([passage.text[start:end] for start, end in spans]))
    return PassageGraph(
        tuple(spans),
        _distinct((event.description, number) for number, one in enumerate(readings) for event in one.events),
        _distinct((found.triplet.text, number) for number, one in enumerate(readings) for found in one.triplets),
        _distinct((passage.text[start:end], number) for number, (start, end) in enumerate(spans)),
    )


def standing_alone(question: PassageQuestion, passage: Passage, reader: Reader) -> str | None:
    """The question with pronouns replaced by names; `None` if it still depends on earlier questions.

    In the paper, a large model rewrites questions. Here rules resolve "he" and "she" from the previous question and its
    answer, if only one person can be meant.
    """
    before = [one for one in passage.questions if one.number < question.number][-1:]
    told = [text for one in before for text in (one.text, one.answer)]
    text = _resolved(question.text, reader.read(_turns([*told, question.text]))[-1])
    words = {word.strip(".,;:?!\"'()").lower().removesuffix("'s") for word in text.split()}
    return None if words & NEEDS_CONTEXT else text


def _resolved(text: str, reading: Reading) -> str:
    """A text with resolved pronouns replaced by names."""
    owners = {
        (sentence.start + word.start, sentence.start + word.end)
        for sentence in reading.turn.parsed.sentences
        for word in sentence.parse.words
        if "Poss=Yes" in word.features
    }
    for one in sorted(reading.mentions, key=lambda mention: mention.start, reverse=True):
        if one.text.lower() in NEEDS_CONTEXT and one.name.lower() != one.text.lower():
            name = f"{one.name}'s" if (one.start, one.end) in owners else one.name
            text = f"{text[: one.start]}{name}{text[one.end :]}"
    return text


def _turns(texts: Sequence[str]) -> list[SourceTurn]:
    """Texts as the turns of a session with unknown speakers."""
    return [
        SourceTurn(place, f"passage:{place}", "passage", place, None, text, None) for place, text in enumerate(texts)
    ]


def _distinct(found: Iterable[tuple[str, int]]) -> tuple[Node, ...]:
    """A node for each distinct text, with the sentence where it first occurs."""
    first: dict[str, int] = {}
    for text, number in found:
        first.setdefault(text, number)
    return tuple(Node(text, number) for text, number in first.items())
