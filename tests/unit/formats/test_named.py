"""Things that a user names by a kind and what is behind it."""

from __future__ import annotations

import pytest

from convograph.errors import InputError
from convograph.formats.named import Named

TOOLS = Named(
    "tool",
    {"hand": lambda name, size: f"{name} of {size}", "saw:<folder>": lambda folder, size: f"{folder} at {size}"},
)


def test_a_name_makes_what_is_meant() -> None:
    """As it stands, or by its beginning; what is behind that goes to the maker, with the options."""
    assert TOOLS.make("hand", 2) == "hand of 2"
    assert TOOLS.make("saw:a:b", size=3) == "a:b at 3"


@pytest.mark.parametrize("name", ["hands", "saw", "", "Hand"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    """With the names that there are, whether it is checked or made."""
    for ask in (TOOLS.check, lambda wrong: TOOLS.make(wrong, 1)):
        with pytest.raises(InputError) as error:
            ask(name)
        assert str(error.value) == f"no tool is called {name!r}; there are 'hand' and 'saw:<folder>'"


def test_a_single_kind_and_a_note_are_told() -> None:
    """As that of chat models, which are on any server."""
    assert Named("pen", {"ink:<colour>": str}, note=", in any shop").known == "'ink:<colour>', in any shop"
