"""The statements of a snapshot as facts need them: relation, value, claimant and order.

triplets ─▶ triplet_statements ──────────┐
written profiles ─▶ profile_statements ──┤
turns ─▶ turn_statements ────────────────┼─▶ passes over all of them together ─▶ statements, in the order of saying
questions ─▶ bare_replies ───────────────┘

Questions, conditions, wishes and plans state nothing, and the output of a tool is nobody's statement.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from convograph.facts.decisions import Decisions
from convograph.facts.gathering.kin import FAMILY_MEMBER, with_kin_told_once
from convograph.facts.gathering.passes import HOLDING, PASSES, PASSES_OF_TRIPLETS, Among, said_of
from convograph.facts.gathering.profile_statements import of_profiles
from convograph.facts.gathering.triplet_statements import KnownRelations, ReadItems, of_layer
from convograph.facts.gathering.turn_order import Placed, TurnOrder, Turns, in_order
from convograph.facts.people.relatives import limits_of, told_by
from convograph.facts.reading.bare_replies import answered
from convograph.facts.reading.misreadings import SURE
from convograph.facts.reading.turn_statements import TurnRead, read_turn
from convograph.facts.relations import DEFAULT_RELATIONS, plain
from convograph.facts.statement import Statement, since_in
from convograph.facts.values.kinds import is_name
from convograph.facts.values.pets import only_named
from convograph.graph.rows import LayerKey
from convograph.graph.snapshot import Snapshot
from convograph.graph.turns import speaker_key
from convograph.types import SourceTurn

_UNREAD = TurnRead()
_HOME = "lives_in"
_PLANNED_FOR = timedelta(days=184)  # the longest time between a plan to move and the report of it


def statements_in(
    graph: Snapshot,
    layers: Sequence[LayerKey],
    wanted: KnownRelations | None = None,
    visible: npt.NDArray[np.bool_] | None = None,
    *,
    triplets_alone: bool = False,
    kin_as_said: bool = False,
) -> list[Statement]:
    """What the `visible` turns (`None`: all) state, in the order of saying, including corrections.

    Triplets that were read count only in `wanted` relations (`None`: all); those that were brought, and the values of
    profiles that a model wrote, count in any. With `triplets_alone`, neither frames nor corrections are read, which
    would take a new process two milliseconds a turn. With `kin_as_said`, kin stay in the words of each turn ("Ana's
    dad").
    """
    order, turns = in_order(graph), Turns(graph)
    found: list[Statement] = []
    for key in layers:
        if (layer := graph.layers.get(key)) is not None:
            held = graph.derived.cached(("told", key, wanted), ReadItems)
            found += of_layer(layer, held, turns, order, wanted)
    found += of_profiles(graph, turns, order)
    read = [] if triplets_alone else _read_turns(graph, turns)
    if not triplets_alone:
        found = [one for one in found if one.brought or not _is_read_better(one, read[one.turn])]
        found += _of_turns(graph, read, turns, order)
        pets = _pets_told(found)
        found += _of_answers(graph, read, turns, order, pets)
        found += _of_namings(read, turns, order, pets)
        found += _of_moves(read, turns, order)
    if visible is not None:
        found = [one for one in found if visible[one.turn]]
        read = [one if visible[row] else _UNREAD for row, one in enumerate(read)]
    among = Among(turns, order, read)
    for one_pass in PASSES_OF_TRIPLETS if triplets_alone else PASSES:
        found = one_pass(found, among)
    if not kin_as_said and (wanted is None or wanted.is_known(FAMILY_MEMBER)):
        decisions, keys = Decisions.of(graph.memos[:]), graph.turns.keys.values.tolist()
        found = with_kin_told_once(found, told_by(found, limits_of(graph, visible), decisions, keys))
    return sorted(found, key=lambda one: (one.place, one.start, one.relation, one.value))


def _is_read_better(triplet: Statement, read: TurnRead) -> bool:
    """Whether frames or the reader, which read whole values, contradict a triplet of their turn.

    They deny its value, or surely find another one in a relation with one value: "these days ramen is my favourite
    food" has no "days ramen".
    """
    value = plain(triplet.value)
    if value in read.denied or value.rpartition(" ")[0] in read.denied:  # "mums 60"
        return True
    if triplet.told not in HOLDING or triplet.further or not DEFAULT_RELATIONS.has_one(triplet.relation):
        return False
    said = said_of(triplet)[1:]
    sure = (one for one in read.stating if one.likely >= SURE and one.told in HOLDING)
    values = {plain(one.value) for one in sure if said_of(one)[1:] == said}
    return bool(values) and value not in values


def _read_turns(graph: Snapshot, turns: Turns) -> list[TurnRead]:
    """What each turn states or corrects by itself, by row."""
    held = _held_readings(graph)
    keys = enumerate(graph.turns.keys.values.tolist())
    return [held[key] if key in held else turn_read(graph, turns[row]) for row, key in keys]


def turn_read(graph: Snapshot, turn: SourceTurn) -> TurnRead:
    """What a turn states or corrects by itself; each turn is read once for a snapshot and all its successors."""
    held = _held_readings(graph)
    if turn.key not in held:
        held[turn.key] = read_turn(turn)
    return held[turn.key]


def _held_readings(graph: Snapshot) -> dict[int, TurnRead]:
    return graph.derived.cached("turns read", dict)


def _of_turns(graph: Snapshot, read: Sequence[TurnRead], turns: Turns, order: TurnOrder) -> Iterator[Statement]:
    placed: Placed = graph.derived.cached("turns placed", Placed)
    for row, (key, found) in enumerate(zip(graph.turns.keys.values.tolist(), read, strict=True)):
        if found.stating and not turns.joked(row):
            yield from placed.at(key, found.stating, row, order.places[row])


def _of_answers(
    graph: Snapshot, read: Sequence[TurnRead], turns: Turns, order: TurnOrder, pets: Mapping[int, Collection[str]]
) -> Iterator[Statement]:
    """What turns state by answering the turn before them and not by themselves; each answer is read once."""
    held: dict[tuple[int, int, str | None], tuple[Statement, ...]] = graph.derived.cached("answers read", dict)
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
            stated = {one.relation for one in read[row].stating if one.likely >= SURE}
            yield from (
                replace(one, turn=row, place=order.places[row]) for one in held[pair] if one.relation not in stated
            )


def _pets_told(statements: Sequence[Statement]) -> dict[int, set[str]]:
    """The pets that the speaker of each turn surely states to have, by row."""
    pets: dict[int, set[str]] = {}
    for one in statements:
        if one.relation == "has_pet" and one.told in HOLDING and one.likely >= SURE and one.subject == one.claimed_by:
            pets.setdefault(one.turn, set()).add(one.value)
    return pets


def _of_namings(
    read: Sequence[TurnRead], turns: Turns, order: TurnOrder, pets: Mapping[int, Collection[str]]
) -> Iterator[Statement]:
    """What turns state that only name the pet of their speaker's turn before: "got a puppy", "shes called Nutmeg"."""
    for before, told in pets.items():
        row = turns.behind(before)
        if row is None or len(told) != 1 or turns[before].speaker != turns[row].speaker or turns.joked(row):
            continue
        (pet,), speaker = told, turns[row].speaker
        name = None if is_name(pet) or speaker is None else only_named(turns[row].text)
        if name is not None and plain(name) not in read[row].denied:
            yield Statement(
                subject=speaker or "",
                relation="has_pet",
                value=f"{pet} {name}",
                told="holds",
                claimed_by=speaker,
                start=0,
                turn=row,
                place=order.places[row],
            )


def _of_moves(read: Sequence[TurnRead], turns: Turns, order: TurnOrder) -> Iterator[Statement]:
    """What turns state that only report a move that their speaker planned: "moving to Hull", "We've moved in!"."""
    plans: dict[str, _Plan] = {}
    for row in (one for one in order.rows if read[one].moving is not None):
        moving, turn = read[row].moving, turns[row]
        if moving is None or turn.speaker is None or turns.joked(row):
            continue
        by = speaker_key(turn.speaker)
        if moving.planned is not None:
            plans[by] = _Plan(moving.planned, turn)
        elif moving.called_off:
            plans.pop(by, None)
        home = None if moving.moved_in is None else moving.at or _planned_home(plans.pop(by, None), turn)
        named = any(one.relation == _HOME and one.told in HOLDING and one.likely >= SURE for one in read[row].stating)
        if home is not None and not named:
            yield Statement(
                subject=turn.speaker,
                relation=_HOME,
                value=home,
                told="begins",
                claimed_by=turn.speaker,
                start=0,
                turn=row,
                place=order.places[row],
                since=since_in(moving.moved_in or "", turn.said),
            )


class _Plan(NamedTuple):
    """A home, and the turn that says that its speaker will move there."""

    home: str
    turn: SourceTurn


def _planned_home(plan: _Plan | None, moved: SourceTurn) -> str | None:
    """The home of a plan that a later turn carries out; `None` if the plan is too old, or if there is none."""
    if plan is None:
        return None
    planned, said = plan.turn.said, moved.said
    if planned is None or said is None:
        return plan.home if plan.turn.session == moved.session else None
    return plan.home if said.local - planned.local <= _PLANNED_FOR else None


def _pet_before(asking: int, row: int, pets: Mapping[int, Collection[str]], turns: Turns) -> str | None:
    """The only pet, if it has no name, in the turn right before a question; the answer must be by the same speaker.

    `row` is the answer; `pets` are those that each turn mentions, by row.
    """
    before = turns.before(asking)
    if before is None or turns[before].speaker != turns[row].speaker:
        return None
    told = [*pets.get(before, ())]
    return told[0] if len(told) == 1 and not is_name(told[0]) else None
