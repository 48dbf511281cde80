"""Resolves descriptions: "my sister" is Ana because somewhere in the conversation somebody calls her that.

    descriptions, some with the name that their turn gives ─▶ names by owner and noun, by noun ─▶ the name that is meant

Ours; in the paper, mentions are whatever its extractor finds, and a model tells whom they mean. A name counts if it is
the only one ever told: if two cousins have names, "my cousin" means neither. What is told later also counts for what
was said before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from convograph.extraction.descriptions.nouns import PARENTS, SIBLINGS, is_kin
from convograph.extraction.descriptions.types import Description, Determiner
from convograph.extraction.lexicon import word_list, word_table
from convograph.extraction.types import LIVING, EntityKind
from convograph.graph.turns import speaker_key
from convograph.resolution.names import fuzzy_words

ANY_SESSION = -1  # in place of a session, for descriptions that do not depend on it

_TWO = 2  # speakers
_SAME_SESSION = frozenset({"place", "organization"})

_Owned = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Described:
    """A description as resolution takes it (see `extraction.descriptions.Description`).

    `called` is the name that its turn gives, as in the mention of that name; `None` for none. A description that
    `stands` is a mention although nobody says a name.
    """

    noun: str
    plain: str
    kind: EntityKind
    determiner: Determiner
    whose: str | None = None
    other: bool = False
    called: str | None = None
    stands: bool = False

    @classmethod
    def of(cls, one: Description, called: str | None) -> Described:
        """A description with the name that its turn gives it, `None` for none."""
        return cls(one.noun, one.plain, one.kind, one.determiner, one.whose, one.other, called)

    @property
    def is_of_session(self) -> bool:
        """Whether it may mean something named in its session: on another day, "the restaurant" is another one."""
        return self.kind in _SAME_SESSION and self.determiner == "definite"


@dataclass(frozen=True, slots=True)
class Meant:
    """How a description is resolved: under a name, or under words of its own, and whose it is if they do not say.

    `owner` is the same, but only if a parent is said to be somebody's in as many words, here or elsewhere: "my mum",
    but not "Mum", which siblings say of the same person.
    """

    surface: str
    named: bool
    whose: str | None = None
    owner: str | None = None


def is_loose(one: Described) -> bool:
    """Whether a noun is for people that everybody has several of, or says little: "friend", "guy"."""
    return one.noun in _loose()


def stands_alone(one: Described) -> bool:
    """Whether a description is a mention although nobody says a name: of somebody's kin, boss or dog.

    Not of friends and children, who may be several, nor of a new boss, who is not the old one.
    """
    if one.whose is None or one.other or one.noun in _loose():
        return False
    return one.kind in LIVING


@dataclass(frozen=True, slots=True)
class Identities:
    """The names told for descriptions: by owner and plain noun, by noun, and by session and noun.

    `owners` maps a plain noun to the people it is said of, `told_of` to those for whom a name is told. `families` maps
    speakers who are siblings to one of them. `parted` are the plain nouns for parents that have a possessor for each of
    exactly two speakers ("my dad", "your dad"): siblings would share one and say "Mum".
    """

    owned: Mapping[_Owned, tuple[str, ...]] = field(default_factory=dict)
    nouns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    here: Mapping[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)
    owners: Mapping[str, frozenset[str]] = field(default_factory=dict)
    told_of: Mapping[str, frozenset[str]] = field(default_factory=dict)
    families: Mapping[str, str] = field(default_factory=dict)
    parted: frozenset[str] = frozenset()

    @classmethod
    def of(cls, said: Iterable[tuple[Described, int]], speakers: Iterable[str] = ()) -> Identities:
        """The identities that descriptions tell, each with the number of its session; order makes no difference."""
        owned: dict[_Owned, set[str]] = {}
        nouns: dict[str, set[str]] = {}
        here: dict[tuple[int, str], set[str]] = {}
        owners: dict[str, set[str]] = {}
        told_of: dict[str, set[str]] = {}
        parents: dict[str, set[str]] = {}
        for one, session in said:
            owner = None if one.whose is None else speaker_key(one.whose)
            if owner is not None and one.plain in PARENTS and one.determiner == "possessed":
                parents.setdefault(one.plain, set()).add(owner)
            if owner is not None:
                owners.setdefault(one.plain, set()).add(owner)
            if one.called is None:
                continue
            if owner is not None:
                owned.setdefault((owner, one.plain), set()).add(one.called)
                told_of.setdefault(one.plain, set()).add(owner)
            nouns.setdefault(one.plain, set()).add(one.called)
            here.setdefault((session, one.plain), set()).add(one.called)
        talking = {speaker_key(one) for one in speakers}
        by_owner = {key: tuple(sorted(names)) for key, names in owned.items()}
        return cls(
            by_owner,
            {key: tuple(sorted(names)) for key, names in nouns.items()},
            {key: tuple(sorted(names)) for key, names in here.items()},
            {key: frozenset(of) for key, of in owners.items()},
            {key: frozenset(of) for key, of in told_of.items()},
            _families(by_owner, talking),
            frozenset(noun for noun, of in parents.items() if len(talking) == _TWO and talking <= of),
        )

    def meant(self, one: Described, session: int) -> Meant:
        """How a description is resolved: under the name told for it, else under words of its own.

        Its own words include the owner ("Ana's sister"), except for parents, whom several people may share: there the
        owner is evidence, and proof if both parents are said to be somebody's in as many words.
        """
        name = one.called or self._name(one, session)
        if name is not None:
            return Meant(name, named=True)
        if one.whose is None:
            return Meant(one.noun, named=False)
        if one.plain in PARENTS:
            whose = self.families.get(speaker_key(one.whose), one.whose)
            is_told = one.determiner == "possessed" or one.plain in self.parted
            return Meant(one.noun, named=False, whose=whose, owner=whose if is_told else None)
        return Meant(f"{one.whose}'s {one.plain}", named=False)

    def _name(self, one: Described, session: int) -> str | None:
        if one.other or one.noun in _loose():
            return None
        told = self.owned.get((speaker_key(one.whose), one.plain)) if one.whose is not None else None
        if told is not None:
            return only(told)
        if one.determiner == "indefinite":
            return None
        if one.kind in _SAME_SESSION:
            return only(self.here.get((session, one.plain), ())) if one.determiner == "definite" else None
        if one.kind == "person" and not self._is_public(one):
            return None
        return self._by_noun(one)

    def _is_public(self, one: Described) -> bool:
        """Whether a noun alone may mean somebody: "the potter"; "the gran" only if nobody's gran has a name."""
        if one.determiner == "possessed":
            return False
        return not is_kin(one.noun) or (one.determiner == "definite" and not self.told_of.get(one.plain))

    def _by_noun(self, one: Described) -> str | None:
        """The only name told for a noun, or for a broader or narrower word for the same animal."""
        alike: Sequence[str] = (one.plain,)
        if one.plain not in self.nouns and one.kind == "animal":
            alike = _sorts(one.plain)
        told_of = frozenset(owner for noun in alike for owner in self.told_of.get(noun, ()))
        others = self.owners.get(one.plain, frozenset()) | (
            frozenset() if one.whose is None else {speaker_key(one.whose)}
        )
        if told_of and (others - told_of or (one.determiner == "possessed" and one.whose is None)):
            return None  # somebody else has a dog, too
        return only(name for noun in alike for name in self.nouns.get(noun, ()))


def only(names: Iterable[str]) -> str | None:
    """The fullest of the names if all may be of one person or thing: it has all words of the others.

    >>> only(["Ana", "Ana Diaz"]), only(["Ana", "Bea"]), only([])
    ('Ana Diaz', None, None)
    """
    ordered = sorted(set(names), key=lambda name: (-len(fuzzy_words(name)), name))
    if not ordered:
        return None
    fullest = set(fuzzy_words(ordered[0]))
    return ordered[0] if all(set(fuzzy_words(name)) <= fullest for name in ordered) else None


def _families(owned: Mapping[_Owned, tuple[str, ...]], speakers: set[str]) -> dict[str, str]:
    """The speakers told to be siblings of another, each mapped to the alphabetically first of them."""
    found: dict[str, str] = {}
    for (owner, noun), names in sorted(owned.items()):
        name = only(names)
        other = None if name is None else speaker_key(name)
        if noun in SIBLINGS and other is not None and other != owner and {owner, other} <= speakers:
            together = {owner, other, found.get(owner, owner), found.get(other, other)}
            first = min(together)
            found |= dict.fromkeys([*together, *(one for one, root in found.items() if root in together)], first)
    return found


def _sorts(noun: str) -> tuple[str, ...]:
    """An animal, the plain word for it, and all sorts that it is the plain word for."""
    sorts = word_table("animal_sorts")
    return tuple(sorted({noun, sorts.get(noun, noun), *(one for one, plain in sorts.items() if plain == noun)}))


@cache
def _loose() -> frozenset[str]:
    """Nouns for people that everybody has several of, or that say little: "friend", "kid", "guy"."""
    return word_list("acquaintances", "generic_people", "companions") | {
        "baby",
        "child",
        "ex",
        "folks",
        "in-law",
        "kid",
        "kiddo",
        "little one",
        "newborn",
        "partner",
        "relative",
    }
