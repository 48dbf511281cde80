"""Passes over the statements of all turns taken together.

Their order matters: each pass sees what the passes before it have left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from convograph.facts.acts import StatedAct
from convograph.facts.gathering.corrected import corrected, right_of
from convograph.facts.gathering.turn_order import NEAR, NEAR_NAMED, TurnOrder, Turns
from convograph.facts.reading.turn_statements import TurnRead, borne_out, is_sure
from convograph.facts.relations import BELONGINGS, plain
from convograph.facts.statement import Statement
from convograph.facts.values.kinds import is_name
from convograph.facts.values.pets import (
    is_called,
    is_one_more,
    is_said_of_one_more,
    kind_before,
    kind_behind,
    named_next,
    without_name,
)
from convograph.facts.values.sameness import are_same
from convograph.facts.values.words import words_of
from convograph.graph.turns import speaker_key
from convograph.patterns import lazy_pattern

HOLDING: tuple[StatedAct, ...] = ("holds", "begins")
_LOST = BELONGINGS | {"partner"}
_UNTIL = lazy_pattern(r"\b(?:until|till?|’til)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Among:
    """The turns around the statements, their order, and what each turn states or corrects by itself (`read`).

    `read` is empty if only triplets count; its entry for a turn that is not visible is empty.
    """

    turns: Turns
    order: TurnOrder
    read: Sequence[TurnRead] = ()


Pass = Callable[[Sequence[Statement], Among], list[Statement]]


def with_further_pets(statements: Sequence[Statement], among: Among) -> list[Statement]:
    """Rename pets that their turn calls one more of their kind: "another cat" is not the cat mentioned before."""

    def called(one: Statement) -> Statement:
        if one.relation != "has_pet" or one.told not in HOLDING or is_name(one.value):
            return one
        more = is_one_more(one.value) or not is_said_of_one_more(among.turns[one.turn].text, one.value)
        return one if more else replace(one, value=f"another {one.value}")

    return [called(one) for one in statements]


def without_pets_for_partners(statements: Sequence[Statement], _: Among) -> list[Statement]:
    """Drop partners that the reader finds in the names of pets: "witnessed by two friends and Waffle"."""
    pets = {(speaker_key(one.subject), words_of(one.value)[-1:]) for one in statements if one.relation == "has_pet"}

    def is_pet(one: Statement) -> bool:
        return one.likely < 1 and one.relation == "partner" and (speaker_key(one.subject), words_of(one.value)) in pets

    return [one for one in statements if not is_pet(one)]


def without_surnames_for_names(statements: Sequence[Statement], _: Among) -> list[Statement]:
    """Drop names that their turn calls a surname: "my last name is Duarte" leaves the name that was told before."""
    surnames = {
        (one.turn, speaker_key(one.subject), plain(one.value)) for one in statements if one.relation == "surname"
    }
    return [
        one
        for one in statements
        if one.relation != "name" or (one.turn, speaker_key(one.subject), plain(one.value)) not in surnames
    ]


def with_names_of_pets(statements: Sequence[Statement], among: Among) -> list[Statement]:
    """Join the kind and the name of a pet in a turn that tells both: "my cat is called Miso" is about "cat Miso"."""
    by_turn: dict[tuple[int, str], list[Statement]] = {}
    for one in statements:
        if one.relation == "has_pet" and one.told in HOLDING:
            by_turn.setdefault((one.turn, speaker_key(one.subject)), []).append(one)
    made: dict[Statement, Statement | None] = {}  # `None` for a statement that another one covers
    for (turn, _), pets in by_turn.items():
        named = [one for one in pets if is_name(one.value)]
        for one in named:
            kind = kind_before(among.turns[turn].text, one.value) or kind_behind(among.turns[turn].text, one.value)
            if kind is not None:
                made[one] = replace(one, value=f"{kind} {one.value}")
        if len({words_of(one.value) for one in pets}) == 1:  # perhaps found by several readers
            name = named_next(among.turns[turn].text, pets[0].value)
            made |= {one: replace(one, value=f"{one.value} {name}") for one in pets if name is not None}
        for one in (pet for pet in pets if named and not is_name(pet.value)):
            called = [other for other in named if is_called(among.turns[turn].text, one.value, other.value)]
            if len({words_of(other.value) for other in called}) == 1:
                surest = max(called, key=lambda other: other.likely)
                made |= dict.fromkeys(called)
                made[one] = replace(surest, value=f"{one.value} {surest.value}")
    found = (made.get(one, one) for one in statements)
    return [one for one in found if one is not None]


def once_a_turn(statements: Sequence[Statement], among: Among) -> list[Statement]:
    """If the same words are read both as past and as present, drop one of the readings.

    Somebody who has lived somewhere for years lives there; somebody who worked somewhere until May does not.
    """
    of_former = {one.turn for one in statements if one.told == "past"}  # few, and only their words must be compared
    told: dict[tuple[object, ...], set[StatedAct]] = {}
    for one in statements:
        if one.turn in of_former:
            told.setdefault((*said_of(one), words_of(one.value)), set()).add(one.told)

    def is_second(one: Statement) -> bool:
        if one.turn not in of_former:
            return False
        both = told[*said_of(one), words_of(one.value)]
        if "past" not in both or both.isdisjoint(HOLDING):
            return False
        return one.told in (HOLDING if _UNTIL.search(among.turns[one.turn].text) else ("past",))

    return [one for one in statements if not is_second(one)]


def with_what_is_called_wrong(statements: Sequence[Statement], among: Among) -> list[Statement]:
    """Treat statements as sure if their speaker soon calls them wrong: nobody corrects what was not said."""

    def named_by(one: Statement) -> tuple[int, int] | None:
        for row in among.turns.of_speaker(one.turn, 1, NEAR_NAMED):
            found = among.read[row].correction
            if found is not None and found.instead_of is not None and are_same(found.instead_of, one.value):
                return among.order.places[row], row
        return None

    return [one if is_sure(one) or (by := named_by(one)) is None else replace(one, borne_out=by) for one in statements]


def without_doubtful(statements: Sequence[Statement], _: Among) -> list[Statement]:
    """Drop statements that are neither sure by themselves nor borne out by others."""
    return borne_out(statements)


def without_losses(statements: Sequence[Statement], _: Among) -> list[Statement]:
    """Drop statements that somebody has something if the same turn says that it is gone.

    "I sold my car" states no car, and "My boyfriend Tom and I broke up" no partner.
    """
    lost = {_belonging(one) for one in statements if one.told == "ends" and one.relation in _LOST}
    return [one for one in statements if one.told != "holds" or _belonging(one) not in lost]


def _belonging(statement: Statement) -> tuple[int, str, str, tuple[str, ...]]:
    return statement.turn, speaker_key(statement.subject), statement.relation, words_of(without_name(statement.value))


def with_former(statements: Sequence[Statement], _: Among) -> list[Statement]:
    """Mark ends of a value as `former` if their turn also states another in its place: "from Porto to Lisbon"."""
    begun: dict[tuple[int, str, str, str], list[str]] = {}
    for one in statements:
        if one.told in ("holds", "begins") and one.replaces and not one.unsure:
            begun.setdefault(said_of(one), []).append(one.value)

    def gave_way(one: Statement) -> bool:
        others = begun.get(said_of(one), ())
        return bool(others) and not any(are_same(one.value, other) for other in others)

    return [
        replace(one, former=True) if one.told == "ends" and one.value and gave_way(one) else one for one in statements
    ]


def with_corrections(statements: Sequence[Statement], among: Among) -> list[Statement]:
    """Add the statements of turns that correct a value that their speaker has just stated."""
    return [*statements, *_corrections(statements, among)]


def _corrections(statements: Sequence[Statement], among: Among) -> Iterator[Statement]:
    by_turn: dict[int, list[Statement]] = {}
    for one in statements:
        by_turn.setdefault(one.turn, []).append(one)
    for row in sorted({near for stating in by_turn for near in among.turns.of_speaker(stating, 1, NEAR_NAMED)}):
        found = among.read[row].correction
        if found is None:
            continue
        before = among.turns.of_speaker(row, -1, NEAR if found.instead_of is None else NEAR_NAMED)
        for meant in corrected(found, [one for other in before for one in by_turn.get(other, ())]):
            if found.bare and not among.turns.is_of_one(row, meant):
                continue
            yield replace(
                meant,
                value=right_of(found, meant),
                told="corrects",
                turn=row,
                place=among.order.places[row],
                start=0,
                instead_of=meant.value,
                further=False,
                precise=True,
                replaces=True,
            )


def said_of(statement: Statement) -> tuple[int, str, str, str]:
    """The turn, subject, relation and claimant of a statement, in the form in which they are compared."""
    by = speaker_key(statement.claimed_by or "")
    return statement.turn, speaker_key(statement.subject), plain(statement.relation), by


PASSES_OF_TRIPLETS: tuple[Pass, ...] = (
    without_losses,
    with_former,  # a lost value no longer counts as stated in another's place
)
"""The passes that do not look at the text of turns."""
PASSES: tuple[Pass, ...] = (
    with_further_pets,  # looks for pets that have no name yet
    without_pets_for_partners,
    without_surnames_for_names,
    with_names_of_pets,
    once_a_turn,
    with_what_is_called_wrong,  # makes some doubtful statements sure
    without_doubtful,
    *PASSES_OF_TRIPLETS,
    with_corrections,  # of what is left in the end
)
"""All passes, in their order."""
