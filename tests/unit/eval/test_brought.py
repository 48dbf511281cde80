"""Triplets and memos from files: what they become, and what is wrong with them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from convograph.errors import InputError, UnsupportedError
from convograph.types import Conversation, Memo, Session, Triplet, Turn
from convograph_eval.brought import Brought, LostSource, SourcedTriplet, bring
from convograph_eval.datasets import Case, Dataset, load, pooled
from support.data_files import DataFile


def conversation(name: str, first: str = "Hi.") -> Conversation:
    """LoCoMo's names: `<name>#D1:1` and `<name>#D1:2` in the session `<name>#1`."""
    turns = (Turn(first, "Ana", id=f"{name}#D1:1"), Turn("Hello.", "Ben", id=f"{name}#D1:2"))
    return Conversation(name, (Session(turns, id=f"{name}#1"),))


ONE = Dataset("small", (Case(conversation("c"), ()),), ())
TWO = Dataset("small", (Case(conversation("c"), ()), Case(conversation("d", "Hey."), ())), ())

TEA = {"subject": "Ana", "relation": "likes", "object": "tea", "sources": ["c#D1:1"]}
FACT = {"kind": "fact", "session": "c#1", "turns": ["c#D1:2"], "text": "Ben is polite."}


def file(folder: Path, *records: object, name: str = "brought.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
    return path


def test_triplets_that_differ_in_case_and_spacing_are_one(tmp_path: Path) -> None:
    """As first written, with the sources of all, each once."""
    again = {**TEA, "subject": "ANA ", "object": "Tea", "sources": ["c#D1:2", "c#D1:1"]}
    brought = bring(ONE, triplets=file(tmp_path, TEA, again))
    assert brought.triplets == {"c": (SourcedTriplet(Triplet("Ana", "likes", "tea"), ("c#D1:1", "c#D1:2")),)}
    assert brought.memos is None


def test_a_list_says_the_same_as_lines(tmp_path: Path) -> None:
    """A JSON file with a list of records."""
    assert bring(ONE, triplets=file(tmp_path, [TEA], name="a.json")) == bring(ONE, triplets=file(tmp_path, TEA))
    assert bring(ONE, memos=file(tmp_path, [FACT], name="b.json")) == bring(ONE, memos=file(tmp_path, FACT))


def test_recorded_events_name_turns_as_locomo_does(tmp_path: Path) -> None:
    """A block's triplets with the event's sources; a source that is not there is listed, and its triplets are out."""
    events = [
        {"sources": ["D1:1", "D9:9"], "triplets": [["Ana", "likes", "tea"]]},
        {"sources": ["D9:8"], "triplets": [["Ben", "likes", "tea"]]},
    ]
    path = file(tmp_path, {"sample_id": "d", "turns": [], "timestamp": "now", "events": events})
    brought = bring(TWO, triplets=path)
    assert brought.share("d").triplets == (SourcedTriplet(Triplet("Ana", "likes", "tea"), ("d#D1:1",)),)
    assert brought.share("c").triplets == ()
    assert brought.lost == (
        LostSource("d", "D9:9", f"{path}: line 1: events[0].sources"),
        LostSource("d", "D9:8", f"{path}: line 1: events[1].sources"),
    )


def test_facts_are_the_memos_of_that_kind(tmp_path: Path) -> None:
    """A fact rests on turns or on a session; other memos are kept beside, and one that names nothing is refused."""
    met = {"kind": "fact", "text": "They met.", "session": "c#1"}
    summary = {"kind": "summary", "text": "A greeting.", "session": "c#1"}
    share = bring(ONE, memos=file(tmp_path, FACT, met, summary)).share("c")
    assert share.facts == (
        Memo("fact", "Ben is polite.", "c#1", ("c#D1:2",)),
        Memo("fact", "They met.", "c#1"),
    )
    assert [memo.kind for memo in share.memos or ()] == ["fact", "fact", "summary"]
    assert share.facts_without_place("turn") == 1
    assert share.facts_without_place("session") == 0


def test_nothing_brought_differs_from_nothing_for_a_conversation(tmp_path: Path) -> None:
    """No file: `None`; a file without a word on the conversation: nothing."""
    assert Brought().share("c").triplets is None
    assert bring(TWO, memos=file(tmp_path, {**FACT, "conversation": "c"})).share("d").facts == ()


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({**TEA, "conversation": "x"}, "line 1: is of an unknown conversation: 'x'; small has c, d"),
        (TEA, "line 1: names none of 2 conversations"),
        ({**TEA, "conversation": "d"}, "sources[0] is no turn of d: 'c#D1:1'; its turns have ids such as 'd#D1:1'"),
        ({**TEA, "conversation": "c", "relation": " "}, "line 1: relation is blank: ' '"),
        ({**TEA, "conversation": "c", "object": 3}, "line 1: object is not a string: 3; give a string"),
        ({**TEA, "conversation": "c", "sources": "c#D1:1"}, "line 1: sources is not a list: 'c#D1:1'"),
        ({**TEA, "conversation": "c", "sources": []}, "line 1: sources is empty"),
        ({"conversation": "c", "subject": "Ana"}, "line 1: relation is missing"),
        (["Ana", "likes", "tea"], "[0] is not an object: 'Ana'"),
        ({"sample_id": "x", "events": []}, "line 1: is of an unknown conversation: 'x'"),
        (
            {"sample_id": "c", "events": [{"sources": [], "triplets": [["a", "b"]]}]},
            "events[0].triplets[0] has 2 parts: ['a', 'b']; give subject, relation and object",
        ),
        (
            {"sample_id": "c", "events": [{"sources": [], "triplets": [["a", "b", ""]]}]},
            "events[0].triplets[0].object is blank: ''",
        ),
    ],
)
def test_a_wrong_triplet_is_refused(tmp_path: Path, record: object, message: str) -> None:
    """One line with the file, the place, the value and the remedy."""
    path = file(tmp_path, record)
    with pytest.raises(InputError) as caught:
        bring(TWO, triplets=path)
    assert str(caught.value).startswith(f"{path}")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"kind": "fact", "text": "Hm."}, "names neither a session nor turns"),
        ({**FACT, "session": "c#2"}, "memo 1 of c is no session of c: 'c#2'; its sessions have ids such as 'c#1'"),
        ({**FACT, "turns": ["D1:1"]}, "memo 1 of c[0] is no turn of c: 'D1:1'"),
        ({**FACT, "text": ""}, "text"),
        ({**FACT, "conversation": "x"}, "is of an unknown conversation: 'x'"),
        ({"turns": ["c#D1:1"], "text": "Hm."}, "kind is missing"),
    ],
)
def test_a_wrong_fact_is_refused(tmp_path: Path, record: object, message: str) -> None:
    """One line with the file, the place, the value and the remedy."""
    path = file(tmp_path, record)
    with pytest.raises(InputError) as caught:
        bring(ONE, memos=path)
    assert str(caught.value).startswith(f"{path}")
    assert message in str(caught.value)


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    """The second line is cut short."""
    path = tmp_path / "cut.jsonl"
    path.write_text(json.dumps(TEA) + '\n{"subject": ', encoding="utf-8")
    with pytest.raises(InputError, match=r"cut\.jsonl: invalid JSON at line 2, column 13"):
        bring(ONE, triplets=path)


def test_what_was_brought_follows_its_turns_into_a_pool(tmp_path: Path) -> None:
    """Turns with ids keep them: the same triplet of two conversations is one. A session renamed: refused."""
    pool = pooled(TWO).cases[0].conversation
    path = file(tmp_path, {**TEA, "conversation": "c"}, {**TEA, "conversation": "d", "sources": ["d#D1:2"]})
    share = bring(TWO, triplets=path).pooled(pool).share(pool.name)
    assert share.triplets == (SourcedTriplet(Triplet("Ana", "likes", "tea"), ("c#D1:1", "d#D1:2")),)
    assert share.facts is None
    follows = Memo("fact", "Ana likes tea.", None, ("c#D1:1",))
    assert Brought(memos={"c": (follows,)}).pooled(pool).share(pool.name).facts == (follows,)
    fact = Memo("fact", "They met.", "gone")
    with pytest.raises(UnsupportedError, match=r"such as 'gone', have other names in small-pooled.*leave --pooled out"):
        Brought(memos={"c": (fact,)}).pooled(pool)


def test_the_recorded_files_fit_the_data_set(data_file: DataFile) -> None:
    """4,890 distinct triplets and 1,141 observations in five conversations; every source is a stored turn."""
    release = data_file("locomo/locomo_dev5.json")
    brought = bring(load("locomo", release), data_file("locomo/recorded_events_dev5.jsonl"), release)
    assert brought.triplets and brought.memos
    assert sum(map(len, brought.triplets.values())) == 4_890
    kinds = Counter(memo.kind for memos in brought.memos.values() for memo in memos)
    assert kinds == {"fact": 1_141, "summary": 126}
    assert brought.lost == ()
