"""The tables of the package are there and whole; one that is missing says what to do."""

from __future__ import annotations

import pytest

from convograph import facts
from convograph.errors import ConvographError
from convograph.facts import questions, reading
from convograph.facts.tables import damaged, lines_of


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("relations", facts.__name__),
        ("attributes", facts.__name__),
        ("frames", reading.__name__),
        ("tellings", questions.__name__),
    ],
)
def test_a_table_has_lines_without_comments(name: str, package: str) -> None:
    """Each once."""
    lines = lines_of(name, package)
    assert len(lines) == len(set(lines)) > 20
    assert all(line.strip() and not line.startswith("#") for line in lines)


def test_a_missing_table_is_named() -> None:
    """A message on one line, whatever the reason."""
    with pytest.raises(
        ConvographError, match=r"the table none\.txt of convograph is damaged: .*install convograph again"
    ):
        lines_of("none")
    assert len(str(damaged("none", "x" * 10_000))) < 300
