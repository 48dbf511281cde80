"""LoCoMo and LongMemEval: the official releases, read whole, without their gold."""

from __future__ import annotations

import gzip
import json

import pytest

from convograph.errors import InputError
from convograph.formats import read_file, read_text
from convograph.times import parse_said
from convograph.types import Conversation, Session, Turn

SAMPLE = {
    "sample_id": "conv-1",
    "qa": [{"question": "secret?", "answer": 5}],
    "conversation": {
        "speaker_a": "Anna",
        "session_10_date_time": "1:56 pm on 8 May, 2023",
        "session_10": [{"speaker": "Ben", "dia_id": "D10:1", "text": "late"}],
        "session_2_date_time": "12:09 am on 2 May, 2023",
        "session_2": [
            {"speaker": "Anna", "dia_id": "D2:1", "text": "Look!", "blip_caption": "a photo of a dog", "img_url": []},
            {"speaker": "Ben", "dia_id": "D2:2", "text": "", "blip_caption": "a cat"},
            {"speaker": "Anna", "dia_id": "D2:3", "text": " "},
        ],
        "session_3": [],
        "session_4_date_time": "1:00 pm on 3 May, 2023",
    },
}

QUESTION = {
    "question_id": "q1_abs",
    "question": "secret?",
    "answer": 5,
    "answer_session_ids": ["b"],
    "haystack_dates": ["2023/05/30 (Tue) 23:40", "2023/05/20 (Sat) 10:00", "2023/05/30 (Tue) 23:40"],
    "haystack_session_ids": ["a", "b", "a"],
    "haystack_sessions": [
        [{"role": "user", "content": "first\x02half"}],
        [{"role": "user", "content": "gold", "has_answer": True}, {"role": "assistant", "content": ""}],
        [{"role": "assistant", "content": "again"}],
    ],
}


@pytest.mark.parametrize("value", [SAMPLE, [SAMPLE]], ids=["one sample", "list"])
def test_locomo_keeps_its_numbers_and_captions(value):
    """Sessions by number, ids of the release, captions in brackets; what is empty is left out."""
    assert read_text(json.dumps(value), "file") == (
        Conversation(
            "conv-1",
            (
                Session(
                    (
                        Turn("Look! [shares a photo of a dog]", "Anna", None, "conv-1#D2:1"),
                        Turn("[shares a cat]", "Ben", None, "conv-1#D2:2"),
                    ),
                    "conv-1#2",
                    parse_said("12:09 am on 2 May, 2023"),
                ),
                Session(
                    (Turn("late", "Ben", None, "conv-1#D10:1"),), "conv-1#10", parse_said("1:56 pm on 8 May, 2023")
                ),
            ),
        ),
    )


def test_longmemeval_sorts_sessions_and_leaves_gold_behind():
    """By date, those of one date as given; a repeated session gets a number; control characters become spaces."""
    assert read_text(json.dumps([QUESTION]), "file") == (
        Conversation(
            "q1_abs",
            (
                Session((Turn("gold", "user"),), "b", parse_said("2023/05/20 (Sat) 10:00")),
                Session((Turn("first half", "user"),), "a", parse_said("2023/05/30 (Tue) 23:40")),
                Session((Turn("again", "assistant"),), "a#2", parse_said("2023/05/30 (Tue) 23:40")),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            [
                SAMPLE,
                {"sample_id": "c", "conversation": {"session_1": [{"speaker": "A", "dia_id": "D1:1", "text": 4}]}},
            ],
            "f: [1].conversation.session_1[0].text is not a string: 4; give a string",
        ),
        ({"sample_id": "c", "conversation": {"session_1": []}}, "f: (c) has no turns; remove the sample"),
        (
            {"sample_id": "c", "conversation": {"session_1_date_time": "soon", "session_1": []}},
            "f: conversation.session_1_date_time: cannot read the time 'soon'",
        ),
        ([{"conversation": {}}], "f: [0].sample_id is missing: {'conversation': {}}; add it"),
        (
            [{**QUESTION, "haystack_dates": ["2023/05/30 (Tue) 23:40"]}],
            "f: [0] (q1_abs): haystack_session_ids, haystack_dates and haystack_sessions are not the same length: 3, 1",
        ),
        (
            [{**QUESTION, "haystack_dates": ["2023/05/30 (Tue) 23:40", "x", "y"]}],
            "f: [0].haystack_dates[1]: cannot read the time 'x'",
        ),
    ],
)
def test_damaged_releases_are_named_by_place(value, message):
    """Sample or question, session and turn."""
    with pytest.raises(InputError) as caught:
        read_text(json.dumps(value), "f")
    assert str(caught.value).startswith(message)


def test_no_turn_of_locomo_is_lost(data_file):
    """All 2,665 turns of the five conversations, each under its own id, every session with its time."""
    conversations = read_file(data_file("locomo/locomo_dev5.json"))
    turns = [turn for each in conversations for session in each.sessions for turn in session.turns]
    assert [each.name for each in conversations] == ["conv-26", "conv-30", "conv-42", "conv-43", "conv-50"]
    assert len(turns) == len({turn.id for turn in turns}) == 2665
    assert sum("[shares " in turn.text for turn in turns) == 596
    assert sum(session.said is not None for each in conversations for session in each.sessions) == 126


def test_no_turn_of_longmemeval_is_lost(data_file):
    """Every session and turn of the oracle file, word for word, under its own question."""
    path = data_file("longmemeval/longmemeval_oracle_dev.json.gz")
    given = json.loads(gzip.decompress(path.read_bytes()))
    conversations = read_file(path)
    assert [each.name for each in conversations] == [question["question_id"] for question in given]
    for question, conversation in zip(given, conversations, strict=True):
        expected = dict(zip(question["haystack_session_ids"], question["haystack_sessions"], strict=True))
        assert {each.id: [(turn.speaker, turn.text) for turn in each.turns] for each in conversation.sessions} == {
            session_id: [(turn["role"], turn["content"]) for turn in turns] for session_id, turns in expected.items()
        }
    assert sum(len(session.turns) for each in conversations for session in each.sessions) == 5467


@pytest.mark.slow
def test_the_full_haystacks_lose_only_turns_without_a_word(data_file):
    """122,374 turns, of which 10 are empty in the release; 11 sessions come twice in a haystack."""
    conversations = read_file(data_file("longmemeval/longmemeval_s_dev.json.xz"))
    sessions = [session for each in conversations for session in each.sessions]
    assert len(sessions) == 11828
    assert sum(len(session.turns) for session in sessions) == 122364
    assert sum(session.id.endswith("#2") for session in sessions) == 11
