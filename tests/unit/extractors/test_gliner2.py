"""Mentions and triplets from the spans that a model picks: names, kinds, whom pronouns mean, what is denied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from convograph.build import make_reader
from convograph.errors import InputError
from convograph.extraction.in_context import turns_in_context
from convograph.extraction.reading import Reader
from convograph.extraction.types import FoundTriplet, TurnInContext
from convograph.extractors.gliner2 import KINDS, RELATIONS, GLiNER2Mentions, GLiNER2Triplets
from convograph.parsers.plain import PlainParser
from convograph.parsers.udpipe import UDPipeParser
from support.findings import turn
from support.planted_spans import Planted, PlantedModel, place_of
from support.tiny_models import tiny_gliner2

PARSER = UDPipeParser()


def session(*texts: str) -> list[TurnInContext]:
    """What Ana and Ben say in turn, Ana first; Ben is there in any case."""
    speakers = ["Ana", "Ben"]
    turns = [turn(text, name=str(place), speaker=speakers[place % 2]) for place, text in enumerate(texts)]
    return turns_in_context([*turns, turn("", speaker="Ben")], PARSER)[: len(texts)]


def mentioned(
    text: str, model: PlantedModel, referents: Mapping[tuple[int, int], str] | None = None
) -> set[tuple[str, str, str]]:
    """Words, name and kind of each mention in what Ana says."""
    (found,) = GLiNER2Mentions(model).extract(session(text), [referents or {}])
    return {(one.text, one.name, one.kind) for one in found}


def stated(text: str, pairs: Planted, referents: Mapping[tuple[int, int], str] | None = None) -> list[FoundTriplet]:
    """The triplets in what Ana says."""
    (found,) = GLiNER2Triplets(PlantedModel(pairs=pairs)).extract(session(text), [referents or {}])
    return found


def three(found: Sequence[FoundTriplet]) -> list[tuple[str, str, str]]:
    """Subject, relation, object."""
    return [one.triplet.parts for one in found]


def test_mentions_have_the_kind_of_their_label() -> None:
    """Labels map to the kinds of the rules; articles and possessors are no part of a name."""
    model = PlantedModel(
        {"Person": "my sister", "Place": "Porto", "CreativeWork": "Dune", "Product": "a kayak", "Date": "May"}
    )
    text = "In May my sister took Dune and a kayak to Porto."
    assert mentioned(text, model) == {
        ("my sister", "sister", "person"),
        ("Porto", "Porto", "place"),
        ("Dune", "Dune", "work"),
        ("a kayak", "kayak", "thing"),
        ("May", "May", "time"),
    }


def test_mentions_stand_at_their_characters_in_order() -> None:
    """By where they begin; of what begins together, the longer first."""
    model = PlantedModel({"Organization": "Porto", "Product": "Porto wine", "Person": "Ana"})
    (found,) = GLiNER2Mentions(model).extract(session("We drank Porto wine, Ana."), [{}])
    assert [(one.start, one.end, one.text) for one in found] == [
        (9, 19, "Porto wine"),
        (9, 14, "Porto"),
        (21, 24, "Ana"),
    ]


def test_pronouns_are_whom_they_mean() -> None:
    """Speaker, addressee, and whom the referents name; others are no mentions."""
    model = PlantedModel({"Person": "I|you|she|they"})
    text = "I think you know that she saw them before they left."
    assert mentioned(text, model) == {("I", "Ana", "person"), ("you", "Ben", "person")}
    assert ("she", "Maria", "person") in mentioned(text, model, {place_of(text, "she"): "Maria"})


def test_likelier_label_stays() -> None:
    """One mention at the same characters."""
    model = PlantedModel(
        {"Place": "Jordan", "Person": "Jordan"}, confidence={("Jordan", "Place"): 0.6, ("Jordan", "Person"): 0.8}
    )
    assert mentioned("Jordan is great.", model) == {("Jordan", "Jordan", "person")}


def test_who_takes_part_is_spelled_as_they_are() -> None:
    """A shouted name is the speaker's, whatever the label says."""
    assert mentioned("BEN, look!", PlantedModel({"Topic": "BEN"})) == {("BEN", "Ben", "person")}


def test_triplet_of_the_speaker() -> None:
    """Who says "I" is the subject; labels are asked for in words; the span goes from end to end."""
    (found,) = stated("Well, I live in Porto now.", {"lives in": [("I", "Porto")]})
    assert (found.triplet.parts, found.stated.phrase) == (("Ana", "lives_in", "Porto"), "lives in")
    assert (found.start, found.end, found.stated.tense) == (6, 21, "present")
    assert (found.stated.subject_kind, found.stated.object_kind) == ("person", "place")


def test_owners_are_named_unless_they_are_the_subject() -> None:
    """Only family keeps them there."""
    text = "I love my job and my sister, but my car hates your dog."
    pairs = {"likes": [("I", "my job"), ("I", "my sister")], "dislikes": [("my car", "your dog")]}
    assert three(stated(text, pairs)) == [
        ("Ana", "likes", "job"),
        ("Ana", "likes", "Ana's sister"),
        ("Ana's car", "dislikes", "Ben's dog"),
    ]


def test_unknown_people_state_nothing() -> None:
    """Neither "she" nor "his mom" says who, unless the referents do."""
    text = "She lives in Porto and his mom lives in Rome."
    pairs = {"lives in": [("She", "Porto"), ("his mom", "Rome")]}
    assert stated(text, pairs) == []
    known = {place_of(text, "She"): "Maria", place_of(text, "his"): "Tom"}
    assert three(stated(text, pairs, known)) == [("Maria", "lives_in", "Porto"), ("Tom's mom", "lives_in", "Rome")]


def test_denial_and_tense_are_read_in_the_clause() -> None:
    """What is denied, or said with a modal, keeps the relation that the rules read."""
    (denied,) = stated("I don't like dogs.", {"likes": [("I", "dogs")]})
    assert (denied.triplet.relation, denied.stated.negated) == ("dislikes", True)
    (wished,) = stated("I might visit Porto.", {"visited": [("I", "Porto")]})
    assert (wished.triplet.relation, wished.stated.modality) == ("might visit", "might")
    (past,) = stated("I visited Porto.", {"visited": [("I", "Porto")]})
    assert (past.triplet.relation, past.stated.tense, past.stated.negated) == ("visited", "past", False)
    (asked,) = stated("Do you like dogs?", {"likes": [("you", "dogs")]})
    assert (asked.triplet.subject, asked.hypothetical) == ("Ben", True)


def test_denial_of_another_clause_is_not_taken() -> None:
    """Only what stands on mostly the same words tells."""
    text = "I don't like dogs. My sister Maria lives in Porto."
    (found,) = stated(text, {"lives in": [("Maria", "Porto")]})
    assert (found.triplet.relation, found.stated.negated) == ("lives_in", False)


def test_nothing_twice_and_nothing_about_itself() -> None:
    """The same triplet again, and a pair of one and the same."""
    text = "I like dogs. I like dogs!"
    assert three(stated(text, {"likes": [("I", "dogs"), ("I", "dogs")], "has": [("dogs", "dogs")]})) == [
        ("Ana", "likes", "dogs")
    ]


def test_turns_without_syntax_are_read() -> None:
    """In a language without a parser names and relations still come from the model."""
    turns = turns_in_context([turn("Maria wohnt in Porto.")], PlainParser())
    (found,) = GLiNER2Triplets(PlantedModel(pairs={"lives in": [("Maria", "Porto")]})).extract(turns, [{}])
    assert three(found) == [("Maria", "lives_in", "Porto")]


def test_reader_takes_other_extractors() -> None:
    """Turns of a session in one batch, events from the triplets that were found."""
    model = PlantedModel({"Animal": "dogs"}, {"likes": [("I", "dogs")]})
    reader = Reader(PARSER, mentions=GLiNER2Mentions(model), triplets=GLiNER2Triplets(model))
    first, second = reader.read([turn("I like dogs.", speaker="Ana"), turn("Nice!", speaker="Ben")])
    assert [one.name for one in first.mentions] == ["dogs"]
    assert three(first.triplets) == [("Ana", "likes", "dogs")]
    assert [event.triplets for event in first.events] == [first.triplets]
    assert (second.mentions, second.triplets, second.events) == ((), (), ())


def test_fingerprints_tell_extractors_apart() -> None:
    """Rules, a model, another model, other labels, another threshold: each reads otherwise."""
    model, other = PlantedModel(), PlantedModel(fingerprint="other")
    readers = [
        Reader(PARSER),
        Reader(PARSER, pronouns=True),
        Reader(PARSER, mentions=GLiNER2Mentions(model)),
        Reader(PARSER, triplets=GLiNER2Triplets(model)),
        Reader(PARSER, triplets=GLiNER2Triplets(other)),
        Reader(PARSER, triplets=GLiNER2Triplets(model, RELATIONS[:3])),
        Reader(PARSER, triplets=GLiNER2Triplets(model, threshold=0.4)),
        Reader(PARSER, mentions=GLiNER2Mentions(model, {**KINDS, "Topic": "activity"})),
    ]
    assert len({reader.fingerprint for reader in readers}) == len(readers)
    assert Reader(PARSER, triplets=GLiNER2Triplets(PlantedModel())).fingerprint == readers[3].fingerprint


def test_senseless_settings_are_refused() -> None:
    """Before any text is read."""
    with pytest.raises(InputError, match="no labels"):
        GLiNER2Mentions(PlantedModel(), {})
    with pytest.raises(InputError, match=r"from 0 to 1, not 1\.5"):
        GLiNER2Triplets(PlantedModel(), threshold=1.5)


def test_unknown_reader_is_refused() -> None:
    """The message names what there is."""
    with pytest.raises(InputError, match=r"'spacy'.*'rules' and 'gliner2:<folder>'"):
        make_reader("spacy")


@pytest.mark.models
def test_reader_by_name(tmp_path: Path) -> None:
    """A tiny random model behind the reader that a user gets by name: what it finds stands where it says."""
    reader = make_reader(f"gliner2:{tiny_gliner2(tmp_path, 'boundary')}")
    text = "My sister Maria lives in Porto. I like dogs!"
    (read,) = reader.read([turn(text)])
    assert read.mentions, "random numbers find something"
    assert all(text[one.start : one.end] == one.text for one in read.mentions)
    assert all(0 <= one.start < one.end <= len(text) for one in read.triplets)
    assert {one.triplet.relation for one in read.triplets if not one.stated.negated} <= set(RELATIONS)
