"""Plain search on a corpus small enough to know every score."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import convograph
from convograph.architectures.search import Search, Signals
from convograph.errors import ReadOnlyError, UnsupportedError
from convograph.graph.vectors import rounded, similarities
from convograph.memory import Memory
from convograph.memory.snapshots.owner_rows import owner_rows
from convograph.terms import ENGLISH, Analyzer
from convograph.types import Session, Turn, Unit
from support.conversations import conversation, without
from support.encoders import HashingEncoder, TableEncoder
from support.pictures import derived

TURNS = (Turn("The cat sleeps.", "Ana"), Turn("Cat, cat, boiler!", "Ben"), Turn("We sail.", "Ana"))
NEAR = TableEncoder(
    {
        "cat boiler": (1, 0, 0),
        "Ana: The cat sleeps.": (0.5, 0, 0),
        "Ben: Cat, cat, boiler!": (-0.25, 0, 0),
        "Ana: We sail.": (0.75, 0, 0),
    }
)
# Terms: ana cat sleep; ben cat cat boiler; ana sail. Of N = 3 units, of 3 terms on average, 2 have "cat" and 1 has
# "boiler": idf ln(1 + 1.5 / 2.5) = 0.470004 and ln(1 + 2.5 / 1.5) = 0.980829.
# First: 0.470004 * 1 / (1 + 1.5) = 0.188001. Second, of length 4, k1 * (1 - b + b * 4 / 3) = 1.875:
# 0.470004 * 2 / 3.875 + 0.980829 * 1 / 2.875 = 0.242583 + 0.341158 = 0.583740.
BM25 = {"s:1": 0.583740, "s:0": 0.188001}
DENSE = {"s:2": 0.75, "s:0": 0.5}
HYBRID = {"s:2": 0 + 1, "s:0": 0.188001 / 0.583740 + 0.5 / 0.75, "s:1": 1 - 0.25 / 0.75}
UNITS = Search(HashingEncoder()).units


def opened(folder: Path, architecture: Search, *sessions: Session) -> Memory:
    """A memory of the sessions."""
    memory = convograph.open(folder / "memory.db", architecture=architecture)
    memory.add(list(sessions))
    return memory


@pytest.mark.parametrize(("signals", "expected"), [("bm25", BM25), ("dense", DENSE), ("hybrid", HYBRID)])
def test_scores_are_those_computed_by_hand(tmp_path: Path, signals: Signals, expected: dict[str, float]) -> None:
    """In this order; what shares no word and has no cosine above 0 is no hit; a word makes up for a cosine below."""
    with opened(tmp_path, Search(NEAR, signals), Session(TURNS, "s")) as memory:
        found = memory.recall("cat boiler")
    assert [(hit.id, pytest.approx(hit.score, abs=1e-5)) for hit in found.hits] == list(expected.items())
    assert (found.architecture, found.usage.items_scored) == (signals, 3)


@pytest.mark.parametrize("signals", ["bm25", "dense", "hybrid"])
def test_fewer_hits_are_the_first_of_more(tmp_path: Path, signals: Signals) -> None:
    """Scores do not depend on how many are asked for."""
    with opened(tmp_path, Search(NEAR, signals), Session(TURNS, "s")) as memory:
        more = memory.recall("cat boiler").hits
        assert [memory.recall("cat boiler", k=1).hits, memory.recall("cat boiler", k=2).hits] == [more[:1], more[:2]]


@pytest.mark.parametrize("unit", ["turn", "round", "chunk500"])
@pytest.mark.parametrize("k", [1, 3, 20])
def test_the_short_way_finds_what_all_scores_would(tmp_path: Path, unit: Unit, k: int) -> None:
    """Bounds on rough cosines leave nothing out: compared with the definition over every unit."""
    question = "where is the blue boat by the river"
    with opened(tmp_path, Search(HashingEncoder()), *conversation(3, sessions=30)) as memory:
        found = memory.recall(question, k=k, unit=unit)
        snapshot = memory._keeper.newest()
        layer = snapshot.layers[memory.architecture.layers_for(unit)[0].key]
        words = layer.postings.scores(ENGLISH.hashes([question])[1])
        cosines = similarities(
            layer.vectors.values, np.arange(len(layer)), rounded(HashingEncoder().encode([question], "query"))[0]
        )
    scores = words / words.max() + cosines / cosines.max()
    places = list(
        zip(*(part.tolist() for part in snapshot.reading_order_key(layer, np.arange(len(layer)))), strict=True)
    )
    related = np.flatnonzero((words > 0) | (cosines > 0)).tolist()
    best = sorted(related, key=lambda item: (-scores[item], places[item]))[:k]
    assert [(hit.score, hit.turns[0].id) for hit in found.hits] == [
        (scores[item], snapshot.span(layer, int(layer.source_starts.values[item])).turn.id) for item in best
    ]


def test_ties_go_to_what_was_said_first(tmp_path: Path) -> None:
    """Whatever order the sessions came in within the store."""
    again = Session((Turn("Cat.", "Ana"),), "late"), Session((Turn("Cat.", "Ana"), Turn("Cat.", "Ana")), "later")
    with opened(tmp_path, Search(HashingEncoder()), *again) as memory:
        assert [hit.id for hit in memory.recall("cat", k=2).hits] == ["late:0", "later:0"]


def test_nothing_in_common_is_nothing_found(tmp_path: Path) -> None:
    """No word, and a question of which the encoder knows none."""
    for signals in ("bm25", "dense", "hybrid"):
        (tmp_path / signals).mkdir()
        with opened(tmp_path / signals, Search(NEAR, signals), Session(TURNS, "s")) as memory:
            assert memory.recall("xylophone").hits == ()


def test_reasons_say_what_was_compared(tmp_path: Path) -> None:
    """Words of the line, the speaker's name among them; a cosine where there is one; the parts of a sum."""
    reasons = {}
    for signals in ("bm25", "dense", "hybrid"):
        (tmp_path / signals).mkdir()
        near = TableEncoder({**NEAR.vectors, "Does Ben have a cat?": (-1, 0, 0)})
        with opened(tmp_path / signals, Search(near, signals), Session(TURNS, "s")) as memory:
            reasons[signals] = memory.recall("Does Ben have a cat?", k=1).hits[0].evidence[0].reason
    assert {reason.words for reason in reasons.values()} == {("ben", "cat")}
    assert {(reason.kind, reason.rank) for reason in reasons.values()} == {("unit", 1)}
    assert (reasons["bm25"].similarity, reasons["dense"].similarity, reasons["hybrid"].similarity) == (None, 0.25, 0.25)
    assert reasons["hybrid"].parts == (("bm25", 1.0), ("dense", 1.0))
    assert (reasons["dense"].parts, [name for name, _ in reasons["bm25"].parts]) == ((), ["bm25"])


def test_evidence_are_the_turns_that_share_words(tmp_path: Path) -> None:
    """Of four turns, those whose text does; a speaker who is asked about does not make all of hers evidence."""
    turns = (*TURNS, Turn("The boiler again?", "Cleo"))
    with opened(tmp_path, Search(HashingEncoder()), Session(turns, "s")) as memory:
        (block,) = memory.recall("Where is Ana's cat?", unit="block4").hits
        assert [(one.span.turn.id, one.reason.words) for one in block.evidence] == [
            ("s:0", ("ana", "cat")),
            ("s:1", ("cat",)),
        ]
        assert (block.id, len(block.turns)) == ("s~0", 4)
        (named,) = memory.recall("Where is Ana?", unit="block4").hits
        assert [one.span.turn.id for one in named.evidence] == ["s:0", "s:1", "s:2", "s:3"]
        (asked,) = memory.recall("Where is Ana's cat?", unit="block4", speakers="ben").hits
        assert [one.span.turn.id for one in asked.evidence] == ["s:1"]


def test_what_was_said_just_before_is_searched_for_too(tmp_path: Path) -> None:
    """And is among the reasons."""
    with opened(tmp_path, Search(HashingEncoder(), "bm25"), Session(TURNS, "s")) as memory:
        best = memory.recall("What about it?", recent="The boiler is cold.").hits[0]
    assert (best.id, best.evidence[0].reason.words) == ("s:1", ("boiler",))


TALK = tuple(
    Turn(text, speaker)
    for speaker, text in (
        ("user", "A kiln, please."),
        ("assistant", "A kiln it is."),
        ("User", "And glaze for the kiln."),
        ("assistant", "Glaze."),
        ("user", "Thanks."),
    )
)


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("turn", {"s:0", "s:1", "s:2"}),
        ("user-turn", {"s:0", "s:2"}),
        ("round", {"s~0", "s~2"}),
        ("block4", {"s~0"}),
        ("chunk500", {"s~0"}),
        ("session", {"s"}),
    ],
)
def test_every_unit_of_dialogue_is_found(tmp_path: Path, unit: Unit, expected: set[str]) -> None:
    """Under its id, whatever the default unit is."""
    for default in ("turn", unit):
        (tmp_path / default).mkdir(exist_ok=True)
        with opened(tmp_path / default, Search(HashingEncoder(), "bm25", default), Session(TALK, "s")) as memory:
            found = memory.recall("kiln", k=10, unit=unit)
            assert ({hit.id for hit in found.hits}, {hit.unit for hit in found.hits}) == (expected, {unit})
            assert memory.recall("kiln").unit == default


def test_chunks_overlap(tmp_path: Path) -> None:
    """Of four turns of 240 tokens and one of 20 between them, the short one lies in two chunks."""
    long, short = Turn("boat " * 240), Turn("cat " * 20)
    with opened(tmp_path, Search(HashingEncoder()), Session((long, long, short, long, long), "s")) as memory:
        hits = memory.recall("cat", unit="chunk500").hits
    assert {tuple(turn.ordinal for turn in hit.turns) for hit in hits} == {(0, 1, 2), (2, 3, 4)}


def test_only_the_default_unit_is_derived_with_every_write(tmp_path: Path) -> None:
    """Others are when they are asked for, and catch up when they are asked for again."""
    sessions = conversation(2)
    with opened(tmp_path, Search(HashingEncoder()), *sessions[:3]) as memory:

        def items() -> dict[str, int]:
            keys = [memory.architecture.layers_for(unit)[0].key for unit in UNITS]
            layers = owner_rows(memory._store, "default", keys).layers
            return {key.name: len(rows.nodes) for key, rows in layers.items() if len(rows.nodes)}

        assert items() == {"chunks-turn-terms": 24}
        assert memory.recall("boat", unit="session").hits
        assert items() == {"chunks-turn-terms": 24, "chunks-session-terms": 3}
        memory.add(sessions[3:])
        assert items() == {"chunks-turn-terms": 48, "chunks-session-terms": 3}
        found = memory.recall("boat", k=20, unit="session")
        assert items() == {"chunks-turn-terms": 48, "chunks-session-terms": 6}
        assert found.usage.items_scored == 6
        assert [layer.name for layer in memory.stats().layers] == ["chunks-turn-terms"]


def test_forgetting_reaches_the_units_that_were_asked_for(tmp_path: Path) -> None:
    """They are those of a store that never had the turn, though no write keeps them up."""
    sessions = conversation(4)
    (tmp_path / "never").mkdir()
    with (
        opened(tmp_path, Search(HashingEncoder()), *sessions) as memory,
        opened(tmp_path / "never", Search(HashingEncoder()), *without(sessions, {"s1.t3"})) as never,
    ):
        for unit in UNITS:
            memory.recall("boat", unit=unit)
        memory.forget(turn="s1.t3")
        assert derived(memory) == derived(never)


def test_a_read_only_store_has_the_units_that_were_derived(tmp_path: Path) -> None:
    """Another is refused: nothing found would be no answer."""
    opened(tmp_path, Search(HashingEncoder()), Session(TURNS, "s")).close()
    with convograph.open(tmp_path / "memory.db", architecture=Search(HashingEncoder()), read_only=True) as memory:
        assert memory.recall("cat").hits
        with pytest.raises(ReadOnlyError, match="has no chunks-session-terms layer for hybrid yet"):
            memory.recall("cat", unit="session")
        assert memory.recall("cat").hits


def test_triplets_are_no_dialogue(tmp_path: Path) -> None:
    """The error lists the units, the default first."""
    with (
        opened(tmp_path, Search(HashingEncoder(), unit="round"), Session(TURNS, "s")) as memory,
        pytest.raises(UnsupportedError, match="hybrid cannot return the unit 'triplet'; it has round, turn, user-turn"),
    ):
        memory.recall("cat", unit="triplet")


def test_other_languages_have_their_stems(tmp_path: Path) -> None:
    """German plurals are found by German stems, and not by English ones."""
    for language, found in (("german", 1), ("english", 0)):
        (tmp_path / language).mkdir()
        search = Search(HashingEncoder(), "bm25", analyzer=Analyzer(language))
        with opened(tmp_path / language, search, Session((Turn("Die Häuser am Fluss", "Uwe"),), "s")) as memory:
            assert len(memory.recall("Welches Haus?").hits) == found


def test_a_new_turn_leaves_the_items_of_its_session(tmp_path: Path) -> None:
    """Single turns do not depend on others: nothing is derived anew where a conversation goes on."""
    with opened(tmp_path, Search(HashingEncoder()), Session(TURNS, "s")) as memory:
        layer = memory.architecture.layers[0].key
        before = memory._keeper.caught_up().layers[layer].keys.values.tolist()
        memory.append(Turn("More.", "Ben"), "s")
        assert memory._keeper.caught_up().layers[layer].keys.values.tolist()[:3] == before
        assert len(memory._keeper.caught_up().layers[layer]) == 4
