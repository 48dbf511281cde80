"""Blocks of events that a model extracted from LoCoMo."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime
from typing import Any

import pytest

from convograph.errors import InputError
from convograph.formats.memos import ConversationMemos, memos_in_text, read_memos
from convograph.types import Memo, Triplet, When
from support.data_files import DataFile

KIDS = {
    **{"event": "Melanie is busy", "event_time": "8 May 2023", "description": "Melanie is swamped with her kids."},
    **{"sources": ["D1:2"], "triplets": [["Melanie", "has", "kids"]]},
}
BLOCK = {"sample_id": "conv-26", "turns": ["D1:1", "D1:2"], "timestamp": "1:56 pm on 8 May, 2023", "events": [KIDS]}
AS_MEMO = Memo(
    *("event", "Melanie is swamped with her kids.", None, ("conv-26#D1:2",), None),  # type: ignore[arg-type]
    triplets=(Triplet("Melanie", "has", "kids"),),
    name="Melanie is busy",
    when=When(datetime(2023, 5, 8), datetime(2023, 5, 9), "day"),
    when_text="8 May 2023",
)


def of(*values: object) -> tuple[ConversationMemos, ...]:
    return memos_in_text("\n".join(json.dumps(value) for value in values), "events.jsonl")


def test_each_event_is_a_memo_of_its_conversation() -> None:
    """Blocks of several conversations, alone, in a list and among memos."""
    fact = {"kind": "fact", "text": "Rain.", "turns": ["conv-26#D1:1"], "conversation": "conv-26"}
    assert of(BLOCK) == of([BLOCK]) == (ConversationMemos("conv-26", (AS_MEMO,)),)
    found = of(BLOCK, {**BLOCK, "sample_id": 30, "events": [KIDS, KIDS]}, {**BLOCK, "events": []}, fact)
    assert [(one.conversation, [memo.kind for memo in one.memos]) for one in found] == [
        ("conv-26", ["event", "fact"]),
        ("30", ["event", "event"]),
    ]
    assert found[1].memos[0].turns == ("30#D1:2",)


def test_what_an_event_leaves_out() -> None:
    """Without sources it rests on the whole block; without a description it says its name."""
    (found,) = of({**BLOCK, "events": [{"event": "Rain", "sources": [], "triplets": []}]})
    assert found.memos == (Memo("event", "Rain", None, ("conv-26#D1:1", "conv-26#D1:2"), name="Rain"),)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"events": "none"}, "events.jsonl: events is not a list: 'none'"),
        ({"sample_id": None}, "sample_id is missing: "),
        ({"events": []}, "events.jsonl: holds no memos"),
        ({"events": [{**KIDS, "sources": None}]}, "events[0].sources is missing"),
        ({"events": [KIDS, {**KIDS, "triplets": [["Melanie", "has"]]}]}, "events[1].triplets[0] has 2 parts"),
        ({"events": [{**KIDS, "triplets": [["Melanie", "", "kids"]]}]}, "events[0].triplets[0].relation is blank"),
        ({"events": [{"sources": ["D1:1"], "triplets": []}]}, "events[0].description is missing; say what happened"),
        ({"events": [{**KIDS, "description": " "}]}, "events[0].text is blank"),
        ({"events": [{**KIDS, "when": "May"}]}, "events[0] has no field 'when'; it may have event, event_time, desc"),
        ({"session": "1"}, "has no field 'session'; it may have sample_id, turns, events, block, timestamp"),
        ({"turns": [], "events": [{**KIDS, "sources": []}]}, "events[0] names neither a session nor turns"),
    ],
)
def test_a_wrong_block_is_refused(changes: dict[str, Any], words: str) -> None:
    """One line with the place, the value and the remedy."""
    with pytest.raises(InputError) as caught:
        of({**BLOCK, **changes})
    assert words in str(caught.value)


def test_the_recorded_events_can_be_read(data_file: DataFile) -> None:
    """1,512 events with 4,977 triplets about five conversations; 973 times are read."""
    found = read_memos(data_file("locomo/recorded_events_dev5.jsonl"))
    memos = [memo for one in found for memo in one.memos]
    assert [one.conversation for one in found] == ["conv-26", "conv-30", "conv-42", "conv-43", "conv-50"]
    assert Counter(memo.kind for memo in memos) == {"event": 1_512}
    assert sum(len(memo.triplets) for memo in memos) == 4_977
    assert sum(memo.when is not None for memo in memos) == 973
    assert all(memo.when_text and memo.name and memo.turns for memo in memos)
