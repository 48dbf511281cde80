"""A question as it is compared: its words by role, whom and which time it names, what kind it is."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import numpy as np
import pytest

from convograph.architectures.unified.question import MOST_WORDS_COMPARED, AskedQuestion, asked
from convograph.encoders.word_table import bundled_words
from convograph.extraction import asking
from convograph.graph.vectors import rounded
from convograph.protocols import Query
from convograph.terms import ENGLISH, Analyzer
from support.encoders import HashingEncoder
from support.ranking import FewWords

ENCODER = HashingEncoder(8)
WORDS = FewWords()
SPEAKERS = {"ana": 0, "ben smith": 1, "user": 2, "anna-lena": 3}
NOON = datetime(2024, 3, 1, 12)


def understood(text: str, analyzer: Analyzer = ENGLISH, **options: Any) -> AskedQuestion:
    """A question, asked on 1 March 2024 to a memory where four speak."""
    return asked(Query(text, 5, "turn", **{"asked_at": NOON, **options}), SPEAKERS, ENCODER, analyzer, WORDS)


def roles(one: AskedQuestion) -> dict[str, tuple[float, ...]]:
    """How often each stem counts in each role."""
    return dict(zip(one.stems, map(tuple, one.roles.T.tolist()), strict=True))


def test_words_have_roles() -> None:
    """All but stop words count; a speaker's name says nothing of the content."""
    assert roles(understood("Where does Ana's cat Miso sleep in Porto?")) == {
        "ana": (1, 0),
        "cat": (1, 1),
        "miso": (1, 1),
        "sleep": (1, 1),
        "porto": (1, 1),
    }
    assert roles(understood("Miso, cats and a cat")) == {"miso": (1, 1), "cat": (2, 1)}


def test_a_stem_goes_by_its_first_word() -> None:
    """That is the word whose like are looked for."""
    one = understood("Dogs, a dog, running and runs")
    assert (one.words, one.stems) == (("dogs", "running"), ("dog", "run"))


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("What kind of book did Ana mention last week?", {"book"}),
        ("What kind of thing did Ana mention?", {"kind", "thing", "mention"}),
        ("Ana, Ben?", {"ana", "ben"}),
    ],
)
def test_there_is_content_as_long_as_there_are_words(text: str, content: set[str]) -> None:
    """Words of the frame count where there are no others, and speakers where nothing else is there."""
    one = understood(text)
    assert {stem for stem, counts in zip(one.stems, one.weights("content"), strict=True) if counts} == content


def test_the_frame_is_english() -> None:
    """In another language the same letters may be any word."""
    assert understood("kind book", Analyzer("german")).weights("content").tolist() == [1, 1]
    assert understood("kind book").weights("content").tolist() == [0, 1]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("What did Ana say?", {0}),
        ("What did ANA and ben say?", {0, 1}),
        ("Who is Smith?", set()),
        ("Where is the banana?", set()),
        ("Does the user know Ana?", {0, 2}),
        ("Ana_Ben", {0, 1}),
    ],
)
def test_speakers_are_named_by_their_first_name(text: str, named: set[int]) -> None:
    """As a word of its own, in any case."""
    assert understood(text).named == named


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("What did she do in May 2023?", [("2023-05-01", "2023-06-01")]),
        ("And yesterday?", [("2024-02-29", "2024-03-01")]),
        ("What happened in 2019?", [("2019-01-01", "2020-01-01")]),
        ("What has she done since 1990?", []),
        ("Where is it?", []),
    ],
)
def test_times_are_ranges(text: str, ranges: list[tuple[str, str]]) -> None:
    """Relative ones count from the time of the question; what lasts above 400 days says too little."""
    found = understood(text).ranges
    assert [tuple(f"{moment:%Y-%m-%d}" for moment in one) for one in found] == ranges


def test_a_question_without_a_time_is_asked_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that "yesterday" means what it says; what is hidden after a moment is asked at that moment."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Clock:
            return cls(2021, 7, 5, 9)

    monkeypatch.setattr(asking, "datetime", Clock)
    ((start, _),) = understood("What did I do yesterday?", asked_at=None).ranges
    assert start == datetime(2021, 7, 4)
    ((start, _),) = understood("What did I do yesterday?", asked_at=None, as_of=datetime(2020, 2, 2)).ranges
    assert start == datetime(2020, 2, 1)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("When was that?", {"when"}),
        ("What year was it?", {"when"}),
        ("On which date was it?", {"when"}),
        ("what's the release date of Pelican now", {"when"}),
        ("which weekend are we going?", {"when"}),
        ("What did she wear on our first date?", set()),
        ("Which city was it?", {"where"}),
        ("How many cats, and where?", {"how many", "where"}),
        ("Any tips?", set()),
        ("Whenever, somewhere", set()),
    ],
)
def test_kinds_of_question(text: str, kinds: set[str]) -> None:
    """By what it opens with, anywhere in it."""
    assert understood(text).kinds == kinds


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("Where do I live now?", "now"),
        ("How many bikes do I currently own?", "now"),
        ("Does Nerea still keep away from coffee?", "now"),
        ("What is my latest score?", "now"),
        ("Which line is Denzil on?", "present"),
        ("What's her dog called?", "present"),
        ("How many books have I read?", "present"),
        ("What was my previous record?", "former"),
        ("Where did we live before we moved?", "former"),
        ("Where did she live before?", "former"),
        ("What did she do before lunch?", None),
        ("Where did Ana use to work?", "former"),
        ("What did we say in our previous conversation?", None),
        ("Do I read more now than I did previously?", None),
        ("What did she paint?", None),
        ("What had she said?", None),
        ("coffee", None),
    ],
)
def test_period_of_question(text: str, period: str | None) -> None:
    """By words for now and then, else by its tense; both at once tell nothing."""
    assert understood(text).period == period


@pytest.mark.parametrize(
    ("text", "to_assistant"),
    [
        ("Remind me of the hotel that you recommended.", True),
        ("What was in our previous chat?", True),
        ("how many tiles did you work out for the hearth", True),
        ("what was your trick against the bubbles in my pots?", True),
        ("Did you know that I moved?", False),
        ("Where did I go?", False),
        ("What did Ana say to you?", False),
    ],
)
def test_what_an_assistant_said_is_meant(text: str, to_assistant: bool) -> None:
    """Where the question speaks of what "you" said, or of an earlier conversation."""
    assert understood(text).to_assistant is to_assistant


@pytest.mark.parametrize(
    ("text", "is_courtesy"),
    [
        ("ok thanks", True),
        ("I'm back, sorry!", True),
        ("That works, see you on Friday", True),
        ("Where do I work?", False),
        ("who do we meet on friday", False),
        ("how are you today", True),
        ("How are you?", True),
        ("How was my weekend?", False),
        ("Did I say sorry?", False),
        ("Thanks, Ana!", True),
        ("Ana?", False),
        ("Where does Ana work?", False),
    ],
)
def test_what_is_said_to_be_civil_asks_for_nothing_of_anybodys(text: str, is_courtesy: bool) -> None:
    """Of civil words alone, unless it asks what somebody does."""
    assert understood(text).is_courtesy is is_courtesy


def test_what_asks_for_a_relation_of_somebody_is_no_small_talk() -> None:
    """Put to an assistant it is: "What's your favourite colour?"."""
    yours, mine = (
        asked(Query(f"What's {whose} favourite colour?", 5, "turn"), SPEAKERS, ENCODER, ENGLISH, bundled_words())
        for whose in ("your", "my")
    )
    assert yours.small_talk > 0.7
    assert mine.small_talk == 0.0


def test_a_message_is_compared_with_those_that_ask_for_nothing() -> None:
    """Which are English."""
    assert understood("Fixed it").small_talk == 1.0
    assert understood("Where did we meet?").small_talk == 0.0
    assert understood("Fixed it", Analyzer("german")).small_talk == 0.0


@pytest.mark.parametrize(
    ("text", "is_sentence"), [("Do I like cilantro?", True), ("zxqv blorp", False), ("idk the zxqv", False)]
)
def test_words_that_join_others_make_a_sentence(text: str, is_sentence: bool) -> None:
    """Two of them."""
    assert understood(text).is_sentence is is_sentence


@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("What did we discuss on 8 May?", True),
        ("what happened last month", True),
        ("What did Ana tell me in March 2023?", True),
        ("What did Ana paint in March 2023?", False),
        ("When did we talk in March?", False),
        ("What did we discuss?", False),
        ("What changed between March and May?", False),
    ],
)
def test_what_was_then_is_asked_where_nothing_else_is(text: str, then: bool) -> None:
    """At one time, by name or by how far it lies back."""
    assert understood(text).then is then


def test_vectors_are_those_of_the_question_and_of_its_content() -> None:
    """The second one of the content words as written."""
    one = understood("What kind of blue Boats did Ana mention?")
    expected = ENCODER.encode(["What kind of blue Boats did Ana mention?", "blue boats"], "query")
    assert one.vectors.tolist() == rounded(expected).tolist()


def test_a_question_of_stop_words_alone() -> None:
    """It has no words, and the question for its content."""
    one = understood("What is it that you have?")
    assert (one.words, one.stems, one.roles.shape) == ((), (), (2, 0))
    assert one.weights("content").tolist() == []
    assert one.vectors[0].tolist() == one.vectors[1].tolist()


def test_what_was_said_just_before_is_part_of_it() -> None:
    """Its words come first."""
    assert understood("What was wrong with it?", recent=("My bike!",)).stems == ("bike", "wrong")


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("École à Zürich", ("école", "à", "zürich")),
        ("東京で", ("東京", "京で")),
        ("\u202eأين القارب", ("أين", "القارب")),
        ("👍 boat \x1b[31m", ("boat", "31m")),
    ],
)
def test_any_script_has_words(text: str, stems: tuple[str, ...]) -> None:
    """Marks and pictures are none."""
    assert understood(text).stems == stems


def test_of_very_many_words_the_last_are_compared() -> None:
    """As many distinct ones as there may be; what was pasted before the question goes first."""
    words = [f"word{number}" for number in range(10_000)]
    one = understood(" ".join([*words, "word9999", "boat"]))
    assert one.stems == (*words[-MOST_WORDS_COMPARED + 1 :], "boat")
    assert one.weights("all")[-2:].tolist() == [2, 1]
    just = understood(" ".join(words[:MOST_WORDS_COMPARED]))
    assert just.stems == tuple(words[:MOST_WORDS_COMPARED])
    assert np.isfinite(one.vectors).all()
