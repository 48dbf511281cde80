"""`unified` as a whole: what holds for every conversation and question, and input that nobody should send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import convograph
from convograph.architectures.unified import Unified
from convograph.build import ARCHITECTURES, Parts, make_encoder, open_memory
from convograph.encoders.word_table import bundled_words
from convograph.errors import ConvographError, UnsupportedError
from convograph.memory import Memory
from convograph.segmentation import DIALOGUE_UNITS
from convograph.terms import Analyzer
from convograph.types import Recall, Session, Turn
from support.conversations import SPEAKERS, WORDS, conversation, said_at
from support.encoders import HashingEncoder
from support.pictures import answers
from support.ranking import FewWords, remembering, said

QUESTIONS = ("Where is the blue boat?", "What did Ana say of the cat soup last week?", "thanks")
TABLE = bundled_words()


def recalls(memory: Memory, **options: Any) -> Iterator[Recall]:
    """Every question for every unit."""
    for question in QUESTIONS:
        for unit in memory.architecture.units:
            yield memory.recall(question, **{"k": 50, "unit": unit, "asked_at": "2024-03-01", **options})


def finite(recall: Recall) -> bool:
    """Whether every number of it is one."""
    numbers = [recall.probability or 0.0, *(hit.score for hit in recall.hits)]
    numbers += [hit.probability or 0.0 for hit in recall.hits]
    for hit in recall.hits:
        for one in hit.evidence:
            numbers += [one.score, one.reason.similarity or 0.0, *(value for _, value in one.reason.parts)]
    return bool(np.isfinite(numbers).all())


def test_it_has_a_name_every_unit_and_two_layers() -> None:
    """Built by name, it is what an instance is; with another encoder only that differs."""
    made = ARCHITECTURES["unified"](Parts(HashingEncoder()))
    assert isinstance(made, Unified)
    assert (made.name, made.units, len(made.layers)) == ("unified", DIALOGUE_UNITS, 2)
    assert made.layers_for("session") == made.layers
    with pytest.raises(UnsupportedError, match="unified cannot return the unit 'triplet'; it has turn, user-turn"):
        made.layers_for("triplet")
    assert replace(made, unit="session").units[:2] == ("session", "turn")
    other = made.with_encoder(HashingEncoder(16))
    assert (other.encoder, other.words, other.analyzer) == (HashingEncoder(16), made.words, made.analyzer)


SENTENCES = st.lists(st.sampled_from([*WORDS, "Thanks", "👍", "last week", "Ana's"]), min_size=1, max_size=5)
TEXTS = st.lists(SENTENCES, min_size=1, max_size=3).map(lambda all_: " ".join(f"{' '.join(one)}." for one in all_))
TALKS = st.lists(
    st.tuples(
        st.lists(st.tuples(st.sampled_from([*SPEAKERS, "user", "assistant"]), TEXTS), min_size=1, max_size=5),
        st.sampled_from([None, "2024-01-01", "2024-02-01 10:00"]),
    ),
    min_size=1,
    max_size=4,
)
FILTERS = st.sampled_from(
    [
        {},
        {"as_of": "2024-01-15"},
        {"as_of": "2024-01-15", "strict": True},
        {"between": ("2024-01-10", None)},
        {"where": {"channel": "mail"}},
        {"speakers": ["Ana", "Ben", "Cleo", "user", "assistant"]},
    ]
)


def sessions_of(talk: list[tuple[list[tuple[str | None, str]], str | None]]) -> list[Session]:
    """Sessions of what was drawn; every third turn came by mail."""
    return [
        Session(
            tuple(
                Turn(text, speaker, None, f"s{number}.{place}", {"channel": "mail"} if place % 3 == 0 else {})
                for place, (speaker, text) in enumerate(turns)
            ),
            f"s{number}",
            time and convograph.parse_said(time),
        )
        for number, (turns, time) in enumerate(talk)
    ]


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(TALKS, st.lists(st.sampled_from([*WORDS, "Ana", "when", "you said"]), min_size=1, max_size=6), FILTERS)
def test_what_holds_for_every_recall(talk: list[Any], words: list[str], filters: dict[str, Any]) -> None:
    """Distinct units in order of their scores, ranks from 1, nothing that a filter hides; the same again, and the
    same when the turns came one by one.
    """
    sessions, question = sessions_of(talk), " ".join(words)
    filters = dict(filters)
    if "speakers" in filters:
        spoken = {turn.speaker for one in sessions for turn in one.turns}
        filters["speakers"] = [name for name in filters["speakers"] if name in spoken]
    with (
        remembering(*sessions) as memory,
        remembering(*(replace(one, turns=one.turns[:1]) for one in sessions)) as grown,
    ):
        for place in range(1, 5):
            for one in sessions:
                if place < len(one.turns):
                    grown.add(replace(one, turns=one.turns[place : place + 1], first_ordinal=place))
            grown.recall(question)
        for unit in memory.architecture.units:
            options = {"unit": unit, "k": 9, "asked_at": "2024-03-01", **filters}
            found = memory.recall(question, **options)
            assert finite(found)
            assert [hit.rank for hit in found.hits] == list(range(1, len(found.hits) + 1))
            assert [hit.score for hit in found.hits] == sorted((hit.score for hit in found.hits), reverse=True)
            assert len({tuple(turn.id for turn in hit.turns) for hit in found.hits}) == len(found.hits)
            assert len({hit.id for hit in found.hits}) == len(found.hits)
            assert all(any(passes(turn, filters) for turn in hit.turns) for hit in found.hits)
            assert all(exists(turn, filters) for hit in found.hits for turn in hit.turns)
            assert all(passes(one.span.turn, filters) for hit in found.hits for one in hit.evidence)
            assert answers(memory.recall(question, **options)) == answers(found)
            assert answers(grown.recall(question, **options)) == answers(found)
            assert answers(memory.recall(question, **{**options, "k": 2})) == answers(found)[:2]


def exists(turn: Any, filters: dict[str, Any]) -> bool:
    """Whether a turn is there for the question."""
    if "as_of" not in filters:
        return True
    return not filters.get("strict") if turn.said is None else f"{turn.said.local}" < "2024-01-16"


def passes(turn: Any, filters: dict[str, Any]) -> bool:
    """Whether a turn may be evidence."""
    wanted = [name.casefold() for name in filters.get("speakers", [])]
    return (
        exists(turn, filters)
        and (not wanted or (turn.speaker or "").casefold() in wanted)
        and ("where" not in filters or turn.metadata.get("channel") == "mail")
        and ("between" not in filters or (turn.said is not None and f"{turn.said.local}" >= "2024-01-10"))
    )


def opaque(sessions: list[Session]) -> list[Session]:
    """The same said in sessions and turns of other names."""
    return [
        replace(
            one,
            id=f"{number * 7919 % 97:x}-zz",
            turns=tuple(
                replace(turn, id=f"answer_{number * 31 + place:05d}_has_answer") for place, turn in enumerate(one.turns)
            ),
        )
        for number, one in enumerate(sessions)
    ]


def test_ids_never_reach_a_feature() -> None:
    """Other ids of sessions and turns, another owner: the same scores, ranks, evidence and reasons."""

    def seen(memory: Memory) -> list[Any]:
        return [
            (
                hit.rank,
                hit.score,
                hit.probability,
                [turn.text for turn in hit.turns],
                [(*shown(one),) for one in hit.evidence],
            )
            for found in recalls(memory)
            for hit in found.hits
        ]

    def shown(one: Any) -> tuple[Any, ...]:
        return one.span.text, one.span.start, one.score, one.reason.similarity, one.reason.words, one.reason.parts

    sessions = conversation(9)
    with remembering(*sessions) as memory:
        other = memory.for_owner("blue boat of Ana")
        other.add(opaque(sessions))
        assert {turn.id for turn in other.turns(opaque(sessions)[0].id)} != {turn.id for turn in memory.turns("s0")}
        first, second = seen(memory), seen(other)
    assert len(first) > 50
    assert second == first


def test_where_the_question_points_to_a_sentence_it_comes_first() -> None:
    """With the encoder and the weights that ship, in other words than the question's."""
    with convograph.open(":memory:", architecture="unified") as memory:
        memory.add(json.loads(TALK))
        for question, expected in {
            "Where does the kitten nap?": "She sleeps on the boiler.",
            "When did Ben visit Porto?": "I went to Porto last week.",
        }.items():
            (hit, *_) = memory.recall(question).hits
            assert hit.evidence[0].span.text == expected


TALK = """[{"id": "a", "time": "2024-05-01 18:30", "turns": [
  {"speaker": "Ana", "text": "My cat is called Miso. She sleeps on the boiler."},
  {"speaker": "Ben", "text": "A warm place to be."},
  {"speaker": "Ana", "text": "How was your holiday?"},
  {"speaker": "Ben", "text": "I went to Porto last week. It rained."}]},
 {"id": "b", "time": "2024-06-01 09:00", "turns": [
  {"speaker": "Ana", "text": "I start at the bakery on Monday."},
  {"speaker": "Ben", "text": "Good luck with the bread!"}]}]"""

HOSTILE_QUESTIONS = {
    "control characters": "\x00\x01\x1b[31m boat \x7f",
    "pictures": "👍🚤 boat 👩‍👩‍👧",
    "pictures alone": "👍🚤",
    "right to left": "\u202eأين القارب الأزرق؟",
    "stop words alone": "What is it that you have of the?",
    "100 KB of few words": "where is the blue boat " * 4_500,
    "100 KB of many words": " ".join(f"boat{number} river" for number in range(7_000)),
    "one word of 100 KB": "boat" * 25_000,
    "marks": "?!?! ... a",
    "lone surrogate": "boat \ud800",
    "times": "in year 9999, 0001-01-01, 31 February 2024, on 99/99/9999, 10000 years ago, since 1 BC",
    "many lines": "boat\n\n\r\n\u2028river\t",
}
HOSTILE_TALKS = {
    "a picture": [said("a", "Ana:👍")],
    "100 KB": [said("a", "Ana: " + "boat river. " * 8_000, "Ben: " + "boat" * 25_000)],
    "1,000 speakers": [said("a", *(f"S{number}: I have {number} boats." for number in range(1_000)))],
    "odd speakers": [
        Session(
            tuple(Turn("A boat.", name) for name in ("\u202eAna", "'\"[](){}:", "👍", "the", "Ana  Maria", "٣")), "a"
        )
    ],
    "times of some": [said("a", "Ana: A boat."), said("b", "Ben: The boat.", time="9999-12-31")],
    "very early": [said("a", "Ana: The boat of 1 January 0001, yesterday.", time="0001-01-01")],
    "very late": [said("a", "Ana: The boat of tomorrow, next year.", time="9999-12-31 23:59")],
}


@pytest.fixture(scope="module")
def shipped() -> Unified:
    """With the encoder and the table that ship."""
    return Unified(make_encoder("static"), TABLE)


@pytest.mark.parametrize("question", HOSTILE_QUESTIONS.values(), ids=HOSTILE_QUESTIONS.keys())
def test_any_question_is_answered_or_refused(shipped: Unified, question: str) -> None:
    """With numbers, or in one line."""
    with open_memory(":memory:", architecture=shipped) as memory:
        for filled in (False, True):
            if filled:
                memory.add(conversation(1))
            for unit in memory.architecture.units:
                try:
                    assert finite(memory.recall(question, unit=unit, k=3, asked_at="2024-03-01"))
                except ConvographError as error:
                    assert "\n" not in str(error)


@pytest.mark.parametrize("talk", HOSTILE_TALKS.values(), ids=HOSTILE_TALKS.keys())
def test_any_talk_is_searched(shipped: Unified, talk: list[Session]) -> None:
    """Every unit, with and without filters by time."""
    with open_memory(":memory:", architecture=shipped) as memory:
        memory.add(talk)
        filters: tuple[dict[str, Any], ...] = ({}, {"as_of": "2024-01-01"}, {"between": ("2024-01-01", None)})
        for options in filters:
            assert all(map(finite, recalls(memory, **{"k": 3, **options})))
        boats = any("boat" in turn.text for one in talk for turn in one.turns)
        assert bool(memory.recall("Where is the boat? 👍", unit="turn").hits) == boats


@pytest.mark.parametrize("dimensions", [1, 7, 300])
def test_any_encoder_serves(dimensions: int) -> None:
    """Of any number of dimensions; changing it changes what is near, and nothing else."""
    with remembering(*conversation(3), encoder=HashingEncoder(dimensions)) as memory:
        assert all(map(finite, recalls(memory)))
        memory.reencode(HashingEncoder(16))
        with remembering(*conversation(3), encoder=HashingEncoder(16)) as other:
            assert [answers(one) for one in recalls(memory)] == [answers(one) for one in recalls(other)]


def test_an_encoder_that_knows_no_word_leaves_words() -> None:
    """Vectors of zeros have no cosine."""

    class Silent(HashingEncoder):
        def encode(self, texts: Any, kind: str) -> Any:
            return np.zeros((len(texts), 4), np.float32)

    with remembering(*conversation(3), encoder=Silent(4)) as memory:
        assert all(map(finite, recalls(memory)))
        assert memory.recall("blue boat").hits
        assert not memory.recall("zebra").hits


def test_another_language_has_its_stems() -> None:
    """Words are found in other forms; what a stop word is in English counts."""
    talk = said("a", "user: Wir haben zwei Katzen.", "assistant: Schöne Häuser!", "user: Es regnet.")
    with remembering(talk, analyzer=Analyzer("german")) as memory:
        hits = memory.recall("Welche Katze?").hits
        assert hits[0].evidence[0].reason.words == ("katzen",)
        assert all(map(finite, recalls(memory)))


def test_a_speakers_name_is_no_content_of_the_question() -> None:
    """What Ana says of herself is found by what it is about, whoever else is called so in the future."""
    early = said("a", "Ana: I paint.", "Ben: Cleo paints boats.", time="2024-01-01")
    late = said("b", "Cleo: I sail.", time="2024-02-01")
    with remembering(early, words=FewWords()) as alone, remembering(early, late, words=FewWords()) as memory:
        question, options = "What does Cleo paint?", {"as_of": "2024-01-15", "asked_at": "2024-01-15"}
        assert answers(memory.recall(question, **options)) == answers(alone.recall(question, **options))


def test_a_talk_said_at_one_time_each_ranks_by_time(shipped: Unified) -> None:
    """Of two alike, the one said in the month asked about comes first, whichever was stored first."""
    sessions = [
        Session(
            (Turn("We went sailing.", "Ana"),),
            f"s{month}",
            said_at(convograph.parse_said(f"2024-{month:02d}-10").local),
        )
        for month in (3, 5, 4)
    ]
    for order in (sessions, sessions[::-1]):
        with open_memory(":memory:", architecture=shipped) as memory:
            memory.add(order)
            (first, *_) = memory.recall("What did Ana do in April 2024?", asked_at="2024-08-01").hits
            assert first.turns[0].session == "s4"
