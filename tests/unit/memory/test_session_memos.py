"""Layers whose memos are derived a session at a time: brought triplets that a scorer of importance reads together."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import convograph
from convograph.architectures.glong import GLong, GLongSettings
from convograph.errors import ReadOnlyError
from convograph.extraction.reading import Reader
from convograph.graph.details import MemoDetails
from convograph.graph.rows import MemoRow
from convograph.layers.triplets import triplet_of
from convograph.memory import Memory
from convograph.memory.commits.transaction import transaction
from convograph.protocols import ImportanceScorer
from convograph.types import Memo, Triplet
from support.encoders import HashingEncoder
from support.parses import ThreeWordParser
from support.pictures import derived
from support.processes import Child, all_at_once
from support.scorers import PlaceScorer

BROUGHT = GLongSettings(triplets="brought")
SESSIONS = {"s": 3, "t": 2}


def opened(path: Path, scorer: ImportanceScorer | None, **options: bool) -> Memory:
    """A memory of brought triplets."""
    made = GLong(HashingEncoder(), Reader(ThreeWordParser()), BROUGHT, scorer=scorer)
    return convograph.open(path, architecture=made, **options)


def with_turns(path: Path, scorer: ImportanceScorer | None) -> Memory:
    """The same over the sessions `s` and `t`."""
    memory = opened(path, scorer)
    for name, count in SESSIONS.items():
        memory.add([{"text": f"Word{number}."} for number in range(count)], session=name)
    return memory


def stated(words: str, *turns: str) -> Memo:
    """A triplet of three words."""
    subject, relation, object_ = words.split()
    return Memo("triplet", words, None, turns, triplets=(Triplet(subject, relation, object_),))


LIVES, HAS, MOVED = stated("ana lives porto", "s:0"), stated("ana has miso", "s:1"), stated("ben moved away", "t:0")
BOTH = stated("ben knows ana", "s:2", "t:1")  # of two sessions: it is scored with those of the first
STATED = (LIVES, HAS, MOVED, BOTH)


def scores(memory: Memory) -> dict[str, float | None]:
    """The stored score of each triplet, by its words."""
    snapshot = memory._keeper.caught_up()
    ((_, table),) = ((key, table) for key, table in snapshot.layers.items() if key.name == "brought-triplets")
    alive = [True] * len(table) if table.alive is None else table.alive.tolist()
    kept = [triplet_of(payload) for payload, flag in zip(table.payloads, alive, strict=True) if flag]
    assert len({one.triplet for one in kept}) == len(kept)
    return {one.triplet.text: one.score for one in kept}


def test_triplets_of_a_session_are_scored_together(tmp_path: Path) -> None:
    """15 letters in the first place, 12 in the second, 13 in the third: of 15 + 24 + 39. The other is alone."""
    scorer = PlaceScorer()
    with with_turns(tmp_path / "m.db", scorer) as memory:
        memory.bring(STATED)
        assert scores(memory) == {
            **{"ana lives porto": 15 / 78, "ana has miso": 24 / 78, "ben knows ana": 39 / 78},
            "ben moved away": 1.0,
        }
        memory.recall("Where does ana live?")
    assert scorer.seen == [("ana lives porto", "ana has miso", "ben knows ana"), ("ben moved away",)]


def test_without_a_scorer_each_memo_is_by_itself(tmp_path: Path) -> None:
    """Nothing is scored, and a layer with scores stands beside the one without."""
    path = tmp_path / "m.db"
    with with_turns(path, None) as memory:
        memory.bring(STATED)
        assert set(scores(memory).values()) == {None}
    with opened(path, PlaceScorer()) as memory:
        assert None not in scores(memory).values()


@pytest.mark.parametrize("seed", range(5))
def test_neither_order_nor_splitting_of_calls_matters(tmp_path: Path, seed: int) -> None:
    """Memos one by one in any order, with recalls between, some of them alike but for how they split their words."""
    alike = [
        replace(HAS, triplets=(Triplet("ana has", "miso", "now"),)),
        replace(HAS, triplets=(Triplet("ana", "has miso", "now"),)),
    ]
    memos = [*STATED, *alike, stated("ana sees ben", "s:1", "s:2"), stated("ana sees ben", "s:1", "t:0")]
    with with_turns(tmp_path / "whole.db", PlaceScorer()) as whole, with_turns(tmp_path / "p.db", PlaceScorer()) as one:
        whole.bring(memos)
        for memo in random.Random(seed).sample(memos, len(memos)):
            one.bring([memo])
            one.recall("Where does ana live?")
        assert derived(one) == derived(whole)


def test_only_the_session_of_a_new_memo_is_scored_again(tmp_path: Path) -> None:
    """What was there of `t` stays as it is."""
    scorer = PlaceScorer()
    with with_turns(tmp_path / "m.db", scorer) as memory:
        memory.bring([LIVES, MOVED])
        scorer.seen.clear()
        memory.bring([HAS])
        assert scorer.seen == [("ana lives porto", "ana has miso")]
        assert scores(memory) == {"ana lives porto": 15 / 39, "ana has miso": 24 / 39, "ben moved away": 1.0}


@pytest.mark.parametrize(
    ("what", "kept"),
    [
        ({"turn": "s:0"}, (HAS, MOVED, BOTH)),
        ({"turn": "t:1"}, (LIVES, HAS, MOVED)),  # takes the triplet of both along: those of `s` are scored again
        ({"session": "s"}, (MOVED,)),
        ({"session": "t"}, (LIVES, HAS)),
    ],
)
def test_no_score_keeps_what_a_forgotten_triplet_did_to_it(
    tmp_path: Path, what: dict[str, str], kept: Sequence[Memo]
) -> None:
    """The others of its session are gone in the same transaction, and then derived as if it had never been there."""
    path = tmp_path / "m.db"
    scorer = PlaceScorer()
    with with_turns(path, scorer) as memory, with_turns(tmp_path / "never.db", PlaceScorer()) as never:
        memory.bring(STATED)
        never.bring(kept)
        seen = len(scorer.seen)
        memory.forget(**what)
        assert scores(memory) == scores(never)
        assert all("ben moved away" not in session for session in scorer.seen[seen:])


def test_dropped_scores_are_not_in_the_store_before_they_are_derived_again(tmp_path: Path) -> None:
    """Another process forgets with an architecture that knows nothing of the layer: a reader finds it empty of `s`."""
    path = tmp_path / "m.db"
    with with_turns(path, PlaceScorer()) as memory:
        memory.bring(STATED)
    with convograph.open(path, encoder=HashingEncoder(), architecture="rag-t") as other:
        other.forget(turn="s:0")
    with opened(path, PlaceScorer(), read_only=True) as reader:
        assert scores(reader) == {"ben moved away": 1.0}
    with opened(path, PlaceScorer()) as memory:
        assert scores(memory) == {"ana has miso": 12 / 38, "ben knows ana": 26 / 38, "ben moved away": 1.0}


def test_memos_that_are_replaced_leave_no_trace_in_the_scores(tmp_path: Path) -> None:
    """As a model's are when it writes again: removed and put in one write."""
    path = tmp_path / "m.db"
    with with_turns(path, PlaceScorer()) as memory, with_turns(tmp_path / "never.db", PlaceScorer()) as never:
        memory.bring([LIVES, HAS])
        with transaction(memory._store, "default") as writing:
            (row,) = [memo for memo in writing.memos("triplet") if memo.text == LIVES.text]
            writing.remove_memos([row.key])
            details = MemoDetails((Triplet("ana", "rents", "here"),))
            writing.put_memos([MemoRow(0, "triplet", "ana rents here", None, row.session, row.turns, "m", details)])
        never.bring([stated("ana rents here", "s:0"), HAS])
        assert scores(memory) == scores(never)


def test_a_session_without_any_triplet_left_waits_for_nothing(tmp_path: Path) -> None:
    """Its last one was removed; when another comes, it is scored alone."""
    with with_turns(tmp_path / "m.db", PlaceScorer()) as memory:
        memory.bring([LIVES])
        with transaction(memory._store, "default") as writing:
            writing.remove_memos([memo.key for memo in writing.memos("triplet")])
        assert scores(memory) == {}
        assert [layer.waiting for layer in memory.stats().layers] == [0, 0]
        memory.bring([HAS])
        assert scores(memory) == {"ana has miso": 1.0}


def test_a_memo_that_comes_while_its_session_is_scored_is_scored_with_it(tmp_path: Path) -> None:
    """Another process brings it between extraction and commit, and derives its own layers."""
    path = tmp_path / "m.db"

    def bring() -> None:
        with opened(path, PlaceScorer()) as other:
            other.bring([HAS])

    with with_turns(path, PlaceScorer(bring)) as memory:
        memory.bring([LIVES])
        assert scores(memory) == {"ana lives porto": 15 / 39, "ana has miso": 24 / 39}


def test_a_memo_whose_process_dies_while_its_session_is_scored_is_not_lost(tmp_path: Path) -> None:
    """It has noted that the session waits, with its memo; what was scored without that memo does not settle it."""
    path = tmp_path / "m.db"

    def bring_and_die() -> None:
        Child(lambda: opened(path, PlaceScorer(partial(os._exit, 0))).bring([HAS])).failure()

    with with_turns(path, PlaceScorer(bring_and_die)) as memory:
        memory.bring([LIVES])
        assert scores(memory) == {"ana lives porto": 15 / 39, "ana has miso": 24 / 39}


@pytest.mark.parametrize("what", [{"turn": "s:0"}, {"session": "t"}])
def test_what_is_forgotten_while_it_is_scored_stays_forgotten(tmp_path: Path, what: dict[str, str]) -> None:
    """And what is left is scored without it."""
    path = tmp_path / "m.db"

    def forget() -> None:
        with opened(path, PlaceScorer()) as other:
            other.forget(**what)

    with with_turns(path, PlaceScorer(forget)) as memory, with_turns(tmp_path / "never.db", PlaceScorer()) as never:
        memory.bring(STATED)
        never.bring((HAS, MOVED, BOTH) if "turn" in what else (LIVES, HAS))
        assert scores(memory) == scores(never)


def test_a_process_that_dies_while_it_scores_leaves_the_rest_to_the_next(tmp_path: Path) -> None:
    """It has noted what it owes; a reader of the store as it was left finds nothing scored yet."""
    path = tmp_path / "m.db"
    with_turns(path, None).close()
    child = Child(lambda: opened(path, PlaceScorer(partial(os._exit, 0))).bring(STATED))
    child.failure()
    with (
        opened(path, PlaceScorer(), read_only=True) as reader,
        pytest.raises(ReadOnlyError, match="no brought-triplets"),
    ):
        reader.recall("Where does ana live?")
    with opened(path, PlaceScorer()) as memory, with_turns(tmp_path / "alone.db", PlaceScorer()) as alone:
        alone.bring(STATED)
        assert derived(memory) == derived(alone)


def test_processes_that_race_to_score_leave_each_triplet_once(tmp_path: Path) -> None:
    """Some bring memos of their own meanwhile; in the end all are scored as if one had done it."""
    path = tmp_path / "m.db"
    with_turns(path, None).close()
    memos = [stated(f"ana saw thing{number}", f"{'st'[number % 2]}:{number % 2}") for number in range(24)]

    def brings(number: int) -> Callable[[], object]:
        return lambda: [opened(path, PlaceScorer()).bring([memo]) for memo in memos[number::4]]

    reads = [lambda: opened(path, PlaceScorer()).recall("What did ana see?")] * 2
    assert all_at_once([*(brings(number) for number in range(4)), *reads]) == [""] * 6
    with opened(path, PlaceScorer()) as memory, with_turns(tmp_path / "alone.db", PlaceScorer()) as alone:
        alone.bring(memos)
        assert len(scores(memory)) == 24
        assert scores(memory) == scores(alone)
        assert derived(memory) == derived(alone)
