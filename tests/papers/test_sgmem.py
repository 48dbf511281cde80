"""SGMem's worked examples, computed by hand from the paper (arXiv 2509.21212)."""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from convograph.architectures.rag import Rag
from convograph.architectures.sgmem import LOCOMO, LONGMEMEVAL, STRONG_SEEDS, SGMem, SGMemSettings
from convograph.architectures.sgmem.neighbours import SentenceGraph
from convograph.architectures.sgmem.voting import Votes
from convograph.build import open_memory
from convograph.errors import InputError, UnsupportedError
from convograph.graph.vectors import rounded
from convograph.memory import Memory
from convograph.retrieval import Units
from convograph.terms import ENGLISH
from convograph.types import Hit, Session, Turn
from convograph_eval.architectures import architecture_for
from support.conversations import conversation
from support.encoders import HashingEncoder, TableEncoder

QUESTION = "Where does the cat sleep?"

# Coordinates are multiples of 1/8, exact in float16. Not of norm 1: cosines below are plain dot products.
VECTORS = {
    QUESTION: (1.0, 0.0, 0.0),
    "The cat sleeps on the boiler.": (0.875, 0.25, 0.0),  # cos .875: seed 1
    "It is warm there.": (0.25, 0.875, 0.0),  # cos .250
    "My cat is grey.": (0.75, 0.0, 0.5),  # cos .750: seed 2
    "She likes fish.": (-0.25, 0.125, 0.875),  # cos -.250
    "The boiler hums all night.": (0.125, 0.75, 0.25),  # cos .125
}

CONVERSATION = [
    Session(
        (
            Turn("The cat sleeps on the boiler. It is warm there.", "Ana", id="a0"),
            Turn("She likes fish.", "Ben", id="a1"),
        ),
        id="A",
    ),
    Session((Turn("My cat is grey.", "Cleo", id="b0"), Turn("The boiler hums all night.", "Ana", id="b1")), id="B"),
]


@pytest.fixture
def remember(tmp_path: Path):
    """Opens a memory of the example with given settings."""
    opened: list[Memory] = []

    def make(settings: SGMemSettings = LONGMEMEVAL, **options: object) -> Memory:
        memory = open_memory(
            tmp_path / f"{len(opened)}.db", architecture=SGMem(TableEncoder(VECTORS), settings, **options)
        )
        memory.add(CONVERSATION)
        opened.append(memory)
        return memory

    yield make
    for memory in opened:
        memory.close()


def scores(hits: tuple[Hit, ...]) -> list[tuple[str, float]]:
    return [(hit.id, hit.score) for hit in hits]


def test_without_hops_the_mean_of_the_seeds_ranks_sessions(remember) -> None:
    """n = 3 seeds of cos >= 0: .875 and .25 in A, .75 in B. Means of cos + 1: A 1.5625, B 1.75; B first."""
    memory = remember(SGMemSettings(seeds=3, hops=0))
    assert scores(memory.recall(QUESTION, unit="session").hits) == [("B", 1.75), ("A", 1.5625)]


def test_neighbours_join_over_sentence_edges_and_vote_with_their_own_similarity(remember) -> None:
    """n = 1, k = 1, h = 1.

    Seed: "The cat sleeps …". Its products with the others: warm .4375, grey .65625, fish -.1875, hums
    .296875; its nearest is "My cat is grey." (cos .75 with the question). C* = {.875 in A, .75 in B}.
    """
    memory = remember(SGMemSettings(seeds=1, neighbours=1))
    first, second = memory.recall(QUESTION, unit="session").hits
    assert scores((first, second)) == [("A", 1.875), ("B", 1.75)]
    assert (first.evidence[0].reason.kind, first.evidence[0].reason.rank) == ("seed", 1)
    reason = second.evidence[0].reason
    assert (reason.kind, reason.similarity) == ("neighbour", 0.75)
    (step,) = reason.steps
    assert (step.relation, step.weight, step.origin.text, step.words) == (
        "dense-neighbour",
        0.65625,
        "The cat sleeps on the boiler.",
        ("cat",),
    )


def test_a_second_hop_starts_from_what_the_first_reached(remember) -> None:
    """n = 1, k = 2, h = 2.

    Hop 1 reaches "grey" (.65625) and "warm" (.4375). Hop 2, from "grey": fish .25, hums .21875 beside the
    seed .65625; from "warm": hums .6875 beside the seed .4375. So everything is in C*, "fish" over "grey",
    "hums" over "warm". A has cos .875, .25, -.25 (mean .2917), B .75, .125 (mean .4375).
    """
    memory = remember(SGMemSettings(seeds=1, neighbours=2, hops=2))
    hits = memory.recall(QUESTION, unit="session").hits
    assert scores(hits) == [("B", 1 + (0.75 + 0.125) / 2), ("A", pytest.approx(1 + (0.875 + 0.25 - 0.25) / 3))]
    hums = next(one for one in hits[0].evidence if "hums" in one.span.text)
    assert [(step.origin.text, step.weight) for step in hums.reason.steps] == [
        ("The cat sleeps on the boiler.", 0.4375),
        ("It is warm there.", 0.6875),
    ]


def test_the_threshold_is_on_cosine_plus_one_and_holds_for_seeds_only(remember) -> None:
    """gamma = 1.5 leaves the seeds .875 and .75; with gamma = 1.9 nothing is left, unless the fallback is chosen."""
    strict = SGMemSettings(threshold=1.5, threshold_scale="paper", hops=0)
    assert scores(remember(strict).recall(QUESTION, unit="session").hits) == [("A", 1.875), ("B", 1.75)]
    nothing = SGMemSettings(threshold=1.9, threshold_scale="paper")
    assert remember(nothing).recall(QUESTION, unit="session").hits == ()
    fallback = SGMemSettings(threshold=1.9, threshold_scale="paper", fallback=True, seeds=1, hops=0)
    assert scores(remember(fallback).recall(QUESTION, unit="session").hits) == [("A", 1.875)]


def test_sum_and_max_are_options(remember) -> None:
    """Three seeds again: sums of cos + 1 give A 3.125 and B 1.75; maxima A 1.875 and B 1.75."""
    added = remember(SGMemSettings(seeds=3, hops=0, aggregate="sum"))
    assert scores(added.recall(QUESTION, unit="session").hits) == [("A", 3.125), ("B", 1.75)]
    highest = remember(SGMemSettings(seeds=3, hops=0, aggregate="max"))
    assert scores(highest.recall(QUESTION, unit="session").hits) == [("A", 1.875), ("B", 1.75)]


def test_the_mean_prefers_one_strong_sentence_to_a_stronger_one_with_a_weak_one() -> None:
    """The paper's LoCoMo case (§2.4): the chunk of the 2nd sentence precedes that of the 1st and the 7th."""
    s15, s6 = 0, 1
    votes = Votes(np.arange(3), np.array([1.7, 1.3, 1.6]), Units("session", np.array([s15, s15, s6]), {}))
    assert votes.elected("mean", 2) == [(s6, pytest.approx(1.6)), (s15, pytest.approx(1.5))]
    assert [unit for unit, _ in votes.elected("sum", 2)] == [s15, s6]
    assert [unit for unit, _ in votes.elected("max", 1)] == [s15]


def test_turns_and_rounds_are_chunks_too(remember) -> None:
    """SGMem-T: a0 holds .875 and .25 (mean 1.5625), b0 .75; SGMem-R: a round is two turns here, so as sessions."""
    settings = SGMemSettings(seeds=3, hops=0)
    assert scores(remember(settings, chunk="turn").recall(QUESTION).hits) == [("b0", 1.75), ("a0", 1.5625)]
    assert scores(remember(settings, chunk="round").recall(QUESTION).hits) == [("B~0", 1.75), ("A~0", 1.5625)]
    with pytest.raises(UnsupportedError, match="sgmem-s cannot return the unit 'turn'; it has session"):
        remember(settings, chunk="session").recall(QUESTION, unit="turn")


def test_a_question_without_a_known_word_finds_nothing(remember) -> None:
    """Its vector is zero: near to nothing, not equally near to everything."""
    assert remember().recall("Qwertz?").hits == ()


def test_merged_sentences_vote_wherever_they_stand(tmp_path: Path) -> None:
    """With n = 2 and a text in two sessions, merging leaves room for another seed and both sessions are found."""
    twice = [
        Session((Turn("My cat is grey.", id="x0"),), id="X"),
        Session((Turn("My cat is grey.", id="y0"),), id="Y"),
        Session((Turn("It is warm there.", id="z0"),), id="Z"),
    ]
    for merge, expected in ((False, ["X", "Y"]), (True, ["X", "Y", "Z"])):
        settings = SGMemSettings(seeds=2, hops=0, merge_identical=merge)
        with open_memory(tmp_path / f"{merge}.db", architecture=SGMem(TableEncoder(VECTORS), settings)) as memory:
            memory.add(twice)
            assert [hit.id for hit in memory.recall(QUESTION, unit="session").hits] == expected


def test_rag_ranks_whole_units_by_cosine(tmp_path: Path) -> None:
    """RAG-S encodes each session as lines `speaker: text` and compares it as a whole."""
    vectors = {
        QUESTION: (1.0, 0.0, 0.0),
        "Ana: The cat sleeps on the boiler. It is warm there.\nBen: She likes fish.": (0.25, 0.0, 0.0),
        "Cleo: My cat is grey.\nAna: The boiler hums all night.": (0.5, 0.0, 0.0),
    }
    with open_memory(tmp_path / "rag.db", architecture=Rag(TableEncoder(vectors), "session")) as memory:
        memory.add(CONVERSATION)
        hits = memory.recall(QUESTION).hits
        assert scores(hits) == [("B", 0.5), ("A", 0.25)]
        assert [evidence.reason.kind for evidence in hits[0].evidence] == ["unit", "unit"]


def test_rag_finds_units_and_shows_the_turns_that_were_asked_for(tmp_path: Path) -> None:
    """Filters leave the score of a unit and its turns as they are; words are those of the line, speaker included."""
    with open_memory(tmp_path / "rag.db", architecture=Rag(HashingEncoder(), "session")) as memory:
        memory.add(CONVERSATION[0])
        (plain,) = memory.recall("Where does Ana's cat sleep?").hits
        (found,) = memory.recall("Where does Ana's cat sleep?", speakers="ana").hits
    assert (found.score, [turn.id for turn in found.turns]) == (plain.score, ["a0", "a1"])
    assert [one.span.turn.id for one in plain.evidence] == ["a0", "a1"]
    assert [(one.span.turn.id, one.reason.words) for one in found.evidence] == [("a0", ("ana", "cat", "sleeps"))]


def test_the_papers_settings() -> None:
    """The paper's settings, for both data sets."""
    assert (LONGMEMEVAL.neighbours, LONGMEMEVAL.hops, LONGMEMEVAL.seeds, LONGMEMEVAL.threshold) == (3, 1, 15, 1.0)
    assert (LOCOMO.neighbours, LOCOMO.hops, LOCOMO.seeds, LOCOMO.threshold) == (1, 1, 15, 1.2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"neighbours": 1.5}, "neighbours is a whole number, 0 or more: 1.5"),
        ({"hops": -1}, "hops is a whole number, 0 or more: -1"),
        ({"seeds": 0}, "seeds is a whole number, 1 or more: 0"),
        ({"threshold": 3}, "threshold is a number, from 0 to 2: 3"),
        ({"threshold_scale": "cosine"}, "threshold_scale is one of 'calibrated', 'paper': 'cosine'"),
        ({"aggregate": "median"}, "aggregate is one of 'mean', 'sum', 'max': 'median'"),
        ({"edges": "x"}, "edges is one of 'dense', 'bm25': 'x'"),
        ({"traversal": None}, "traversal is one of 'outgoing', 'both': None"),
        ({"sentence_unit": ["turn"]}, r"sentence_unit is one of 'sentence', 'turn': \['turn'\]"),
        ({"merge_identical": 1}, "merge_identical is either True or False: 1"),
        ({"fallback": "no"}, "fallback is either True or False: 'no'"),
    ],
)
def test_settings_that_mean_nothing_are_refused(options: dict[str, Any], message: str) -> None:
    """The error names the setting, the value and what is allowed."""
    with pytest.raises(InputError, match=message):
        SGMemSettings(**options)


def test_the_settings_for_the_shipped_encoder_differ_in_gamma_alone() -> None:
    """It holds as it is; where nothing passes it, the best sentences are taken. The evaluation knows them by name."""
    assert STRONG_SEEDS.least_cosine("static-sentences") == pytest.approx(0.55)
    assert replace(STRONG_SEEDS, threshold=1.0, threshold_scale="calibrated", fallback=False) == LONGMEMEVAL
    made = architecture_for("sgmem-shipped", HashingEncoder(), "session")
    assert isinstance(made, SGMem)
    assert (made.settings, made.chunk) == (STRONG_SEEDS, "session")


def test_gamma_is_carried_over_for_the_static_encoder_only() -> None:
    """The paper's encoder keeps its gamma; the bundled one has a table; `threshold_scale="paper"` ignores it."""
    assert LOCOMO.least_cosine("sentence-transformers:all-MiniLM-L6-v2") == pytest.approx(0.2)
    assert LOCOMO.least_cosine("static") == pytest.approx(0.398, abs=0.01)
    assert SGMemSettings(threshold=1.2, threshold_scale="paper").least_cosine("static") == pytest.approx(0.2)


def brute_force_neighbours(memory: Memory, k: int, edges: str) -> dict[tuple[str, int], list[tuple[str, int, float]]]:
    """For every sentence its k nearest, each similarity computed on its own from the texts."""
    snapshot = memory._keeper.caught_up()
    (layer,) = snapshot.layers.values()
    spans = [snapshot.span(layer, place) for place in range(len(layer))]
    order = sorted(range(len(spans)), key=lambda i: (spans[i].turn.session, spans[i].turn.ordinal, spans[i].start))
    vectors = rounded(HashingEncoder().encode([span.text for span in spans], "passage")).astype(np.float64)
    found = {}
    for item in order:
        if edges == "dense":
            similar = [float(sum(a * b for a, b in zip(row, vectors[item], strict=True))) for row in vectors]
        else:
            _, query = ENGLISH.hashes([spans[item].text])
            similar = layer.postings.scores(query).tolist()
        others = [other for other in order if other != item and (edges == "dense" or similar[other] > 0)]
        if edges == "dense" and not vectors[item].any():
            others = []
        others.sort(key=lambda other: -similar[other])
        found[(spans[item].turn.id, spans[item].start)] = [
            (spans[other].turn.id, spans[other].start, similar[other]) for other in others[:k]
        ]
    return found


@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 1_000), edges=st.sampled_from(["dense", "bm25"]))
def test_neighbours_equal_brute_force_after_any_adds_and_forgets(seed: int, edges: str) -> None:
    """Whatever was added and forgotten in whatever order, the sentence graph is the exact one of what is left."""
    chance = random.Random(seed)
    config = SGMemSettings(edges=edges)
    with (
        tempfile.TemporaryDirectory() as folder,
        open_memory(Path(folder) / "m.db", architecture=SGMem(HashingEncoder(), config)) as memory,
    ):
        for one in conversation(seed, sessions=4, turns=6):
            memory.add(one)
            if chance.random() < 0.6:
                memory.forget(turn=chance.choice(one.turns).id)
        snapshot = memory._keeper.caught_up()
        (layer,) = snapshot.layers.values()
        graph = SentenceGraph(snapshot, layer, config, None, ENGLISH)
        found = {}
        for item, ranked in enumerate(graph.neighbours(np.arange(len(layer)))):
            span = graph.span(item)
            pairs = zip(ranked.items.tolist(), ranked.similarities.tolist(), strict=True)
            found[(span.turn.id, span.start)] = [
                (graph.span(other).turn.id, graph.span(other).start, weight) for other, weight in pairs
            ]
        assert found == brute_force_neighbours(memory, config.neighbours, edges)
