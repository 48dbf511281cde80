"""LightGMEM over small parts, and what its entities are in a form that two memories can be compared by."""

from __future__ import annotations

from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.architectures.lightgmem.entity_graph import EntityGraph
from convograph.build import make_reader
from convograph.extraction.reading import Reader
from convograph.layers.brought_mentions import mention_table
from convograph.layers.mentions import mention_of
from convograph.layers.resolved_entities import ResolvedEntities, resolved_mention_of
from convograph.memory import Memory
from convograph.protocols import Query
from convograph.resolution import ResolutionSettings
from support.encoders import HashingEncoder
from support.naming import Likes
from support.parses import ThreeWordParser

READER = make_reader()
TWO_EPISODES = ResolutionSettings(batch=2, overlap=1, lanes=2, tell_apart=True)


def resolving(resolution: ResolutionSettings = TWO_EPISODES) -> LightGMEM:
    """Over small parts, without any weights but the resolver's; batches of two episodes."""
    reader = Reader(ThreeWordParser(), triplets=Likes())
    return LightGMEM(HashingEncoder(), reader, LightGMEMSettings(resolution=resolution))


def lightgmem(**settings: object) -> LightGMEM:
    """By the reader that ships, over vectors of hashes; an episode is a turn."""
    return LightGMEM(HashingEncoder(64), READER, LightGMEMSettings(**settings), unit="turn")


def graph_of(memory: Memory, **filters: object) -> EntityGraph:
    """The entities that a question with these filters may see."""
    architecture = memory.architecture
    assert isinstance(architecture, LightGMEM)
    return architecture.entity_graph(memory._keeper.caught_up(), Query("q", 1, architecture.unit, **filters))


def resolved(memory: Memory) -> list[tuple[object, ...]]:
    """Each mention by turn and name, with that of its entity's first mention, why, and its rival if any; sorted."""
    layer = resolved_layer(memory)
    snapshot = memory._keeper.caught_up()
    own, mentions = snapshot.layers[layer.key], mention_table(snapshot, layer.mention_keys)
    said = {
        int(mentions.keys.values[item]): (
            snapshot.turns.rows[int(mentions.first_turns()[item])].id,
            mention_of(mentions.payloads[item]).name,
        )
        for item in mentions.living().tolist()
    }
    found: list[tuple[object, ...]] = []
    for item in own.living().tolist():
        mention, first, *rivals = (said[key] for key in own.rests[item])
        found.append((mention, first, resolved_mention_of(own.payloads[item]), rivals))
    assert sorted(one[0] for one in found) == sorted(said.values())  # every mention is resolved, once
    return sorted(found, key=repr)


def resolved_layer(memory: Memory) -> ResolvedEntities:
    """The layer of resolved entities of a memory's architecture."""
    return next(one for one in memory.architecture.layers if isinstance(one, ResolvedEntities))
