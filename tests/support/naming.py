"""An architecture over names joined across sessions, and conversations in which people go by several names."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from convograph.architectures.glong import GLong
from convograph.extraction.extractor import Referents
from convograph.extraction.reading import Reader
from convograph.extraction.types import FoundTriplet, Stated, TurnInContext
from convograph.graph.snapshot import Snapshot
from convograph.layers.entities import EntityLayer
from convograph.layers.joined_names import JoinedName, JoinedNames, joined_name_of
from convograph.memory import Memory
from convograph.protocols import AnyLayer, Encoder, Query, Sketch
from convograph.terms import ENGLISH, Analyzer
from convograph.types import Recall, Session, SourceTurn, Triplet, Turn, Unit
from support.conversations import said_at
from support.encoders import HashingEncoder
from support.parses import ThreeWordParser

PEOPLE = ("Maria", "Maria Lopez", "Maria Silva", "maria", "Tom", "Tom Reed", "Ana")
THINGS = ("cats", "tea", "the sea", *PEOPLE)
SPEAKERS = ("Ana", "Ben", "Tom Reed", None)


@dataclass(frozen=True)
class Likes:
    """Reads `Ana likes the sea.`, and nothing else."""

    fingerprint: str = "likes:1"

    def extract(self, turns: Sequence[TurnInContext], referents: Sequence[Referents]) -> list[list[FoundTriplet]]:
        return [[self._found(one.turn)] for one in turns]

    def _found(self, turn: SourceTurn) -> FoundTriplet:
        who, what = turn.text.rstrip(".").split(" likes ")
        stated = Stated(Triplet(who, "likes", what), "likes", "thing", "thing", "present")
        return FoundTriplet(turn, 0, len(turn.text), stated)


@dataclass(frozen=True)
class Naming:
    """G-Long, with the names that it reads joined."""

    inner: GLong

    name: str = "naming"

    @property
    def joined(self) -> JoinedNames:
        return JoinedNames(EntityLayer(self.inner.encoder, self.inner.reader, self.inner.analyzer))

    @property
    def encoder(self) -> Encoder:
        return self.inner.encoder

    @property
    def analyzer(self) -> Analyzer:
        return ENGLISH

    @property
    def units(self) -> tuple[Unit, ...]:
        return self.inner.units

    @property
    def layers(self) -> tuple[AnyLayer, ...]:
        return (self.joined, *self.inner.layers)

    def layers_for(self, unit: Unit) -> tuple[AnyLayer, ...]:
        return self.layers

    def with_encoder(self, encoder: Encoder) -> Naming:
        return Naming(self.inner.with_encoder(encoder))

    def recall(self, graph: Snapshot, query: Query) -> Recall:
        return self.inner.recall(graph, query)

    def sketch(self, graph: Snapshot) -> Sketch:
        return self.inner.sketch(graph)


def naming() -> Naming:
    """Over small parts, without any weights."""
    return Naming(GLong(HashingEncoder(), Reader(ThreeWordParser(), triplets=Likes())))


def joined(memory: Memory) -> list[tuple[JoinedName, tuple[str, ...]]]:
    """The joined names with the ids of the turns of the names that they rest on, sorted."""
    snapshot = memory._keeper.caught_up()
    architecture = memory.architecture
    assert isinstance(architecture, Naming)
    own, names = (snapshot.layers[key] for key in (architecture.joined.key, architecture.joined.names.key))
    alive = set(names.keys.values[names.living()].tolist())
    places = {key: place for place, key in enumerate(names.keys.values.tolist())}
    found = []
    for item in own.living().tolist():
        assert alive.issuperset(own.rests[item])
        rows = [int(names.first_turns()[places[key]]) for key in own.rests[item]]
        turns = tuple(snapshot.turns.rows[row].id for row in rows)
        found.append((joined_name_of(own.payloads[item]), turns))
    return sorted(found, key=repr)


def meetings(seed: int, sessions: int = 6, turns: int = 5) -> list[Session]:
    """Sessions whose ids, times and order of arrival say different things of what came first; one has no time."""
    chance = random.Random(seed)
    start = datetime(2024, 1, 1, 9, 0)
    found = []
    for session in range(sessions):
        days = chance.randint(0, 3)
        said = None if session == 2 else said_at(start + timedelta(days=days))
        lines = tuple(
            Turn(_line(chance), chance.choice(SPEAKERS), None, f"s{session}.t{place}") for place in range(turns)
        )
        found.append(Session(lines, f"s{session}", said))
    return found


def _line(chance: random.Random) -> str:
    return f"{chance.choice(PEOPLE)} likes {chance.choice(THINGS)}."
