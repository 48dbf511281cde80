from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from convograph.architectures.glong import GLong, GLongSettings
from convograph.architectures.rag import Rag
from convograph.architectures.sgmem import SGMem
from convograph.build import open_memory
from convograph.extraction.reading import Reader
from convograph.memory import Memory
from convograph.protocols import Architecture
from convograph.types import Memo, Picture, PictureLink, PictureNode, Session, Triplet, Turn
from support.encoders import HashingEncoder
from support.parses import ThreeWordParser

LIVES, HAS_CAT = Triplet("Ana", "lives in", "Porto"), Triplet("Ana", "has", "Miso")
MOVED, HAS_BOAT = Triplet("Ben", "moved_to", "Porto"), Triplet("Ben", "has", "boat")

CONVERSATION = [
    Session((Turn("I live in Porto. It rains.", "Ana", id="a0"), Turn("My cat is Miso.", "Ana", id="a1")), "A"),
    Session((Turn("I moved to Porto.", "Ben", id="b0"), Turn("I have a boat.", "Ben", id="b1")), "B"),
]
# The terms of A's triplets are {ana, live, porto} and {ana, miso}. With n = 2, "ana" (df 2) counts log(1 + 2/2), the
# others (df 1) log(1 + 2/1). The first sums to the highest, 1. B is built alike: {ben, move, porto} and {ben, boat}.
TWO_TERMS = (math.log(2) + math.log(3)) / (math.log(2) + 2 * math.log(3))  # .620

BROUGHT = GLongSettings(importance="tfidf", triplets="brought")

Remember = Callable[..., Memory]


def stated(triplet: Triplet, *turns: str) -> Memo:
    return Memo("triplet", triplet.text, None, turns, triplets=(triplet,))


STATED = [stated(LIVES, "a0"), stated(HAS_CAT, "a1"), stated(MOVED, "b0"), stated(HAS_BOAT, "b1")]


def glong(settings: GLongSettings = BROUGHT) -> GLong:
    return GLong(HashingEncoder(), Reader(ThreeWordParser()), settings)


@pytest.fixture
def remember(tmp_path: Path) -> Iterator[Remember]:
    """Opens a memory of the conversation, and of memos about it; closes what it opened."""
    opened: list[Memory] = []

    def make(architecture: Architecture, memos: Sequence[Memo] = STATED) -> Memory:
        memory = open_memory(tmp_path / f"{len(opened)}.db", architecture=architecture)
        opened.append(memory)
        memory.add(CONVERSATION)
        memory.bring(memos)
        return memory

    yield make
    for memory in opened:
        memory.close()


def ids(picture: Picture) -> list[str]:
    return [node.id for node in picture.nodes]


def triplets(picture: Picture) -> list[tuple[str, str | None, str, float, tuple[str, ...]]]:
    """The triplets of a picture by what their ends are called."""
    names = {node.id: node.label for node in picture.nodes}
    return [
        (names[link.source], link.label, names[link.target], round(link.weight, 3), link.turns)
        for link in picture.links
        if link.relation == "triplet"
    ]


def test_names_are_nodes_and_triplets_are_weighted_links(remember: Remember) -> None:
    """Names are numbered by the alphabet and stand in order of appearance; a label loses its underscores.

    A triplet weighs w of equation 3.
    """
    picture = remember(glong()).picture()
    assert picture.nodes[6:] == tuple(
        PictureNode(name, "entity", label, None)
        for name, label in [("e0", "Ana"), ("e4", "Porto"), ("e3", "Miso"), ("e1", "Ben"), ("e2", "boat")]
    )
    assert [(link.source, link.target) for link in picture.links if link.relation == "mentions"] == [
        *[("t0", "e0"), ("t0", "e4"), ("t1", "e0"), ("t1", "e3")],
        *[("t2", "e1"), ("t2", "e4"), ("t3", "e1"), ("t3", "e2")],
    ]
    assert triplets(picture) == [
        ("Ana", "lives in", "Porto", 1.0, ("a0",)),
        ("Ana", "has", "Miso", round(TWO_TERMS, 3), ("a1",)),
        ("Ben", "moved to", "Porto", 1.0, ("b0",)),
        ("Ben", "has", "boat", round(TWO_TERMS, 3), ("b1",)),
    ]
    assert Counter(link.relation for link in picture.links) == {"contains": 4, "mentions": 8, "triplet": 4}


def test_entities_count_to_the_limit(remember: Remember) -> None:
    """B has a session, two turns, Ben, Porto and the boat; A adds a session, two turns, Ana and Miso, and no Porto."""
    memory = remember(glong())
    both, newest, cut = memory.picture(11), memory.picture(10), memory.picture(4)
    assert (len(both.nodes), both.total_nodes) == (11, 11)
    assert ids(newest) == ["s4", "t2", "t3", "e1", "e4", "e2"]
    assert [names[:3] for names in triplets(newest)] == [("Ben", "moved to", "Porto"), ("Ben", "has", "boat")]
    assert ids(cut) == ["s4", "t2", "t3", "e1"]
    assert triplets(cut) == []
    assert {link.source for link in cut.links} == {"s4", "t2", "t3"}
    assert newest.total_nodes == cut.total_nodes == 11


def test_what_is_stated_twice_is_one_link_of_the_highest_weight(remember: Remember) -> None:
    """As recall has it: the cat weighs .620 in A, and alone in B 1; parallel edges keep a link each."""
    memos = [*STATED[:2], stated(replace(HAS_CAT, subject="ANA"), "b0")]
    once = remember(glong(), memos).picture()
    assert triplets(once) == [("Ana", "lives in", "Porto", 1.0, ("a0",)), ("Ana", "has", "Miso", 1.0, ("a1", "b0"))]
    each = remember(glong(replace(BROUGHT, repeated="parallel")), memos).picture()
    assert triplets(each)[1:] == [
        ("Ana", "has", "Miso", round(TWO_TERMS, 3), ("a1",)),
        ("Ana", "has", "Miso", 1.0, ("b0",)),
    ]


def test_only_the_sources_drawn_are_named(remember: Remember) -> None:
    """The cat is stated in both sessions, and A is not drawn."""
    memos = [stated(HAS_CAT, "a1"), stated(HAS_CAT, "b0")]
    assert triplets(remember(glong(), memos).picture(6)) == [("Ana", "has", "Miso", 1.0, ("b0",))]


def test_a_session_with_brought_triplets_has_no_others(remember: Remember) -> None:
    """Read are "Ben moved to" and "Ben have a" of B; in A, only what was brought is there."""
    found = triplets(remember(glong(GLongSettings()), STATED[:1]).picture())
    assert [each[:3] for each in found if each[4][0] in ("a0", "a1")] == [("Ana", "lives in", "Porto")]
    assert {turn for each in found for turn in each[4]} == {"a0", "b0", "b1"}


def test_a_picture_forgets(remember: Remember) -> None:
    """A name goes with the last turn that mentions it, and so does its count."""
    memory = remember(glong())
    memory.forget(turn="b1")
    assert "boat" not in [node.label for node in memory.picture().nodes]
    assert (memory.stats().entities, memory.stats().triplets) == (4, 3)


def test_a_long_name_is_cut(remember: Remember) -> None:
    """A name is drawn by its first 240 characters, spaces once, whatever was brought."""
    memory = remember(glong(), [stated(Triplet("Ana", "wrote   " + "r" * 900, "x" * 1_000), "a0")])
    picture = memory.picture()
    assert [len(node.label) for node in picture.nodes if node.kind == "entity"] == [3, 240]
    [(_, relation, _, _, _)] = triplets(picture)
    assert relation is not None
    assert (len(relation), relation[:7]) == (240, "wrote r")


def test_stats_count_names_and_triplets(remember: Remember) -> None:
    """Porto is one name; an architecture without a graph of triplets has no such counts."""
    stats = remember(glong()).stats()
    assert (stats.entities, stats.triplets, stats.sentences) == (5, 4, 0)
    stats = remember(SGMem(HashingEncoder())).stats()
    assert (stats.entities, stats.triplets, stats.sentences) == (None, None, 5)


def test_sentences_hang_at_their_turns(remember: Remember) -> None:
    """Each sentence with its characters, in reading order; neighbours are linked among those drawn."""
    picture = remember(SGMem(HashingEncoder())).picture()
    assert ids(picture) == ["s1", "s4", "t0", "t1", "t2", "t3", "c0", "c1", "c2", "c3", "c4"]
    assert picture.nodes[7] == PictureNode("c1", "sentence", "It rains.", "A", "a0", 17, 26)
    contained = [link for link in picture.links if link.relation == "contains"]
    assert contained[:2] == [PictureLink("s1", "t0", "contains", 1.0), PictureLink("s1", "t1", "contains", 1.0)]
    assert contained[4:6] == [PictureLink("t0", "c0", "contains", 1.0), PictureLink("t0", "c1", "contains", 1.0)]
    assert {link.relation for link in picture.links} == {"contains", "dense-neighbour"}
    assert ids(remember(SGMem(HashingEncoder())).picture(6)) == ["s4", "t2", "t3", "c3", "c4"]


def test_without_a_graph_there_are_sessions_and_turns(remember: Remember) -> None:
    """RAG draws no further nodes."""
    picture = remember(Rag(HashingEncoder())).picture()
    assert ids(picture) == ["s1", "s4", "t0", "t1", "t2", "t3"]
    assert picture.total_nodes == 6
