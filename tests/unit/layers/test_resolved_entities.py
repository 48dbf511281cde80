"""Entities of a whole memory: the same however its turns came in, and little work for what is said at the end."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from convograph.build import open_memory
from convograph.layers import resolved_entities
from convograph.layers.resolved_entities import ResolvedEntities
from convograph.memory import Memory
from convograph.resolution import Mention, ResolutionSettings, Resolved, resolve
from convograph.types import Memo, Session, Triplet, Turn
from support.conversations import said_at, without
from support.entities import resolved, resolved_layer, resolving
from support.naming import meetings
from support.pictures import derived

SEEDS = range(4)
DECISIONS = (
    Memo("decision", "Ana is Tom", None, ("s0.t1",), None, (Triplet("Ana", "is", "Tom"),)),
    Memo("decision", "Maria is not Maria Lopez", None, ("s1.t0",), None, (Triplet("Maria", "is not", "Maria Lopez"),)),
)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[Mention]]]:
    """The mentions that each fold was given."""
    folds: list[list[Mention]] = []

    def recorded(mentions: Sequence[Mention], *rest: object) -> Resolved:
        folds.append(list(mentions))
        return resolve(mentions, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(resolved_entities, "resolve", recorded)
    yield folds


def opened() -> Memory:
    return open_memory(":memory:", architecture=resolving())


@pytest.mark.parametrize("seed", SEEDS)
def test_neither_order_nor_batches_matter(seed: int) -> None:
    """Sessions at once, in any order, or growing turn by turn side by side: the same entities, for the same reasons."""
    sessions, chance = meetings(seed), random.Random(seed)
    with opened() as whole, opened() as shuffled, opened() as pieces:
        whole.add(sessions)
        for one in chance.sample(sessions, len(sessions)):
            shuffled.add(one)
        left = [(one, place) for one in sessions for place in range(len(one.turns))]
        while left:
            one = chance.choice(left)[0]
            place = next(place for other, place in left if other is one)
            left.remove((one, place))
            pieces.add(replace(one, turns=one.turns[place : place + 1], first_ordinal=place))
        assert len({entity for _, entity, *_ in resolved(whole)}) > 3
        assert resolved(shuffled) == resolved(whole)
        assert resolved(pieces) == resolved(whole)
        assert derived(pieces) == derived(whole)


@pytest.mark.parametrize("seed", SEEDS)
def test_forgetting_leaves_what_was_never_there(seed: int) -> None:
    """Turns and a session: what is left means what it would if they had never been said, with the decisions left."""
    sessions, chance = meetings(seed), random.Random(seed)
    ids = [turn.id for one in sessions for turn in one.turns if turn.id]
    doomed = {*chance.sample(ids, 5), "s1.t0", *(turn.id for turn in sessions[3].turns if turn.id)}
    with opened() as memory, opened() as never:
        memory.add(sessions)
        memory.bring(DECISIONS)
        memory.forget(session="s3")
        for turn in sorted(doomed - {turn.id for turn in sessions[3].turns}):
            memory.forget(turn=turn)
        never.add(without(sessions, doomed))
        never.bring([one for one in DECISIONS if not doomed & set(one.turns)])
        assert resolved(memory) == resolved(never)


def test_decisions_change_who_is_meant_whenever_they_come(given: list[list[Mention]]) -> None:
    """Before the turns they are about have company, or after all: they go before every rule, from the first mention."""
    sessions = meetings(1)
    with opened() as late, opened() as early:
        late.add(sessions)
        before = resolved(late)
        late.bring(DECISIONS)
        decided = resolved(late)
        assert decided != before
        assert any(reason.ground == "decision" for _, _, reason, _ in decided)
        entities = {entity for (_, name), entity, *_ in decided if name in ("Ana", "Tom")}
        assert len(entities) == 1
        early.add(sessions[:2])
        early.bring(DECISIONS)
        early.add(sessions)
        assert resolved(early) == decided
        late.forget(turn="s0.t1")  # on which the first decision rests
        assert len({entity for (_, name), entity, *_ in resolved(late) if name in ("Ana", "Tom")}) == 2


def test_what_is_said_at_the_end_resolves_its_batch_again_and_nothing_before(given: list[list[Mention]]) -> None:
    """Episodes 0 to 5 in batches of two: the sixth was of the last batch, so that is done again with the seventh, and
    then the seventh alone. What is inserted earlier does everything again.
    """
    with opened() as memory:
        for place in range(6):
            memory.add(meeting(f"s{place}", 10 + place, "Tom likes tea."))
        before = keys_of(memory)
        memory.add(meeting("s6", 20, "Tom likes Maria."))
        assert {one.episode for one in given[-1]} == {4, 5, 6}
        memory.add(Session((Turn("Maria likes tea.", "Ana"),), "s6", said_at(datetime(2024, 1, 20)), first_ordinal=1))
        assert {one.episode for one in given[-1]} == {6}
        assert before < keys_of(memory)  # no item of before was made anew
        memory.add(meeting("s2b", 13, "Maria likes Tom.", hour=1))
        assert given[-1][0].episode == 0
        assert len(given[-1]) == len(resolved(memory))


def test_another_process_finds_the_same(tmp_path: Path) -> None:
    """Without what this one remembers of the fold."""
    sessions = meetings(3, sessions=8)
    for one in sessions:
        with open_memory(tmp_path / "m.db", architecture=resolving()) as memory:
            memory.add(one)
    with open_memory(tmp_path / "m.db", architecture=resolving()) as memory, opened() as whole:
        whole.add(sessions)
        assert resolved(memory) == resolved(whole)


def test_settings_and_weights_make_another_layer() -> None:
    """So nothing is read that was resolved otherwise."""
    layer = next(one for one in resolving().layers if isinstance(one, ResolvedEntities))
    others = [
        replace(layer, settings=ResolutionSettings(batch=3)),
        replace(layer, settings=replace(layer.settings, gate=0.5)),
        replace(layer, resolver=replace(layer.resolver, weights=replace(layer.resolver.weights, bias=-1.25))),
    ]
    assert len({one.key for one in (layer, *others)}) == 4
    assert replace(layer).key == layer.key


def test_a_memory_without_names_has_no_entities() -> None:
    """Nor does an empty one, and neither is an error."""
    with opened() as memory:
        assert resolved(memory) == []
        memory.add(Session((Turn("so likes tea.", None),), "s"))
        assert [one for one in resolved(memory) if one[0][1] != "so"] == []


def meeting(name: str, day: int, text: str, hour: int = 0) -> Session:
    """A session of one turn of Ana's, at some time in January."""
    return Session((Turn(text, "Ana"),), name, said_at(datetime(2024, 1, day, hour)))


def keys_of(memory: Memory) -> set[int]:
    """The keys of the items of resolved entities."""
    table = memory._keeper.caught_up().layers[resolved_layer(memory).key]
    return set(table.keys.values[table.living()].tolist())
