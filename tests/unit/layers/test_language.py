"""Layers that are read without a model: triplets, events, names; and those of triplets that were brought."""

from __future__ import annotations

from datetime import datetime

from convograph.extraction.reading import Reader
from convograph.graph.details import MemoDetails
from convograph.graph.rows import WHOLE_TURN, MemoRow
from convograph.graph.sessions import Part
from convograph.layers.brought_triplets import BroughtEntities, BroughtTriplets
from convograph.layers.entities import EntityLayer
from convograph.layers.events import EventLayer, event_of
from convograph.layers.triplets import TripletLayer, spoken, triplet_of
from convograph.terms import ENGLISH
from convograph.times import parse_said
from convograph.types import SourceTurn, Triplet
from support.encoders import HashingEncoder
from support.parses import ThreeWordParser
from support.scorers import PlaceScorer

READER = Reader(ThreeWordParser())
TURNS = [
    SourceTurn(7, "s:0", "s", 0, "Ana", "Ana paints boats. Maria sings songs.", parse_said("2023-05-08")),
    SourceTurn(9, "s:1", "s", 1, "Ben", "Maria sings songs.", parse_said("2023-05-08")),
]


def test_each_statement_is_an_item_with_its_clause() -> None:
    """Vector and terms are those of the triplet as words; the payload gives it back."""
    layer = TripletLayer(HashingEncoder(), READER)
    nodes = layer.extract([Part(TURNS)])
    stored = [triplet_of(payload) for payload in nodes.payloads]
    assert [one.triplet.subject for one in stored] == ["Ana", "Maria", "Maria"]
    assert [one.triplet.object for one in stored] == ["boats", "songs", "songs"]
    assert nodes.source_turns.tolist() == [7, 7, 9]
    assert [TURNS[0].text[a:b] for a, b in zip(nodes.source_starts[:2], nodes.source_ends[:2], strict=True)] == [
        "Ana paints boats",
        "Maria sings songs",
    ]
    expected = HashingEncoder().encode([spoken(one.triplet) for one in stored], "passage").astype(nodes.vectors.dtype)
    assert (nodes.vectors == expected).all()
    assert nodes.term_counts.tolist() == [3, 3, 3]


def test_names_stand_once_a_session_with_the_turn_that_states_them_first() -> None:
    """In order of appearance; each rests on a whole turn."""
    nodes = EntityLayer(HashingEncoder(), READER).extract([Part(TURNS)])
    assert nodes.payloads == ("Ana", "boats", "Maria", "songs")
    assert nodes.source_counts.tolist() == [1, 1, 1, 1]
    assert nodes.source_turns.tolist() == [7, 7, 7, 7]
    assert set(nodes.source_starts.tolist()) == {WHOLE_TURN}


def test_events_keep_description_name_time_and_triplets() -> None:
    """What comes out of the payload is what was read."""
    nodes = EventLayer(HashingEncoder(), READER).extract([Part(TURNS[:1])])
    text, details = event_of(nodes.payloads[0])
    assert text == "Ana: Ana paints boats."
    assert details.name is not None
    assert details.name.startswith("Ana paints boats")
    assert details.when is not None
    assert details.when.start == datetime(2023, 5, 8)
    assert [one.subject for one in details.triplets] == ["Ana"]


def test_scores_of_a_session_stand_in_the_payloads() -> None:
    """Of all triplets of a session together, in order, another session apart; what is not stated is not shown.

    16 letters in the first place and 17 in the second, of 16 + 34 + 51; the other session has its triplet alone.
    """
    later = SourceTurn(11, "t:0", "t", 0, "Ben", "Maria sings songs.", None)
    scorer = PlaceScorer()
    layer = TripletLayer(HashingEncoder(), READER, scorer=scorer)
    stored = [triplet_of(payload) for payload in layer.extract([Part(TURNS), Part([later])]).payloads]
    assert [one.score for one in stored] == [16 / 101, 34 / 101, 51 / 101, 1.0]
    assert scorer.seen == [("Ana paints boats", "Maria sings songs", "Maria sings songs"), ("Maria sings songs",)]
    assert layer.extract([]).payloads == ()


def test_without_a_scorer_payloads_and_keys_are_as_they_were() -> None:
    """To the letter: what was derived before there were scorers stays in use."""
    layer = TripletLayer(HashingEncoder(), READER)
    assert (
        layer.extract([Part(TURNS)]).payloads[0] == '["Ana","paints","boats","paints","person","thing","past",0,null]'
    )
    assert layer.key.fingerprint == "|".join(("1", READER.fingerprint, ENGLISH.fingerprint, "hashing:32"))
    assert BroughtTriplets(HashingEncoder()).key.fingerprint == "|".join(("1", ENGLISH.fingerprint, "hashing:32"))
    assert BroughtTriplets(HashingEncoder()).scope == "memo"


def test_with_a_scorer_they_are_other_layers() -> None:
    """The key names the scorer; brought triplets are then derived by session."""
    assert TripletLayer(HashingEncoder(), READER, scorer=PlaceScorer()).key.fingerprint.endswith("|place:1")
    brought = BroughtTriplets(HashingEncoder(), ENGLISH, PlaceScorer())
    assert brought.key.fingerprint.endswith("|place:1")
    assert brought.scope == "session-memos"


def test_layers_change_with_reader_terms_and_encoder() -> None:
    """Their keys do: what was derived otherwise is never mistaken for theirs."""
    keys = {
        layer.key
        for layer in (
            TripletLayer(HashingEncoder(), READER),
            TripletLayer(HashingEncoder(), Reader(ThreeWordParser(), pronouns=True)),
            TripletLayer(HashingEncoder(16), READER),
            EventLayer(HashingEncoder(), READER),
            EntityLayer(HashingEncoder(), READER),
        )
    }
    assert len(keys) == 5


def test_brought_triplets_and_their_names_rest_on_the_turns_of_their_memo() -> None:
    """Of a triplet and of an event with two; a name stands once in a memo."""
    lives, has, feeds = (
        Triplet("Ana", "lives in", "Porto"),
        Triplet("Ana", "has", "cat"),
        Triplet("Ana", "feeds", "cat"),
    )
    memos = [
        MemoRow(3, "triplet", lives.text, None, 1, (7,), "", MemoDetails((lives,))),
        MemoRow(4, "event", "Ana feeds her cat.", None, 1, (7, 9), "", MemoDetails((has, feeds))),
    ]
    nodes = BroughtTriplets(HashingEncoder()).extract(memos)
    assert [triplet_of(payload).triplet for payload in nodes.payloads] == [lives, has, feeds]
    assert nodes.source_turns.tolist() == [7, 7, 9, 7, 9]
    names = BroughtEntities(HashingEncoder()).extract(memos)
    assert names.payloads == ("Ana", "Porto", "Ana", "cat")
    assert names.source_turns.tolist() == [7, 7, 7, 9, 7, 9]
