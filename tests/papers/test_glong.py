"""G-Long's worked examples, computed by hand from the paper's equations."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pytest

from convograph.architectures.glong import EVALUATION, OFFICIAL, PAPER, WITH_SOURCES, GLong, GLongSettings
from convograph.architectures.glong.importance import weights_of
from convograph.build import open_memory
from convograph.errors import InputError, UnsupportedError
from convograph.extraction.reading import Reader
from convograph.memory import Memory
from convograph.protocols import ImportanceScorer, Query
from convograph.types import Hit, Memo, Recall, Session, Triplet, Turn
from support.conversations import conversation, memos_about, said_at
from support.encoders import HashingEncoder, TableEncoder
from support.parses import ThreeWordParser
from support.scorers import PlaceScorer, TableScorer

QUESTION = "Where does Ana live?"

# Coordinates are multiples of 1/8, exact in float16. Not of norm 1: cosines below are plain dot products.
VECTORS = {
    QUESTION: (1.0, 0.0, 0.0),
    "Ana": (0.875, 0.25, 0.0),  # the nearest name
    "Porto": (0.75, 0.5, 0.0),  # the next
    "Ben": (0.5, 0.0, 0.75),
    "Miso": (0.25, 0.875, 0.0),
    "boat": (-0.25, 0.0, 0.875),
    "Ana lives in Porto": (0.75, 0.25, 0.0),
    "Ana has Miso": (0.25, 0.75, 0.0),
    "Ben moved to Porto": (0.5, 0.5, 0.5),
    "Ben has boat": (0.625, 0.0, 0.5),
}
LIVES, HAS_CAT = Triplet("Ana", "lives in", "Porto"), Triplet("Ana", "has", "Miso")
MOVED, HAS_BOAT = Triplet("Ben", "moved to", "Porto"), Triplet("Ben", "has", "boat")

CONVERSATION = [
    Session((Turn("I live in Porto.", "Ana", id="a0"), Turn("My cat is called Miso.", "Ana", id="a1")), "A"),
    Session((Turn("I moved to Porto.", "Ben", id="b0"), Turn("I have a boat.", "Ben", id="b1")), "B"),
]
TIMES = (datetime(2023, 1, 1), datetime(2024, 1, 11))
ASKED_AT = datetime(2024, 1, 21)
# exp(-1e-7 * seconds): A is 385 days old, 33,264,000 s; B 10 days, 864,000 s.
RECENT_A, RECENT_B = math.exp(-3.3264), math.exp(-0.0864)
# Importance by tf-idf. A has two triplets with the terms {ana, live, porto} and {ana, miso}; "in" and "has" are stop
# words. With n = 2, "ana" (df 2) has log(1 + 2/2), the others (df 1) log(1 + 2/1). The first sums to the highest, 1.
# B is built alike: {ben, move, porto} and {ben, boat}.
TWO_TERMS = (math.log(2) + math.log(3)) / (math.log(2) + 2 * math.log(3))  # .620

TWO_ANCHORS = GLongSettings(anchors=2, importance="tfidf", triplets="brought", touch=False)


def stated(triplet: Triplet, *turns: str) -> Memo:
    return Memo("triplet", triplet.text, None, turns, triplets=(triplet,))


STATED = [stated(LIVES, "a0"), stated(HAS_CAT, "a1"), stated(MOVED, "b0"), stated(HAS_BOAT, "b1")]


class Remember(Protocol):
    """Opens a memory of the example, or of other sessions and triplets."""

    def __call__(
        self,
        settings: GLongSettings = TWO_ANCHORS,
        memos: Sequence[Memo] = STATED,
        *,
        times: Sequence[datetime | None] = TIMES,
        vectors: dict[str, tuple[float, float, float]] | None = None,
        scorer: ImportanceScorer | None = None,
    ) -> Memory: ...


@pytest.fixture
def remember(tmp_path: Path) -> Iterator[Remember]:
    """Closes what it opened."""
    opened: list[Memory] = []

    def make(
        settings: GLongSettings = TWO_ANCHORS,
        memos: Sequence[Memo] = STATED,
        *,
        times: Sequence[datetime | None] = TIMES,
        vectors: dict[str, tuple[float, float, float]] | None = None,
        scorer: ImportanceScorer | None = None,
    ) -> Memory:
        encoder = TableEncoder(VECTORS | (vectors or {}))
        architecture = GLong(encoder, Reader(ThreeWordParser()), settings, scorer=scorer)
        memory = open_memory(tmp_path / f"{len(opened)}.db", architecture=architecture)
        opened.append(memory)
        for session, at in zip(CONVERSATION, times, strict=True):
            memory.add(replace(session, said=None if at is None else said_at(at)))
        memory.bring(memos)
        return memory

    yield make
    for memory in opened:
        memory.close()


def ask(memory: Memory, question: str = QUESTION, **options: Any) -> Recall:
    """Triplets, unless another unit is wanted."""
    return memory.recall(question, **{"unit": "triplet", "asked_at": ASKED_AT, **options})


def ids(recall: Recall) -> list[str]:
    return [hit.id for hit in recall.hits]


def parts(hit: Hit) -> dict[str, float]:
    return dict(hit.evidence[0].reason.parts)


def only(importance: str = "uniform", **options: Any) -> GLongSettings:
    """Settings by which a triplet's score is its importance."""
    weights = {"semantic_weight": 0.0, "importance_weight": 1.0, "recency_weight": 0.0}
    return replace(TWO_ANCHORS, **{"importance": importance, **weights, **options})


def test_equation_4_ranks_the_edges_around_the_anchors(remember: Remember) -> None:
    """Anchors: Ana (.875) and Porto (.75). Their edges: lives, has Miso, moved; "Ben has boat" touches neither.

    lives: .5 * .75 + .3 * 1    + .2 * exp(-3.3264) = .375 + .3   + .0072 = .6822
    cat:   .5 * .25 + .3 * .620 + .2 * exp(-3.3264) = .125 + .186 + .0072 = .3182
    moved: .5 * .50 + .3 * 1    + .2 * exp(-.0864)  = .25  + .3   + .1834 = .7334: the newest overtakes the nearest
    """
    hits = ask(remember()).hits
    assert [hit.id for hit in hits] == ["Ben | moved to | Porto", "Ana | lives in | Porto", "Ana | has | Miso"]
    moved, lives, cat = (parts(hit) for hit in hits)
    assert moved == pytest.approx({"semantic": 0.25, "importance": 0.3, "recency": 0.2 * RECENT_B})
    assert lives == pytest.approx({"semantic": 0.375, "importance": 0.3, "recency": 0.2 * RECENT_A})
    assert cat == pytest.approx({"semantic": 0.125, "importance": 0.3 * TWO_TERMS, "recency": 0.2 * RECENT_A})
    assert [hit.score for hit in hits] == pytest.approx([0.7334, 0.6822, 0.3182], abs=1e-4)


def test_the_turns_that_state_the_triplets_come_back_with_them(remember: Remember) -> None:
    """Turns in the order of their best triplets; the triplets as memos, with the turns' time."""
    found = ask(remember(), unit="turn", k=2)
    assert ids(found) == ["b0", "a0"]
    assert [(memo.text, memo.kind, memo.rank) for memo in found.memos] == [
        ("Ben moved to Porto", "triplet", 1),
        ("Ana lives in Porto", "triplet", 2),
    ]
    assert [memo.score for memo in found.memos] == [hit.score for hit in found.hits]
    assert [memo.said and memo.said.local for memo in found.memos] == [TIMES[1], TIMES[0]]


def test_a_hit_says_how_it_was_reached(remember: Remember) -> None:
    """From the nearer end of the edge, as the triplet writes it, to the edge; its cosine and its place."""
    moved, lives, _ = (hit.evidence[0].reason for hit in ask(remember()).hits)
    assert (moved.kind, moved.similarity, moved.rank) == ("triplet", 0.5, 1)
    assert moved.path == ("Porto", "Ben —moved to→ Porto")
    assert lives.path == ("Ana", "Ana —lives in→ Porto")


def test_the_semantic_stage_decides_who_is_compared_by_equation_4(remember: Remember) -> None:
    """N = 1 keeps "lives" (.75) alone, N = 2 lets "moved" overtake it; N is at least K; without N it is K."""
    assert ids(ask(remember(replace(TWO_ANCHORS, semantic=1)), k=1)) == ["Ana | lives in | Porto"]
    assert ids(ask(remember(replace(TWO_ANCHORS, semantic=2)), k=1)) == ["Ben | moved to | Porto"]
    assert ids(ask(remember(replace(TWO_ANCHORS, semantic=1)), k=2)) == ids(ask(remember(), k=2))
    assert ids(ask(remember(replace(TWO_ANCHORS, semantic=None)), k=1)) == ["Ana | lives in | Porto"]


def test_where_triplets_have_too_few_turns_the_stage_goes_further(remember: Remember) -> None:
    """Both nearest triplets are of one turn; for two turns the next triplet is taken along, and wins by equation 4."""
    memos = [stated(LIVES, "a0"), stated(Triplet("Ana", "rents in", "Porto"), "a0"), stated(MOVED, "b0")]
    memory = remember(replace(TWO_ANCHORS, semantic=None), memos, vectors={"Ana rents in Porto": (0.625, 0.0, 0.0)})
    assert ids(ask(memory, k=2)) == ["Ana | lives in | Porto", "Ana | rents in | Porto"]
    assert ids(ask(memory, k=2, unit="turn")) == ["b0", "a0"]


def test_two_hops_reach_the_edges_of_the_neighbours(remember: Remember) -> None:
    """L = 2: over "moved" from Porto to Ben, and so to his boat; with one anchor, over "lives" and "moved" L = 3.

    boat: .5 * .625 + .3 * .620 + .2 * exp(-.0864) = .3125 + .186 + .1834 = .6819, behind "lives" with .6822.
    """
    two = ask(remember(replace(TWO_ANCHORS, hops=2)))
    assert ids(two) == [
        *("Ben | moved to | Porto", "Ana | lives in | Porto"),
        *("Ben | has | boat", "Ana | has | Miso"),
    ]
    assert two.hits[2].score == pytest.approx(0.6819, abs=1e-4)
    one_anchor = replace(TWO_ANCHORS, anchors=1)
    reached = [len(ids(ask(remember(replace(one_anchor, hops=hops))))) for hops in (1, 2, 3)]
    assert reached == [2, 3, 4]


def test_hubs_are_reached_and_not_walked_through(remember: Remember) -> None:
    """Ana and Ben have two edges each, Porto two, Miso and boat one.

    From Ana alone, three hops: "lives" to Porto, "moved" to Ben, "has" to the boat. With hubs of more than one edge,
    the walk ends at Porto; Ana is walked from though she is one. With more than two there are none.
    """
    far = replace(TWO_ANCHORS, anchors=1, hops=3)
    assert len(ids(ask(remember(far)))) == 4
    assert sorted(ids(ask(remember(replace(far, hub=1))))) == ["Ana | has | Miso", "Ana | lives in | Porto"]
    assert len(ids(ask(remember(replace(far, hub=2))))) == 4
    with pytest.raises(InputError, match="hub is a whole number, 1 or more: 0"):
        GLongSettings(hub=0)


def test_the_user_is_mentioned_as_i(tmp_path: Path) -> None:
    """The nearest name is the boat, with an edge of the assistant's; by "my", the user is an anchor as well."""
    question = "What is my cat called?"
    vectors = {
        **{question: (1.0, 0.0, 0.0), "boat": (0.5, 0.0, 0.0)},
        **dict.fromkeys(("user", "Miso", "assistant"), (0.0, 1.0, 0.0)),
        **dict.fromkeys(("user has Miso", "assistant has boat"), (0.25, 0.5, 0.0)),
    }
    found = {}
    for mentioned in (False, True):
        settings = replace(TWO_ANCHORS, anchors=1, mentioned=mentioned)
        architecture = GLong(TableEncoder(vectors), Reader(ThreeWordParser()), settings)
        with open_memory(tmp_path / f"{mentioned}.db", architecture=architecture) as memory:
            memory.add(
                [Session((Turn("I have Miso.", "user", id="u"), Turn("I have a boat.", "assistant", id="a")), "A")]
            )
            memory.bring(
                [stated(Triplet("user", "has", "Miso"), "u"), stated(Triplet("assistant", "has", "boat"), "a")]
            )
            found[mentioned] = set(ids(ask(memory, question)))
    assert found == {False: {"assistant | has | boat"}, True: {"assistant | has | boat", "user | has | Miso"}}


def test_a_negative_cosine_counts_as_zero(remember: Remember) -> None:
    """S_sem is clipped at 0, the cosine itself is told."""
    memory = remember(memos=[stated(LIVES, "a0")], vectors={"Ana lives in Porto": (-0.5, 0.0, 0.0)})
    (hit,) = ask(memory).hits
    assert (parts(hit)["semantic"], hit.evidence[0].reason.similarity) == (0.0, -0.5)


def test_what_says_the_same_is_one_edge_with_all_its_turns(remember: Remember) -> None:
    """Case and spacing of names, and case of relations, play no part.

    "Ana has Miso" has importance .620 in A, beside "lives", and 1 in B, where it is alone: the higher counts. It was
    last stated in B, 10 days ago. Its wording is the one nearest to the question.
    """
    again = stated(Triplet("ANA", "Has", "miso"), "b0")
    (_, cat) = ask(remember(memos=[*STATED[:2], again])).hits
    assert cat.id == "Ana | has | Miso"
    assert parts(cat) == pytest.approx({"semantic": 0.125, "importance": 0.3, "recency": 0.2 * RECENT_B})
    assert [turn.id for turn in cat.turns] == ["a1", "b0"]
    assert [evidence.span.text for evidence in cat.evidence] == ["My cat is called Miso.", "I moved to Porto."]


def test_parallel_edges_count_each_for_itself(remember: Remember) -> None:
    """Each with the importance and the recency of its own turn."""
    memory = remember(replace(TWO_ANCHORS, repeated="parallel"), [*STATED[:2], stated(HAS_CAT, "b0")])
    cats = [hit for hit in ask(memory).hits if hit.id == "Ana | has | Miso"]
    assert [[turn.id for turn in hit.turns] for hit in cats] == [["b0"], ["a1"]]
    assert parts(cats[0]) == pytest.approx({"semantic": 0.125, "importance": 0.3, "recency": 0.2 * RECENT_B})
    assert parts(cats[1]) == pytest.approx(
        {"semantic": 0.125, "importance": 0.3 * TWO_TERMS, "recency": 0.2 * RECENT_A}
    )


def test_names_written_otherwise_may_be_nodes_of_their_own(remember: Remember) -> None:
    """The one anchor is "Ana". Folded, " ana " and "ANA" are she; as written, their edges are not reached."""
    memos = [
        stated(LIVES, "a0"),
        stated(Triplet("ANA", "has", "Miso"), "a1"),
        stated(Triplet("ana", "is", "at sea"), "b0"),
    ]
    one = replace(TWO_ANCHORS, anchors=1)
    assert len(ask(remember(one, memos)).hits) == 3
    assert ids(ask(remember(replace(one, same_name="written"), memos))) == ["Ana | lives in | Porto"]


def test_only_the_first_triplet_of_a_turn(remember: Remember) -> None:
    """Both are of the whole turn, so that the alphabet decides; it weighs what the heaviest of its turn does: 1."""
    memos = [stated(LIVES, "a0"), stated(HAS_CAT, "a0"), stated(MOVED, "b0")]
    found = ask(remember(replace(TWO_ANCHORS, first_only=True), memos))
    assert ids(found) == ["Ben | moved to | Porto", "Ana | has | Miso"]
    assert parts(found.hits[1])["importance"] == pytest.approx(0.3)
    assert parts(ask(remember(memos=memos)).hits[2])["importance"] == pytest.approx(0.3 * TWO_TERMS)


def test_equal_scores_go_by_s_sem_first(remember: Remember) -> None:
    """With importance alone, alike for all: lives .75, boat .625, moved .5, cat .25."""
    found = ask(remember(only(hops=2)))
    assert {hit.score for hit in found.hits} == {1.0}
    assert ids(found) == [
        *("Ana | lives in | Porto", "Ben | has | boat"),
        *("Ben | moved to | Porto", "Ana | has | Miso"),
    ]


LIKED = "What is liked?"  # no turn has a word of it
ALIKE = {LIKED: (1.0, 0.0, 0.0)} | {
    f"Ana likes {thing}": (0.5, 0.0, 0.0) for thing in ("art", "beer", "cake", "dogs", "eels")
}


@pytest.mark.parametrize("settings", [only(), only(source=0.5), only(repeated="parallel")])
def test_equal_s_sem_goes_to_the_later_then_to_the_place(remember: Remember, settings: GLongSettings) -> None:
    """Of five alike: B was said later than A; within a session the earlier turn, in a turn the alphabet is first.

    It is so too where the semantic stage cuts among them, whatever order they came in.
    """
    turns = {"cake": "b1", "dogs": "a1", "eels": "b0", "beer": "a0", "art": "a0"}
    memos = [stated(Triplet("Ana", "likes", thing), turn) for thing, turn in turns.items()]
    expected = [f"Ana | likes | {thing}" for thing in ("eels", "cake", "art", "beer", "dogs")]
    for given in (memos, memos[::-1]):
        memory = remember(replace(settings, semantic=None), given, vectors=ALIKE)
        for k in (5, 4, 3, 2, 1):
            assert ids(ask(memory, LIKED, k=k)) == expected[:k]


@pytest.mark.parametrize("settings", [TWO_ANCHORS, replace(TWO_ANCHORS, source=0.5)])
def test_what_has_no_time_has_no_recency_and_is_the_last_of_equals(remember: Remember, settings: GLongSettings) -> None:
    """A has a time, B none: of alike triplets that of A comes first, also where only one is kept."""
    memos = [stated(Triplet("Ana", "likes", thing), turn) for thing, turn in (("art", "b0"), ("beer", "a0"))]
    memory = remember(replace(settings, semantic=None), memos, times=(TIMES[0], None), vectors=ALIKE)
    assert ids(ask(memory, LIKED, k=1)) == ["Ana | likes | beer"]
    assert [parts(hit)["recency"] for hit in ask(memory, LIKED, k=2).hits] == [pytest.approx(0.2 * RECENT_A), 0.0]


def test_recency_has_its_half_life_and_no_future(remember: Remember) -> None:
    """Lambda = 1e-7: 13 days are .894; what is said after the question counts as said now."""
    memory = remember(memos=[stated(LIVES, "a0")])
    (hit,) = ask(memory, asked_at=TIMES[0] + timedelta(days=13)).hits
    assert parts(hit)["recency"] == pytest.approx(0.2 * 0.894, abs=1e-4)
    (hit,) = ask(memory, asked_at="2020-01-01").hits
    assert parts(hit)["recency"] == pytest.approx(0.2)


@pytest.fixture(params=["UTC0", "HST10"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The clock of the wall shows the time of this zone."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("zone")
def test_recency_counts_from_the_last_use(remember: Remember) -> None:
    """A turn recalled with `touch` counts from then, at the next recall already and after the mark was written.

    1,000,000 s after the use: exp(-.1). The mark is in UTC, the question on the clock of the wall. What was not
    touched stays as it was.
    """
    memory = remember()
    assert ids(ask(memory, k=1, speakers="Ana", touch=True)) == ["Ana | lives in | Porto"]
    used = memory.stats().last_used["a0"].astimezone().replace(tzinfo=None)

    def recencies() -> dict[str, float]:
        hits = ask(memory, asked_at=used + timedelta(seconds=1_000_000)).hits
        return {hit.id: parts(hit)["recency"] / 0.2 for hit in hits}

    before = recencies()
    assert before["Ana | lives in | Porto"] == pytest.approx(math.exp(-0.1))
    assert before["Ana | has | Miso"] < 0.1
    memory.add([Session((Turn("Thanks.", "Ben"),), "C")])  # the commit takes the mark along
    assert not memory._uses
    assert recencies() == before


def test_what_comes_back_is_noted_as_used_unless_told_not_to(remember: Remember) -> None:
    """The paper sets the last access of what it returns; `touch=False`, or the setting, leaves all as it was."""
    memory = remember(replace(TWO_ANCHORS, touch=True))
    ask(memory, k=1, speakers="Ana", touch=False)
    assert memory.stats().last_used == {}
    ask(memory, k=1, speakers="Ana")
    assert list(memory.stats().last_used) == ["a0"]
    quiet = remember()
    ask(quiet, k=1)
    assert quiet.stats().last_used == {}
    assert (PAPER.touch, OFFICIAL.touch, WITH_SOURCES.touch) == (True, True, False)


def test_a_question_is_completed_from_what_was_said_before(remember: Remember) -> None:
    """Without a name the question is near to nothing; after one about Ana it is what the table knows by heart."""
    vectors = {"Where does she live?": (0.0, 0.0, 0.0), "Ana\nWhere does she live?": VECTORS[QUESTION]}
    memory = remember(vectors=vectors)
    assert ask(memory, "Where does she live?").hits == ()
    completed = ask(memory, "Where does she live?", recent=["How old is Ana now?"])
    assert (ids(completed), completed.question) == (ids(ask(memory)), "Where does she live?")


def test_an_empty_memory_and_an_unknown_word_find_nothing(tmp_path: Path, remember: Remember) -> None:
    """Neither turns nor triplets: there are none, or the question's vector is zero and near to nothing."""
    architecture = GLong(TableEncoder(VECTORS), Reader(ThreeWordParser()), TWO_ANCHORS)
    with open_memory(tmp_path / "empty.db", architecture=architecture) as empty:
        for unit in ("turn", "triplet"):
            assert ask(empty, unit=unit).hits == ()
    for settings in (TWO_ANCHORS, replace(WITH_SOURCES, triplets="brought")):
        found = ask(remember(settings), "Qwertz Ana?", unit="turn")
        assert (found.hits, found.memos) == ((), ())
    with pytest.raises(UnsupportedError, match="glong cannot return the unit 'session'; it has turn, triplet"):
        ask(remember(), unit="session")


def test_as_of_hides_edges_and_names(remember: Remember) -> None:
    """In 2023 there is A alone. What rests on turns of A and B does not exist yet either."""
    memory = remember(memos=[*STATED, stated(Triplet("Ana", "knows", "Ben"), "a0", "b0")])
    assert len(ask(memory).hits) == 4
    assert ids(ask(memory, as_of="2023-12-31")) == ["Ana | lives in | Porto", "Ana | has | Miso"]


def test_names_that_are_not_there_yet_take_no_anchors_place(remember: Remember) -> None:
    """One anchor. Ben, said only in B, is nearest; before that, it is Ana."""
    memory = remember(replace(TWO_ANCHORS, anchors=1), vectors={"Ben": (1.0, 0.0, 0.0)})
    assert ids(ask(memory)) == ["Ben | moved to | Porto", "Ben | has | boat"]
    assert ids(ask(memory, as_of="2023-12-31")) == ["Ana | lives in | Porto", "Ana | has | Miso"]


def test_speakers_and_times_limit_which_edges_are_walked(remember: Remember) -> None:
    """Anchors stay Ana and Porto; what Ben said is "moved", over which two hops lead to his boat; Ana's do not."""
    memory = remember(replace(TWO_ANCHORS, hops=2))
    assert ids(ask(memory, speakers="Ben")) == ["Ben | moved to | Porto", "Ben | has | boat"]
    assert ids(ask(memory, speakers="ana")) == ["Ana | lives in | Porto", "Ana | has | Miso"]
    assert ids(ask(memory, between=("2024-01-01", None))) == ["Ben | moved to | Porto", "Ben | has | boat"]


def test_names_in_the_question_may_be_anchors_too(remember: Remember) -> None:
    """The one anchor is Ana, by its vector. All words of "Ben" and "boat" stand in the question; "Miso's" does not
    name "Miso the cat", of which a word is missing.
    """
    question = "Has Ben a boat for Miso?"
    memos = [*STATED, stated(Triplet("Miso the cat", "hates", "water"), "b1")]
    one = replace(TWO_ANCHORS, anchors=1)
    vectors = {question: (1.0, 0.0, 0.0)}
    assert set(ids(ask(remember(one, memos, vectors=vectors), question))) == {
        *("Ana | lives in | Porto", "Ana | has | Miso")
    }
    found = ask(remember(replace(one, mentioned=True), memos, vectors=vectors), question)
    assert set(ids(found)) == {
        *("Ana | lives in | Porto", "Ana | has | Miso"),
        *("Ben | moved to | Porto", "Ben | has | boat"),
    }


def test_the_words_of_the_source_may_count(remember: Remember) -> None:
    """A share of .5 in S_sem: half the cosine, half the BM25 of the turn, divided by the highest of the candidates.

    The question's terms are {ana, live}. Turns are searched with who says them: "Ana: I live in Porto." has both,
    4 terms long (i is a stop word: ana, live, porto make 3), "Ana: My cat is called Miso." has one (ana, cat, call,
    miso), "Ben: …" neither. Of 4 turns, "ana" is in 2 and "live" in 1; the mean length is (3 + 4 + 3 + 2) / 4 = 3.
    lives: .5 * (.5 * .75 + .5 * 1); moved: .5 * (.5 * .5 + 0).
    """
    hits = {hit.id: parts(hit) for hit in ask(remember(replace(TWO_ANCHORS, source=0.5))).hits}
    idf_ana, idf_live = math.log(1 + 2.5 / 2.5), math.log(1 + 3.5 / 1.5)
    highest = (idf_ana + idf_live) / (1 + 1.5)
    cat = idf_ana / (1 + 1.5 * (0.25 + 0.75 * 4 / 3)) / highest
    assert hits["Ana | lives in | Porto"]["semantic"] == pytest.approx(0.5 * (0.5 * 0.75 + 0.5))
    assert hits["Ben | moved to | Porto"]["semantic"] == pytest.approx(0.5 * 0.5 * 0.5)
    assert hits["Ana | has | Miso"]["semantic"] == pytest.approx(0.5 * (0.5 * 0.25 + 0.5 * cat))


def test_importance_by_tfidf_within_the_session_or_all(remember: Remember) -> None:
    """Within all four triplets: "ana", "ben" and "porto" are in two, the others in one.

    lives, moved: log(1 + 4/2) + log(1 + 4/2) + log(1 + 4/1), the highest; cat, boat: log 3 + log 5.
    """
    within = {hit.id: hit.score for hit in ask(remember(only("tfidf", hops=2))).hits}
    assert within == pytest.approx(
        {
            **{"Ana | lives in | Porto": 1.0, "Ben | moved to | Porto": 1.0},
            **{"Ana | has | Miso": TWO_TERMS, "Ben | has | boat": TWO_TERMS},
        }
    )
    overall = {hit.id: hit.score for hit in ask(remember(only("tfidf", hops=2, importance_within="dialogue"))).hits}
    two = (math.log(3) + math.log(5)) / (2 * math.log(3) + math.log(5))
    assert overall == pytest.approx(
        {
            **{"Ana | lives in | Porto": 1.0, "Ben | moved to | Porto": 1.0},
            **{"Ana | has | Miso": two, "Ben | has | boat": two},
        }
    )


def test_importance_by_centrality(remember: Remember) -> None:
    """Over all, Ana, Porto and Ben have two edges each, Miso and the boat one: 4 and 3 of 4. In a session: 3 and 3."""
    overall = {
        hit.id: hit.score for hit in ask(remember(only("centrality", hops=2, importance_within="dialogue"))).hits
    }
    assert overall == {
        **{"Ana | lives in | Porto": 1.0, "Ben | moved to | Porto": 1.0},
        **{"Ana | has | Miso": 0.75, "Ben | has | boat": 0.75},
    }
    assert {hit.score for hit in ask(remember(only("centrality", hops=2))).hits} == {1.0}


SHARES = TableScorer({LIVES.text: 0.125, HAS_CAT.text: 0.5, MOVED.text: 0.25})  # "Ben has boat" has none


def weights(memory: Memory) -> dict[str, float]:
    """With importance alone, the weight of each triplet."""
    return {hit.id: hit.score for hit in ask(memory).hits}


def test_equation_3_over_the_scores_of_a_scorer(remember: Remember) -> None:
    """Within the session lives is .125/.5 and has .5/.5; moved .25/.25, boat 0, so the least. Over all, of .5.

    How importance is told without a scorer plays no part, nor does it whether the question may see a triplet.
    """
    for importance in ("tfidf", "uniform"):
        within = remember(only(importance, hops=2), scorer=SHARES)
        assert weights(within) == {
            **{"Ana | has | Miso": 1.0, "Ben | moved to | Porto": 1.0},
            **{"Ana | lives in | Porto": 0.25, "Ben | has | boat": 1e-6},
        }
    overall = remember(only(hops=2, importance_within="dialogue"), scorer=SHARES)
    assert weights(overall) == {
        **{"Ana | has | Miso": 1.0, "Ben | moved to | Porto": 0.5},
        **{"Ana | lives in | Porto": 0.25, "Ben | has | boat": 1e-6},
    }
    assert [hit.score for hit in ask(overall, as_of="2023-12-31").hits] == [1.0, 0.25]
    assert [hit.score for hit in ask(overall, speakers="Ben").hits] == [0.5, 1e-6]


def test_where_nothing_has_a_score_all_weigh_the_same(remember: Remember) -> None:
    """No division by zero."""
    assert set(weights(remember(only(hops=2), scorer=TableScorer({}))).values()) == {1.0}


def test_only_the_first_triplet_weighs_what_the_highest_of_its_turn_scored(remember: Remember) -> None:
    """By the alphabet "Ana has Miso" is the first of a0; it gets the .5 of "Ana lives in Porto", which is left out."""
    scorer = TableScorer({LIVES.text: 0.5, HAS_CAT.text: 0.125, MOVED.text: 0.25})
    memos = [stated(LIVES, "a0"), stated(HAS_CAT, "a0"), stated(MOVED, "b0")]
    assert weights(remember(only(first_only=True, importance_within="dialogue"), memos, scorer=scorer)) == {
        **{"Ana | has | Miso": 1.0, "Ben | moved to | Porto": 0.5}
    }


def test_scores_of_read_triplets_count_too(remember: Remember) -> None:
    """The parser reads the first three words. Of A these are 9 letters each, in the second place twice as much.

    Of B they are 10 and, "has" for "have", 7.
    """
    found = weights(remember(only(triplets="read", anchors=9), (), scorer=PlaceScorer()))
    assert found == {"My | cat | is": 1.0, "I | live | in": 0.5, "I | has | a": 1.0, "I | moved | to": 10 / 14}


def test_the_name_says_what_tells_importance(remember: Remember) -> None:
    """As it stands in reports, and under the hits that are explained."""
    assert ask(remember()).architecture == "glong"
    assert ask(remember(OFFICIAL)).architecture == "glong-official"
    assert ask(remember(replace(WITH_SOURCES, source=0.5))).architecture == "glong-sources"
    assert ask(remember(scorer=SHARES)).architecture == "glong+table"


@pytest.mark.parametrize("importance", ["uniform", "tfidf", "centrality"])
@pytest.mark.parametrize("seed", range(3))
def test_weights_lie_above_zero_and_the_highest_is_one(tmp_path: Path, importance: str, seed: int) -> None:
    """In every session, and over all (equation 3)."""
    settings = replace(TWO_ANCHORS, importance=importance, triplets="best")  # type: ignore[arg-type]
    made = GLong(HashingEncoder(), Reader(ThreeWordParser()), settings)
    sessions = conversation(seed)
    with open_memory(tmp_path / "m.db", architecture=made) as memory:
        memory.add(sessions)
        memory.bring(memos_about(sessions, seed))
        graph = made.triplets(memory._keeper.caught_up(), Query("cat", 5, "turn"))
    assert len(graph.parts) == 2
    items = np.flatnonzero(graph.alive)
    for group in (items, *(items[graph.sessions[items] == session] for session in np.unique(graph.sessions[items]))):
        weights = weights_of(settings.importance, graph, group)
        assert weights.max() == 1.0
        assert weights.min() > 0


def test_triplets_without_a_word_weigh_alike(remember: Remember) -> None:
    """Stop words alone sum to 0; where nothing sums to more all have 1, beside others the least weight."""
    memos = [stated(Triplet("it", "is", "Ana's"), "a0"), stated(Triplet("Porto", "is", "it"), "b0")]
    settings = only("tfidf", anchors=5)
    silent = [stated(Triplet("this", "is", "that"), "a0"), stated(Triplet("Ana", "is", "it"), "a1")]
    vectors = {"this": (0.5, 0.0, 0.0), "it": (0.5, 0.0, 0.0)}
    assert [hit.score for hit in ask(remember(settings, silent, vectors=vectors)).hits] == [1.0, 1e-6]
    assert [hit.score for hit in ask(remember(settings, silent[:1], vectors=vectors)).hits] == [1.0]
    assert [hit.score for hit in ask(remember(settings, memos, vectors=vectors)).hits] == [1.0, 1.0]


MIXED = replace(TWO_ANCHORS, anchors=1, triplets="best")


def test_read_and_brought_triplets_are_one_graph(remember: Remember) -> None:
    """In A triplets are brought, in B the parser reads "I moved to" and "I have a". The walk goes from Ana to them.

    L = 2: over the brought "Ana knows I" to the read ones of the speaker. Three words are all that the parser takes.
    """
    knows = stated(Triplet("Ana", "knows", "I"), "a0")
    vectors = dict.fromkeys(("I", "to", "a", "Ana knows I", "I moved to", "I has a"), (0.0, 0.5, 0.0))
    assert ids(ask(remember(MIXED, [knows], vectors=vectors))) == ["Ana | knows | I"]
    far = ids(ask(remember(replace(MIXED, hops=2), [knows], vectors=vectors)))
    assert set(far) == {"Ana | knows | I", "I | moved | to", "I | has | a"}


def test_what_is_read_and_brought_alike_counts_once(remember: Remember) -> None:
    """The parser reads "I moved to" in B; brought in A, it is the same statement, of both turns."""
    vectors = dict.fromkeys(("I", "to", "a", "I moved to", "I has a"), (0.5, 0.0, 0.0))
    memos = [stated(Triplet("i", "moved", "To"), "a0")]
    hits = ask(remember(replace(MIXED, anchors=9), memos, vectors={**vectors, "i moved To": (0.5, 0.0, 0.0)}), k=9).hits
    (moved,) = [hit for hit in hits if hit.id.casefold() == "i | moved | to"]
    assert [turn.id for turn in moved.turns] == ["a0", "b0"]
    assert len(hits) == 2


def test_names_without_an_edge_are_no_anchors(remember: Remember) -> None:
    """Ana is nearest, but of the triplets of a1, which alone has her, only the first counts: the boat's.

    With `first_only`, "Miso" comes before "Porto" in the alphabet; Porto's edge goes, and Porto with it.
    """
    memos = [stated(Triplet("Miso", "has", "boat"), "a1"), stated(Triplet("Porto", "has", "boat"), "a1")]
    vectors = {"Miso has boat": (0.5, 0.0, 0.0), "Porto has boat": (0.5, 0.0, 0.0)}
    one = replace(TWO_ANCHORS, anchors=1)
    found = ask(remember(one, memos, vectors=vectors))
    assert found.hits[0].evidence[0].reason.path[0] == "Porto"
    found = ask(remember(replace(one, first_only=True), memos, vectors=vectors))
    assert [hit.evidence[0].reason.path for hit in found.hits] == [("Miso", "Miso —has→ boat")]


def test_the_path_leads_from_the_anchor_over_the_hops(remember: Remember) -> None:
    """Three hops from Ana: to Porto, to Ben, to his boat; written as the triplets write it."""
    hits = ask(remember(replace(TWO_ANCHORS, anchors=1, hops=3))).hits
    (boat,) = [hit for hit in hits if hit.id == "Ben | has | boat"]
    assert boat.evidence[0].reason.path == (
        "Ana",
        "Ana —lives in→ Porto",
        "Ben —moved to→ Porto",
        "Ben —has→ boat",
    )


def test_sources_stand_as_they_were_said(remember: Remember) -> None:
    """By time, whatever their sessions are called: B was said before A."""
    again = stated(LIVES, "b0")
    (hit,) = ask(remember(memos=[STATED[0], again], times=(TIMES[1], TIMES[0]))).hits
    assert [turn.id for turn in hit.turns] == ["b0", "a0"]


def test_labels_with_and_without_underscores_say_the_same(remember: Remember) -> None:
    """A vocabulary's "lives_in" and the words "lives in"; a path shows the words."""
    vectors = {"Ana lives in Porto": VECTORS["Ana lives in Porto"]}
    memos = [stated(Triplet("Ana", "lives_in", "Porto"), "a0"), stated(LIVES, "b0")]
    (hit,) = ask(remember(memos=memos, vectors=vectors)).hits
    assert hit.evidence[0].reason.path[-1] == "Ana —lives in→ Porto"


def test_a_use_counts_from_when_the_question_was_asked(remember: Remember) -> None:
    """`asked_at` and `as_of` are now: a mark has that time, and one set later does not exist for them.

    Asked 10 days after the turn was said, as of 5 days, after 20: 10 days after the mark. A day is 86,400 s, .00864.
    """
    memory = remember(memos=[stated(LIVES, "a0")])
    day = timedelta(days=1)

    def recency(**options: Any) -> float:
        (hit,) = ask(memory, **options).hits
        return parts(hit)["recency"] / 0.2

    assert recency(asked_at=TIMES[0] + 10 * day, touch=True) == pytest.approx(math.exp(-0.00864 * 10))
    assert recency(asked_at=None, as_of=TIMES[0] + 5 * day) == pytest.approx(math.exp(-0.00864 * 5))
    assert recency(asked_at=TIMES[0] + 20 * day) == pytest.approx(math.exp(-0.00864 * 10))
    ask(memory, asked_at=TIMES[0] + 2 * day, touch=True)  # does not take back the later mark
    assert recency(asked_at=TIMES[0] + 20 * day) == pytest.approx(math.exp(-0.00864 * 10))


def test_brought_triplets_that_do_not_exist_yet_replace_nothing(remember: Remember) -> None:
    """As of a day between A and B, what rests on both is not there, and A's own triplets are read."""
    both = stated(Triplet("Ana", "left", "Porto"), "a0", "b0")
    vectors = dict.fromkeys(("Ana left Porto", "I", "in", "I live in", "My", "cat", "My cat is"), (0.5, 0.0, 0.0))
    settings = replace(MIXED, anchors=9)
    assert "Ana | left | Porto" in ids(ask(remember(settings, [both], vectors=vectors)))
    found = ids(ask(remember(settings, [both], vectors=vectors), as_of=TIMES[0] + timedelta(days=1)))
    assert found
    assert "Ana | left | Porto" not in found


def test_brought_triplets_take_the_place_of_those_read_in_their_session(remember: Remember) -> None:
    """The parser reads the first three words of each turn. A has brought triplets, B none."""
    vectors = {"moved": (0.5, 0.0, 0.0)}
    best = ids(ask(remember(replace(TWO_ANCHORS, triplets="best", anchors=9), STATED[:2], vectors=vectors), k=9))
    read = ids(ask(remember(replace(TWO_ANCHORS, triplets="read", anchors=9), STATED[:2], vectors=vectors), k=9))
    brought = ids(ask(remember(replace(TWO_ANCHORS, anchors=9), STATED[:2], vectors=vectors), k=9))
    assert set(brought) == {"Ana | lives in | Porto", "Ana | has | Miso"}
    assert not set(read) & set(brought)
    assert set(brought) < set(best) < {*brought, *read}


def test_the_papers_settings() -> None:
    """The paper's; what the authors' code does otherwise; recall at k with N = K = k."""
    assert (PAPER.anchors, PAPER.hops, PAPER.semantic, PAPER.decay) == (5, 1, 5, 1e-7)
    assert (PAPER.semantic_weight, PAPER.importance_weight, PAPER.recency_weight) == (0.5, 0.3, 0.2)
    assert (OFFICIAL.same_name, OFFICIAL.repeated, OFFICIAL.first_only) == ("written", "parallel", True)
    assert (OFFICIAL.importance_within, EVALUATION.semantic) == ("dialogue", None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"anchors": 0}, "anchors is a whole number, 1 or more: 0"),
        ({"anchors": 2.5}, "anchors is a whole number, 1 or more: 2.5"),
        ({"semantic": 0}, "semantic is a whole number, 1 or more: 0"),
        ({"hops": None}, "hops is a whole number, 1 or more: None"),
        ({"recency_weight": -1.0}, "recency_weight is a number, 0 or more: -1.0"),
        ({"decay": math.nan}, "decay is a number, 0 or more: nan"),
        ({"semantic_weight": True}, "semantic_weight is a number, 0 or more: True"),
        ({"importance": "rank"}, "importance is one of 'uniform', 'tfidf', 'centrality': 'rank'"),
        ({"repeated": "paralel"}, "repeated is one of 'update', 'parallel': 'paralel'"),
        ({"touch": "no"}, "touch is either True or False: 'no'"),
        ({"source": 1.5}, "source is a number, from 0 to 1: 1.5"),
    ],
)
def test_settings_that_mean_nothing_are_refused(options: dict[str, Any], message: str) -> None:
    """The error names the values."""
    with pytest.raises(InputError, match=message):
        GLongSettings(**options)
