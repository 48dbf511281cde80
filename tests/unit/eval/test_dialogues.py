"""MSC, Conversation Chronicles and LoCoMo as dialogues with replies to score: small made files, then the real ones."""

from __future__ import annotations

import gzip
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from convograph.errors import InputError
from convograph_eval.datasets.dialogues import (
    DialogueSet,
    dialogue_files,
    first_dialogues,
    load_dialogues,
    of_sessions,
    sampled,
)
from support.data_files import DataFile

DAY = 86_400


def pair(first: str, second: str | None = "Yes.") -> dict[str, str | None]:
    return {"SPEAKER_1": first, "SPEAKER_2": second}


PAIRS = [
    [
        {"dialog": [pair("Hi."), pair("Fine?")], "time_pass": 3_600},
        {"dialog": [pair("Still fine?"), pair("", "I said so."), pair("Bye.", None)], "time_pass": 2 * DAY},
        {"dialog": [pair("Back again?")]},
    ]
]
EPISODE = {
    "dataID": "episode-7",
    "relationship": "Neighbors",
    "time_interval": [
        "Start",
        "A few hours after",
        "A few days after",
        "A few months after",
        "A couple of years  after",
    ],
    **{f"{ordinal}_session_dialogue": ["Hello.", "Hi."] for ordinal in ("first", "second", "third", "fourth", "fifth")},
    **{f"{ordinal}_session_speakers": ["A", "B"] for ordinal in ("first", "second", "third", "fourth", "fifth")},
}


def write(path: Path, value: Any) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def places(given: DialogueSet) -> list[str]:
    return [place.id for place in given.places]


def times(given: DialogueSet) -> list[datetime]:
    return [session.said.local for session in given.dialogues[0].sessions if session.said]


@pytest.mark.parametrize("name", ["msc", "cc"])
def test_pairs_are_replies_with_times_added_up(tmp_path: Path, name: str) -> None:
    """An empty side is no turn; an answer to nothing is in memory and no reply; an unanswered last turn is dropped."""
    found = load_dialogues(name, write(tmp_path / "test.json", PAIRS))
    (dialogue,) = found.dialogues
    assert (dialogue.name, dialogue.user, dialogue.agent) == (f"{name}-0", "SPEAKER_1", "SPEAKER_2")
    assert places(found) == [f"{name}-0#2:1", f"{name}-0#3:1"]
    assert [turn.text for turn in dialogue.sessions[1].turns] == ["Still fine?", "Yes.", "I said so."]
    assert dialogue.dropped == 3  # two empty sides and "Bye."
    assert times(found) == [datetime(2000, 1, 1), datetime(2000, 1, 1, 1), datetime(2000, 1, 3, 1)]


def test_an_episode_of_the_chronicles_has_times_in_words(tmp_path: Path) -> None:
    """4 hours, 3 days, 90 days, 730 days; a line each or a list, the first speaker is the user."""
    later = [datetime(2000, 1, 1), datetime(2000, 1, 1, 4), datetime(2000, 1, 4, 4), datetime(2000, 4, 3, 4)]
    later += [datetime(2002, 4, 3, 4)]
    for text in (json.dumps(EPISODE), json.dumps([EPISODE])):
        found = load_dialogues("cc", write(tmp_path / "cc.json", text))
        assert times(found) == later
        assert (found.dialogues[0].user, found.dialogues[0].agent) == ("A", "B")
        assert places(found) == [f"episode-7#{number}:1" for number in (2, 3, 4, 5)]


def release(number: int, *gaps: dict[str, Any]) -> str:
    """A line of `dialogue_session_<number>`, with earlier sessions."""

    def said(name: str) -> list[dict[str, str]]:
        return [{"text": f"{name}?", "id": "Speaker 1"}, {"text": f"{name}.", "id": "Speaker 2"}]

    previous = [{"dialog": said(f"old {place}"), **gap} for place, gap in enumerate(gaps)]
    odd = {"text": "Anybody?", "id": "Speaker 1"}
    metadata = {"initial_data_id": "valid_0"}
    return json.dumps({"metadata": metadata, "dialog": [*said("last"), odd], "previous_dialogs": previous})


def summary(text: str, gap: str | None, **more: Any) -> str:
    turns = [{"id": "bot_0", "text": f"{text}?"}, {"id": "bot_1", "text": f"{text}.", "problem_data": {}}]
    if gap is not None:
        turns[1]["problem_data"] = {"prompt_time": gap}
    return json.dumps({"initial_data_id": "valid_0", "dialog": turns, **more})


def test_the_fourth_session_is_read_from_the_persona_summaries(tmp_path: Path) -> None:
    """Its gap stands in the summaries of the third; without both files, the release's own sessions are all."""
    data = write(tmp_path / "dialogue_session_2_valid.jsonl", release(2, {"time_num": 3, "time_unit": "days"}))
    assert places(load_dialogues("msc", data)) == ["valid_0#2:1"]
    write(tmp_path / "personasummary_session_3_valid.jsonl", summary("further", "1 day"))
    assert dialogue_files("msc", data) == (data,)
    write(tmp_path / "personasummary_session_2_valid.jsonl", summary("last", "5 hours"))
    assert len(dialogue_files("msc", data)) == 3
    found = load_dialogues("msc", data)
    assert places(found) == ["valid_0#2:1", "valid_0#3:1"]
    assert times(found) == [datetime(2000, 1, 1), datetime(2000, 1, 4), datetime(2000, 1, 4, 5)]
    assert [(turn.speaker, turn.text) for turn in found.dialogues[0].sessions[2].turns] == [
        ("Speaker 1", "further?"),
        ("Speaker 2", "further."),
    ]
    assert found.dialogues[0].dropped == 1  # "Anybody?"
    write(tmp_path / "personasummary_session_2_valid.jsonl", summary("last", None))
    with pytest.raises(InputError, match=r"personasummary_session_2_valid\.jsonl: line 1: \(valid_0\) says no prompt_"):
        load_dialogues("msc", data)
    write(tmp_path / "personasummary_session_2_valid.jsonl", summary("last", "a while"))
    with pytest.raises(InputError, match=r"\(valid_0\) has the prompt_time 'a while'; give the release's file as it"):
        load_dialogues("msc", data)


def locomo(*sessions: list[str], **more: Any) -> dict[str, Any]:
    """Sessions of turns, each by the speaker whose letter it begins with."""
    conversation: dict[str, Any] = {"speaker_a": "A", "speaker_b": "B", **more}
    for number, texts in enumerate(sessions, start=1):
        conversation[f"session_{number}"] = [
            {"speaker": text[0], "dia_id": f"D{number}:{place}", "text": text}
            for place, text in enumerate(texts, start=1)
        ]
        conversation[f"session_{number}_date_time"] = f"1:00 pm on {number} May, 2023"
    return {"sample_id": "c", "conversation": conversation, "qa": []}


def test_a_reply_of_locomo_follows_the_other_speaker(tmp_path: Path) -> None:
    """From the second session on; turns of one speaker in a row, and what begins a session, are no replies."""
    sample = locomo(["A", "B"], ["B starts", "A says", "B replies", "B goes on", "A again", "B replies"])
    found = load_dialogues("locomo", write(tmp_path / "locomo.json", [sample]))
    assert places(found) == ["c#2:2", "c#2:5"]
    assert places(sampled(found, 1, 0)) in (["c#2:2"], ["c#2:5"])  # replies are sampled, not dialogues


def test_parts_of_a_set(tmp_path: Path) -> None:
    """The first dialogues, some sessions, a sample that is the same again."""
    found = load_dialogues("msc", write(tmp_path / "test.json", PAIRS * 5))
    assert len(first_dialogues(found, 2).dialogues) == 2
    assert {place.session for place in of_sessions(found, (3,)).places} == {3}
    drawn = sampled(found, 2, 7)
    assert drawn == sampled(found, 2, 7)
    assert len(drawn.dialogues) == 2
    assert len({tuple(places(sampled(found, 2, seed))) for seed in range(9)}) > 1


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("other", PAIRS, r"^no dialogues are called 'other'; the data sets are msc, cc, locomo$"),
        ("msc", [PAIRS[0][:1]], r"no session after the first has a reply to score"),
        ("cc", [[*PAIRS[0], {"dialog": []}]], r"\[0\]\[3\] \(cc-0#4\) has no turns"),
        ("cc", [[{"dialog": [pair("Hi.")], "time_pass": 1e15}, *PAIRS[0]]], r"\[0\] \(cc-0\) has sessions past the"),
        ("cc", [[{"dialog": [pair("Hi.")], "time_pass": -1}]], r"\[0\]\[0\]\.time_pass"),
        ("cc", {**EPISODE, "time_interval": ["Start"]}, r"\(episode-7\) has 1 times, of 5 sessions"),
        (
            "cc",
            {**EPISODE, "time_interval": ["Start", *["Later"] * 4]},
            r"\(episode-7\) has the time 'Later'; the times",
        ),
        ("cc", {**EPISODE, "second_session_speakers": ["A"]}, r"2 turns and 1 speakers in second_session_dialogue"),
        ("cc", {**EPISODE, "second_session_speakers": ["A", "C"]}, r"\(episode-7\) has 3 speakers, not two: 'A', 'B'"),
        ("cc", {**EPISODE, "second_session_dialogue": [1, 2]}, r"\(episode-7\) second_session_dialogue"),
        ("cc", [EPISODE, EPISODE], r"2 dialogues are called 'episode-7'; take all but one out"),
        (
            "locomo",
            [locomo(["A", "B"], ["A", "B"], session_3=[{"speaker": "A", "dia_id": "D3:1", "text": "A"}])],
            "time",
        ),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, name: str, value: Any, complaint: str) -> None:
    """The place, the value, and what to do."""
    with pytest.raises(InputError, match=complaint):
        load_dialogues(name, write(tmp_path / "data.json", value))


@pytest.mark.parametrize(("sessions", "complaint"), [((9,), "in session 9; there are 2, 3"), ((1,), "in session 1")])
def test_sessions_without_replies_are_refused(tmp_path: Path, sessions: tuple[int, ...], complaint: str) -> None:
    """Session 1 only fills the memory."""
    found = load_dialogues("msc", write(tmp_path / "test.json", PAIRS))
    with pytest.raises(InputError, match=complaint):
        of_sessions(found, sessions)
    with pytest.raises(InputError, match="a sample of 2 dialogues cannot be drawn: there are 1"):
        sampled(found, 2, 0)
    with pytest.raises(InputError, match="a limit of 0 leaves no dialogue"):
        first_dialogues(found, 0)


def test_msc_as_at_hand(data_file: DataFile) -> None:
    """Five hundred dialogues of the validation half, sessions 2 to 4; the release's own last turn among them."""
    path = data_file("msc/dialogue_session_3_valid.jsonl.gz")
    found = load_dialogues("msc", path)
    assert len(found.dialogues) == 500
    assert {len(dialogue.sessions) for dialogue in found.dialogues} == {4}
    by_session = {number: sum(place.session == number for place in found.places) for number in (2, 3, 4)}
    with gzip.open(path, "rt") as file:
        third = [json.loads(line)["dialog"] for line in file]
    assert by_session[3] == sum(len(dialog) // 2 for dialog in third)
    assert by_session == {2: 2940, 3: 2935, 4: 2943}
    last = found.dialogues[0].sessions[3]
    assert last.turns[0].text == "Do you have any new stunt double jobs coming  up?"
    assert (last.said.local - found.dialogues[0].sessions[2].said.local).total_seconds() == 5 * 3_600
