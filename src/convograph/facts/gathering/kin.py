"""Statements about the same relative merged: by plain noun and, where it is told, by name ("father", "sister Ngozi").

"My dad", "my father" and another speaker's "your dad" are one father, with the turns of all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from convograph.extraction.lexicon import word_list
from convograph.facts.gathering.passes import HOLDING
from convograph.facts.people.relatives import Relatives
from convograph.facts.reading.kin_names import described
from convograph.facts.relations import plain
from convograph.facts.statement import Statement
from convograph.graph.turns import speaker_key
from convograph.resolution.described import Described

FAMILY_MEMBER = "family_member"
_NAME, _PARTNER = "name", "partner"

_Kin = tuple[str, str]  # the owner's key, and the plain noun


def with_kin_told_once(statements: Sequence[Statement], relatives: Relatives) -> list[Statement]:
    """The statements, with kin as they are called in `relatives`, and with kin of whom only the name is told.

    What others say about somebody's kin counts as said by the owner if the owner mentions them too. Who is stated as a
    partner is not listed again as "boyfriend Tom", who would stay after a break-up.
    """
    told = [*statements, *_only_named(statements)]
    owners = {_kin(one, kin): one.claimed_by for one, kin in _of_kin(told) if _is_told_by_owner(one)}
    partners = Partners.among(statements)

    def once(one: Statement) -> Statement | None:
        kin = _kin_of(one)
        if kin is None:
            return None if partners.are_named_by(one) else one
        by = owners.get(_kin(one, kin), one.claimed_by)
        name = relatives.name_of(kin, speaker_key(by or ""), one.turn)
        if kin.noun in word_list("spouses") and partners.has(one, name):
            return None
        return replace(one, value=kin.plain if name is None else f"{kin.plain} {name}", claimed_by=by)

    return [found for one in told if (found := once(one)) is not None]


@dataclass(frozen=True, slots=True)
class Partners:
    """The statements about the partners of each person, by the person's key, in the order of saying."""

    told: Mapping[str, Sequence[Statement]]

    @classmethod
    def among(cls, statements: Sequence[Statement]) -> Partners:
        """Those of these statements that are about a partner."""
        told: dict[str, list[Statement]] = {}
        for one in sorted((one for one in statements if one.relation == _PARTNER), key=lambda one: one.place):
            told.setdefault(speaker_key(one.subject), []).append(one)
        return cls(told)

    def are_named_by(self, one: Statement) -> bool:
        """Whether a statement only lists a partner as kin, as "Tom" or "Ana's partner"."""
        noun = one.value.rpartition("'s ")[2]
        listed = one.relation == FAMILY_MEMBER and not one.brought
        return listed and self.has(one, None if noun in word_list("spouses") else one.value)

    def has(self, one: Statement, name: str | None) -> bool:
        """Whether the subject of a statement ever has a partner by this name or, without one, has one by then.

        A turn that says that it is over counts as by then: "I split up with my boyfriend".
        """
        told = self.told.get(speaker_key(one.subject), ())
        if name is not None:
            return any(_first_name(other.value) == _first_name(name) for other in told)
        before = [other for other in told if other.place <= one.place]
        return bool(before) and (before[-1].place == one.place or before[-1].told in HOLDING)


def _first_name(name: str) -> str:
    return plain(name).partition(" ")[0]


def _only_named(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Statements for kin whom a turn names but does not state in another way: "My sister Ngozi is ill"."""
    stated = {(one.turn, *_kin(one, kin)) for one, kin in _of_kin(statements)}
    for one in statements:
        kin = described(one.subject) if plain(one.relation) == _NAME and one.told in HOLDING else None
        if kin is None or kin.whose is None or speaker_key(kin.whose) != speaker_key(one.claimed_by or ""):
            continue
        if (one.turn, speaker_key(kin.whose), kin.plain) not in stated:
            yield replace(one, subject=kin.whose, relation=FAMILY_MEMBER, value=one.subject)


def _of_kin(statements: Sequence[Statement]) -> Iterator[tuple[Statement, Described]]:
    found = ((one, _kin_of(one)) for one in statements)
    return ((one, kin) for one, kin in found if kin is not None)


def _kin_of(one: Statement) -> Described | None:
    """The relative that a statement gives its subject, as a description; `None` for any other statement."""
    if one.relation != FAMILY_MEMBER or one.brought:
        return None
    kin = described(one.value)
    return kin if kin is not None and speaker_key(kin.whose or "") == speaker_key(one.subject) else None


def _kin(one: Statement, kin: Described) -> _Kin:
    return speaker_key(one.subject), kin.plain


def _is_told_by_owner(one: Statement) -> bool:
    return speaker_key(one.claimed_by or "") == speaker_key(one.subject)
