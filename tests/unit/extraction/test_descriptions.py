"""Which nouns stand for somebody, whose they are, and what a turn calls them."""

from __future__ import annotations

import pytest

from convograph.build import make_reader
from convograph.extraction.descriptions import Description, descriptions_in
from convograph.extraction.descriptions.nouns import bare_word
from convograph.types import SourceTurn

READER = make_reader()


def described(*said: tuple[str, str]) -> list[Description]:
    """The descriptions of the last of some turns of one session."""
    turns = [SourceTurn(n, f"s:{n}", "s", n, who, text, None) for n, (who, text) in enumerate(said)]
    read, mentioned = READER.mentions_of(turns)[-1]
    return descriptions_in(read, mentioned)


def said_by_ana(text: str) -> list[Description]:
    """The descriptions of what Ana says to Tom."""
    return described(("Tom", "Hello."), ("Ana", text))


@pytest.mark.parametrize(
    ("text", "noun", "called"),
    [
        ("My sister Clara came.", "sister", "Clara"),
        ("I saw my dermatologist, Dr. Lee, on Monday.", "dermatologist", "Lee"),
        ("We have written to a collector, a Mr Fennimore.", "collector", "Fennimore"),
        ("I met Clara, my sister, in Porto.", "sister", "Clara"),
        ("We live with Pascal the greyhound.", "greyhound", "Pascal"),
        ("We have a dog called Rex.", "dog", "Rex"),
        ("We decided to call the dog Rex.", "dog", "Rex"),
        ("I lost to a girl of nine called Clara.", "girl", "Clara"),
        ("My cat's name is Luna.", "cat", "Luna"),
        ("My boss is Greta.", "boss", "Greta"),
        ("Nobody came for the parrot. I have called it Terminus.", "parrot", "Terminus"),
        ("There is a buyer. A Mr Oduya.", "buyer", "Oduya"),
        ("I have a new teacher. Clara, she was a nurse.", "teacher", "Clara"),
    ],
)
def test_a_turn_tells_what_somebody_is_called(text: str, noun: str, called: str) -> None:
    """Each way in which a description and a name stand together."""
    found = {one.noun: one.called for one in said_by_ana(text)}
    assert found[noun] is not None
    assert found[noun].name == called  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        "I gave Clara the dog.",
        "My sister, Tom, is late.",  # spoken to
        "Come with my brother, Clara and Greta.",
        "Father John was there.",
        "My sister called Clara yesterday evening.",
        "My mother lives in the village.",
        "Clara wanted to call the dog Napoleon.",
        "We got a parrot. We almost called it Terminus.",
    ],
)
def test_what_stands_beside_a_name_may_be_somebody_else(text: str) -> None:
    """Objects beside each other, whom one speaks to, lists, titles, a call by telephone."""
    assert [one for one in said_by_ana(text) if one.called is not None] == []


def test_one_who_is_something_that_is_called() -> None:
    """Both nouns are of whoever has the name."""
    found = said_by_ana("The captain is a cheesemaker called Ottilie.")
    assert [(one.noun, one.called and one.called.name) for one in found] == [
        ("captain", "Ottilie"),
        ("cheesemaker", "Ottilie"),
    ]


def test_whose_somebody_is() -> None:
    """The speaker's, the addressee's, that of a name or of whom a pronoun means; nobody's with an article."""
    found = said_by_ana("My sister, your boss, Clara's aunt and the vet came.")
    assert [(one.noun, one.whose, one.determiner) for one in found] == [
        ("sister", "Ana", "possessed"),
        ("boss", "Tom", "possessed"),
        ("aunt", "Clara", "possessed"),
        ("vet", None, "definite"),
    ]
    assert [one.whose for one in described(("Ana", "Clara is here."), ("Tom", "How is her mother?"))] == ["Clara"]


def test_of_more_than_two_nobody_knows_whose_yours_is() -> None:
    """Who is spoken to, the last speaker or another, the turn does not say."""
    assert [one.whose for one in described(("Ana", "Hi."), ("Tom", "Hi."), ("Cleo", "How is your mother?"))] == [None]


def test_parents_without_a_possessor_are_the_speakers() -> None:
    """As people say it and in plain words, with what hangs on the end."""
    (found,) = said_by_ana("mum's in Porto")
    assert (found.noun, found.plain, found.whose, found.determiner) == ("mum", "mother", "Ana", "bare")
    assert bare_word("mum'll") == "mum"


def test_who_is_spoken_to_as_kin_is_the_addressee() -> None:
    """Of two. "Mum" in a quotation is not, nor is a brother of whom one speaks."""
    (found,) = said_by_ana("Thank you, brother.")
    assert found.whose == "Ana"
    assert found.called is not None
    assert found.called.name == "Tom"
    assert [one.called for one in said_by_ana("He is no brother of mine.")] == [None]


@pytest.mark.parametrize(
    "text",
    [
        "It was Clara's brother-in-law, no, brother, who came.",
        "I saw Mum, Dad, brother, everybody.",
        "Thank you, sister.",  # Tom is none
    ],
)
def test_a_noun_for_kin_between_commas_need_not_speak_to_anybody(text: str) -> None:
    """It may put another right, stand in a list, or not fit the name."""
    assert all(one.called is None for one in said_by_ana(text))


def test_one_beside_others_and_what_a_picture_shows() -> None:
    """A new boss is not the old one; a dog in a picture is there, as "the dog" is."""
    assert [one.other for one in said_by_ana("My new boss is strict.")] == [True]
    (shown,) = said_by_ana("Look! [shares a photo of a greyhound on a sofa]")
    assert shown.determiner == "definite"
    assert [one.determiner for one in said_by_ana("I saw a greyhound.")] == ["indefinite"]


def test_plurals_and_nouns_before_others_stand_for_nobody() -> None:
    """Nor does a noun of no kind of somebody."""
    assert said_by_ana("My sisters like dog food and the weather.") == []
