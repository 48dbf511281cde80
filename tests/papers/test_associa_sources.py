"""The worked example of `associa-sources`, where words and the time of a question count too (ours)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

import pytest

from convograph.architectures.associa import WITH_SOURCES, Associa
from convograph.architectures.associa.association import associated, matched_words
from convograph.build import open_memory
from convograph.extraction.reading import Reader
from convograph.memory import Memory
from convograph.protocols import Query
from convograph.types import Memo, Session, Turn, When
from support.conversations import said_at
from support.encoders import TableEncoder
from support.parses import ThreeWordParser

QUESTION = "Did the dog bark in May 2023?"
ASKED = Query(QUESTION, 3, "turn")
VECTORS = {
    QUESTION: (1.0, 0.0, 0.0),
    "Ana: The dog barks.": (0.125, 0.0, 0.0),
    "Ana: The dog sleeps.": (0.25, 0.0, 0.0),
    "Ana: It rained today.": (0.375, 0.0, 0.0),
    "A dog came.": (0.5, 0.0, 0.0),
    "The sun set.": (-0.5, 0.0, 0.0),
}
BARKS, SLEEPS, RAINED, CAME, SUN = range(5)

# "dog" is in 2 of 3 utterances, "bark" in 1, and all three are of three terms ("ana", "dog", "bark"), so that BM25 is
# in proportion to idf: ln(1 + 1.5 / 2.5) = .470004 for "dog", ln(1 + 2.5 / 1.5) = .980829 for "bark".
DOG_SHARE = math.log(1.6) / (math.log(1.6) + math.log(8 / 3))  # .323949: of what "dog" and "bark" give together


@contextmanager
def opened(**changed: object) -> Iterator[Memory]:
    """Three turns of March, April and May; an event of the second in May, and one of the third without a time."""
    said = [said_at(datetime(2023, month, 5)) for month in (3, 4, 5)]
    texts = ("The dog barks.", "The dog sleeps.", "It rained today.")
    ids = ("barks", "sleeps", "rained")
    turns = tuple(Turn(text, "Ana", when, name) for text, when, name in zip(texts, said, ids, strict=True))
    may = When(datetime(2023, 5, 1), datetime(2023, 6, 1), "month")
    with open_memory(":memory:", architecture=sources(**changed)) as memory:
        memory.add(Session(turns, id="s"))
        memory.bring(
            [
                Memo("event", "A dog came.", None, ("sleeps",), when=may),
                Memo("event", "The sun set.", None, ("rained",)),
            ]
        )
        yield memory


@pytest.fixture
def memory() -> Iterator[Memory]:
    """The same under the settings as they are."""
    with opened() as found:
        yield found


def sources(**changed: object) -> Associa:
    """`associa-sources` over vectors by hand, with brought events alone."""
    settings = replace(WITH_SOURCES, events="brought", **changed)
    return Associa(TableEncoder(VECTORS), Reader(ThreeWordParser()), settings)


def test_words_are_bm25_divided_by_the_highest_of_their_kind(memory: Memory) -> None:
    """1 for the utterance with both words and for the only event with one; what has none gets 0."""
    architecture = sources()
    graph = architecture.event_graph(memory._keeper.caught_up(), ASKED)
    words = matched_words(graph, architecture.analyzer.hashes([QUESTION])[1])
    assert words[: SUN + 1].tolist() == pytest.approx([1, DOG_SHARE, 0, 1, 0])
    assert not words[SUN + 1 :].any()


def test_an_utterance_counts_with_its_best_event_and_the_time_of_the_question(memory: Memory) -> None:
    """Half cosine, half words, .2 in May; then half of its best event's, which is at least 0:

    barks   .5 × .125 + .5 × 1                       = .5625
    sleeps  .5 × .25 + .5 × .323949 + .5 × (.5 × .5 + .5 × 1 + .2)   = .761975
    rained  .5 × .375 + .2 + .5 × 0                  = .3875
    """
    expected = {"barks": 0.5625, "sleeps": 0.125 + DOG_SHARE / 2 + 0.475, "rained": 0.3875}
    hits = sources().recall(memory._keeper.caught_up(), ASKED).hits
    assert [hit.id for hit in hits] == ["sleeps", "barks", "rained"]
    assert {hit.id: hit.score for hit in hits} == pytest.approx(expected)


def test_prizes_go_by_the_same_similarities(memory: Memory) -> None:
    """A dog came .95, barks .5625, rained .3875, sleeps .286975, then whatever has no vector; the sun is last."""
    architecture = sources(nodes=4)
    graph = architecture.event_graph(memory._keeper.caught_up(), ASKED)
    asked = architecture._asked(graph, QUESTION, architecture._times(graph, ASKED))
    prizes = associated(graph, asked, architecture.settings).node_prizes
    assert prizes[[CAME, BARKS, RAINED, SLEEPS, SUN]].tolist() == [4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("changed", "sleeps"),
    [
        ({"event_weight": 2.0}, 0.125 + DOG_SHARE / 2 + 1.9),
        ({"source": 0.0}, 0.25 + 0.5 * (0.5 + 0.2)),
        ({"time": 0.0}, 0.125 + DOG_SHARE / 2 + 0.5 * 0.75),
        ({"ranking": "similarity"}, 0.125 + DOG_SHARE / 2),
    ],
)
def test_each_of_its_settings_counts(changed: dict[str, object], sleeps: float) -> None:
    """The score of the turn with the event, by hand as above."""
    with opened(**changed) as memory:
        found = {hit.id: hit.score for hit in memory.recall(QUESTION, k=3).hits}
        assert found["sleeps"] == pytest.approx(sleeps)
