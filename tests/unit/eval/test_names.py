"""Labelled names: joined with the turns that they are about, and what is refused."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from convograph.errors import InputError
from convograph_eval.names import NamedConversation, read_made, read_names
from convograph_eval.names.friends import friends
from support.data_files import DataFile

DATA = Path(__file__).parents[3] / "data"
NAMES = DATA / "names"
QUOTED = {"chronicles", "longmemeval"}
HALVES = {"fitting": QUOTED, "measuring": {"chronicles", "locomo", "friends"}}
LAMP = {"id": "s", "time": "2024-05-01", "turns": [{"speaker": "Ana", "text": "Tom's aunt Bea has the lamp."}]}


def line(**changes: object) -> str:
    whole = {
        "set": "fitting",
        "source": "chronicles",
        "conversation": "lamp",
        "session": "s",
        "turn": "s:0",
        "start": 11,
        "end": 14,
        "surface": "Bea",
        "kind": "person",
        "entity": "Bea",
        "class": "title",
        "hard": False,
    }
    return json.dumps({**whole, **changes}) + "\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of data with one chronicle of one turn."""
    (tmp_path / "chronicles").mkdir()
    (tmp_path / "chronicles" / "lamp.json").write_text(json.dumps({"sessions": [LAMP]}))
    return tmp_path


def read(folder: Path, *lines: str) -> tuple[NamedConversation, ...]:
    labels = folder / "labels.jsonl"
    labels.write_text("".join(lines))
    return read_names(labels, folder)


def test_a_label_is_joined_with_its_turn(folder: Path) -> None:
    """The words stand in the turn; a mention inside another is one of its own; the conversation comes along."""
    kin = line(start=6, end=14, surface=None, entity="Bea", **{"class": "kinship", "hard": True})
    (found,) = read(folder, line(start=0, end=3, surface="Tom", entity="Tom"), line(), kin)
    assert (found.source, found.conversation.name) == ("chronicles", "lamp")
    assert [(one.turn, one.text, one.entity, one.category, one.hard) for one in found.mentions] == [
        ("s:0", "Tom", "Tom", "title", False),
        ("s:0", "Bea", "Bea", "title", False),
        ("s:0", "aunt Bea", "Bea", "kinship", True),
    ]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"surface": "Bee"}, "line 1: surface is not what stands there: 'Bee', but 'Bea'"),
        ({"end": 99, "surface": None}, "line 1: end is no end of a mention: 11 to 99; the turn has 28 characters"),
        ({"end": 11, "surface": None}, "line 1: end is no end of a mention: 11 to 11"),
        ({"turn": "s:1"}, "line 1: turn is no turn of s: 's:1'"),
        ({"session": "t"}, "line 1: turn is no turn of t: 's:0'"),
        ({"source": "letters"}, "line 1: source is unknown: letters; name chronicles, longmemeval, locomo, friends"),
        ({"class": "pseudonym"}, "line 1: class"),
    ],
)
def test_wrong_labels_are_named(folder: Path, changes: dict[str, object], words: str) -> None:
    """Other words than the turn's, characters that it lacks, another turn, source or class."""
    with pytest.raises(InputError, match=words):
        read(folder, line(**changes))


def test_a_span_has_one_label(folder: Path) -> None:
    """Two labels of the same characters are an error, even where they agree."""
    with pytest.raises(InputError, match="line 2: labels s:0 at 11 again"):
        read(folder, line(), line())


def test_sources_that_are_left_out_need_no_data(folder: Path) -> None:
    """Only the named sources are read, so that the chronicles serve without the sets that may not be copied."""
    labels = folder / "labels.jsonl"
    labels.write_text(line() + line(source="locomo", conversation="conv-1", surface=None))
    assert [one.source for one in read_names(labels, folder, ["chronicles"])] == ["chronicles"]


def test_an_episode_is_a_conversation_of_scenes(tmp_path: Path) -> None:
    """Directions are left out, a missing speaker is unknown, utterances keep their numbers, the day is the air date."""
    said = [
        {"season": 1, "episode": 2, "scene": 1, "utterance": 1, "speaker": "Scene Directions", "text": "(Rain.)"},
        {"season": 1, "episode": 2, "scene": 1, "utterance": 2, "speaker": "Ana Ruiz", "text": "Is it Bea?"},
        {"season": 1, "episode": 2, "scene": 3, "utterance": 1, "speaker": float("nan"), "text": "It is."},
        {"season": 1, "episode": 3, "scene": 1, "utterance": 1, "speaker": "Bea Ruiz", "text": "No."},
    ]
    info = [{"season": "1", "episode": "2", "air_date": "1994-09-29"}]
    for name, lines in (("utterances", said), ("info", info)):
        text = "".join(json.dumps(one) + "\n" for one in lines)
        (tmp_path / f"friends_{name}.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    first, second = friends(tmp_path, ["s01e02"])["s01e02"].sessions
    assert (first.id, [(one.id, one.speaker) for one in first.turns]) == ("s01e02#1", [("s01e02#1:2", "Ana Ruiz")])
    assert (second.id, [(one.id, one.speaker) for one in second.turns]) == ("s01e02#3", [("s01e02#3:1", None)])
    assert first.said is not None
    assert first.said.raw == "1994-09-29"
    with pytest.raises(InputError, match="has no episode s09e09"):
        friends(tmp_path, ["s09e09"])
    with pytest.raises(InputError, match="no episode of Friends: '1x2'"):
        friends(tmp_path, ["1x2"])


def test_made_conversations_join_and_are_parted_whole() -> None:
    """Every made mention stands in its turn; no conversation is in both halves, and each half has every subject."""
    halves = {"fitting": read_made(NAMES / "made.jsonl", "fitting")}
    halves["measuring"] = read_made(NAMES / "made.jsonl", "measuring")
    assert {half: (len(each), sum(len(one.mentions) for one in each)) for half, each in halves.items()} == {
        "fitting": (34, 163),
        "measuring": (33, 158),
    }
    lines = [json.loads(one) for one in (NAMES / "made.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len({one["conversation"] for one in lines}) == len(lines)
    subjects = {half: {one["about"] for one in lines if one["set"] == half} for half in halves}
    assert subjects["fitting"] == subjects["measuring"]


def test_labels_of_the_chronicles_join() -> None:
    """The chronicles are in the repository: ten of them, five in each half."""
    names = {}
    for half in HALVES:
        found = read_names(NAMES / f"{half}.jsonl", DATA, ["chronicles"])
        names[half] = {one.conversation.name for one in found}
        assert len(found) == 5
    assert names["fitting"].isdisjoint(names["measuring"])


def test_labels_that_ship_are_as_their_readme_says() -> None:
    """Counted mentions of each source and half; no words of the sets that may not be copied."""
    counts = {}
    for half, sources in HALVES.items():
        lines = [json.loads(one) for one in (NAMES / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()]
        assert {one["set"] for one in lines} == {half}
        assert {one["source"] for one in lines} == sources
        assert all(("surface" in one) == (one["source"] in QUOTED) for one in lines)
        counts[half] = Counter(one["source"] for one in lines), sum(one["hard"] for one in lines)
    assert counts == {
        "fitting": ({"chronicles": 1341, "longmemeval": 202}, 483),
        "measuring": ({"chronicles": 1474, "friends": 815, "locomo": 631}, 1070),
    }


@pytest.mark.parametrize("half", HALVES)
def test_every_label_joins(half: str, data_file: DataFile) -> None:
    """Each label's turn is there and has its characters; an unshared exact name is never hard."""
    *_, last = map(data_file, HALVES[half])
    found = read_names(NAMES / f"{half}.jsonl", last.parent)
    assert {one.source for one in found} == HALVES[half]
    for named in found:
        for one in named.mentions:
            assert one.text == one.text.strip()
            assert not (one.hard and one.category == "exact")
