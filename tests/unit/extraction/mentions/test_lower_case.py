"""Which words without a capital may be names."""

from __future__ import annotations

import pytest

from convograph.build import make_reader
from convograph.extraction.mentions.lower_case import is_rare, lower_case_names, meant_names
from convograph.types import SourceTurn

READER = make_reader()


def found(text: str, *taken: tuple[int, int]) -> list[str]:
    """The words of a turn that may be names."""
    turn = SourceTurn(1, "s:1", "s", 0, None, text, None)
    ((read, _),) = READER.mentions_of([turn])
    return [text[start:end] for start, end in lower_case_names(read, taken)]


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
