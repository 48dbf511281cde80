"""What memory of the whole owner must keep: it depends on the order in which things were said, and on nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from convograph.architectures.associa import Associa, AssociaSettings
from convograph.architectures.search import Search
from convograph.build import ARCHITECTURES, ENGINES, Parts, open_memory
from convograph.extraction.reading import Reader
from convograph.layers.duplicates import DuplicateLayer, Joining, duplicates_of
from convograph.memory import Memory
from convograph.memory.snapshots.owner_rows import version_of
from convograph.protocols import Architecture, OwnerLayer
from convograph.types import Memo, Session, Triplet
from support.conversations import said_at, without
from support.encoders import HashingEncoder
from support.entities import resolved, resolving
from support.naming import Likes, meetings
from support.parses import ThreeWordParser
from support.pictures import derived
from support.stores import new_location

Open = Callable[[str], Memory]
Says = Callable[[Memory], list[Any]]
SEEDS = range(3)
DECISIONS = (
    Memo("decision", "Ana is Tom", None, ("s0.t1",), None, (Triplet("Ana", "is", "Tom"),)),
    Memo("decision", "Maria is not Maria Lopez", None, ("s1.t0",), None, (Triplet("Maria", "is not", "Maria Lopez"),)),
)


def merging(joining: Joining) -> Associa:
    """Associa over small parts, where names that share half of their words are near."""
    near = AssociaSettings(duplicates=joining, same_name=0.6, same_relation=0.6, same_event=0.8)
    return Associa(HashingEncoder(), Reader(ThreeWordParser(), triplets=Likes()), near)


def merged(memory: Memory) -> list[tuple[object, ...]]:
    """What joins what, why, and the turns of the items that it rests on, sorted."""
    (layer,) = owner_layers(memory.architecture)
    assert isinstance(layer, DuplicateLayer)
    snapshot = memory._keeper.caught_up()
    own, things = snapshot.layers[layer.key], snapshot.layers[layer.associations.key]
    events = [snapshot.layers[one.key] for one in layer.associations.events]
    turns = {
        key: snapshot.turns.rows[row].id
        for table in (things, *events)
        for key, row in zip(table.keys.values.tolist(), table.first_turns().tolist(), strict=True)
    }
    living = own.living()
    rests = [tuple(turns[key] for key in own.rests[item]) for item in living.tolist()]
    return sorted(zip(duplicates_of(snapshot, layer.key, own).at(living), rests, strict=True), key=repr)


# for each layer an architecture that has it, and what the layer says, in a form that two memories can be compared by
LAYERS: dict[str, tuple[Callable[[], Architecture], Says]] = {
    "resolved entities": (resolving, resolved),
    "duplicates, nearest": (lambda: merging("nearest"), merged),
    "duplicates, clusters": (lambda: merging("clusters"), merged),
}


@pytest.fixture(params=LAYERS, ids=lambda kind: kind.replace(", ", "-").replace(" ", "-"))
def kind(request: pytest.FixtureRequest) -> str:
    """The name of a layer."""
    return str(request.param)


@pytest.fixture
def made(kind: str) -> Callable[[], Architecture]:
    """Makes an architecture with the layer."""
    return LAYERS[kind][0]


@pytest.fixture
def said(kind: str) -> Says:
    """What the layer of a memory says."""
    return LAYERS[kind][1]


@pytest.fixture(params=ENGINES)
def open_new(request: pytest.FixtureRequest, made: Callable[[], Architecture], tmp_path: Path) -> Open:
    """Opens a memory with the layer in a new store of one engine for each name."""

    def opened(name: str) -> Memory:
        return open_memory(new_location(request.param, tmp_path, name), architecture=made())

    return opened


def owner_layers(architecture: Architecture) -> list[OwnerLayer]:
    """Those of an architecture that look at everything an owner has."""
    return [layer for layer in architecture.layers if layer.scope == "owner"]


def test_every_layer_of_an_owner_is_tried() -> None:
    """All that a registered architecture has."""
    tried = {type(layer) for make, _ in LAYERS.values() for layer in owner_layers(make())}
    parts = Parts(HashingEncoder())
    assert {type(layer) for make in ARCHITECTURES.values() for layer in owner_layers(make(parts))} <= tried


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
def test_neither_order_nor_batches_matter(open_new: Open, said: Says, seed: int) -> None:
    """Sessions at once, one by one in any order, or growing side by side with recalls between: the same items."""
    sessions, chance = meetings(seed), random.Random(seed)
    with open_new("whole") as whole, open_new("shuffled") as shuffled, open_new("pieces") as pieces:
        whole.add(sessions)
        for one in chance.sample(sessions, len(sessions)):
            shuffled.add(one)
        for piece in in_pieces(sessions, chance):
            pieces.add(piece)
            if chance.random() < 0.3:
                pieces.recall("who likes tea", touch=False)
        assert said(whole)
        assert said(shuffled) == said(whole)
        assert said(pieces) == said(whole)
        assert derived(pieces) == derived(whole)


@pytest.mark.parametrize("seed", SEEDS)
def test_forgetting_leaves_what_was_never_there(open_new: Open, said: Says, seed: int) -> None:
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
        assert said(memory) == said(never)
        assert derived(memory) == derived(never)


def test_decisions_change_what_is_joined_and_travel_in_exports(open_new: Open, said: Says) -> None:
    """They go before the rules, whenever they come, and an import joins the same."""
    sessions = meetings(1)
    with open_new("first") as first, open_new("second") as second, open_new("third") as third:
        first.add(sessions)
        before = said(first)
        first.bring(DECISIONS)
        decided = said(first)
        assert decided != before
        lines: list[str] = []
        first.export_to(lines.append)
        second.import_from(lines)
        assert said(second) == decided
        third.add(sessions[:3])
        third.bring(DECISIONS)
        third.add(sessions)
        assert said(third) == decided
        again: list[str] = []
        second.export_to(again.append)
        assert again == lines


@pytest.mark.parametrize("kind", [kind for kind in LAYERS if kind != "duplicates, clusters"])
def test_a_name_that_is_said_at_the_end_changes_little(open_new: Open) -> None:
    """Of the items that were there, only those of the two names are dropped; clusters are made anew from everything."""
    early, late = meetings(5, sessions=8), meetings(6, sessions=9)[-1]
    with open_new("m") as memory:
        memory.add(early)
        (layer,) = (one.key for one in owner_layers(memory.architecture))

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


def test_a_store_without_the_layer_gets_it(made: Callable[[], Architecture], said: Says, tmp_path: Path) -> None:
    """Another process added with another architecture, and the items are made when they are first needed."""
    with open_memory(tmp_path / "m.db", architecture=Search(HashingEncoder(), "bm25")) as memory:
        memory.add(meetings(2))
        memory.bring(DECISIONS)
    with (
        open_memory(tmp_path / "m.db", architecture=made()) as memory,
        open_memory(":memory:", architecture=made()) as alone,
    ):
        alone.add(meetings(2))
        alone.bring(DECISIONS)
        assert said(alone)
        assert said(memory) == said(alone)
