"""Which rare words are names, or may be."""

from __future__ import annotations

import pytest

from convograph.build import make_reader
from convograph.extraction.mentions.possible_names import PossibleName, is_rare, meant_names, possible_names
from convograph.types import SourceTurn

READER = make_reader()


def possible(text: str, *taken: tuple[int, int]) -> list[PossibleName]:
    """The words of a turn that are or may be names, besides those that the parser shows."""
    turn = SourceTurn(1, "s:1", "s", 0, None, text, None)
    ((read, _),) = READER.mentions_of([turn])
    return list(possible_names(read, taken))


def found(text: str, *taken: tuple[int, int]) -> list[str]:
    """The words of a turn that may be names."""
    return [text[one.start : one.end] for one in possible(text, *taken) if not one.sure]


def sure(text: str) -> list[str]:
    """The words of a turn that are names."""
    return [text[one.start : one.end] for one in possible(text) if one.sure]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("was teo at joosts on friday", ["teo", "joosts"]),
        ("im at teo's. the kettle is on, we are hoovering", ["teo"]),  # common words, and forms of such
        ("we fired the kiln and saw a polytunnel", ["kiln"]),  # one of several is nobody
        ("We fired the kiln.", []),  # who begins with a capital gives names one
        ("mail teo@web.de or www.teo.de about x2", []),
    ],
)
def test_rare_words_may_be_names(text: str, names: list[str]) -> None:
    """In sentences without a capital at the beginning."""
    assert found(text) == names


def test_what_is_a_name_already_is_left_out() -> None:
    """And whatever stands inside it."""
    assert found("teo met joost", (0, 3)) == ["joost"]
    assert found("teo met joost", (0, 13)) == []


def test_rare_words_and_names_that_are_words() -> None:
    """First names are rare however often they are said, unless they are words as well."""
    assert is_rare("teo")
    assert is_rare("jessica")
    assert not any(map(is_rare, ("mark", "hope", "garden", "Teo", "ox", "a1b")))


def test_a_possessive_without_its_apostrophe() -> None:
    """Of "joosts" it may be Joost, or somebody called Joosts."""
    assert meant_names("joosts") == ("joosts", "joost")
    assert meant_names("jess") == ("jess",)
    assert meant_names("gus") == ("gus",)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("How is Joost getting on with his exams?", ["Joost"]),
        ("Meanwhile Ifor turned fourteen a week ago.", ["Ifor"]),
        ("I thought perhaps Bertrand could carry it.", ["Bertrand"]),  # to the parser, an adverb
        ("That was Euan.", ["Euan"]),
        ("I am So happy, Really.", []),  # common words, for emphasis
        ("We meet on Tuesdays, Madame.", []),
        ("PEAT KINGDOM", []),
    ],
)
def test_a_capital_inside_a_sentence_makes_a_name(text: str, names: list[str]) -> None:
    """Whatever the parser takes the word for, unless it is common."""
    assert sure(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("next doors called mrs prosser, shes ninety", ["prosser"]),
        ("my mentor is called gaynor", ["gaynor"]),
        ("we play a game called football", []),
        ("we saw gaynor", []),
    ],
)
def test_a_word_that_is_introduced_is_a_name(text: str, names: list[str]) -> None:
    """By a title, or by what somebody is called."""
    assert sure(text) == names


def test_a_capital_at_the_beginning_may_be_that_of_a_name() -> None:
    """Only a memory that has the name elsewhere knows."""
    assert found("Otti cried. Hoovering again, we are.") == ["Otti", "Hoovering"]
    assert found("Mark my words. The garden is wet.") == []
