"""The example conversation and its questions keep the shape that examples/README.md promises."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SPEAKERS = {"Nora", "Cal", "Juno"}


def read(name: str) -> Any:
    """The content of a file in examples/."""
    return json.loads((EXAMPLES / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def sessions() -> list[dict[str, Any]]:
    """The conversation, session by session."""
    conversation = read("allotment.json")
    assert conversation["name"] == "allotment"
    return conversation["sessions"]


@pytest.fixture(scope="module")
def turns(sessions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All turns of the conversation in order."""
    return [turn for session in sessions for turn in session["turns"]]


@pytest.fixture(scope="module")
def questions() -> list[dict[str, Any]]:
    """The questions about the conversation."""
    return read("allotment.questions.json")


def test_counts_are_those_of_the_readme(sessions, turns, questions):
    """There are 40 sessions of 11 to 14 turns, 501 turns in all, and 38 questions."""
    lengths = [len(session["turns"]) for session in sessions]
    assert (len(sessions), min(lengths), max(lengths), len(turns), len(questions)) == (40, 11, 14, 501, 38)


def test_sessions_are_named_after_the_file_and_numbered_from_one(sessions):
    """Session ids are `allotment#1` to `allotment#40` in order, hence unique."""
    assert [session["id"] for session in sessions] == [f"allotment#{number}" for number in range(1, 41)]


def test_turns_have_text_and_the_fields_of_the_readme_only(turns):
    """Every turn has a speaker and a text without stray spaces, and nothing but an id and a time besides."""
    for turn in turns:
        assert {"speaker", "text"} <= set(turn) <= {"speaker", "text", "id", "time"}
        assert turn["text"] == turn["text"].strip() != ""


def test_ids_that_turns_bring_are_unique(turns):
    """The one turn id given differs from every other and from the form of a default id."""
    assert [turn["id"] for turn in turns if "id" in turn] == ["allotment#13:letter-photo"]


def test_sessions_ascend_through_one_year(sessions):
    """Session times ascend strictly, touch every month of 2024 and lie in no other year."""
    times = [datetime.fromisoformat(session["time"]) for session in sessions]
    assert all(earlier < later for earlier, later in pairwise(times))
    assert {(time.year, time.month) for time in times} == {(2024, month) for month in range(1, 13)}


def test_times_of_turns_ascend_within_an_hour_of_their_session(sessions):
    """A turn's own time is never before its session's start or an earlier turn, and within the hour."""
    timed = 0
    for session in sessions:
        start = latest = datetime.fromisoformat(session["time"])
        for turn in session["turns"]:
            if "time" in turn:
                said = datetime.fromisoformat(turn["time"])
                assert latest <= said <= start + timedelta(hours=1)
                latest = said
                timed += 1
    assert timed == 11


def test_three_speakers_and_the_third_comes_in_march(sessions, turns):
    """Nora, Cal and Juno each say more than 100 turns; Juno's first session is the one of 10 March."""
    counts = Counter(turn["speaker"] for turn in turns)
    assert set(counts) == SPEAKERS
    assert min(counts.values()) > 100
    first = next(session for session in sessions if any(turn["speaker"] == "Juno" for turn in session["turns"]))
    assert first["time"] == "2024-03-10T20:15"


def test_the_secret_is_told_while_nora_is_away(sessions):
    """In the session where the pawned watch is told of, only Cal and Juno speak."""
    secret = next(session for session in sessions if session["id"] == "allotment#18")
    assert {turn["speaker"] for turn in secret["turns"]} == {"Cal", "Juno"}


@pytest.mark.parametrize(
    "phrase",
    [
        "last friday",
        "last thursday",
        "the day before yesterday",
        "two weekends ago",
        "in march",
        "next month",
        "every wednesday",
        "martin oakes",
        "martin teague",
        "07700 900142",
        "07700 900618",
        "peedie",
    ],
)
def test_promised_phrases_occur(turns, phrase):
    """Relative dates, both Martins and both telephone numbers are in the conversation."""
    assert any(phrase in turn["text"].lower() for turn in turns)


@pytest.mark.parametrize("needle", ["£3.40", "kiwi", "G sharp", "blue flowerpot"])
def test_needles_are_said_once(turns, needle):
    """A thing said once only is found in exactly one turn."""
    assert sum(needle in turn["text"] for turn in turns) == 1


def test_questions_are_of_six_kinds(questions):
    """Each kind has at least four questions, and exactly four cannot be answered."""
    kinds = Counter(question["kind"] for question in questions)
    assert set(kinds) == {"single-fact", "temporal", "changed-fact", "multi-hop", "who-said", "unanswerable"}
    assert min(kinds.values()) == kinds["unanswerable"] == 4


def test_questions_differ_in_words_or_in_time(questions):
    """No question is asked twice at the same moment."""
    assert len({(question["question"], question["asked_at"]) for question in questions}) == len(questions)


def test_evidence_resolves_to_turns_said_before_the_question(sessions, questions):
    """Every pointer names a session and a turn in it, without repeats, and nothing said after `asked_at`."""
    by_id = {session["id"]: session for session in sessions}
    for question in questions:
        pointers = [(pointer["session"], pointer["turn"]) for pointer in question["evidence"]]
        assert len(set(pointers)) == len(pointers)
        for name, turn in pointers:
            assert 0 <= turn < len(by_id[name]["turns"])
            assert datetime.fromisoformat(by_id[name]["time"]) < datetime.fromisoformat(question["asked_at"])


def test_only_unanswerable_questions_lack_answer_and_evidence(questions):
    """`answer` is null and `evidence` empty for the kind `unanswerable`, and for no other."""
    for question in questions:
        has_none = question["kind"] == "unanswerable"
        assert (question["answer"] is None) == has_none
        assert (question["evidence"] == []) == has_none


@pytest.mark.parametrize(
    ("question", "asked_at", "words"),
    [
        ("What is Juno's phone number?", "2024-12-31T18:00", "07700 900618"),
        ("What is Juno's phone number?", "2024-07-01T12:00", "07700 900142"),
        ("What is Nora allergic to?", "2024-12-31T18:00", "kiwi"),
        ("What is the combination of the shed padlock?", "2024-12-31T18:00", "4913"),
        ("Which Martin is moving to Portugal?", "2024-12-31T18:00", "Martin Teague is moving to Portugal"),
        ("Who proposed walking the whole River Sill?", "2024-12-31T18:00", "we walk it"),
    ],
)
def test_evidence_holds_the_words_of_the_answer(sessions, questions, question, asked_at, words):
    """The turns pointed to are the ones that say it, so no index has slipped."""
    by_id = {session["id"]: session["turns"] for session in sessions}
    asked = next(item for item in questions if (item["question"], item["asked_at"]) == (question, asked_at))
    texts = [by_id[pointer["session"]][pointer["turn"]]["text"] for pointer in asked["evidence"]]
    assert any(words in text for text in texts)
