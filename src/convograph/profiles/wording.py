"""A profile as text to search and to read: names first, then one clause per attribute."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from convograph.facts.relations import FAVORITE, plain
from convograph.facts.values.words import words_of
from convograph.types import ProfileEntry, ProfileType


def profile_text(
    name: str,
    type_: ProfileType,
    aliases: Sequence[str],
    entries: Sequence[ProfileEntry],
    description: str | None = None,
) -> str:
    """A profile in one line; a `description` comes last.

    `entries` of one attribute are next to each other: "Ana Lopez (Person), also called Ana; homeLocation: Porto;
    family: Tom (brother), Maria (sister)".
    """
    head = f"{name} ({type_})" + (f", also called {', '.join(aliases)}" if aliases else "")
    told = (
        f"{attribute}: {', '.join(value_text(one) for one in of_attribute)}"
        for attribute, of_attribute in groupby(entries, lambda one: one.attribute)
    )
    return "; ".join((head, *told, *([description] if description else [])))


def value_text(entry: ProfileEntry) -> str:
    """A value, with its relation if that says more than the attribute, else with the noun said for it.

    "Maria (sister)", "Dune (favorite book)", "Rex (dog)".
    """
    relation = plain(entry.relation)
    says_more = entry.attribute in ("family", "friends", "possessions") or relation.startswith((FAVORITE, "dislike"))
    known = {"owns", "family member", *words_of(entry.value)}
    if says_more and relation not in known:
        return f"{entry.value} ({relation})"
    return entry.value if entry.said_as is None else f"{entry.value} ({entry.said_as})"
