"""One noun for each kind of favorite, whatever people call it: "favorite colour" is "favorite color"."""

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
    """The noun that relations use for the noun `said`, which is in lower case.

    >>> favorite_noun("colours"), favorite_noun("time of year"), favorite_noun("film")
    ('color', 'season', 'film')
    """
    noun = _SAME.get(said, said)
    return noun.removesuffix("s") if noun in _PLURALS else noun
