"""A memory of two turns and an event of one of them, over vectors whose cosines can be read off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from convograph.architectures.associa import PAPER, Associa, AssociaSettings, Deliberation, Retrieved
from convograph.architectures.associa.event_graph import EventGraph
from convograph.build import open_memory
from convograph.extraction.reading import Reader
from convograph.memory import Memory
from convograph.protocols import Query
from convograph.types import Memo, Session, Triplet, Turn
from support.encoders import TableEncoder
from support.parses import ThreeWordParser

QUESTION = "Which pet?"
ASKED = Query(QUESTION, 5, "turn")
DOG, RAIN = "I got a dog.", "It rained."
EVENT = "Ana got a dog."
NAMED_EVENT = f"got a pet. {EVENT}"

# Coordinates are exact in float16, and not of norm 1: cosines below are plain dot products.
VECTORS = {
    QUESTION: (1.0, 0.0, 0.0),
    f"{QUESTION} rain": (0.0, 1.0, 0.0),
    f"{QUESTION} rain Friday": (0.0, 0.0, 1.0),
    f"{QUESTION} Friday": (0.5, 0.0, 1.0),
    f"Ana: {DOG}": (0.5, 0.0, 0.0),
    f"Ana: {RAIN}": (0.125, 0.75, 0.0),
    NAMED_EVENT: (0.75, 0.0, 0.0),
    "Ana": (0.25, 0.0, 0.0),
    "dog": (0.375, 0.0, 0.0),
    "May 2023": (0.0625, 0.0, 0.25),
    f"{NAMED_EVENT} event fact Ana: {DOG}": (0.875, 0.0, 0.0),
    f"{NAMED_EVENT} event occur at May 2023": (0.0, 0.0, 0.5),
    f"Ana ask Ana: {RAIN}": (0.0, 0.875, 0.0),
    "It snowed.": (0.6875, 0.0, 0.0),
    f"It hailed. event fact Ana: {RAIN}": (0.8125, 0.0, 0.0),
    "It poured.": (0.5625, 0.0, 0.0),
    "event fact": (0.9375, 0.0, 0.0),
    "Ben: It rained.": (0.125, 0.75, 0.0),
    "Ana got dog": (0.625, 0.0, 0.0),
}

UTTERANCE_OF_DOG, UTTERANCE_OF_RAIN, EVENT_NODE, ANA, DOG_NODE, MAY = range(6)


@contextmanager
def memory_by_hand(settings: AssociaSettings = PAPER) -> Iterator[Memory]:
    """Two turns of Ana's, and an event about the first of them."""
    with open_memory(":memory:", architecture=associa(settings)) as opened:
        opened.add(Session((Turn(DOG, "Ana", id="dog"), Turn(RAIN, "Ana", id="rain")), id="s"))
        opened.bring(
            [
                Memo(
                    "event",
                    EVENT,
                    None,
                    ("dog",),
                    None,
                    (Triplet("Ana", "got", "dog"),),
                    "got a pet",
                    None,
                    "May 2023",
                )
            ]
        )
        yield opened


def associa(settings: AssociaSettings = PAPER, **options: object) -> Associa:
    """Associa over vectors by hand, with brought events alone."""
    settings = replace(settings, events="brought")
    return Associa(TableEncoder(VECTORS), Reader(ThreeWordParser()), settings, **options)


def graph_of(memory: Memory, architecture: Associa | None = None) -> EventGraph:
    """The whole graph."""
    return (architecture or associa()).event_graph(memory._keeper.caught_up(), ASKED)


class Scripted:
    """Says what is missing, pass after pass, and keeps what it was shown."""

    name = "scripted"

    def __init__(self, *said: Deliberation) -> None:
        self.said = list(said)
        self.shown: list[Retrieved] = []

    def deliberate(self, question: str, retrieved: Retrieved, *, unrelated: bool) -> Deliberation:
        self.shown.append(retrieved)
        return self.said.pop(0) if self.said else Deliberation()
