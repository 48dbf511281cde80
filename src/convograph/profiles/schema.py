"""Entity types and their attributes: a reviewed table (LightGMEM, section 4.6, prompt 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import get_args

from convograph.extraction.lexicon import word_list
from convograph.facts.relations import plain
from convograph.facts.tables import damaged, lines_of
from convograph.facts.values.words import words_of
from convograph.types import ProfileType

_TYPES: Mapping[str, ProfileType] = {
    "person": "Person",
    "organization": "Organization",
    "activity": "Event",
    "place": "Place",
}  # animals, works and everything else are things
_REVERSED, _LIST, _ANY, _NONE = "^", "@", "*", "-"
_WHICH = frozenset(
    {"baby", "big", "eldest", "elder", "kid", "late", "little", "middle", "new", "old", "older", "oldest", "only"}
    | {"own", "small", "twin", "young", "younger", "youngest"}
)  # may precede a word of a list; other words may not, since "visit mother" is no relation of kin


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of an entity type: its name, whether it has one value at a time, its place in the table.

    `lists` are word lists, one of which must have the last word of a value; empty if any value will do.
    """

    name: str
    single: bool
    place: int
    lists: tuple[str, ...] = ()

    def takes(self, value: str) -> bool:
        """Whether a value says anything: its last word is not the attribute's name, and is in a list if any.

        >>> Attribute("pets", False, 0).takes("other pets"), Attribute("kind", True, 0, ("works",)).takes("new album")
        (False, True)
        """
        *_, last = words_of(value) or ("",)
        if not last or last.removesuffix("s") == self.name.removesuffix("s"):
            return False
        return not self.lists or last in word_list(*self.lists)


@dataclass(frozen=True, slots=True)
class ToldRelations:
    """The relations that tell some attribute of some type."""

    def is_known(self, relation: str) -> bool:
        """Whether statements in this relation can be in a profile."""
        return _is_told(relation)


TOLD = ToldRelations()


def type_of(kind: str) -> ProfileType:
    """The type of an entity, by the kind of its mentions.

    >>> type_of("person"), type_of("animal")
    ('Person', 'Thing')
    """
    return _TYPES.get(kind, "Thing")


def attribute_of(type_: ProfileType, relation: str, *, reverse: bool = False) -> Attribute | None:
    """The attribute that a relation tells of its subject, or with `reverse` of its object; `None` without one.

    >>> attribute_of("Person", "little sister").name, attribute_of("Place", "lives_in", reverse=True).name
    ('family', 'residents')
    """
    return _attribute(_schema()[type_, reverse], relation)


def attributes_of(type_: ProfileType) -> Mapping[str, Attribute]:
    """All attributes of a type by name, in the order of the table.

    >>> list(attributes_of("Thing"))
    ['kind', 'owner']
    """
    return _attributes()[type_]


@lru_cache(maxsize=4096)
def _is_told(relation: str) -> bool:
    return any(_attribute(told, relation) is not None for told in _schema().values())


@dataclass(frozen=True, slots=True)
class _Told:
    """The attributes of a type, by whole relations that tell them, by opening words, and by last words."""

    exact: dict[str, Attribute]
    openings: dict[str, Attribute]
    endings: dict[str, Attribute]


def _attribute(told: _Told, relation: str) -> Attribute | None:
    words = plain(relation)
    found = told.exact.get(words)
    if found is None and words:
        found = next((one for opening, one in told.openings.items() if words.startswith(opening)), None)
        *before, last = words.split()
        found = found or (told.endings.get(last) if _WHICH.issuperset(before) else None)
    return found


@cache
def _attributes() -> Mapping[ProfileType, Mapping[str, Attribute]]:
    found: dict[ProfileType, dict[str, Attribute]] = {type_: {} for type_ in get_args(ProfileType)}
    for type_, attribute, _ in _rows():
        found[type_][attribute.name] = attribute
    return MappingProxyType(found)


@cache
def _schema() -> Mapping[tuple[ProfileType, bool], _Told]:
    found = {(type_, reverse): _Told({}, {}, {}) for type_ in get_args(ProfileType) for reverse in (False, True)}
    for type_, attribute, relations in _rows():
        for relation in relations:
            _enter(found[type_, relation.startswith(_REVERSED)], relation.removeprefix(_REVERSED), attribute)
    return MappingProxyType(found)


def _rows() -> Iterator[tuple[ProfileType, Attribute, Sequence[str]]]:
    """The lines of the table: a type, one of its attributes, and the relations that tell it."""
    for place, line in enumerate(lines_of("attributes", __package__)):
        columns = line.split("\t")
        if len(columns) != 5 or columns[0] not in get_args(ProfileType) or columns[2] not in ("one", "many"):
            raise damaged("attributes", line)
        type_, name, values, relations, lists = columns
        attribute = Attribute(name, values == "one", place, _listed(lists))
        yield next(one for one in get_args(ProfileType) if one == type_), attribute, _listed(relations)


def _listed(column: str) -> tuple[str, ...]:
    return () if column == _NONE else tuple(one.strip() for one in column.split(","))


def _enter(told: _Told, relation: str, attribute: Attribute) -> None:
    if relation.startswith(_LIST):
        told.endings.update(dict.fromkeys(word_list(relation.removeprefix(_LIST)), attribute))
    elif relation.endswith(_ANY):
        told.openings[plain(relation.removesuffix(_ANY)) + " "] = attribute
    else:
        told.exact[plain(relation)] = attribute
