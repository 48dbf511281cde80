"""What phrases say about relations, and which relations have one value at a time: a reviewed table and user settings.

An unlisted relation has many values: a new value is added to the others, so nothing is superseded by mistake.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Literal, get_args

from convograph.errors import InputError
from convograph.extraction.favorites import favorite_noun
from convograph.extraction.triplets.realization import gerund
from convograph.facts.acts import PhraseAct
from convograph.facts.tables import damaged, lines_of
from convograph.formats.limits import shortened
from convograph.quotation import relation_in_words

Values = Literal["one", "many"]
"""How many values a relation has at a time."""

FAVORITE = "favorite"
BELONGINGS = frozenset({"owns", "has_pet"})
"""Relations for what people have and can lose: "my car" means having one, unless the same turn says it was sold."""
_GETTING = frozenset("adopt buy get rescue inherit".split())
_FAVORITES = (f"{FAVORITE} ", "favourite ")
_PAST = {
    "be": "was",
    "become": "became",
    "begin": "began",
    "break": "broke",
    "buy": "bought",
    "cut": "cut",
    "get": "got",
    "give": "gave",
    "go": "went",
    "leave": "left",
    "lose": "lost",
    "put": "put",
    "quit": "quit",
    "sell": "sold",
    "split": "split",
    "take": "took",
    "drop": "dropped",
    "stop": "stopped",
    "marry": "married",
}
_NOUNS: Mapping[str, str] = {
    **dict.fromkeys(("career", "job", "profession", "trade"), "occupation"),
    **dict.fromkeys(("company", "employer", "firm", "work", "workplace"), "works at"),
    **dict.fromkeys(("city", "home", "place", "residence", "town"), "lives in"),
    **dict.fromkeys(("college", "school", "university"), "attends"),
    **dict.fromkeys(("animal", "cat", "dog", "pet"), "has pet"),
    **dict.fromkeys(("allergic", "allergic to", "allergy"), "be allergic to"),
    **dict.fromkeys(("club", "membership"), "member of"),
    **dict.fromkeys(("mobile", "mobile number", "number", "telephone"), "phone number"),
    **dict.fromkeys(("birthplace", "from", "origin"), "originates from"),
    **dict.fromkeys(("family", "relative"), "family member"),
    **dict.fromkeys(("relationship", "spouse"), "partner"),
    "instrument": "plays",
    "language": "speaks",
    "e-mail": "email",
}
"""Other words that people use for relations, both in `plain` form."""
_ENDING = ("stop", "quit", "give up")
_NEW = ("new ", "current ", "all-time ", "absolute ", "latest ")  # "my new favorite band" is the favorite band


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase says: a relation, and whether a value of it holds, begins or ends."""

    relation: str
    act: PhraseAct


@dataclass(frozen=True, slots=True)
class Relations:
    """The reviewed table with a user's settings on top: `one` and `many` hold relation names in `plain` form."""

    one: frozenset[str] = field(default_factory=frozenset)
    many: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def of(cls, settings: Mapping[str, str]) -> Relations:
        """Settings that map a relation's name, or words that people use for it, to `"one"` or `"many"`.

        If two keys mean the same relation, its own name decides. Raises `InputError` for anything else.
        """
        if not isinstance(settings, Mapping):
            raise InputError(f'relations are not a mapping: {shortened(settings)}; give one such as {{"drive": "one"}}')
        for name, values in settings.items():
            if not isinstance(name, str) or not name.strip():
                raise InputError(f"a relation needs a name: {shortened(name)}; give a string")
            if values not in get_args(Values):
                raise InputError(f"the relation {shortened(name)} has {shortened(values)} values; say 'one' or 'many'")
        named = {_listed(name): values for name, values in settings.items()}
        named |= {plain(name): values for name, values in settings.items()}
        return cls(*(frozenset(name for name, values in named.items() if values == kind) for kind in get_args(Values)))

    def has_one(self, relation: str) -> bool:
        """Whether a relation has one value at a time, so that a new value supersedes the old one."""
        name = plain(relation)
        if name in self.one or name in self.many:
            return name in self.one
        return name.startswith(f"{FAVORITE} ") or relation in attributes() or _table().values.get(relation) == "one"

    def is_known(self, relation: str) -> bool:
        """Whether the table or the user lists a relation; in other relations, an event is as common as a fact."""
        name = plain(relation)
        listed = relation in _table().values or relation in attributes() or name in self.one or name in self.many
        return listed or name.startswith(f"{FAVORITE} ")


DEFAULT_RELATIONS = Relations()


def meanings(phrase: str, label: str) -> tuple[Meaning, ...]:
    """What a phrase says about which relations: the table is searched for the phrase, then for its label.

    If neither is in it, a value holds: of the phrase itself if that is one of the `attributes`, else of the label.
    """
    spoken = plain(phrase)
    for opening in _NEW:
        spoken = spoken.removeprefix(opening)
    for opening in _FAVORITES:
        if spoken.startswith(opening):
            return (Meaning(f"{FAVORITE} {favorite_noun(spoken.removeprefix(opening))}", "holds"),)
    table = _table().meanings
    if label in BELONGINGS and spoken in _GETTING:
        return (Meaning(label, "begins"),)
    return (
        table.get(spoken) or table.get(plain(label)) or (Meaning(spoken if spoken in attributes() else label, "holds"),)
    )


def plain(phrase: str) -> str:
    """A phrase or label in the form used for look-up: lower case, words separated by single spaces.

    >>> plain("lives_in"), plain("Works  at")
    ('lives in', 'works at')
    """
    return " ".join(relation_in_words(phrase).lower().split())


def as_called(words: str) -> str:
    """The table's name for a relation given in `plain` form; any other words unchanged.

    >>> as_called("lives in"), as_called("phone number")
    ('lives_in', 'phone number')
    """
    return next((name for name in _table().values if plain(name) == words), words)


def relation_meant(words: str, known: Collection[str]) -> str:
    """The relation that a person's words mean: one of `known` if they are close enough to it, else the words.

    All of them are in `plain` form.

    >>> known = {"works at", "occupation", "has pet", "favorite food"}
    >>> [relation_meant(one, known) for one in ("works", "Job", "pets", "favourite food", "shoe size")]
    ['works at', 'occupation', 'has pet', 'favorite food', 'shoe size']
    """
    said = plain(words)
    near = [said, *(plain(one.relation) for one in meanings(said, "") if one.act == "holds")]
    near += [_NOUNS[one] for one in (said, said.removesuffix("s"), f"{said.removesuffix('ies')}y") if one in _NOUNS]
    begun = [one for one in known if one.startswith(f"{said} ")]
    near += begun if len(begun) == 1 else []
    return next((one for one in near if one in known), said)


def _listed(words: str) -> str:
    """The favorite, or the relation of the table, that some words mean, in `plain` form; else the words.

    >>> [_listed(one) for one in ("favourite_colour", "job", "city", "flies_to")]
    ['favorite color', 'occupation', 'lives in', 'flies to']
    """
    said = plain(words)
    if said.startswith(_FAVORITES):
        return meanings(said, "")[0].relation
    return relation_meant(said, {*map(plain, _table().values), *attributes()})


@cache
def attributes() -> frozenset[str]:
    """Nouns for things that people have one of at a time: "my phone is a Pixel 8"."""
    return frozenset(lines_of("attributes"))


@dataclass(frozen=True, slots=True)
class _Table:
    values: Mapping[str, Values]
    meanings: Mapping[str, tuple[Meaning, ...]]


@cache
def _table() -> _Table:
    values: dict[str, Values] = {}
    found: dict[str, list[Meaning]] = {}
    for line in lines_of("relations"):
        columns = line.split("\t")
        if len(columns) != 4 or columns[1] not in get_args(Values) or columns[2] not in get_args(PhraseAct):
            raise damaged("relations", line)
        relation, many, act, phrases = columns
        if values.setdefault(relation, "one" if many == "one" else "many") != many:
            raise damaged("relations", line)
        meaning = Meaning(relation, next(one for one in get_args(PhraseAct) if one == act))
        for phrase in (plain(part) for part in phrases.split(",")):
            for form in _forms(phrase, past=act != "holds"):
                found.setdefault(form, []).append(meaning)
            for stopping in _stopping(phrase) if act == "holds" else ():
                found.setdefault(stopping, []).append(Meaning(relation, "ends"))
    return _Table(MappingProxyType(values), MappingProxyType({one: tuple(several) for one, several in found.items()}))


def _forms(phrase: str, *, past: bool) -> set[str]:
    """The forms of a phrase: "move to", "moves to" and, if it begins or ends a value (`past`), "moved to"."""
    verb, _, rest = phrase.partition(" ")
    written = _PAST.get(verb) or (f"{verb}d" if verb.endswith("e") else f"{verb}ed")
    return {phrase, _third_person(phrase), *({f"{written} {rest}".strip()} if past else ())}


def _stopping(phrase: str) -> Iterator[str]:
    """The forms of phrases for ending what a phrase says: "stop living in", "quit living in"."""
    verb, _, rest = phrase.partition(" ")
    for ending in _ENDING:
        yield from _forms(f"{ending} {gerund(verb)} {rest}".strip(), past=True)


def _third_person(phrase: str) -> str:
    """The phrase in the third person, as brought triplets have it: "lives in"."""
    verb, _, rest = phrase.partition(" ")
    written = {"be": "is", "have": "has", "go": "goes"}.get(verb, f"{verb}s")
    return f"{written} {rest}".strip()
