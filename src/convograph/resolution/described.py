"""Whom a description means: "my sister" is Ana, because somebody calls her so somewhere in the conversation.

    descriptions, some with the name that their turn gives ─▶ names by owner and noun, by noun ─▶ the name that is meant

Ours; the paper's mentions are whatever its extractor finds, and a model tells whom they mean. A name counts where it is
the only one that is ever told, so that of two cousins with names, "my cousin" is neither. What is told later counts for
what was said before.
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

ANY_SESSION = -1  # stands for the session of a description that does not depend on it

_TWO = 2  # speakers
_SAME_SESSION = frozenset({"place", "organization"})

_Owned = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Described:
    """A description as resolution takes it (see `extraction.descriptions.Description`).

    `called` is the name that its turn gives, as the mention of that name has it, `None` for none. What `stands` is a
    mention though nobody says a name.
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
        """A description that its turn calls by some name."""
        return cls(one.noun, one.plain, one.kind, one.determiner, one.whose, one.other, called)

    @property
    def is_of_session(self) -> bool:
        """Whether it may mean what is named in its session: another day, "the restaurant" is another one."""
        return self.kind in _SAME_SESSION and self.determiner == "definite"


@dataclass(frozen=True, slots=True)
class Meant:
    """How a description is resolved: as a name or under words of its own, and whose it is, where that tells.

    `owner` is the same where a parent is called somebody's in as many words, here or elsewhere: "my mum", and not
    "Mum", which siblings say of one.
    """

    surface: str
    named: bool
    whose: str | None = None
    owner: str | None = None


def is_loose(one: Described) -> bool:
    """Whether a noun is one for people of whom everybody has several, or one that says little: "friend", "guy"."""
    return one.noun in _loose()


def stands_alone(one: Described) -> bool:
    """Whether a description is a mention though nobody says the name: of somebody's kin, boss or dog.

    Of friends and children there may be several, a new boss is not the old one.
    """
    if one.whose is None or one.other or one.noun in _loose():
        return False
    return one.kind in LIVING


@dataclass(frozen=True, slots=True)
class Identities:
    """The names that are told for descriptions: by owner and plain noun, by noun, and by session and noun.

    `owners` are those whose nouns are spoken of, `told_of` those for which a name is told. `families` has one
    of the speakers who are brothers and sisters for each of them. `parted` are the plain nouns for parents that are
    told of each of two speakers ("my dad", "your dad"): brothers and sisters both say "Mum", or some of several do.
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
        """Those that some descriptions tell, each with the number of its session; the order makes no difference."""
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
        """How a description is resolved: under the name that is told for it, else under words of its own.

        Words of their own have whose it is ("Ana's sister"); those for parents have not, since they may be those of
        several: whose they are is evidence, and proof where both are somebody's in as many words.
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
        """Whether somebody may be meant by a noun alone: "the potter", and "the gran" if nobody's."""
        if one.determiner == "possessed":
            return False
        return not is_kin(one.noun) or (one.determiner == "definite" and not self.told_of.get(one.plain))

    def _by_noun(self, one: Described) -> str | None:
        """The only name that is told for a noun, or for another sort of the same animal."""
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
    """The fullest of some names, if all are of one person or thing: each has all words of a shorter one.

    >>> only(["Ana", "Ana Diaz"]), only(["Ana", "Bea"]), only([])
    ('Ana Diaz', None, None)
    """
    ordered = sorted(set(names), key=lambda name: (-len(fuzzy_words(name)), name))
    if not ordered:
        return None
    fullest = set(fuzzy_words(ordered[0]))
    return ordered[0] if all(set(fuzzy_words(name)) <= fullest for name in ordered) else None


def _families(owned: Mapping[_Owned, tuple[str, ...]], speakers: set[str]) -> dict[str, str]:
    """The first, by name, of speakers of whom one is told to be another's brother or sister."""
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
    """An animal, the plain word for it, and all sorts of that which it is the plain word for."""
    sorts = word_table("animal_sorts")
    return tuple(sorted({noun, sorts.get(noun, noun), *(one for one, plain in sorts.items() if plain == noun)}))


@cache
def _loose() -> frozenset[str]:
    """Nouns for people of whom everybody has several, or that say little: "friend", "kid", "guy"."""
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
