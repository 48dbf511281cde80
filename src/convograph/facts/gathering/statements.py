"""The statements of a snapshot as facts need them: which relation, which value, by whom, and in which order.

    triplets ─▶ triplet_statements ─┐
    turns ─▶ turn_statements ───────┼─▶ seen together, in the order of saying ─▶ statements
    questions and answers, corrections

Questions, conditions, wishes and plans state nothing; what a tool put out is nobody's statement.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from convograph.facts.acts import StatedAct
from convograph.facts.gathering.corrected import corrected
from convograph.facts.gathering.triplet_statements import KnownRelations, ReadItems, of_layer
from convograph.facts.gathering.turn_order import NEAR, NEAR_NAMED, Placed, TurnOrder, Turns, in_order
from convograph.facts.reading.bare_replies import answered
from convograph.facts.reading.turn_statements import LISTED, TurnRead, borne_out, is_sure, read_turn
from convograph.facts.relations import BELONGINGS, DEFAULT_RELATIONS, plain
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
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.types import SourceTurn

_LOST = BELONGINGS | {"partner"}
_HOLDING: tuple[StatedAct, ...] = ("holds", "begins")
_UNTIL = re.compile(r"\b(?:until|till?|’til)\b", re.IGNORECASE)
_UNREAD = TurnRead()


def statements_in(
    graph: Snapshot,
    layers: Sequence[LayerKey],
    wanted: KnownRelations | None = None,
    visible: npt.NDArray[np.bool_] | None = None,
    *,
    triplets_alone: bool = False,
) -> list[Statement]:
    """What the `visible` turns state (`None`: all), in the order of saying; corrections among them.

    Of what was not brought, only the relations that are known to be `wanted`, if any are given. With `triplets_alone`,
    neither frames nor corrections are read, which takes a new process two milliseconds a turn.
    """
    order = in_order(graph)
    turns = Turns(graph)
    found: list[Statement] = []
    for key in layers:
        if (layer := graph.layers.get(key)) is not None:
            held = graph.derived.lasting(("told", key, wanted), ReadItems)
            found += of_layer(layer, held, turns, order, wanted)
    if not triplets_alone:
        read = _read_turns(graph, turns)
        found = [one for one in found if one.brought or not _is_read_better(one, read[one.turn])]
        found += _of_turns(graph, read, turns, order)
        found += _of_answers(graph, read, turns, order, found)
    found = [one for one in found if visible is None or visible[one.turn]]
    if not triplets_alone:
        known = read if visible is None else [one if visible[row] else _UNREAD for row, one in enumerate(read)]
        found = _with_further_pets(found, turns)
        found = _with_names_of_pets(_without_surnames_for_names(_without_pets_for_partners(found)), turns)
        found = borne_out(_put_right(_once_a_turn(found, turns), known, order, turns))
    found = _with_former(_without_losses(found))
    if not triplets_alone:
        found += _corrections(found, known, order, turns)
    return sorted(found, key=lambda one: (one.place, one.start, one.relation, one.value))


def _is_read_better(triplet: Statement, read: TurnRead) -> bool:
    """Whether what a triplet states is read otherwise in its turn by frames and the reader, which read values whole.

    They deny its value, or surely read another one of the same relation, which has one: "these days ramen is my
    favourite food" has no "days ramen".
    """
    value = plain(triplet.value)
    if value in read.denied or value.rpartition(" ")[0] in read.denied:  # "mums 60"
        return True
    if triplet.told not in _HOLDING or triplet.further or not DEFAULT_RELATIONS.has_one(triplet.relation):
        return False
    said = _said_of(triplet)[1:]
    sure = (one for one in read.stating if one.likely >= LISTED and one.told in _HOLDING)
    values = {plain(one.value) for one in sure if _said_of(one)[1:] == said}
    return bool(values) and value not in values


def _without_pets_for_partners(statements: Sequence[Statement]) -> list[Statement]:
    """Without partners that the reader finds in what pets are called: "witnessed by two friends and Waffle"."""
    pets = {(speaker_key(one.subject), words_of(one.value)[-1:]) for one in statements if one.relation == "has_pet"}

    def is_pet(one: Statement) -> bool:
        return one.likely < 1 and one.relation == "partner" and (speaker_key(one.subject), words_of(one.value)) in pets

    return [one for one in statements if not is_pet(one)]


def _without_surnames_for_names(statements: Sequence[Statement]) -> list[Statement]:
    """Without names that their turn calls a surname: "my last name is Duarte" leaves the name that was told before."""
    surnames = {
        (one.turn, speaker_key(one.subject), plain(one.value)) for one in statements if one.relation == "surname"
    }
    return [
        one
        for one in statements
        if one.relation != "name" or (one.turn, speaker_key(one.subject), plain(one.value)) not in surnames
    ]


def _with_names_of_pets(statements: Sequence[Statement], turns: Turns) -> list[Statement]:
    """With one pet where a turn says what it is and how it is called: "my cat is called Miso" is of a "cat Miso"."""
    by_turn: dict[tuple[int, str], list[Statement]] = {}
    for one in statements:
        if one.relation == "has_pet" and one.told in _HOLDING:
            by_turn.setdefault((one.turn, speaker_key(one.subject)), []).append(one)
    made: dict[Statement, Statement | None] = {}
    for (turn, _), pets in by_turn.items():
        named = [one for one in pets if is_name(one.value)]
        for one in named:
            kind = kind_before(turns[turn].text, one.value) or kind_behind(turns[turn].text, one.value)
            if kind is not None:
                made[one] = replace(one, value=f"{kind} {one.value}")
        if len({words_of(one.value) for one in pets}) == 1:  # whoever read it
            name = named_next(turns[turn].text, pets[0].value)
            made |= {one: replace(one, value=f"{one.value} {name}") for one in pets if name is not None}
        for one in (pet for pet in pets if named and not is_name(pet.value)):
            called = [other for other in named if is_called(turns[turn].text, one.value, other.value)]
            if len({words_of(other.value) for other in called}) == 1:
                surest = max(called, key=lambda other: other.likely)
                made |= {**dict.fromkeys(called), one: replace(surest, value=f"{one.value} {surest.value}")}
    found = (made.get(one, one) for one in statements)
    return [one for one in found if one is not None]


def _with_further_pets(statements: Sequence[Statement], turns: Turns) -> list[Statement]:
    """With pets of which a turn says that they come on top of one of their kind called so: "another cat" is no cat of
    which was told before.
    """

    def called(one: Statement) -> Statement:
        if one.relation != "has_pet" or one.told not in _HOLDING or is_name(one.value):
            return one
        more = is_one_more(one.value) or not is_said_of_one_more(turns[one.turn].text, one.value)
        return one if more else replace(one, value=f"another {one.value}")

    return [called(one) for one in statements]


def _put_right(
    statements: Sequence[Statement], read: Sequence[TurnRead], order: TurnOrder, turns: Turns
) -> list[Statement]:
    """With what its speaker names as wrong soon after taken for sure: nobody corrects what was not said."""

    def named_by(one: Statement) -> tuple[int, int] | None:
        for row in turns.of_speaker(one.turn, 1, NEAR_NAMED):
            found = read[row].correction
            if found is not None and found.instead_of is not None and are_same(found.instead_of, one.value):
                return order.places[row], row
        return None

    return [one if is_sure(one) or (by := named_by(one)) is None else replace(one, borne_out=by) for one in statements]


def _once_a_turn(statements: Sequence[Statement], turns: Turns) -> list[Statement]:
    """Without a second reading of the same words: who has lived somewhere for years lives there, who worked somewhere
    until May does not.
    """
    of_former = {one.turn for one in statements if one.told == "past"}  # few: the others need no look at their words
    told: dict[tuple[object, ...], set[StatedAct]] = {}
    for one in statements:
        if one.turn in of_former:
            told.setdefault((*_said_of(one), words_of(one.value)), set()).add(one.told)

    def is_second(one: Statement) -> bool:
        if one.turn not in of_former:
            return False
        both = told[*_said_of(one), words_of(one.value)]
        if "past" not in both or both.isdisjoint(_HOLDING):
            return False
        return one.told in (_HOLDING if _UNTIL.search(turns[one.turn].text) else ("past",))

    return [one for one in statements if not is_second(one)]


def _with_former(statements: Sequence[Statement]) -> list[Statement]:
    """With ends marked that name what gave way to another value, stated beside them: "from Porto to Lisbon"."""
    begun: dict[tuple[int, str, str, str], list[str]] = {}
    for one in statements:
        if one.told in ("holds", "begins") and one.replaces and not one.unsure:
            begun.setdefault(_said_of(one), []).append(one.value)

    def gave_way(one: Statement) -> bool:
        others = begun.get(_said_of(one), ())
        return bool(others) and not any(are_same(one.value, other) for other in others)

    return [
        replace(one, former=True) if one.told == "ends" and one.value and gave_way(one) else one for one in statements
    ]


def _said_of(statement: Statement) -> tuple[int, str, str, str]:
    by = speaker_key(statement.claimed_by or "")
    return statement.turn, speaker_key(statement.subject), plain(statement.relation), by


def _without_losses(statements: Sequence[Statement]) -> list[Statement]:
    """Without what somebody is said to have in the turn that says that it is gone.

    "I sold my car" leaves none, nor does "My boyfriend Tom and I broke up".
    """
    lost = {_belonging(one) for one in statements if one.told == "ends" and one.relation in _LOST}
    return [one for one in statements if one.told != "holds" or _belonging(one) not in lost]


def _belonging(statement: Statement) -> tuple[int, str, str, tuple[str, ...]]:
    return statement.turn, speaker_key(statement.subject), statement.relation, words_of(without_name(statement.value))


def _read_turns(graph: Snapshot, turns: Turns) -> list[TurnRead]:
    """What each turn states or corrects by itself."""
    held = _held_readings(graph)
    keys = enumerate(graph.turns.keys.values.tolist())
    return [held[key] if key in held else turn_read(graph, turns[row]) for row, key in keys]


def turn_read(graph: Snapshot, turn: SourceTurn) -> TurnRead:
    """What a turn states or corrects by itself; each is read once in the life of a snapshot's successors."""
    held = _held_readings(graph)
    if turn.key not in held:
        held[turn.key] = read_turn(turn)
    return held[turn.key]


def _held_readings(graph: Snapshot) -> dict[int, TurnRead]:
    return graph.derived.lasting("turns read", dict)


def _of_turns(graph: Snapshot, read: Sequence[TurnRead], turns: Turns, order: TurnOrder) -> Iterator[Statement]:
    placed: Placed = graph.derived.lasting("turns placed", Placed)
    for row, (key, found) in enumerate(zip(graph.turns.keys.values.tolist(), read, strict=True)):
        if found.stating and not turns.joked(row):
            yield from placed.at(key, found.stating, row, order.places[row])


def _of_answers(
    graph: Snapshot, read: Sequence[TurnRead], turns: Turns, order: TurnOrder, statements: Sequence[Statement]
) -> Iterator[Statement]:
    """What turns state by answering the one before them, if they do not state it by themselves; each is read once.

    `statements` are what turns state by themselves.
    """
    pets: dict[int, set[str]] = {}
    for one in statements:
        if one.relation == "has_pet" and one.told in _HOLDING and one.likely >= LISTED:
            pets.setdefault(one.turn, set()).add(one.value)
    held: dict[tuple[int, int, str | None], tuple[Statement, ...]] = graph.derived.lasting("answers read", dict)
    keys = graph.turns.keys.values
    for asking, asked in ((row, found.asked) for row, found in enumerate(read) if found.asked is not None):
        row = turns.behind(asking)
        if row is None:
            continue
        pet = _pet_before(asking, row, pets, turns) if asked.needs_a_pet else asked.pet
        if asked.needs_a_pet and pet is None:
            continue
        pair = int(keys[asking]), int(keys[row]), pet
        if pair not in held:
            held[pair] = (*answered(asked._replace(pet=pet), turns[asking].speaker, turns[row]),)
        if held[pair] and not turns.joked(row):
            stated = {one.relation for one in read[row].stating if one.likely >= LISTED}
            yield from (
                replace(one, turn=row, place=order.places[row]) for one in held[pair] if one.relation not in stated
            )


def _pet_before(asking: int, row: int, pets: Mapping[int, Collection[str]], turns: Turns) -> str | None:
    """The only pet, without a name, that the turn right before a question tells of which the next one answers.

    `pets` are those that each turn tells of, by its row.
    """
    before = turns.before(asking)
    if before is None or turns[before].speaker != turns[row].speaker:
        return None
    told = [*pets.get(before, ())]
    return told[0] if len(told) == 1 and not is_name(told[0]) else None


def _corrections(
    statements: Sequence[Statement], read: Sequence[TurnRead], order: TurnOrder, turns: Turns
) -> Iterator[Statement]:
    """Turns that put another value in the place of one that their speaker has just stated."""
    by_turn: dict[int, list[Statement]] = {}
    for one in statements:
        by_turn.setdefault(one.turn, []).append(one)
    for row in sorted({near for stating in by_turn for near in turns.of_speaker(stating, 1, NEAR_NAMED)}):
        found = read[row].correction
        if found is None:
            continue
        before = turns.of_speaker(row, -1, NEAR if found.instead_of is None else NEAR_NAMED)
        for meant in corrected(found, [one for other in before for one in by_turn.get(other, ())]):
            if found.bare and not turns.is_of_one(row, meant):
                continue
            yield replace(
                meant,
                value=found.value,
                told="corrects",
                turn=row,
                place=order.places[row],
                start=0,
                instead_of=meant.value,
                further=False,
                precise=True,
                replaces=True,
            )
