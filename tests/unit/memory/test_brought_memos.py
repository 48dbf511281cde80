"""What memos rest on, and that bringing them again changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import convograph
from convograph.errors import InputError, NotFoundError, ReadOnlyError
from convograph.graph.columns import Listing
from convograph.graph.rows import MemoRow
from convograph.memory import Memory
from convograph.memory.commits.transaction import transaction
from convograph.memory.snapshots.owner_rows import version_of
from convograph.storage.sqlite import SQLiteStore
from convograph.types import BringReport, Memo
from support.encoders import HashingEncoder
from support.stores import ON_FILE

SUMMARY = {"kind": "summary", "text": "Ana moves to Porto with her cat.", "session": "s"}
FACT = {"kind": "fact", "text": "The cat is called Miso.", "turns": ["s:1"]}
INSIGHT = {"kind": "insight", "text": "Ana likes the sea.", "turns": ["t:0", "s:0", "s:0"]}


def open_store(path: Path, architecture: str = "sgmem-tmfi", **options: Any) -> Memory:
    return convograph.open(path, architecture=architecture, **{"encoder": HashingEncoder(), **options})


@pytest.fixture
def path(location: Path | str) -> Path:
    return location


@pytest.fixture
def memory(path: Path) -> Iterator[Memory]:
    """Two sessions, `s` of two turns and `t` of one."""
    with open_store(path) as opened:
        opened.add([{"text": "I move to Porto.", "speaker": "Ana"}, {"text": "My cat is called Miso."}], session="s")
        opened.add([{"text": "The sea is near."}], session="t", said="2024-03-01")
        yield opened


def sources(memory: Memory) -> list[tuple[str, list[str]]]:
    return [(memo.kind, [turn.id for turn in memo.turns]) for memo in memory.memos()]


def test_memos_rest_on_their_turns_or_on_their_session(memory: Memory) -> None:
    """In the order given, each turn once; the time is that of the last."""
    assert memory.bring([SUMMARY, FACT, INSIGHT]) == BringReport(3, 0)
    assert sources(memory) == [("summary", ["s:0", "s:1"]), ("fact", ["s:1"]), ("insight", ["t:0", "s:0"])]
    assert [memo.said for memo in memory.memos()] == [None, None, None]
    memory.bring([{**INSIGHT, "turns": ["s:0", "t:0"]}, {**FACT, "time": "2024-05-01"}])
    assert [memo.said.raw for memo in memory.memos()[3:] if memo.said] == ["2024-03-01", "2024-05-01"]
    assert {memo.origin for memo in memory.memos()} == {""}
    assert [memo.text for memo in memory.memos("fact")] == [FACT["text"], FACT["text"]]


def test_bringing_again_changes_nothing(memory: Memory) -> None:
    """As mappings, as `Memo`s, twice in a call; nothing is written."""
    memory.bring([SUMMARY, FACT, FACT])
    version = version_of(memory._store, "default")
    assert memory.bring([FACT, SUMMARY]) == BringReport(0, 2)
    assert memory.bring(
        [Memo("fact", " The cat is called Miso. ", None, ("s:1",)), Memo("fact", FACT["text"], "s", ("s:1",))]
    ) == BringReport(0, 2)
    assert memory.bring([]) == BringReport(0, 0)
    assert version_of(memory._store, "default") == version


def test_a_summary_of_a_session_that_has_grown_is_known(memory: Memory) -> None:
    """It goes on resting on the turns that it was written about; other words are another summary."""
    memory.bring([SUMMARY])
    memory.add([{"text": "Goodbye."}], session="s", first_ordinal=2)
    assert memory.bring([SUMMARY]) == BringReport(0, 1)
    assert memory.bring([{**SUMMARY, "text": "Ana says goodbye."}]) == BringReport(1, 0)
    assert sources(memory) == [("summary", ["s:0", "s:1"]), ("summary", ["s:0", "s:1", "s:2"])]


@pytest.mark.parametrize(
    ("memo", "error", "words"),
    [
        (
            {**SUMMARY, "session": "x"},
            NotFoundError,
            ["a session that is not stored: 'x'", "add the conversation first"],
        ),
        ({**FACT, "turns": ["s:1", "x:9"]}, NotFoundError, ["a turn that is not stored: 'x:9'", "Miso"]),
        ({**FACT, "session": "t"}, InputError, ["turns of another session than 't'", "leave the session out"]),
        ({**INSIGHT, "session": "t"}, InputError, ["turns of another session than 't'"]),
        ({"kind": "fact", "text": "Nothing."}, InputError, ["memo 2", "names neither a session nor turns"]),
        ({**FACT, "kind": "rumour"}, InputError, ["memo 2", "kind"]),
        (17, InputError, ["memo 2: is not an object: 17"]),
    ],
    ids=lambda value: str(value)[:30],
)
def test_all_are_stored_or_none(memory: Memory, memo: Any, error: type[Exception], words: list[str]) -> None:
    """One that cannot be stored keeps out those before it; the message names it, and what to do."""
    version = version_of(memory._store, "default")
    with pytest.raises(error) as raised:
        memory.bring([FACT, memo])
    assert all(word in str(raised.value) for word in words), raised.value
    assert memory.memos() == []
    assert version_of(memory._store, "default") == version


@pytest.mark.parametrize("given", [FACT, "fact", Memo("fact", "x", "s"), None, 7])
def test_memos_come_as_a_list(memory: Memory, given: Any) -> None:
    """One alone is not taken for a list of its keys or letters."""
    with pytest.raises(InputError, match="memos come as a list"):
        memory.bring(given)


def test_an_unknown_kind_is_refused(memory: Memory) -> None:
    """Rather than found to have no memos."""
    with pytest.raises(InputError, match="'rumour'; there are summary, fact, insight"):
        memory.memos("rumour")  # type: ignore[arg-type]


def test_owners_do_not_see_each_others_memos(memory: Memory) -> None:
    """Nor can they bring memos about each other's turns, nor does bringing make an owner."""
    memory.bring([SUMMARY, FACT])
    other = memory.for_owner("other")
    with pytest.raises(NotFoundError, match="'s:1'"):
        other.bring([FACT])
    assert memory.owners() == ["default"]
    other.add([{"text": "My dog is called Rex."}, {"text": "It barks."}], session="s")
    other.bring([{"kind": "fact", "text": "The dog is called Rex.", "turns": ["s:1"]}])
    assert [memo.text for memo in other.recall("The cat is called Miso.", k=9).memos] == ["The dog is called Rex."]
    assert "Rex" not in " ".join(memo.text for memo in (*memory.memos(), *memory.recall("dog Rex", k=9).memos))
    assert (memory.stats().memos, other.stats().memos) == ({"summary": 1, "fact": 1}, {"fact": 1})
    memory.forget(owner="default")
    assert memory.memos() == []
    assert len(other.memos()) == 1


def test_a_memo_goes_with_any_of_its_turns(memory: Memory) -> None:
    """And with its session when that is replaced; others stay, and can be brought again on what is left."""
    memory.bring([SUMMARY, FACT, INSIGHT])
    memory.forget(turn="s:0")
    assert sources(memory) == [("fact", ["s:1"])]
    assert memory.bring([SUMMARY]) == BringReport(1, 0)
    assert sources(memory) == [("fact", ["s:1"]), ("summary", ["s:1"])]
    memory.add([{"text": "Anew."}], session="s", replace=True)
    assert sources(memory) == []


@ON_FILE
def test_reencoding_keeps_memos(memory: Memory, path: Path) -> None:
    """Their vectors are made anew with the new encoder, also where the reencoding architecture takes none along."""
    memory.bring([SUMMARY, FACT, INSIGHT])
    before = memory.memos()
    memory.reencode(HashingEncoder(16))
    assert memory.memos() == before
    assert [memo.kind for memo in memory.recall("cat Miso").memos] == ["summary", "fact", "insight"]
    with open_store(path, "sgmem", encoder=HashingEncoder(16)) as without:
        without.reencode(HashingEncoder())
    with open_store(path) as again:
        assert again.memos() == before
        assert len(again.recall("cat Miso").memos) == 3


@ON_FILE
def test_a_read_only_store_says_which_memos_were_not_derived(memory: Memory, path: Path) -> None:
    """Without memos of a kind nothing is missing, though turns wait; with memos, it is an error."""
    with closing(open_store(path, "sgmem", read_only=True)) as plain:
        assert plain.recall("cat").memos == ()
    with open_store(path, "rag-t") as brought_without:
        brought_without.bring([FACT])
    with open_store(path, read_only=True) as reading, pytest.raises(ReadOnlyError, match="no memos-fact layer for"):
        reading.recall("cat")


@ON_FILE
def test_turns_that_wait_do_not_make_memos_missing(path: Path) -> None:
    """A read-only store without a memo answers as far as its sentences reach."""
    with open_store(path, "sgmem-t") as memory:
        memory.add([{"text": "My cat is called Miso."}], session="s")
    with open_store(path, "rag-t") as memory:
        memory.add([{"text": "It waits."}], session="s", first_ordinal=1)
    with open_store(path, read_only=True) as reading:
        assert [hit.id for hit in reading.recall("cat Miso waits").hits] == ["s:0"]


def test_progress_counts_memos(memory: Memory) -> None:
    """As far as vectors are made: layer by layer."""
    told: list[tuple[int, int]] = []
    memory.bring([SUMMARY, FACT, {**FACT, "text": "Miso is a cat."}], progress=lambda *done: told.append(done))
    assert told == [(1, 1), (2, 2)]


@ON_FILE
def test_a_memo_whose_turn_is_gone_is_not_stored(memory: Memory, path: Path) -> None:
    """What a model wrote about a turn that was forgotten meanwhile is passed over, the rest is kept."""
    with closing(SQLiteStore(path)) as store, transaction(store, "default") as writing:
        key = writing.turns_named(["s:0"])[0].key
        session = writing.session("s")
        assert session
        rows = [
            MemoRow(0, "fact", text, None, session.key, turns, "model")
            for text, turns in (("gone", (key, 999)), ("kept", (key,)))
        ]
        writing.put_memos(rows)
    assert [(memo.text, memo.origin) for memo in memory.memos()] == [("kept", "model")]
    assert [memo.text for memo in memory.recall("kept gone", k=9).memos] == ["kept"]


@ON_FILE
def test_removed_memos_are_not_found(memory: Memory, path: Path) -> None:
    """Their layer is derived again for those that are left."""
    memory.bring([FACT, {**FACT, "text": "Miso is a cat."}, SUMMARY])
    memory.recall("Miso")
    with closing(SQLiteStore(path)) as store, transaction(store, "default") as writing:
        writing.remove_memos([writing.memos("fact")[0].key])
    assert [memo.text for memo in memory.recall("Miso", k=9).memos] == [SUMMARY["text"], "Miso is a cat."]
    assert memory.stats().memos == {"summary": 1, "fact": 1}


def test_an_empty_listing_is_shared_safely() -> None:
    """Two memories that begin from the same empty listing do not write into each other's."""
    empty: Listing[str] = Listing()
    first, second = empty.extended(["a"]), empty.extended(["b"])
    assert (list(empty), list(first), list(second)) == ([], ["a"], ["b"])
    assert empty._items == []
    assert list(first.extended(["c"])) == ["a", "c"]
