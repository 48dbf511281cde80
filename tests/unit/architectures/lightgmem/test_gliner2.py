"""LightGMEM over mentions and relations that GLiNER2 finds, from turns to a recall."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.architectures.lightgmem.weak_edges import explicit_edges
from convograph.build import make_parser, make_reader, open_memory
from convograph.extraction.reading import Reader
from convograph.extractors.gliner2 import GLiNER2Mentions, GLiNER2Triplets
from convograph.memory import Memory
from convograph.types import Session, Turn
from support.conversations import said_at
from support.encoders import HashingEncoder
from support.entities import graph_of
from support.planted_spans import PlantedModel
from support.tiny_models import tiny_gliner2

TURNS = {
    "moved": ("Ana", "In May Maria Lopez moved to Porto."),
    "lives": ("Ben", "So Maria lives in Porto by now, with her dog Rex?"),
    "likes": ("Ana", "Maria likes dogs and the sea."),
}
PLANTED = PlantedModel(
    words={"Person": "Maria Lopez|Maria|her", "Place": "Porto|the sea", "Animal": "Rex", "Date": "May"},
    pairs={"lives in": [("Maria Lopez", "Porto"), ("Maria", "Porto")], "owns": [("Maria", "Rex")]},
)


def sessions() -> list[Session]:
    """A turn a day."""
    return [
        Session((Turn(text, speaker, id=name),), f"s{day}", said_at(datetime(2024, 1, day)))
        for day, (name, (speaker, text)) in enumerate(TURNS.items(), 1)
    ]


@pytest.fixture
def memory() -> Iterator[Memory]:
    """The model finds what is planted, as GLiNER2 would by its labels."""
    reader = Reader(make_parser(), mentions=GLiNER2Mentions(PLANTED), triplets=GLiNER2Triplets(PLANTED))
    with open_memory(":memory:", architecture=LightGMEM(HashingEncoder(64), reader, unit="turn")) as opened:
        opened.add(sessions())
        yield opened


def test_entities_are_the_names_that_it_finds(memory: Memory) -> None:
    """With the kinds of its labels, resolved across turns; no dates and no pronouns. A noun that it takes for an entity
    is one; "her dog" is the description of Rex.
    """
    found = {one.name: (one.kind, one.aliases) for one in memory.entities()}
    assert found == {
        "Maria Lopez": ("person", ("Maria",)),
        "Porto": ("place", ()),
        "Rex": ("animal", ("Maria's dog",)),
        "sea": ("place", ()),
        "Ana": ("person", ()),
        "Ben": ("person", ()),
    }


def test_relations_are_between_the_entities_that_it_relates(memory: Memory) -> None:
    """Under any of their names, if both are entities."""
    graph = graph_of(memory)
    pairs = {frozenset(map(graph.name, pair)) for pair in explicit_edges(graph).pairs.tolist()}
    assert pairs == {frozenset({"Maria Lopez", "Porto"}), frozenset({"Maria Lopez", "Rex"})}


def test_a_recall_is_told_by_what_it_finds(memory: Memory) -> None:
    """Anchors and the relation between them, in the question as in the turns; profiles from its relations."""
    best = memory.recall("Does Maria live in Porto?", k=3).hits[0]
    assert best.id in {"moved", "lives"}
    assert "Maria Lopez —lives in→ Porto" in "\n".join(best.evidence[0].reason.path)
    homes = [(one.attribute, one.value) for one in memory.profile("Maria Lopez").entries]
    assert ("homeLocation", "Porto") in homes


@pytest.mark.models
def test_a_model_in_a_folder_reads_a_memory(tmp_path: Path) -> None:
    """From adding to recalling and forgetting; what random numbers find is arbitrary, and lies in the turns."""
    reader = make_reader(f"gliner2:{tiny_gliner2(tmp_path, 'boundary')}")
    architecture = LightGMEM(HashingEncoder(64), reader, LightGMEMSettings(), unit="turn")
    with (
        open_memory(":memory:", architecture=architecture) as opened,
        open_memory(":memory:", architecture=architecture) as never,
    ):
        opened.add(sessions())
        assert {"Ana", "Ben"} <= {one.name for one in opened.entities()}
        for entity in opened.entities():
            for mention in opened.mentions(entity.name):
                assert mention.speaks or mention.text in mention.turn.text
        assert {hit.id for hit in opened.recall("Where does Maria live?", k=3).hits} == set(TURNS)
        assert len(opened.profiles()) == len(opened.entities())
        opened.forget(turn="likes")
        never.add(sessions()[:2])
        assert [(one.name, one.mentions) for one in opened.entities()] == [
            (one.name, one.mentions) for one in never.entities()
        ]
