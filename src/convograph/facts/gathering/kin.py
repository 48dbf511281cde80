"""Statements about the same relative merged: by plain noun and, where it is told, by name ("father", "sister Ngozi").

"My dad", "my father" and another speaker's "your dad" are one father, with the turns of all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from convograph.facts.gathering.passes import HOLDING
from convograph.facts.people.relatives import Relatives
from convograph.facts.reading.kin_names import described
from convograph.facts.relations import plain
from convograph.facts.statement import Statement
from convograph.graph.turns import speaker_key
from convograph.resolution.described import Described

FAMILY_MEMBER = "family_member"
_NAME = "name"

_Kin = tuple[str, str]  # the owner's key, and the plain noun


def with_kin_told_once(statements: Sequence[Statement], relatives: Relatives) -> list[Statement]:
    """The statements, with kin as they are called in `relatives`, and with kin of whom only the name is told.

    What others say about somebody's kin counts as said by the owner if the owner mentions them too.
    """
    told = [*statements, *_only_named(statements)]
    owners = {_kin(one, kin): one.claimed_by for one, kin in _of_kin(told) if _is_told_by_owner(one)}

    def once(one: Statement) -> Statement:
        kin = _kin_of(one)
        if kin is None:
            return one
        by = owners.get(_kin(one, kin), one.claimed_by)
        name = relatives.name_of(kin, speaker_key(by or ""), one.turn)
        return replace(one, value=kin.plain if name is None else f"{kin.plain} {name}", claimed_by=by)

    return [once(one) for one in told]


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
