"""Memos from files: the project's own form in JSON and JSON Lines, LoCoMo's release, and what is wrong with others."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph import parse_said
from convograph.errors import InputError
from convograph.formats.memo_shapes import memo_of_object
from convograph.formats.memos import ConversationMemos, memos_in_text, read_memos
from convograph.types import Memo
from support.data_files import DataFile

FACT = {"kind": "fact", "text": " Ana moved to Porto. ", "turns": ["s1:4", 7]}
SUMMARY = {"kind": "summary", "text": "Ana tells of her move.", "session": "s1", "time": "2024-03-01"}
AS_FACT = Memo("fact", "Ana moved to Porto.", None, ("s1:4", "7"))
AS_SUMMARY = Memo("summary", "Ana tells of her move.", "s1", (), parse_said("2024-03-01"))


def locomo(**changes: Any) -> dict[str, Any]:
    """A sample with two sessions, of which the second has nothing but a time."""
    sample: dict[str, Any] = {
        "sample_id": "conv-1",
        "conversation": {
            "session_1": [
                {"speaker": "Ana", "dia_id": "D1:1", "text": "I moved."},
                {"speaker": "Ben", "dia_id": "D1:2", "text": "Where to?"},
                {"speaker": "Ana", "dia_id": "D1:3", "text": "Porto."},
            ],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_2_date_time": "1:56 pm on 9 May, 2023",
        },
        "session_summary": {"session_1_summary": "Ana tells of her move.", "session_2_summary": "Nothing."},
        "observation": {"session_1_observation": {"Ana": [["Ana moved.", "D1:1"]]}},
    }
    return sample | changes


def of(value: object) -> tuple[ConversationMemos, ...]:
    return memos_in_text(json.dumps(value), "memos.json")


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([FACT, SUMMARY]),
        json.dumps([FACT, SUMMARY], indent=2),
        f"{json.dumps(FACT)}\n\n{json.dumps(SUMMARY)}\n",
        f"\ufeff{json.dumps(FACT)}\r\n{json.dumps(SUMMARY)}",
    ],
    ids=["list", "indented", "lines", "lines-of-windows"],
)
def test_a_list_and_lines_are_read_alike(text: str) -> None:
    """Text is stripped, ids that are numbers become text, times are read."""
    assert memos_in_text(text, "any") == (ConversationMemos(None, (AS_FACT, AS_SUMMARY)),)


@pytest.mark.parametrize("indent", [None, 2])
def test_one_memo_alone_is_a_file_too(indent: int | None) -> None:
    """On one line or on several."""
    assert memos_in_text(json.dumps(FACT, indent=indent), "any") == (ConversationMemos(None, (AS_FACT,)),)


def test_memos_are_grouped_by_conversation() -> None:
    """In order of their first memo; those that name none belong together."""
    texts = [("a", "One."), (None, "Two."), ("b", "Three."), ("a", "Four.")]
    given_memos = [{**FACT, "text": text, "conversation": name} for name, text in texts]
    assert [(one.conversation, [memo.text for memo in one.memos]) for one in of(given_memos)] == [
        ("a", ["One.", "Four."]),
        (None, ["Two."]),
        ("b", ["Three."]),
    ]


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    """By gzip, as every other file."""
    path = tmp_path / "memos.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(FACT).encode()))
    assert read_memos(path)[0].memos == (AS_FACT,)


def test_null_counts_as_missing() -> None:
    """Also for a list and a time; the other name of the time is read."""
    assert of([{**FACT, "session": None, "time": None, "conversation": None}])[0].memos == (AS_FACT,)
    timed = of([{**SUMMARY, "turns": None, "time": None, "timestamp": "2024-03-01"}])
    assert timed[0].memos == (AS_SUMMARY,)


def test_a_text_may_speak_of_locomos_keys() -> None:
    """What a memo says does not make its file a release of LoCoMo."""
    text = '{"kind": "fact", "text": "session_summary", "turns": ["observation"]}\n' * 2
    assert [memo.text for memo in memos_in_text(text, "any")[0].memos] == ["session_summary"] * 2


def test_locomos_summaries_and_observations_are_summaries_and_facts() -> None:
    """A summary is about its session; a session without turns has none."""
    (found,) = of([locomo()])
    assert found == ConversationMemos(
        "conv-1",
        (
            Memo("summary", "Ana tells of her move.", "conv-1#1"),
            Memo("fact", "Ana moved.", None, ("conv-1#D1:1",)),
        ),
    )
    assert of(locomo()) == (found,)


@pytest.mark.parametrize(
    ("cited", "session", "turns"),
    [
        ("D1:1", None, ("D1:1",)),
        (["D1:1", "D1:3"], None, ("D1:1", "D1:3")),
        ("D1:3, D1:1", None, ("D1:3", "D1:1")),
        ("D1:1; D1:1", None, ("D1:1",)),
        ("D01:002", None, ("D1:2",)),
        ("D1:1, D1:9", None, ("D1:1",)),
        ("D1:9", "conv-1#1", ()),
        ("D" + "9" * 5000 + ":1", "conv-1#1", ()),
        ("", "conv-1#1", ()),
        (None, "conv-1#1", ()),
        ({"D": 1}, "conv-1#1", ()),
    ],
    ids=lambda value: str(value)[:20],
)
def test_citations_are_read_whatever_their_form(cited: Any, session: str | None, turns: tuple[str, ...]) -> None:
    """Turns that are there are taken, each once; a fact that cites none of them rests on its session."""
    observed = {"session_1_observation": {"Ana": [["Ana moved.", cited]]}}
    (found,) = of([locomo(session_summary=None, observation=observed)])
    assert found.memos == (Memo("fact", "Ana moved.", session, tuple(f"conv-1#{name}" for name in turns)),)


def test_a_fact_of_no_session_without_a_turn_is_left_out() -> None:
    """There is nothing that it could rest on; and a sample without memos is passed over among others."""
    observed = {"session_9_observation": {"Ana": [["Lost.", "D9:9"], ["Kept.", "D1:2"]]}, "events": {"Ana": []}}
    first = locomo(session_summary={}, observation=observed)
    found = of([first, locomo(sample_id="conv-2", session_summary=None, observation=None)])
    assert found == (ConversationMemos("conv-1", (Memo("fact", "Kept.", None, ("conv-1#D1:2",)),)),)


def test_the_whole_release_can_be_read(data_file: DataFile) -> None:
    """Five conversations, each with a summary a session, and facts that rest on turns of the conversation."""
    found = read_memos(data_file("locomo/locomo_dev5.json"))
    assert len(found) == 5
    for one in found:
        kinds = [memo.kind for memo in one.memos]
        assert kinds.count("summary") >= 19
        assert kinds.count("fact") > 100
        cited = [memo for memo in one.memos if memo.kind == "fact" and memo.turns]
        assert len(cited) > 0.95 * kinds.count("fact")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["memos.json:", "is empty"]),
        ("[]", ["memos.json:", "holds no memos", "JSON list"]),
        ("[1, 2", ["memos.json:", "invalid JSON at line 1", "one on each line"]),
        ("Ana: hello", ["invalid JSON at line 1", "one on each line"]),
        ('{"kind": "fact"\n{"kind": "fact"}', ["invalid JSON at line 1"]),
        (json.dumps(FACT) + "\n{oops}", ["invalid JSON at line 2"]),
        (json.dumps(FACT) + "\n[]", ["line 2:", "is not an object"]),
        ("17", ["memos.json:", "is not an object: 17"]),
        (json.dumps([FACT, {**FACT, "text": ""}]), ["memos.json: [1].text"]),
        (json.dumps([{**FACT, "text": " \n"}]), ["[0].text is blank", "leave the memo out"]),
        (json.dumps([{**FACT, "text": 7}]), ["[0].text is not a string: 7"]),
        (json.dumps([{**FACT, "text": "a\x00b"}]), ["[0].text holds the control character U+0000"]),
        (json.dumps([{**FACT, "text": "\ud800"}]), ["[0].text"]),
        (json.dumps([{**FACT, "text": "long" * 6000}]), ["[0].text", "20000"]),
        (
            json.dumps([{**FACT, "kind": "rumour"}]),
            ["[0].kind is unknown: 'rumour'", "summary, fact, insight, triplet, event"],
        ),
        (json.dumps([{"text": "x", "turns": ["a"]}]), ["[0].kind is missing"]),
        (json.dumps([{**FACT, "turns": []}]), ["[0] names neither a session nor turns", "name its sources"]),
        (json.dumps([{**FACT, "turns": "s1:4"}]), ["[0].turns is not a list: 's1:4'"]),
        (json.dumps([{**FACT, "turns": [None]}]), ["[0].turns[0]", "None"]),
        (json.dumps([{**FACT, "turns": [""]}]), ["[0].turns[0] is blank"]),
        (json.dumps([{**FACT, "session": "a\nb"}]), ["[0].session holds the control character U+000A"]),
        (json.dumps([{**SUMMARY, "time": "yesterday"}]), ["[0].time", "'yesterday'", "write it like"]),
        (json.dumps([locomo(), FACT]), ["memos.json: [1]", "sample_id"]),
        (json.dumps([locomo(observation=[1])]), ["[0].observation is not an object: [1]"]),
        (json.dumps([locomo(observation={"session_1_observation": {"A": [["x"]]}})]), ["observation", "[0][1]"]),
        (json.dumps([locomo(session_summary={"session_1_summary": 7})]), ["session_1_summary is not a string: 7"]),
        (json.dumps([locomo(session_summary={"session_1_summary": "a\x07"})]), ["U+0007"]),
        (json.dumps([locomo(session_summary={}, observation={})]), ["holds no memos"]),
        ("[" * 100_000, ["nested too deep"]),
    ],
    ids=lambda value: str(value)[:24],
)
def test_what_is_no_memo_is_named_on_one_line(text: str, words: list[str]) -> None:
    """With the place in the file, the value and what to do."""
    with pytest.raises(InputError) as error:
        memos_in_text(text, "memos.json")
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400
    for word in words:
        assert word in str(error.value)


@pytest.mark.parametrize(
    ("memo", "words"),
    [
        (Memo("rumour", "x", "s"), ["memo 1: kind", "'rumour'", "summary, fact, insight"]),  # type: ignore[arg-type]
        (Memo("fact", 7, "s"), ["memo 1: text is not a string: 7"]),  # type: ignore[arg-type]
        (Memo("fact", "x"), ["memo 1: names neither", "'x'"]),
        (Memo("fact", "x", None, "s:1"), ["memo 1: turns is not a list: 's:1'"]),  # type: ignore[arg-type]
        (Memo("fact", "x", None, (None,)), ["memo 1: turns[0] is not a string"]),  # type: ignore[arg-type]
        (Memo("fact", "x", "s", (), "2024-03-01"), ["memo 1: said is not a Said"]),  # type: ignore[arg-type]
        (Memo("fact", "x" * 20_001, "s"), ["20,001 characters", "shorten it"]),
        ("fact", ["memo 1: is not an object: 'fact'"]),
    ],
    ids=lambda value: str(value)[:24],
)
def test_objects_are_checked_like_files(memo: object, words: list[str]) -> None:
    """A `Memo` that was made by hand passes the same checks."""
    with pytest.raises(InputError) as error:
        memo_of_object(memo, "memo 1:")
    for word in words:
        assert word in str(error.value)


def test_a_memo_is_the_same_as_the_mapping_of_it() -> None:
    """So that bringing it as the one after the other changes nothing."""
    assert memo_of_object(Memo("fact", " Ana moved to Porto. ", None, ["s1:4", "7"]), "memo 1:") == AS_FACT  # type: ignore[arg-type]
    assert memo_of_object(FACT, "memo 1:") == AS_FACT


KEYS = st.sampled_from("kind text session turns time conversation sample_id session_1 observation".split())
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.sampled_from(["fact", "s"])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=15
)


@given(VALUES.map(json.dumps) | st.lists(VALUES.map(json.dumps), max_size=3).map("\n".join) | st.text(max_size=60))
def test_any_text_gives_memos_or_an_input_error(text: str) -> None:
    """On one line; nothing else is raised."""
    try:
        found = memos_in_text(text, "any")
    except InputError as error:
        assert "\n" not in str(error)
        return
    assert all(memo.text.strip() for one in found for memo in one.memos)
