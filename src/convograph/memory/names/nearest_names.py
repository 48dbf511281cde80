"""The known names nearest to a name that nobody has, for an error to offer instead."""

from __future__ import annotations

from collections.abc import Iterable

from convograph.formats.limits import shortened
from convograph.graph.turns import speaker_key
from convograph.resolution.names import fuzzy_words
from convograph.resolution.strings import token_set_ratio

_OFFERED = 5  # names: as many as fit on a line


def known_instead(name: str, known: Iterable[str]) -> str:
    """The known names, nearest to `name` first, for an error, followed by a semicolon; empty if there are none.

    Names with a word that begins with `name` come first.

    >>> known_instead("Anna", ["Tom", "Ana", "ana"])
    "known: 'Ana', 'Tom'; "
    >>> known_instead("Mar", ["Mat", "Ria", "Ana Maria"])
    "known: 'Ana Maria', 'Mat', 'Ria'; "
    """
    distinct = list({speaker_key(one): one for one in reversed([*known])}.values())[::-1]
    wanted = fuzzy_words(name)
    begun = speaker_key(name)
    nearest = sorted(
        distinct,
        key=lambda one: (
            not any(word.startswith(begun) for word in fuzzy_words(one)),
            -token_set_ratio(wanted, fuzzy_words(one)),
        ),
    )
    if not nearest:
        return ""
    more = f" and {len(nearest) - _OFFERED} more" if len(nearest) > _OFFERED else ""
    return f"known: {', '.join(map(shortened, nearest[:_OFFERED]))}{more}; "
