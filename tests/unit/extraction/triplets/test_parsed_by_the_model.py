"""Sentences of everyday chat, parsed by the bundled model, and what they state of Ana, who says them to Ben."""

from __future__ import annotations

import pytest

from convograph.extraction.in_context import turns_in_context
from convograph.extraction.triplets import triplets_in
from convograph.extraction.types import FoundTriplet
from convograph.parsers.udpipe import UDPipeParser
from convograph.types import SourceTurn

SENTENCES: dict[str, list[tuple[str, str, str]]] = {
    "My favorite food is pizza.": [("Ana", "favorite food", "pizza")],
    "Blue is my favorite color.": [("Ana", "favorite color", "blue")],
    "I'm allergic to cats.": [("Ana", "be allergic to", "cats")],
    "I don't like coffee.": [("Ana", "dislikes", "coffee")],
    "I never liked math.": [("Ana", "dislikes", "math")],
    "I can't stand onions.": [("Ana", "dislikes", "onions")],
    "I'd love to visit Japan.": [("Ana", "want to visit", "Japan")],
    "I used to play the piano.": [("Ana", "used to play", "piano")],
    "You should try yoga.": [("Ben", "should try", "yoga")],
    "My mom's birthday is in June.": [("Ana's mom", "birthday", "June"), ("Ana", "family_member", "Ana's mom")],
    "I've been working on a novel for two years.": [("Ana", "work on", "novel")],
    "I'm exhausted.": [("Ana", "emotion", "exhausted")],
    "I feel lonely.": [("Ana", "emotion", "lonely")],
    "I was inspired by her talk.": [("Ana", "emotion", "inspired"), ("Ana", "be inspired by", "talk")],
    "I started learning guitar.": [("Ana", "start learning", "guitar")],
    "I had lunch with Tom.": [("Ana", "has", "lunch"), ("Ana", "have lunch with", "Tom")],
    "I think yoga helps people.": [("yoga", "help", "people")],
    "Just got back from Rome!": [("Ana", "get back from", "Rome")],
    "i got 2 dogs, im a teacher": [("Ana", "has_pet", "2 dogs"), ("Ana", "occupation", "teacher")],
    "I'm from Spain.": [("Ana", "originates from", "Spain")],
    "I was born in Mexico.": [("Ana", "originates from", "Mexico")],
    "My parents are from Italy.": [
        ("Ana's parents", "originates from", "Italy"),
        ("Ana", "family_member", "Ana's parents"),
    ],
    "I might go to Paris in June.": [("Ana", "might go to", "Paris")],
    "Tom is my brother.": [("Ana", "brother", "Tom")],
    "My dog's name is Bruno.": [("Ana", "has_pet", "Bruno"), ("Bruno", "is", "dog")],
    "I'm gonna move to Berlin.": [("Ana", "will move to", "Berlin")],
    "I have a friend living in Oslo.": [("Ana", "has", "friend"), ("friend", "lives_in", "Oslo")],
    "I hope to open a dance studio.": [("Ana", "hope to open", "dance studio")],
    "I've been to Rome and Paris.": [("Ana", "visited", "Rome"), ("Ana", "visited", "Paris")],
    "I've never been to Europe.": [("Ana", "never be to", "Europe")],
    "I enjoy watching war documentaries.": [("Ana", "likes", "watching war documentaries")],
    "I'm a big fan of jazz.": [("Ana", "likes", "jazz")],
    "Can't wait to see you!": [("Ana", "can not wait to see", "Ben")],
    "Looking forward to the concert.": [("Ana", "look forward to", "concert")],
    "I need to buy a new car.": [("Ana", "need to buy", "new car")],
    "I work from home.": [("Ana", "work_style", "home")],
    "I am 6 feet tall.": [("Ana", "is", "6 feet tall")],
    "I'm only 31.": [("Ana", "age", "31")],
    "im line 4": [("Ana", "is", "4")],
    "I am interested in art and history.": [
        ("Ana", "be interested in", "art"),
        ("Ana", "be interested in", "history"),
    ],
    "I want to be a doctor.": [("Ana", "want to be", "doctor")],
    "I am tired of working late.": [("Ana", "emotion", "tired"), ("Ana", "be tired of", "working late")],
    "I can swim.": [("Ana", "can", "swim")],
    "We want to travel.": [("Ana", "want to", "travel")],
    "You've got guts.": [("Ben", "has", "guts")],
    "I bought a guitar yesterday.": [("Ana", "buy", "guitar")],
    "I ran a charity race last Saturday.": [("Ana", "run", "charity race")],
    "I like chess haha": [("Ana", "likes", "chess")],
    "i do not but i love to cook": [("Ana", "likes", "cooking")],
    "i'd no watch and no money": [("Ana", "not have", "watch"), ("Ana", "not have", "money")],
    "I was hoping to win the race.": [("Ana", "hope to win", "race")],
    "She lives in Oslo.": [],
    "Take care!": [],
    "That's great, thanks!": [],
    "I think so.": [],
    "How are you?": [],
}


@pytest.fixture(scope="module")
def parser() -> UDPipeParser:
    """The bundled model, loaded once."""
    return UDPipeParser()


def found(parser: UDPipeParser, text: str) -> list[FoundTriplet]:
    """The triplets of what Ana answers when Ben has greeted her."""
    greeting = SourceTurn(1, "t1", "s", 0, "Ben", "Hello!", None)
    answer = SourceTurn(2, "t2", "s", 1, "Ana", text, None)
    return triplets_in(turns_in_context([greeting, answer], parser)[1])


@pytest.mark.parametrize("text", SENTENCES)
def test_a_sentence_states_these_triplets(parser: UDPipeParser, text: str) -> None:
    """Subject, relation and object of each."""
    assert [one.triplet.parts for one in found(parser, text)] == SENTENCES[text]


def test_what_is_asked_or_depends_on_a_condition_is_hypothetical(parser: UDPipeParser) -> None:
    """The caller may leave it out."""
    assert [one.hypothetical for one in found(parser, "Do you have pets?")] == [True]
    assert [one.hypothetical for one in found(parser, "If I had money, I would buy a boat.")] == [True, True]
    assert [one.hypothetical for one in found(parser, "Hope you had a great weekend.")] == [True]


def test_only_what_is_asked_of_a_question_is_hypothetical(parser: UDPipeParser) -> None:
    """What the speaker tells of themselves in front of it is a fact."""
    likes, has = found(parser, "I like jazz, do you have any tips?")
    assert (likes.triplet.relation, likes.hypothetical) == ("likes", False)
    assert (has.triplet.subject, has.hypothetical) == ("Ben", True)


def test_tense_and_polarity_are_kept(parser: UDPipeParser) -> None:
    """Of past, future and denied statements."""
    (moved,) = found(parser, "I'm gonna move to Berlin.")
    assert moved.stated.tense == "future"
    (liked,) = found(parser, "I never liked math.")
    assert (liked.stated.tense, liked.stated.negated, liked.stated.phrase) == ("past", True, "never like")


def test_spans_count_from_the_start_of_the_turn(parser: UDPipeParser) -> None:
    """Also in its second sentence."""
    (pizza,) = found(parser, "How are you? My favorite food is pizza.")
    assert pizza.turn.text[pizza.start : pizza.end] == "My favorite food is pizza"
