"""What people like best of a kind, by one noun for whatever they call the kind: a favorite colour is a color."""

from __future__ import annotations

from collections.abc import Mapping

_SAME: Mapping[str, str] = {
    **dict.fromkeys(("dish", "meal", "thing to eat"), "food"),
    **dict.fromkeys(("time of year", "time of the year"), "season"),
    "colour": "color",
    "colours": "colors",
}
_PLURALS = frozenset({"bands", "colors", "foods", "seasons"})


def favorite_noun(said: str) -> str:
    """The noun that a relation has, for the one that is said, in lower case.

    >>> favorite_noun("colours"), favorite_noun("time of year"), favorite_noun("film")
    ('color', 'season', 'film')
    """
    noun = _SAME.get(said, said)
    return noun.removesuffix("s") if noun in _PLURALS else noun
