"""LightGMEM's worked examples, computed by hand (sections 4.2 to 4.4, Table 7); resolution has a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.architectures.lightgmem.fusion import reciprocal_ranks
from convograph.architectures.lightgmem.profile_search import (
    SelectedProfile,
    profile_index,
    selected,
    supporting_episodes,
)
from convograph.architectures.lightgmem.profiles import EntityKnowledge, Telling
from convograph.architectures.lightgmem.searches import AskedWording, Episodes
from convograph.architectures.lightgmem.weak_edges import EntityEdges, explicit_edges, weak_edges
from convograph.build import open_memory
from convograph.extraction.reading import Reader
from convograph.facts import DEFAULT_RELATIONS
from convograph.memory import Memory
from convograph.terms import ENGLISH
from convograph.types import Recall, Session, Turn
from support.encoders import TableEncoder
from support.entities import graph_of
from support.parses import ThreeWordParser
from support.rerankers import TableReranker

QUESTION = "Maria knows people. Tom knows people."

# Coordinates are exact in float16, and not of norm 1: cosines below are plain dot products. Names have no vector.
VECTORS = {
    QUESTION: (1.0, 0.0, 0.0),
    "Ana: Maria met Tom.": (0.5, 0.0, 0.0),
    "Ana: Tom bought lamp.": (0.25, 0.0, 0.0),
    "Ana: Lamp tastes good.": (0.75, 0.0, 0.0),
}
TURNS = tuple(
    Turn(text, "Ana", id=name)
    for name, text in (("met", "Maria met Tom."), ("bought", "Tom bought lamp."), ("lamp", "Lamp tastes good."))
)


def lightgmem(vectors: dict[str, tuple[float, ...]] = VECTORS, **settings: object) -> LightGMEM:
    """LightGMEM over vectors by hand, without profiles unless they are asked for; an episode is a turn."""
    settings = {"profiles": 0, **settings}
    return LightGMEM(TableEncoder(vectors), Reader(ThreeWordParser()), LightGMEMSettings(**settings), unit="turn")


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Three turns of Ana's."""
    with open_memory(":memory:", architecture=lightgmem()) as opened:
        opened.add(Session(TURNS, id="s"))
        yield opened


def recalled(**settings: object) -> Recall:
    """What the question finds with these settings."""
    with open_memory(":memory:", architecture=lightgmem(**settings)) as memory:
        memory.add(Session(TURNS, id="s"))
        return memory.recall(QUESTION, k=3)


def test_reciprocal_ranks_begin_at_1() -> None:
    """Σ 1 / (c + i) with i from 0 and c = 1: the first gets 1, the second 1/2, what is not in the list 0."""
    assert reciprocal_ranks(np.array([0, 1, 3, -1]), 1.0).tolist() == [1.0, 0.5, 0.25, 0.0]
    assert reciprocal_ranks(np.array([0, 1]), 60.0).tolist() == pytest.approx([1 / 60, 1 / 61])


def test_a_whole_recall(memory: Memory) -> None:
    """Both lists, two anchors, and the pair that one turn relates.

    BM25: "met" has both names, "bought" one, "lamp" none: ranks 0, 1, none. Cosines: "lamp", "met", "bought".
    met:    1 + 1/2 + 2 × .05 + .10 = 1.7      lamp: 0 + 1 = 1      bought: 1/2 + 1/3 + .05 = .8833
    """
    found = memory.recall(QUESTION, k=3)
    assert [hit.id for hit in found.hits] == ["met", "lamp", "bought"]
    assert [hit.score for hit in found.hits] == pytest.approx([1.7, 1.0, 0.5 + 1 / 3 + 0.05])
    parts = [dict(hit.evidence[0].reason.parts) for hit in found.hits]
    assert parts[0] == pytest.approx({"bm25 rank 1": 1.0, "dense rank 2": 0.5, "entities": 0.1, "relations": 0.1})
    assert parts[1] == pytest.approx({"dense rank 1": 1.0})
    assert parts[2] == pytest.approx({"bm25 rank 2": 0.5, "dense rank 3": 1 / 3, "entities": 0.05})
    assert found.hits[0].evidence[0].reason.path == (
        "Maria, named in the question",
        "Tom, named in the question",
        "Maria —met→ Tom",
    )
    assert found.hits[1].evidence[0].reason.path == ()


def test_each_bonus_by_itself() -> None:
    """Of 1.7, the two anchors are .1 and the related pair is .1."""
    assert recalled(entity_bonus=0.0).hits[0].score == pytest.approx(1.6)
    assert recalled(relation_bonus=0.0).hits[0].score == pytest.approx(1.6)
    plain = recalled(entity_bonus=0.0, relation_bonus=0.0).hits[0]
    assert plain.score == pytest.approx(1.5)
    assert plain.evidence[0].reason.path == ()


def test_scores_can_be_added_in_place_of_ranks() -> None:
    """Equation 15: each list divided by its highest. "lamp" has the best cosine and no word: 1; "met" the best words:
    1 + .5 / .75, and its bonuses.
    """
    found = recalled(fusion="linear")
    assert found.architecture == "lightgmem-linear"
    scores = {hit.id: hit.score for hit in found.hits}
    assert scores["met"] == pytest.approx(1 + 0.5 / 0.75 + 0.1 + 0.1)
    assert scores["lamp"] == pytest.approx(1.0)
    assert [name for name, _ in found.hits[0].evidence[0].reason.parts] == ["bm25", "dense", "entities", "relations"]


def test_episodes_are_searched_by_their_best_sentence_too() -> None:
    """Ours: "both" has the only words, and its first sentence the best cosine, 1; as a whole its cosine is .25 of
    "lamp", which is one sentence, with .75.

    linear: both: 1 + .25 / .75 + 1 + 1 = 3.3333       lamp: 0 + 1 + 0 + .75 / 1 = 1.75
    ranks:  both: 1 + 1/2 + 1 + 1 = 3.5                lamp: 0 + 1 + 0 + 1/2 = 1.5
    """
    vectors = {
        QUESTION: (1.0, 0.0, 0.0),
        "Ana: Maria met Tom. Rain fell hard.": (0.25, 0.0, 0.0),
        "Ana: Maria met Tom.": (1.0, 0.0, 0.0),
        "Ana: Lamp tastes good.": (0.75, 0.0, 0.0),
    }
    turns = (Turn("Maria met Tom. Rain fell hard.", "Ana", id="both"), Turn("Lamp tastes good.", "Ana", id="lamp"))
    plain = {"entity_bonus": 0.0, "relation_bonus": 0.0, "sentences": True}
    for fusion, both, lamp in (("linear", 3 + 1 / 3, 1.75), ("rrf", 3.5, 1.5)):
        with open_memory(":memory:", architecture=lightgmem(vectors, fusion=fusion, **plain)) as memory:
            memory.add(Session(turns, id="s"))
            found = memory.recall(QUESTION, k=3)
            assert found.architecture == "lightgmem-sentences"
            assert [(hit.id, hit.score) for hit in found.hits] == [
                ("both", pytest.approx(both)),
                ("lamp", pytest.approx(lamp)),
            ]
            told = [name for name, _ in found.hits[1].evidence[0].reason.parts]
            ranked = ["dense rank 1", "sentence dense rank 2"]
            assert told == (["dense", "sentence dense"] if fusion == "linear" else ranked)


def test_only_sentences_that_may_be_evidence_count() -> None:
    """Asked of Ben's turns alone, a chunk stands where its best sentence of his does: of Maria he said nothing."""
    turns = (Turn("Maria met Tom.", "Ana"), Turn("Lamp tastes good.", "Ben"))
    settings = LightGMEMSettings(profiles=0, sentences=True)
    architecture = LightGMEM(TableEncoder({}), Reader(ThreeWordParser()), settings)
    with open_memory(":memory:", architecture=architecture) as memory:
        memory.add(Session(turns, id="s"))
        for filters, counts in (({}, True), ({"speakers": ["Ana"]}, True), ({"speakers": ["Ben"]}, False)):
            (hit,) = memory.recall("Maria knows people.", k=3, **filters).hits
            parts = dict(hit.evidence[0].reason.parts)
            assert ("sentence bm25 rank 1" in parts) is counts
            assert parts["bm25 rank 1"] == 1.0  # the chunk itself is found by all of its words


def test_each_list_has_so_many_episodes() -> None:
    """With a depth of 1 and one hit, only the first of either list is a candidate, and counts there alone."""
    with open_memory(":memory:", architecture=lightgmem(depth=1)) as memory:
        memory.add(Session(TURNS, id="s"))
        (best,) = memory.recall(QUESTION, k=1).hits
        assert (best.id, best.score) == ("met", pytest.approx(1 + 0.2))


def test_an_episode_that_supports_a_profile_gains_once() -> None:
    """Maria and Tom are asked about: "met" supports both profiles and gains .2, "bought" supports Tom's; "lamp" none.

    met: 1.7 + .2 = 1.9      bought: .8833 + .2 = 1.0833      lamp: 1
    """
    found = recalled(profiles=5)
    scores = [(hit.id, hit.score) for hit in found.hits]
    assert scores == [("met", pytest.approx(1.9)), ("bought", pytest.approx(1.05 + 1 / 30)), ("lamp", 1.0)]
    assert dict(found.hits[0].evidence[0].reason.parts)["profiles"] == pytest.approx(0.2)
    assert found.hits[0].evidence[0].reason.path[-2:] == ("profile “Maria”", "profile “Tom”")
    assert recalled(profiles=1).hits[2].score == pytest.approx(0.5 + 1 / 3 + 0.05)  # Maria's alone
    assert recalled(profiles=5, profile_bonus=0.0).hits[0].score == pytest.approx(1.7)


def test_a_profile_brings_the_episodes_that_support_it() -> None:
    """Mel is Melanie, by decision: a question about Mel, which no vector is like and whose words one turn has, finds
    what is said of Melanie too: 0 + .2 for her profile + .05 for the anchor. With no episodes of it, it does not.
    """
    turns = (Turn("Mel met Tom.", "Ana", id="met"), Turn("Melanie bought lamp.", "Ana", id="bought"))
    for episodes, found in ((12, [("met", 1.25), ("bought", 0.25)]), (0, [("met", 1.25)])):
        architecture = lightgmem({}, profiles=1, profile_episodes=episodes)
        with open_memory(":memory:", architecture=architecture) as memory:
            memory.add(Session(turns, id="s"))
            memory.merge("Mel", "Melanie")
            hits = memory.recall("Mel knows people.", k=5).hits
            assert [(hit.id, pytest.approx(hit.score)) for hit in hits] == found


def test_the_best_are_put_in_the_order_of_a_reranker() -> None:
    """By score "met" 1.7, "lamp" 1, "bought" .8833. The best two are read again: "lamp" is better, and that is its
    score; "bought", which would be best, is not read.
    """
    says = {"Ana: Maria met Tom.": -1.5, "Ana: Lamp tastes good.": 0.25, "Ana: Tom bought lamp.": 4.0}
    reranker = TableReranker(says)
    architecture = replace(lightgmem(reranked=2), reranker=reranker)
    with open_memory(":memory:", architecture=architecture) as memory:
        memory.add(Session(TURNS, id="s"))
        found = memory.recall(QUESTION, k=2)
        assert [(hit.id, hit.score) for hit in found.hits] == [("lamp", 0.25), ("met", -1.5)]
        assert [hit.evidence[0].reason.parts for hit in found.hits] == [
            (("reranked from 2", 0.25),),
            (("reranked from 1", -1.5),),
        ]
        assert reranker.asked == [(QUESTION, ("Ana: Maria met Tom.", "Ana: Lamp tastes good."))]
        assert [hit.id for hit in memory.recall(QUESTION, k=3).hits] == ["bought", "lamp", "met"]


def test_profiles_of_a_question_are_anchors_then_those_that_both_searches_find() -> None:
    """The texts are "Ana (Person)", "Maria (Person)", "Tom (Person); possessions: Lamp" and "Lamp (Person)".

    Of "lamp" the words are in two, the shorter first: 1 for Lamp, 1/2 for Tom. Cosines: Tom .75, Maria .5, Lamp .25,
    Ana 0: 1, 1/2, 1/3. So Tom has 1/2 + 1, Lamp 1 + 1/3, Maria 1/2, and Ana is among them only as an anchor.
    """
    texts = {
        "Maria (Person)": (0.5, 0.0, 0.0),
        "Tom (Person); possessions: Lamp": (0.75, 0.0, 0.0),
        "Lamp (Person)": (0.25, 0.0, 0.0),
    }
    with open_memory(":memory:", architecture=lightgmem(texts, profiles=5)) as memory:
        memory.add(Session(TURNS, id="s"))
        graph, (_, words) = graph_of(memory), ENGLISH.hashes(["lamp"])
        asked = AskedWording(words, np.array([1.0, 0.0, 0.0], np.float32))
        layers = tuple(key for key in graph.snapshot.layers if key.name == "triplets")
        telling = Telling(layers, DEFAULT_RELATIONS, triplets_alone=True)
        index = profile_index(graph, telling, TableEncoder(texts), ENGLISH)
        (ana,) = graph.named("Ana")
        for anchors, count, names in (
            ([], 5, ["Tom", "Lamp", "Maria"]),
            ([ana], 5, ["Ana", "Tom", "Lamp", "Maria"]),
            ([ana], 2, ["Ana", "Tom"]),
        ):
            found = selected(graph, index, asked, anchors, LightGMEMSettings(profiles=count))
            assert [one.name for one in found] == names


def test_so_many_episodes_of_each_profile_are_the_nearest() -> None:
    """Of the two that support Tom's profile, "met" has the higher cosine: .5 to .25."""
    with open_memory(":memory:", architecture=lightgmem()) as memory:
        memory.add(Session(TURNS, id="s"))
        graph = graph_of(memory)
        (tom,) = graph.named("Tom")
        episodes = Episodes(graph.snapshot, graph.snapshot.layers[memory.architecture.layers_for("turn")[0].key])
        profile = SelectedProfile(tom, "Tom", graph.turns_of(tom), "Tom", 0.0, EntityKnowledge(()))
        asked = np.array([1.0, 0.0, 0.0], np.float32)
        for count, names in ((0, []), (1, ["met"]), (12, ["met", "bought"])):
            items = supporting_episodes(episodes, np.arange(3), [profile], asked, count)
            assert [graph.snapshot.turns.rows[row].id for row in episodes.layer.first_turns()[items]] == names


def test_a_similar_name_is_an_anchor() -> None:
    """From the cosine of .75 on, which Maria has exactly; Tom has less. A higher threshold leaves it out."""
    names = {"Mary": (0.0, 1.0, 0.0), "Maria": (0.0, 0.75, 0.0), "Tom": (0.0, 0.5, 0.0)}
    for least, path in ((None, ("Maria, like “Mary” (cosine 0.75)",)), (0.76, ())):
        architecture = lightgmem({**VECTORS, **names}, similar_name=least)
        with open_memory(":memory:", architecture=architecture) as memory:
            memory.add(Session(TURNS, id="s"))
            (found,) = memory.recall("Mary met people.", k=3).hits
            assert (found.id, found.evidence[0].reason.path) == ("met", path)


def test_edges_between_entities() -> None:
    """Weak association counts episodes that mention both and relate them not; the other pair is a relation.

    s1 has Ana (who speaks), Maria, Tom and Eva, and relates Maria to Tom: five pairs. s2 has Ana and Maria.
    """
    architecture = LightGMEM(TableEncoder({}), Reader(ThreeWordParser()))
    with open_memory(":memory:", architecture=architecture) as memory:
        memory.add(Session((Turn("Maria met Tom.", "Ana"), Turn("Eva left early.", "Ana")), id="s1"))
        memory.add(Session((Turn("Maria left early.", "Ana"),), id="s2"))
        graph = graph_of(memory)
        names = [graph.name(entity) for entity in range(graph.structure.entities)]
        assert sorted(names) == ["Ana", "Eva", "Maria", "Tom"]
        episodes = graph.snapshot.layers[graph.keys.episodes]
        assert counted(names, explicit_edges(graph)) == {frozenset({"Maria", "Tom"}): 1}
        assert counted(names, weak_edges(graph, episodes)) == {
            frozenset({"Ana", "Maria"}): 2,
            frozenset({"Ana", "Tom"}): 1,
            frozenset({"Ana", "Eva"}): 1,
            frozenset({"Maria", "Eva"}): 1,
            frozenset({"Tom", "Eva"}): 1,
        }


def counted(names: list[str], edges: EntityEdges) -> dict[frozenset[str], int]:
    """The edges by the names of their ends."""
    return {
        frozenset(names[end] for end in pair): count
        for pair, count in zip(edges.pairs.tolist(), edges.counts.tolist(), strict=True)
    }
