"""Rows of LightGMEM's table that no worked example shows: defaults, the data model, when texts are read, contexts of
mentions, the gate, ties, prompts, costs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import get_ident
from typing import Any

import numpy as np
import pytest
from pydantic import TypeAdapter

from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.architectures.lightgmem import written_profiles as profiling
from convograph.architectures.lightgmem.architecture import UNITS
from convograph.architectures.lightgmem.weak_edges import explicit_edges, weak_edges
from convograph.build import make_reader, open_memory
from convograph.chat import ChatRequest
from convograph.communities.description import Member
from convograph.communities.ego_splitting import LIGHTGMEM
from convograph.communities.partitions import COMPONENTS, LOUVAIN
from convograph.communities.support import NAMING_EPISODES, SUPPORT
from convograph.extraction.labels import RELATIONS
from convograph.extraction.reading import Reader
from convograph.extraction.types import FoundTriplet
from convograph.extractors.gliner2 import GLiNER2Mentions, GLiNER2Triplets
from convograph.generation.answers import answer_request
from convograph.generation.community_names import ShownEpisode, UnnamedCommunity, community_request
from convograph.generation.entity_profiles import merged, profile_request, reply_shape
from convograph.generation.entity_resolution import INSTRUCTIONS
from convograph.generation.profile_memos import NOTHING, PendingProfile, ProfileRound, Property, WrittenProfile
from convograph.layers.said_mentions import SaidMentions
from convograph.llm.scripted import ScriptedChat
from convograph.profiles import attributes_of
from convograph.resolution import Mention, ResolutionSettings, beginning, resolve
from convograph.resolution.minhash import BAND, BANDS, PERMUTATIONS
from convograph.resolution.names import FEWEST_CHARACTERS, FEWEST_WORDS, LEAST_ENTROPY, SAME_JACCARD, SHINGLE
from convograph.resolution.settings import PAPER as PAPER_RESOLUTION
from convograph.segmentation.windows import CHUNK_TOKENS, OVERLAP_TOKENS
from convograph.types import Session, SourceTurn, Triplet, Turn
from convograph_eval.judges import JUDGES
from convograph_eval.judges.types import AnsweredQuestion
from support.conversations import said_at
from support.encoders import HashingEncoder, TableEncoder
from support.entities import TWO_EPISODES, graph_of, resolved_layer, resolving
from support.mentions import Recorded
from support.naming import Likes
from support.parses import ThreeWordParser
from support.planted_spans import PlantedModel
from support.resolutions import crowd, lists_in

PERSON = tuple(Property(one.name, one.single) for one in attributes_of("Person").values())
TURNS = tuple(
    SourceTurn(key, f"t{key}", "s", key, speaker, text, said_at(datetime(2024, 1, key)))
    for key, speaker, text in ((1, "Ana", "I moved to Lisbon."), (2, "Ana", "I have a dog, Rex."))
)
ROUND = ProfileRound(TURNS, (1, 2), (Triplet("Ana", "has_pet", "Rex"),), ("Ben", "Rex"))
ANA = PendingProfile("Ana", ("Ana",), "Person", PERSON, 1, NOTHING, (), (ROUND,))


# The values of Tables 6 and 7


def test_the_defaults_are_those_of_tables_6_and_7() -> None:
    """Row by row, whether a table or a text of the paper prints the number; of resolution those for a model."""
    assert (CHUNK_TOKENS, OVERLAP_TOKENS) == (500, 50)
    assert UNITS == ("chunk500", "turn")
    assert (PAPER_RESOLUTION.batch, PAPER_RESOLUTION.overlap, PAPER_RESOLUTION.lanes) == (50, 3, 10)
    assert (PAPER_RESOLUTION.gate, PAPER_RESOLUTION.candidates) == (0.40, 5)
    assert (PERMUTATIONS, BAND, BANDS, SHINGLE, SAME_JACCARD) == (32, 4, 8, 3, 0.9)
    assert (FEWEST_CHARACTERS, FEWEST_WORDS, LEAST_ENTROPY) == (6, 2, 1.5)
    assert (profiling.ROUND, profiling.AROUND, profiling.SPARSE) == (15, 1, 2)
    assert (SUPPORT.entities, SUPPORT.episodes, NAMING_EPISODES) == (2, 2, 12)
    assert (LIGHTGMEM.local, LIGHTGMEM.overall) == (COMPONENTS, LOUVAIN)
    settings = LightGMEMSettings()
    assert (settings.anchors, settings.least_cosine("some encoder"), settings.least_cosine("static-sentences")) == (
        *(3, 0.75),
        0.75,
    )
    assert (settings.profiles, settings.communities, settings.profile_episodes) == (5, 2, 12)
    assert (settings.depth, settings.fusion, settings.rank_constant, settings.reranked) == (30, "rrf", 1, 25)
    assert (settings.profile_bonus, settings.entity_bonus, settings.relation_bonus) == (0.20, 0.05, 0.10)


# Data model: episodes, edges


def test_an_episode_is_turns_of_one_session_with_their_speakers() -> None:
    """Its text has a line for each turn, its vector is that of this text, and its time that of the session."""
    encoder = HashingEncoder()
    with open_memory(":memory:", architecture=LightGMEM(encoder, Reader(ThreeWordParser()))) as memory:
        memory.add(Session((Turn("Maria met Tom.", "Ana"), Turn("Good.", "Ben")), "s0", said_at(datetime(2024, 1, 1))))
        memory.add(Session((Turn("Maria left early.", "Ana"),), "s1", said_at(datetime(2024, 1, 2))))
        graph = graph_of(memory)
        episodes, rows = graph.snapshot.layers[graph.keys.episodes], graph.snapshot.turns
        assert [episodes.turn_rows(item).tolist() for item in range(len(episodes))] == [[0, 1], [2]]
        expected = encoder.encode(["Ana: Maria met Tom.\nBen: Good.", "Ana: Maria left early."], "passage")
        assert np.array_equal(episodes.vectors.values, expected.astype(np.float16))
        assert [rows.source_turn(row).said for row in (0, 2)] == [said_at(datetime(2024, 1, day)) for day in (1, 2)]


def test_a_weak_association_is_no_fact_and_no_bonus() -> None:
    """Maria and Tom are in one episode, which relates them not: both are anchors, and nothing else is known of them."""
    architecture = LightGMEM(HashingEncoder(64), make_reader(), LightGMEMSettings(profiles=0))
    with open_memory(":memory:", architecture=architecture) as memory:
        memory.add(Session((Turn("Maria left early. Tom was there.", "Ana"),), "s0"))
        graph = graph_of(memory)
        ends = [graph.named("Maria"), graph.named("Tom")]
        weak = weak_edges(graph, graph.snapshot.layers[graph.keys.episodes]).pairs.tolist()
        assert sorted(entity for of_name in ends for entity in of_name) in [sorted(pair) for pair in weak]
        assert len(explicit_edges(graph).pairs) == 0
        (hit,) = memory.recall("What did Maria and Tom do?").hits
        parts = dict(hit.evidence[0].reason.parts)
        assert parts["entities"] == pytest.approx(0.10)
        assert "relations" not in parts
        assert memory.facts(outdated=True) == []
        assert [one.entries for one in memory.profiles()] == [()] * 3


# Extraction: labels, passes, concurrency


@dataclass(frozen=True)
class Asked(PlantedModel):
    """Finds nothing, and notes what it is asked for."""

    passes: list[tuple[str, tuple[str, ...], float]] = field(default_factory=list)

    def entities(self, texts: Any, labels: Any, threshold: float) -> Any:
        self.passes.append(("entities", tuple(labels), threshold))
        return super().entities(texts, labels, threshold)

    def relations(self, texts: Any, labels: Any, threshold: float) -> Any:
        self.passes.append(("relations", tuple(labels), threshold))
        return super().relations(texts, labels, threshold)


def test_gliner2_finds_entities_and_relations_in_separate_passes() -> None:
    """Of ten labels, and of those relations that the rules have, in words, from a score of .5 on."""
    model = Asked()
    reader = Reader(ThreeWordParser(), mentions=GLiNER2Mentions(model), triplets=GLiNER2Triplets(model))
    with open_memory(":memory:", architecture=LightGMEM(HashingEncoder(), reader)) as memory:
        memory.add(Session((Turn("Maria met Tom.", "Ana"),), "s0"))
    labels = "Person Organization Place Event Product CreativeWork Animal Activity Topic Date".split()
    words = [one.replace("_", " ") for one in RELATIONS]
    assert {"lives in", "likes", "dislikes", "has pet"} <= {*words}
    assert sorted(model.passes) == [("entities", (*labels,), 0.5), ("relations", (*words,), 0.5)]


@dataclass(frozen=True)
class Watched:
    """Reads like another, and notes which turns it was given, by which thread, and how many calls are at work."""

    inner: Likes = field(default_factory=Likes)
    fingerprint: str = "watched:1"
    calls: list[tuple[tuple[str, ...], int]] = field(default_factory=list)
    at_work: list[int] = field(default_factory=list)

    def extract(self, turns: Any, referents: Any) -> list[list[FoundTriplet]]:
        self.at_work.append(1)
        assert len(self.at_work) == 1
        self.calls.append((tuple(one.turn.id for one in turns), get_ident()))
        found = self.inner.extract(turns, referents)
        self.at_work.pop()
        return found


def test_texts_are_read_one_after_the_other_and_once() -> None:
    """By rules nobody is waited for: no thread but the caller's reads, and no turn twice, whatever asks for it."""
    watched = Watched()
    architecture = LightGMEM(HashingEncoder(), Reader(ThreeWordParser(), triplets=watched), LightGMEMSettings())
    lines = [(f"s{day}", f"s{day}.t{line}") for day in range(3) for line in range(4)]
    with open_memory(":memory:", architecture=architecture) as memory:
        for day in range(3):
            turns = tuple(Turn("Maria likes tea.", "Ana", id=name) for session, name in lines if session == f"s{day}")
            memory.add(Session(turns, f"s{day}"))
        memory.entities()
        memory.profiles()
        memory.recall("Who likes tea?")
    read = [name for names, _ in watched.calls for name in names]
    assert sorted(read) == sorted(name for _, name in lines)
    assert {thread for _, thread in watched.calls} == {get_ident()}


# Disambiguation: the context of a mention


def test_the_context_of_a_mention_is_its_chunk_the_names_in_it_and_its_relations() -> None:
    """κ(m): the vector of its chunk, the other names there, whoever says them, and the other ends of its statements in
    its turn alone.
    """
    architecture = LightGMEM(HashingEncoder(), Reader(ThreeWordParser(), triplets=Likes()), LightGMEMSettings())
    with open_memory(":memory:", architecture=architecture) as memory:
        first = (Turn("Maria likes Tom.", "Ana"), Turn("Zoe likes Maria.", "Ben"))
        memory.add(Session(first, "s0", said_at(datetime(2024, 1, 1))))
        memory.add(Session((Turn("Maria likes Leo.", "Ana"),), "s1", said_at(datetime(2024, 1, 2))))
        snapshot, layer = memory._keeper.caught_up(), resolved_layer(memory)
        said = SaidMentions.of(snapshot, snapshot.layers[layer.episodes.key], layer.mention_keys)
        mentions, contexts = said.mentions(0, 0), said.contexts(0)
        chunks = snapshot.layers[layer.episodes.key]
    marias = [one for one in mentions if one.surface == "Maria"]
    assert [one.related for one in marias] == [("Tom",), ("Zoe",), ("Leo",)]
    assert [set(one.beside) for one in marias] == [{"Ana", "Ben", "Tom", "Zoe"}] * 2 + [{"Ana", "Leo"}]
    assert [one.context for one in marias] == [0, 0, 1]
    for one, chunk in ((marias[0], 0), (marias[2], 1)):
        assert np.array_equal(contexts[one.context], chunks.vectors.values[chunk])
    assert not np.array_equal(contexts[0], contexts[1])


def test_the_gate_lets_through_what_is_just_at_it() -> None:
    """ρ ≥ γ asks, anything less does not: Joan Reed and Joan Lee, a thing, have .45 · 14 / 17 + .05."""
    score = 0.45 * 14 / 17 + 0.05
    for gate, asked in ((score, [["Joan Lee"]]), (score + 1e-9, [])):
        resolver = Recorded()
        mentions = [Mention("Joan Reed", "person", 0), Mention("Joan Lee", "thing", 1)]
        resolve(mentions, resolver, beginning(ResolutionSettings(gate=gate)))
        assert resolver.asked == asked


# Retrieval: ties, what is returned


def tied(k: int) -> list[str]:
    """Turns that no search and no bonus can tell apart; sessions were stored against the order of their ids."""
    vectors = dict.fromkeys(("Who likes tea?", "Ana: Maria likes tea."), (0.5, 0.0, 0.0))
    architecture = LightGMEM(
        TableEncoder(vectors), Reader(ThreeWordParser()), LightGMEMSettings(profiles=0, fusion="linear"), unit="turn"
    )
    with open_memory(":memory:", architecture=architecture) as memory:
        for name in ("s9", "s1", "s5"):
            memory.add(Session(tuple(Turn("Maria likes tea.", "Ana", id=f"{name}.{place}") for place in (0, 1)), name))
        hits = memory.recall("Who likes tea?", k=k).hits
        assert len({hit.score for hit in hits}) == 1
        return [hit.turns[0].id for hit in hits]


def test_ties_go_to_the_earlier_in_the_conversation() -> None:
    """Sessions in the order in which they were stored, turns by ordinal."""
    assert tied(6) == ["s9.0", "s9.1", "s1.0", "s1.1", "s5.0", "s5.1"]


@pytest.mark.parametrize("k", [1, 4, 6])
def test_as_many_are_returned_as_are_asked_for(k: int) -> None:
    """The best of them; the paper returns ten."""
    assert tied(k) == tied(6)[:k]


# Prompt 2: profiles


def profile_prompt(type_: Any = "Person") -> str:
    """The instructions about an entity of a type."""
    properties = tuple(Property(one.name, one.single) for one in attributes_of(type_).values())
    pending = PendingProfile("Ana", ("Ana",), type_, properties, 1, NOTHING, (), (ROUND,))
    return " ".join(profile_request("", pending, NOTHING, ROUND).messages[0].content.split())


def after(known: WrittenProfile = NOTHING, **reply: object) -> list[tuple[str, str]]:
    """What is known after a reply, by attribute."""
    given = {"description": "Somebody.", **reply}
    found = merged(known, TypeAdapter(reply_shape(PERSON)).validate_python(given), ANA, ROUND, "m")
    return [(one.attribute, one.value) for one in found.values]


@pytest.mark.parametrize(
    "rule",
    [
        "a duplicate only of the very same person, thing, place or idea in the real world",
        "has a similar name but is somebody or something else, is none",
        "Give exactly one resolution for each id of ENTITIES; leave none out and add none",
        '"name" is the best full name of the entity',
        "exactly as it stands, or -1 if there is none",
        "no alias, no name beside it, no relative, no words of a message",
        "Invent no name",
    ],
)
def test_the_prompt_of_resolutions_has_the_rules_of_the_paper(rule: str) -> None:
    """Duplicates are the same in the world, and every mention has one resolution."""
    assert rule in " ".join(INSTRUCTIONS.split())


@pytest.mark.parametrize(
    "rule",
    [
        "Write nothing that the messages do not support",
        "RELATIONSHIP_EVIDENCE only proposes values: the messages decide",
        "What is known so far is context. Return only values that these messages state",
        "do not overwrite, delete or weaken a known value without clear support",
        "If unsure, leave the property empty: what is known stays",
        '"description" is never empty',
        'the "target" exactly as it stands in CANDIDATES, "fact" in your own words',
        "ENTITY is never its own target, and no fact stands twice",
        "Resolve vague times by the time of the message, only where it supports that",
        "give the one best value, never several in one; otherwise null",
    ],
)
def test_the_prompt_of_profiles_has_the_rules_of_the_paper(rule: str) -> None:
    """Of every type."""
    for type_ in ("Person", "Organization", "Event", "Place", "Thing"):
        assert rule in profile_prompt(type_)


def test_the_rule_about_single_values_names_those_of_the_type() -> None:
    """All of them, and none that has several."""
    for type_ in ("Person", "Organization", "Event", "Place", "Thing"):
        listed = re.search(r"Of (.*?) there is one value at a time", profile_prompt(type_))
        assert listed is not None
        single = [name for name, one in attributes_of(type_).items() if one.single]  # type: ignore[arg-type]
        assert re.findall(r'"(\w+)"', listed[1]) == single


def test_only_persons_have_the_rule_about_personal_names() -> None:
    """By the messages themselves; of a role or a group none, and never a neighbour's."""
    for rule in (
        "Give a personal name only where the messages identify this very person by it",
        "for somebody known by a role or as part of a group, names stay empty",
        "Never take the name of somebody beside them",
    ):
        assert rule in profile_prompt("Person")
        assert rule not in profile_prompt("Organization")


def test_an_empty_property_keeps_what_is_known_and_evidence_alone_adds_nothing() -> None:
    """Neither null nor an empty list takes a value away, and a statement that was read is no value."""
    home = {"value": "Lisbon", "messages": [1]}
    known = merged(
        NOTHING,
        TypeAdapter(reply_shape(PERSON)).validate_python({"description": "Somebody.", "homeLocation": home}),
        ANA,
        ROUND,
        "m",
    )
    assert after(known, homeLocation=None, pets=[]) == [("homeLocation", "Lisbon")]
    assert after() == []
    assert after(known, homeLocation={"value": "Porto", "messages": []}) == [("homeLocation", "Lisbon")]


# Prompt 3: communities


def community_prompt() -> ChatRequest:
    """A request about a community of two in one episode."""
    members = (Member("Ana", "person", 3), Member("Lisbon", "place", 1))
    community = UnnamedCommunity((("Ana", "Lisbon"), (1, 2)), members, (ShownEpisode(TURNS, ("Ana",)),))
    return community_request("", community)


@pytest.mark.parametrize(
    "rule",
    [
        "by the given entities and episodes alone",
        "a noun phrase of 3 to 8 words, specific to these entities",
        "two or three sentences on all of it together: what these entities share, do or are to each other, the themes",
        "Cover as many of the entities as you can",
        "Nothing that the episodes do not support, and no entity that is not given",
    ],
)
def test_the_prompt_of_communities_has_the_rules_of_the_paper(rule: str) -> None:
    """And what they are about: entities with kind and count, episodes with time and members."""
    system, user = (message.content for message in community_prompt().messages)
    assert rule in " ".join(system.split())
    assert '{"name": "Ana", "entity_type": "person", "mention_count": 3}' in user
    assert 'Time: 2024-01-01 00:00, entities: "Ana"\n"Ana": "I moved to Lisbon."' in user


def test_a_model_is_shown_twelve_episodes_of_a_community_at_most() -> None:
    """Those that name it, of fifteen that support it."""
    asked: list[ChatRequest] = []

    def name(request: ChatRequest) -> dict[str, str]:
        asked.append(request)
        return {"name": "trips of some friends", "description": "They travel."}

    architecture = LightGMEM(HashingEncoder(64), make_reader(), LightGMEMSettings(profiles=0))
    with open_memory(":memory:", architecture=architecture) as memory:
        memory.add(
            [
                Session((Turn("Tom met Maria in Lisbon.", "Ana"),), f"s{day:02}", said_at(datetime(2024, 1, day)))
                for day in range(1, 16)
            ]
        )
        (community,) = memory.communities()
        memory.enrich(ScriptedChat(name), kinds=["community"])
    assert len(community.episodes) == 15
    assert [request.messages[1].content.count("Time: ") for request in asked] == [12]


# Costs (section 4.8)


def test_calls_are_groups_of_mentions_updates_of_profiles_and_communities() -> None:
    """A call each, and nothing else asks a model. The plan knows all but how many mentions the answers leave open."""
    asked: list[str] = []

    def reply(request: ChatRequest) -> dict[str, Any]:
        asked.append(request.purpose)
        if request.purpose == "resolution":
            entities, _ = lists_in(request.messages[1].content)
            return {"entity_resolutions": [{"id": place, "duplicate_id": -1} for place in range(len(entities))]}
        return {"name": "people of the village", "description": "They live there."}

    with open_memory(":memory:", architecture=resolving(replace(TWO_EPISODES, shared_calls=True))) as memory:
        memory.add(crowd(0))
        memory.recall("Who likes tea?")
        for kind in ("resolution", "profile", "community"):
            planned = memory.enrich_plan([kind], flush=kind == "profile").calls
            asked.clear()
            report = memory.enrich(ScriptedChat(reply), kinds=[kind], flush=kind == "profile")
            assert (report.failures, dict(report.waiting)) == ((), {})
            assert asked == [kind] * report.calls
            assert report.calls > 0
            if kind == "resolution":
                assert report.calls < report.written["resolution"]  # mentions of one episode and lane share a call
            else:
                heads = [one for one in memory.memos(kind) if kind == "community" or one.triplets[0].relation == "is a"]
                assert report.calls == len(heads) == planned[kind]


# Prompt 4: answers and the judge


@pytest.mark.parametrize(
    "rule",
    ["Answer in a few words", "Invent nothing", 'Words such as "yesterday" in a line count from the time above it'],
)
def test_the_prompt_of_answers_is_short_and_has_the_times_of_memories(rule: str) -> None:
    """[R] A short answer from memories with their times; the paper prints none."""
    architecture = LightGMEM(HashingEncoder(64), make_reader(), LightGMEMSettings())
    with open_memory(":memory:", architecture=architecture) as memory:
        memory.add(Session((Turn("I moved to Lisbon.", "Ana"),), "s1", said_at(datetime(2024, 1, 5, 9))))
        packed = memory.context("Where does Ana live?", budget=300)
    system, user = (message.content for message in answer_request(packed, short=True).messages)
    assert rule in " ".join(system.split())
    assert user.index("2024-01-05 09:00") < user.index("I moved to Lisbon.")
    assert user.endswith('Question: "Where does Ana live?"')


@pytest.mark.parametrize(
    "rule",
    [
        "CORRECT if the candidate answer comes to the same topic or fact as the gold answer",
        "A candidate may be much longer than the gold and say more; that alone never makes it WRONG",
        "a relative time (“last Tuesday”) and a date are equal when both mean the same time",
        "WRONG if it names another fact, person or time than the gold, or does not answer",
    ],
)
def test_the_judge_is_lenient_as_is_customary(rule: str) -> None:
    """[R] Label CORRECT or WRONG, by the gold answer."""
    answered = AnsweredQuestion(id="q", question="When?", category="temporal", gold="May", answer="In May")
    request = JUDGES["lightgmem"].request(answered)
    assert rule.replace("“", '"').replace("”", '"') in " ".join(request.messages[0].content.split())
