"""Which person a subject means: "Ana's sister" is Ngozi, because Ana calls her that somewhere.

    names told for kin ─▶ the only name told for a noun ─▶ the subject of a statement

As in `resolution.described`, a name counts if it is the only one told for that owner's noun, whether before or after.
Only the owner's own words count, and not if they say that there are several such relatives, or if the name also stands
for another noun or for somebody who is not kin ("Tom from work").
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeGuard, TypeVar

import numpy as np
import numpy.typing as npt

from convograph.extraction.asked_relation import AskedFor
from convograph.extraction.lexicon import word_list
from convograph.facts.decisions import Decisions
from convograph.facts.people.decided_names import NOTHING_DECIDED, DecidedNames
from convograph.facts.reading.kin_names import described, names_kin, namesakes_in, namings_in, several_in
from convograph.facts.reading.slips import as_meant
from convograph.facts.relations import plain
from convograph.facts.statement import Statement
from convograph.facts.values.kinds import is_name
from convograph.facts.values.sameness import are_same
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.resolution.described import ANY_SESSION, Described, Identities, only
from convograph.segmentation import is_assistant, is_tool

_ANY_TURN = -1
_NAME = "name"
_PARTNER = "partner"

Owned = tuple[str, str]
"""The owner's key, and the plain noun for the owner's relative."""


class KinNaming(NamedTuple):
    """A description with the name that a turn (its row) gives it."""

    one: Described
    turn: int


class Limits(NamedTuple):
    """Kin of whom there are several, and first names (keys) that also stand for others, each with the speaker's key."""

    several: frozenset[Owned] = frozenset()
    namesakes: frozenset[tuple[str, str]] = frozenset()

    def allow(self, one: Described) -> bool:
        """Whether the name of a description may stand for it."""
        owner, name = _named(one)
        return (owner, name.partition(" ")[0]) not in self.namesakes


class FoldedName(NamedTuple):
    """The key under which facts about a person are folded, and the name to display (`None`: as stated)."""

    key: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Relatives:
    """Which names stand for whose kin.

    `by_turn` has the names that a turn (its row) tells for a relative, `turns` the rows of these turns. `fuller` has
    the fullest form of a name, by owner and name; `owners` has, by name, the people who call somebody that. `former`
    are people with a relationship that is over. What a person `decided` about names overrides what turns tell.
    """

    identities: Identities = field(default_factory=Identities)
    by_turn: Mapping[tuple[int, Owned], Collection[str]] = field(default_factory=dict)
    turns: Collection[int] = frozenset()
    fuller: Mapping[tuple[str, str], str] = field(default_factory=dict)
    owners: Mapping[str, Collection[str]] = field(default_factory=dict)
    former: Collection[str] = frozenset()
    decided: DecidedNames = NOTHING_DECIDED
    _known: dict[tuple[str | None, str, int], FoldedName] = field(default_factory=dict, compare=False)

    @classmethod
    def of(
        cls,
        telling: Sequence[KinNaming],
        limits: Limits,
        former: Collection[str] = (),
        decided: DecidedNames = NOTHING_DECIDED,
    ) -> Relatives:
        """Collect the names that turns tell."""
        nouns: dict[tuple[str, str], set[str]] = {}
        owners: dict[str, set[str]] = {}
        for one, _ in telling:
            owner, name = _named(one)
            nouns.setdefault((owner, name), set()).add(_same_noun(one))
            owners.setdefault(name, set()).add(owner)
        by_turn: dict[tuple[int, Owned], set[str]] = {}
        barred = set(limits.several)
        for one, turn in telling:
            of_one = len(nouns[_named(one)]) == 1 and limits.allow(one)
            for owned in map(_owned, _and_plainer(one)):
                if of_one:
                    by_turn.setdefault((turn, owned), set()).add(one.called or "")
                else:
                    barred.add(owned)
        sure = (each for one, _ in telling for each in _and_plainer(one) if _owned(each) not in barred)
        identities = Identities.of((one, ANY_SESSION) for one in sure)
        turns = frozenset(turn for turn, _ in by_turn)
        return cls(identities, by_turn, turns, dict(_fuller(identities)), owners, frozenset(former), decided)

    def subject(self, statement: Statement) -> FoldedName:
        """The name under which a statement is folded; "Ana's sister is called Ngozi" stays under "Ana's sister"."""
        one = described(statement.subject) if plain(statement.relation) == _NAME else None
        return self.meant(statement) if one is None else FoldedName(_own_words(one))

    def meant(self, statement: Statement) -> FoldedName:
        """The person a statement is about; looked up only once for all turns that tell no name."""
        turn = statement.turn if statement.turn in self.turns else _ANY_TURN
        key = statement.claimed_by, statement.subject, turn
        if key not in self._known:
            self._known[key] = self._decided(self._meant(statement))
        return self._known[key]

    def _decided(self, called: FoldedName) -> FoldedName:
        """The name that stands for this one by a person's decision, if there is one."""
        name = self.decided.standing_for.get(called.key)
        return called if name is None else FoldedName(speaker_key(name), name)

    def _meant(self, statement: Statement) -> FoldedName:
        by, one = speaker_key(statement.claimed_by or ""), described(statement.subject)
        if one is None:
            name = self.fuller.get((by, speaker_key(statement.subject)))
            return FoldedName(speaker_key(name or statement.subject), name)
        name = self.name_of(one, by, statement.turn)
        if name is None or self.decided.are_apart(_own_words(one), speaker_key(name)):
            return FoldedName(_own_words(one))
        return FoldedName(speaker_key(name), name)

    def name_of(self, one: Described, by: str, turn: int | None = None) -> str | None:
        """The name of the person a description means: the one its turn tells, else the one that all turns tell.

        `by` is the key of the speaker who describes them. If several people call somebody Linda, each of them can only
        mean their own.
        """
        owner = speaker_key(one.whose or "")
        here = None if turn is None else only(self.by_turn.get((turn, _owned(one)), ()))
        if here is not None:
            return self.fuller.get((owner, speaker_key(here)), here)
        if one.noun in word_list("spouses") and owner in self.former:
            return None  # "my boyfriend" may be a new one
        meant = self.identities.meant(one, ANY_SESSION)
        if not meant.named or (by != owner and len(self.owners.get(speaker_key(meant.surface), ())) > 1):
            return None
        return meant.surface

    def is_about(self, asked: AskedFor, statement: Statement) -> bool:
        """Whether a statement is about the person a question asks about, under any of their names."""
        meant = self.meant(statement)
        if asked.is_about(statement.subject) or (meant.name is not None and asked.is_about(meant.name)):
            return True
        return meant.key in map(speaker_key, self.others(asked))

    def others(self, asked: AskedFor) -> tuple[str, ...]:
        """Other names for the person a question asks about: "Ngozi" for "my sister", "Ana's sister" for "Ngozi"."""
        owned = self.identities.owned.items()
        named = [(f"{owner}'s {noun}", name) for (owner, noun), names in owned if (name := only(names)) is not None]
        named += self.decided.standing_for.items()
        pairs = (pair for one in named for pair in (one, one[::-1]))
        found = (other for one, other in pairs if asked.is_about(one) and not asked.is_about(other))
        return tuple(dict.fromkeys(found))


def _own_words(one: Described) -> str:
    return speaker_key(f"{one.whose}'s {one.plain}")


def _named(one: Described) -> tuple[str, str]:
    """The keys of a description's owner and of the name told for it."""
    return speaker_key(one.whose or ""), speaker_key(one.called or "")


def _owned(one: Described) -> Owned:
    return speaker_key(one.whose or ""), one.plain


def _and_plainer(one: Described) -> tuple[Described, ...]:
    """A description and, if there is one, its more general form: an "older sister" is also a "sister"."""
    noun = one.plain.rpartition(" ")[2]
    return (one,) if noun == one.plain else (one, replace(one, plain=noun, other=False))


def _same_noun(one: Described) -> str:
    """The noun of a description for comparison; all partners share one, since a girlfriend may become a wife."""
    return _PARTNER if one.noun in word_list("spouses") else one.plain.rpartition(" ")[2]


def _fuller(identities: Identities) -> Iterator[tuple[tuple[str, str], str]]:
    for (owner, _), names in identities.owned.items():
        fullest = only(names)
        if fullest is not None:
            yield from (((owner, speaker_key(name)), fullest) for name in names)


def told_by(
    statements: Sequence[Statement],
    limits: Limits,
    decisions: Decisions,
    keys: Sequence[int],
    decided: DecidedNames = NOTHING_DECIDED,
) -> Relatives:
    """The relatives that statements tell, except names struck out or corrected; `keys` has the key of each turn."""
    names = [one for one in statements if plain(one.relation) == _NAME]
    corrected = [(speaker_key(one.subject), one.instead_of or "") for one in names if one.told == "corrects"]
    telling = [
        KinNaming(replace(kin, called=one.value), one.turn)
        for one in names
        if one.told in ("holds", "begins", "corrects") and is_name(one.value)
        if (kin := described(one.subject)) is not None and _is_told_by_owner(kin, one)
        if decisions.striking(one, keys[one.turn]) is None
        if not any(speaker_key(one.subject) == of and are_same(one.value, wrong) for of, wrong in corrected)
    ]
    former = {
        speaker_key(one.subject) for one in statements if one.relation == _PARTNER and one.told in ("ends", "past")
    }
    return Relatives.of(telling, limits, former, decided)


def _is_told_by_owner(kin: Described, one: Statement) -> bool:
    owner = speaker_key(kin.whose or "")
    return owner == speaker_key(one.claimed_by or "") and owner != speaker_key(one.value)


def limits_of(graph: Snapshot, visible: npt.NDArray[np.bool_] | None = None) -> Limits:
    """What the `visible` turns (`None`: all) say that keeps names from standing for kin."""

    def seen(row: int) -> bool:
        return visible is None or bool(visible[row])

    kin = (told for row, told in _kin_told(graph).items() if seen(row))
    others = (told for row, told in _namesakes_told(graph).items() if seen(row))
    return Limits(
        frozenset(owned for told in kin for owned in told.several),
        frozenset(name for told in others for name in told),
    )


def told_in(graph: Snapshot) -> Relatives:
    """The relatives that the words of all turns tell, without reading any statements.

    Partners are left out, since there may be a new one by now.
    """

    def make() -> Relatives:
        read = _kin_told(graph).items()
        spouses = word_list("spouses")
        telling = [KinNaming(one, row) for row, told in read for one in told.named if one.noun not in spouses]
        decided = DecidedNames.of(graph.memos[:])
        return Relatives.of(telling, limits_of(graph), decided=decided) if telling else Relatives(decided=decided)

    return graph.derived.nested("relatives").for_version("told", graph.version, make)


def calls_so(graph: Snapshot, asked: AskedFor, subject: str) -> bool:
    """Whether any turn gives the relative that a subject describes ("Ana's brother") the name a question asks about.

    It may be another relative: of two brothers, either counts. For a subject that is not kin, any person who is not kin
    counts.
    """
    one = described(subject)
    if one is None:
        return any(asked.is_about(name) for told in _namesakes_told(graph).values() for _, name in told)
    named = (each for told in _kin_told(graph).values() for each in told.named)
    return any(are_one_noun(each, one) and asked.is_about(each.called or "") for each in named)


def are_one_noun(one: Described, other: Described) -> bool:
    """Whether two descriptions have the same owner, and nouns that may mean the same relative."""
    return (speaker_key(one.whose or ""), _same_noun(one)) == (speaker_key(other.whose or ""), _same_noun(other))


class _Kin(NamedTuple):
    """What a turn tells about its speaker's kin: their names, and nouns of which there are several."""

    named: tuple[Described, ...]
    several: tuple[Owned, ...]


def _kin_told(graph: Snapshot) -> Mapping[int, _Kin]:
    """What turns tell about kin, by row."""
    return read_once(graph, "kin told", _kin_of)


def _namesakes_told(graph: Snapshot) -> Mapping[int, tuple[tuple[str, str], ...]]:
    """Names of people who are not kin, each with the speaker's key, by the row of the turn."""
    return read_once(graph, "namesakes told", _namesakes_of)


Made = TypeVar("Made", bound=tuple[object, ...])


def read_once(graph: Snapshot, what: str, read: Callable[[str, str], Made]) -> Mapping[int, Made]:
    """The non-empty results of `read` for the speaker and text of people's turns, by row; each turn is read once.

    The results of a snapshot are also kept as a whole, since a question needs them for every candidate sentence.
    """
    derived = graph.derived.nested("relatives")
    return derived.for_version((what, "by row"), graph.version, lambda: _read_turns(graph, what, read))


def _read_turns(graph: Snapshot, what: str, read: Callable[[str, str], Made]) -> dict[int, Made]:
    held: dict[int, Made | None] = graph.derived.cached(what, dict)
    found: dict[int, Made] = {}
    for row, key in enumerate(graph.turns.keys.values.tolist()):
        if key not in held:
            turn = graph.turns.source_turn(row)
            held[key] = read(turn.speaker, turn.text) if _is_person(turn.speaker) else None
        told = held[key]
        if told is not None and any(told):
            found[row] = told
    return found


def _is_person(speaker: str | None) -> TypeGuard[str]:
    return speaker is not None and not is_tool(speaker) and not is_assistant(speaker)


def _kin_of(speaker: str, text: str) -> _Kin:
    if not names_kin(text):
        return _Kin((), ())
    text = as_meant(text).text
    named = ((described(f"{speaker}'s {one.noun}"), one.name) for one in namings_in(text))
    return _Kin(
        tuple(replace(one, called=name) for one, name in named if one is not None),
        tuple((speaker_key(speaker), noun) for noun in several_in(text)),
    )


def _namesakes_of(speaker: str, text: str) -> tuple[tuple[str, str], ...]:
    return tuple((speaker_key(speaker), speaker_key(name)) for name in namesakes_in(text))
