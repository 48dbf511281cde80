"""What the word lists promise to those who look words up in them."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

from convograph.extraction import words
from convograph.extraction.words.first_names import ANYONES_NAMES, HER_NAMES, HIS_NAMES
from convograph.extraction.words.people import HER_NOUNS, HIS_NOUNS

MODULES = [one.name for one in iter_modules(words.__path__) if one.name != "listed"]


@pytest.mark.parametrize("name", MODULES)
def test_entries_are_in_lower_case_without_spaces_around(name: str) -> None:
    """Otherwise a lookup of a lower-case word would miss them."""
    module = import_module(f"convograph.extraction.words.{name}")
    lists = [value for value in vars(module).values() if isinstance(value, frozenset)]
    assert lists
    for entry in (entry for one in lists for entry in one):
        assert entry == " ".join(entry.lower().split())
        assert entry


def test_a_noun_fits_one_pronoun() -> None:
    """A sister is she, an uncle he, nobody both; a first name of either tells nothing."""
    assert not HER_NOUNS & HIS_NOUNS
    assert HER_NAMES & HIS_NAMES <= ANYONES_NAMES
