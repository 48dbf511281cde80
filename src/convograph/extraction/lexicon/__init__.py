"""The words that the rules look up: one text file for each list, read when it is first asked for, once a process.

All of them are common facts and common words, written down for this project from general knowledge; none is taken
from a data set, a gazetteer or a lexicon of others, and none from text that anything is measured on. They are under
the project's own licence (Apache-2.0).

A file has one entry a line, in lower case, the words of an entry apart by one space; in a table a tab and the entry's
value follow. Lines that begin with "#" are comments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from convograph.errors import ConvographError

__all__ = ["word_list", "word_table"]

_PEOPLE = ("relatives", "acquaintances", "occupations", "roles")
_GROUPS: Mapping[str, tuple[str, ...]] = {  # what goes by one name and stands in several files
    "kin": ("relatives", "acquaintances"),
    "family": ("relatives", "households"),
    "somebody": ("relatives", "acquaintances", "generic_people"),  # whom "my …" tells of, jobs apart
    "jobs": ("occupations", "trades"),
    "people": _PEOPLE,
    "person_nouns": (*_PEOPLE, "companions", "generic_people"),
    "related": (*_PEOPLE, "households", "companions"),  # whom somebody has: "my boss", "Tom's friend"
}


@cache
def word_list(*names: str) -> frozenset[str]:
    """The entries of these lists or groups of lists; of a table, those without their values.

    Raises `ConvographError` where a file is missing or damaged.
    """
    return frozenset(entry for name in names for one in _GROUPS.get(name, (name,)) for entry in _file(one))


@cache
def word_table(name: str) -> Mapping[str, str]:
    """The entries of a table, or of a group of tables, with their values.

    Raises `ConvographError` where a file is missing, damaged or no table.
    """
    found: dict[str, str] = {}
    for one in _GROUPS.get(name, (name,)):
        for entry, value in _file(one).items():
            if value is None:
                raise _damaged(one, f"{entry!r} has no value")
            found[entry] = value
    return MappingProxyType(found)


@cache
def _file(name: str) -> Mapping[str, str | None]:
    """The entries of one file with their values, `None` in a list."""
    try:
        text = files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _damaged(name, str(error)) from error
    found: dict[str, str | None] = {}
    for number, line in _entries(text):
        entry, tab, value = line.partition("\t")
        if entry != " ".join(entry.lower().split()) or not entry or (tab and not value):
            raise _damaged(name, f"line {number} is no entry: {line!r}")
        if entry in found:
            raise _damaged(name, f"line {number} repeats {entry!r}")
        found[entry] = value if tab else None
    if not found:
        raise _damaged(name, "it is empty")
    return found


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are neither blank nor comments, with their numbers."""
    return ((number, line) for number, line in enumerate(text.splitlines(), start=1) if line and line[0] != "#")


def _damaged(name: str, why: str) -> ConvographError:
    return ConvographError(f"the word list {name}.txt of convograph is damaged: {why}; install convograph again")
