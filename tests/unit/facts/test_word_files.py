"""The tables of the package are there and whole; one that is missing says what to do."""

from __future__ import annotations

import pytest

from convograph.errors import ConvographError
from convograph.facts.word_files import damaged, lines_of


@pytest.mark.parametrize("name", ["relations", "attributes", "frames", "jobs"])
def test_a_table_has_lines_without_comments(name: str) -> None:
    """Each once."""
    lines = lines_of(name)
    assert len(lines) == len(set(lines)) > 20
    assert all(line.strip() and not line.startswith("#") for line in lines)


def test_a_missing_table_is_named() -> None:
    """A message on one line, whatever the reason."""
    with pytest.raises(
        ConvographError, match=r"the table none\.txt of convograph is damaged: .*install convograph again"
    ):
        lines_of("none")
    assert len(str(damaged("none", "x" * 10_000))) < 300
