"""What memory of the whole owner must keep: it depends on the order in which things were said, and on nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from convograph.build import ENGINES, open_memory
from convograph.memory import Memory
from convograph.memory.owner_rows import version_of
from convograph.types import Memo, Session, Triplet
from support.conversations import said_at, without
from support.naming import joined, meetings, naming
from support.pictures import derived
from support.stores import new_location

Open = Callable[[str], Memory]
SEEDS = range(4)
DECISIONS = (
    Memo("decision", "Ana is Tom", None, ("s0.t1",), None, (Triplet("Ana", "is", "Tom"),)),
    Memo("decision", "Maria is not Maria Lopez", None, ("s1.t0",), None, (Triplet("Maria", "is not", "Maria Lopez"),)),
)


@pytest.fixture(params=ENGINES)
def open_new(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Opens a memory of joined names in a new store of one engine for each name."""

    def opened(name: str) -> Memory:
        return open_memory(new_location(request.param, tmp_path, name), architecture=naming())

    return opened


def in_pieces(sessions: list[Session], chance: random.Random) -> list[Session]:
    """The sessions in random order, each growing in pieces between the others."""
    given = dict.fromkeys((one.id for one in sessions), 0)
    pieces = []
    while unfinished := [one for one in sessions if given[one.id] < len(one.turns)]:
        one = chance.choice(unfinished)
        upto = chance.randint(given[one.id] + 1, len(one.turns))
        pieces.append(replace(one, turns=one.turns[given[one.id] : upto], first_ordinal=given[one.id]))
        given[one.id] = upto
    return pieces


@pytest.mark.parametrize("seed", SEEDS)
def test_neither_order_nor_batches_matter(open_new: Open, seed: int) -> None:
    """Sessions at once, one by one in any order, or growing side by side with recalls between: the same names."""
    sessions, chance = meetings(seed), random.Random(seed)
    with open_new("whole") as whole, open_new("shuffled") as shuffled, open_new("pieces") as pieces:
        whole.add(sessions)
        for one in chance.sample(sessions, len(sessions)):
            shuffled.add(one)
        for piece in in_pieces(sessions, chance):
            pieces.add(piece)
            if chance.random() < 0.3:
                pieces.recall("who likes tea", touch=False)
        assert joined(whole)
        assert joined(shuffled) == joined(whole)
        assert joined(pieces) == joined(whole)
        assert derived(pieces) == derived(whole)


@pytest.mark.parametrize("seed", SEEDS)
def test_forgetting_leaves_what_was_never_there(open_new: Open, seed: int) -> None:
    """Turns, a session, a speaker: what is left joins as if they had never been said; so do decisions on them."""
    sessions, chance = meetings(seed), random.Random(seed)
    ids = [turn.id for one in sessions for turn in one.turns if turn.id]
    doomed = {*chance.sample(ids, 4), "s0.t1", *(turn.id for turn in sessions[3].turns if turn.id)}
    doomed |= {turn.id for one in sessions for turn in one.turns if turn.id and turn.speaker == "Tom Reed"}
    kept = [one for one in DECISIONS if not doomed & set(one.turns)]
    with open_new("whole") as memory, open_new("never") as never:
        memory.add(sessions)
        memory.bring(DECISIONS)
        memory.forget(session="s3")
        for turn in sorted(doomed):
            if turn in {one.id for name in ("s0", "s1", "s2", "s4", "s5") for one in memory.turns(name)}:
                memory.forget(turn=turn)
        never.add(without(sessions, doomed))
        never.bring(kept)
        assert joined(memory) == joined(never)
        assert derived(memory) == derived(never)


def test_decisions_change_what_is_joined_and_travel_in_exports(open_new: Open) -> None:
    """They go before the rules, whenever they come, and an import joins the same."""
    sessions = meetings(1)
    with open_new("first") as first, open_new("second") as second, open_new("third") as third:
        first.add(sessions)
        before = joined(first)
        first.bring(DECISIONS)
        decided = joined(first)
        assert decided != before
        assert any({"Ana", "Tom"} <= set(one.aliases) for one, _ in decided)
        lines: list[str] = []
        first.export_to(lines.append)
        second.import_from(lines)
        assert joined(second) == decided
        third.add(sessions[:3])
        third.bring(DECISIONS)
        third.add(sessions)
        assert joined(third) == decided
        again: list[str] = []
        second.export_to(again.append)
        assert again == lines


def test_a_name_that_is_said_at_the_end_changes_little(open_new: Open) -> None:
    """Of the items that were there, only the one that the name joins is dropped; what comes in between changes more."""
    early, late = meetings(5, sessions=8), meetings(6, sessions=9)[-1]
    with open_new("m") as memory:
        memory.add(early)
        layer = memory.architecture.joined.key  # type: ignore[attr-defined]

        def keys() -> set[int]:
            table = memory._keeper.caught_up().layers[layer]
            return set(table.keys.values[table.living()].tolist())

        before = keys()
        first = replace(late.turns[0], text="Tom likes tea.")
        memory.add(replace(late, said=said_at(datetime(2030, 1, 1)), turns=(first,)))
        assert len(before - keys()) <= 2  # who likes it, and what they like
        version = version_of(memory._store, "default")
        memory.recall("who likes tea", touch=False)
        assert version_of(memory._store, "default") == version


def test_a_store_without_the_layer_gets_it(tmp_path: Path) -> None:
    """Another process added with another architecture, and the names are joined when they are first needed."""
    with open_memory(tmp_path / "m.db", architecture=naming().inner) as memory:
        memory.add(meetings(2))
    with (
        open_memory(tmp_path / "m.db", architecture=naming()) as memory,
        open_memory(":memory:", architecture=naming()) as alone,
    ):
        alone.add(meetings(2))
        assert joined(memory) == joined(alone)
