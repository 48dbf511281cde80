"""The fold over mentions: what depends on what, and what does not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from convograph.errors import InputError
from convograph.graph.turns import speaker_key
from convograph.resolution import (
    PAPER,
    Choice,
    Decisions,
    Mention,
    Question,
    ResolutionSettings,
    Resolved,
    beginning,
    by_ground,
    lane_sizes,
    resolve,
)
from convograph.resolution.canonical import CanonicalSet
from convograph.resolution.execution import Pending, run_lanes
from convograph.resolution.likeness import likeness
from support.mentions import Recorded, arbitrary, clusters, entity_of, grounds, occurrence, said

POOL = (
    *("Ana", "Ana Diaz", "Anna Diaz", "ana diaz", "Bob", "Robert", "Bob Reed", "Rob Reed", "Robert Reed", "Reed"),
    *("Melanie Johnson", "Melanie Johnsons", "Mel", "Mum", "Paris", "Georgia"),
)
KINDS = ("person", "person", "place", "thing")
SMALL = ResolutionSettings(batch=3, overlap=1)
DECIDED = Decisions.of(
    same=[("Mel", "Melanie Johnson"), ("Melanie Johnson", "Melanie Johnsons"), ("Rob Reed", "Paris")],
    apart=[("Bob", "Robert Reed"), ("Ana", "Anna Diaz")],
)


@st.composite
def conversations(draw: st.DrawFn) -> list[Mention]:
    """Up to thirty mentions of a few people and places, in episodes that follow each other or leave gaps."""
    episode, mentions = 0, []
    for position in range(draw(st.integers(0, 30))):
        episode += draw(st.sampled_from((0, 0, 1, 1, 4)))
        surface, kind = draw(st.sampled_from(POOL)), draw(st.sampled_from(KINDS))
        beside = tuple(draw(st.lists(st.sampled_from(POOL), max_size=2)))
        row = draw(st.integers(-1, 2))
        seeded = draw(st.integers(0, 9)) == 0
        mentions.append(
            Mention(surface, kind, episode, position, episode // 4, None, beside, context=row, seeded=seeded)
        )
    return mentions


CONTEXTS = np.eye(3, dtype=np.float32)


def folded(mentions: Sequence[Mention], settings: ResolutionSettings = SMALL, decisions: Decisions = DECIDED):
    """All at once."""
    return resolve(mentions, Recorded(arbitrary), beginning(settings, decisions), CONTEXTS)


def parts_of(found: Resolved) -> object:
    """All that a fold gives but the state to go on from."""
    return found.entities, found.resolutions, found.reports


@given(conversations())
def test_lanes_at_once_find_what_lanes_in_turn_find(mentions: list[Mention]) -> None:
    """The same entities, in the same order, for the same reasons."""
    assert parts_of(folded(mentions)) == parts_of(folded(mentions, replace(SMALL, lanes=1)))


@given(conversations(), st.data())
def test_going_on_finds_what_folding_at_once_finds(mentions: list[Mention], data: st.DataObject) -> None:
    """Wherever the mentions are divided: whole batches stay, the last one is resolved again with what has come."""
    whole = folded(mentions)
    cut = data.draw(st.integers(0, len(mentions)))
    first = resolve(mentions[:cut], Recorded(arbitrary), beginning(SMALL, DECIDED), CONTEXTS)
    assert all(one.episode // SMALL.batch < first.state.batch for one in mentions[: first.done])
    second = resolve(mentions[first.done :], Recorded(arbitrary), first.state, CONTEXTS)
    assert second.entities == whole.entities
    assert (*first.resolutions[: first.done], *second.resolutions) == whole.resolutions


@given(conversations())
def test_every_mention_has_one_entity_and_every_entity_its_mentions(mentions: list[Mention]) -> None:
    """In order of time; an entity is made by one of its mentions, knows its earliest and counts them all."""
    found = folded(mentions)
    assert [one.mention for one in found.resolutions] == list(range(len(mentions)))
    assert [one.number for one in found.entities] == list(range(len(found.entities)))
    for entity in found.entities:
        own = [one for one in found.resolutions if one.entity == entity.number]
        assert (own[0].mention, len(own)) == (entity.first, entity.mentions)
        assert sum(one.is_new for one in own) == 1
        assert {speaker_key(mentions[one.mention].surface) for one in own} == set(entity.exact_keys)
    asked = sum(one.asked for one in found.reports)
    assert sum(by_ground(found.resolutions).values()) == len(mentions)
    assert asked <= sum(size * count for size, count in lane_sizes(found.reports).items())


@given(conversations())
def test_decisions_hold(mentions: list[Mention]) -> None:
    """Names that were decided to mean the same are one entity, and those that were not are never."""
    found = folded(mentions)
    of: dict[str, set[int]] = {}
    for mention, one in zip(mentions, found.resolutions, strict=True):
        of.setdefault(speaker_key(mention.surface), set()).add(one.entity)
    for names in (("mel", "melanie johnson", "melanie johnsons"), ("rob reed", "paris")):
        assert len(set().union(*(of.get(name, set()) for name in names))) <= 1
    for one, other in (("bob", "robert reed"), ("ana", "anna diaz")):
        assert not of.get(one, set()) & of.get(other, set())


@given(st.permutations(range(4)))
def test_the_order_of_lanes_makes_no_difference(order: list[int]) -> None:
    """Each lane sees its own candidates alone."""
    known = CanonicalSet()
    for number, name in enumerate(("Ana Diaz", "Bob Reed", "Cleo Hill", "Dora Lee")):
        known.put(entity_of(name, number=number))
    lanes = [
        [_pending(f"{name} Stone", 10 * number, number), _pending(name, 10 * number + 1, number)]
        for number, name in enumerate(("Ana", "Bob", "Cleo", "Dora"))
    ]
    straight = run_lanes(lanes, known, Recorded(arbitrary), PAPER, likeness)
    shuffled = run_lanes([lanes[place] for place in order], known, Recorded(arbitrary), PAPER, likeness)
    assert [_told(shuffled[order.index(place)]) for place in range(4)] == [_told(one) for one in straight]


def _pending(surface: str, place: int, candidate: int) -> Pending:
    return Pending(occurrence(surface, place=place), frozenset(), (candidate,))


def _told(outcome) -> object:
    return [(one.said.place, one.entity, one.ground, one.best) for one in outcome.settled], outcome.calls, outcome.asked


def test_a_mention_is_seen_by_those_after_it_in_its_lane() -> None:
    """Joan Lee is none of those known; the next one is her, and nobody is asked again."""
    mentions = said("Joan Reed", "Joan Lee", "joan lee")
    resolver = Recorded(lambda question: None)
    found = resolve(mentions, resolver)
    assert clusters(mentions, found) == [["Joan Reed"], ["Joan Lee", "joan lee"]]
    assert resolver.asked == [["Joan Lee"]]
    assert found.reports[0].lanes == (2,)


def test_mentions_of_an_episode_and_lane_share_a_call() -> None:
    """Each name once; other episodes and other lanes ask for themselves."""
    mentions = [
        *(Mention(name, "person", 0, place) for place, name in enumerate(("Maria Lopez", "Bob Reed"))),
        *(Mention(name, "person", 1, place) for place, name in enumerate(("Maria", "Bob", "Lopez", "maria"))),
        Mention("Maria L.", "person", 2),
    ]
    resolver, alone = Recorded(), Recorded()
    found = resolve(mentions, resolver, beginning(ResolutionSettings(lanes=1)))
    assert resolver.asked == [["Maria", "Lopez"], ["Maria L."], ["Bob"]]
    resolve(mentions, alone, beginning(ResolutionSettings(lanes=1, shared_calls=False)))
    assert alone.asked == [["Maria"], ["Lopez"], ["Maria L."], ["Bob"]]
    assert (found.reports[0].calls, found.reports[0].asked, found.reports[0].lanes) == (3, 4, (4, 1))
    assert clusters(mentions, found) == [["Maria Lopez", "Maria", "Lopez", "maria", "Maria L."], ["Bob Reed", "Bob"]]


def test_a_name_that_told_enough_until_just_now_is_asked_about() -> None:
    """Joan was Joan Lee; Joan Reed, of the same episode and lane, is settled before it, and now Joan may be either."""
    mentions = [
        Mention("Joan Lee", "person", 0),
        Mention("Joan", "person", 1),
        Mention("Joan Reed", "person", 2, 0),
        Mention("Joan", "person", 2, 1),
    ]
    resolver = Recorded(lambda question: None if question.mention.surface == "Joan Reed" else -1)
    found = resolve(mentions, resolver, beginning(ResolutionSettings(tell_apart=True)))
    assert resolver.asked == [["Joan"], ["Joan Reed"], ["Joan"]]
    assert clusters(mentions, found) == [["Joan Lee", "Joan"], ["Joan Reed", "Joan"]]


def test_a_name_said_twice_in_an_episode_becomes_one_entity() -> None:
    """Neither is in the canonical set while both wait: what the first becomes, the second is."""
    mentions = [Mention("Joan Reed", "person", 0), *(Mention("Joan Lee", "person", 1, place) for place in (0, 1))]
    found = resolve(mentions, Recorded(lambda question: None))
    assert clusters(mentions, found) == [["Joan Reed"], ["Joan Lee", "Joan Lee"]]
    assert grounds(found) == ["below the gate", "none", "exact"]


def test_a_mention_that_waits_may_join_what_was_made_after_it() -> None:
    """Joan waits with Joan Lee as her candidate; Joan Reed, seeded, is made at once. Joan may be either then."""
    mentions = [
        Mention("Joan Lee", "person", 0),
        Mention("Joan", "person", 1, session=1),
        Mention("Joan Reed", "person", 9, seeded=True, session=9),
        Mention("Joan R.", "person", 9, 1, session=9),
    ]
    resolver = Recorded(lambda question: [one.entity.name for one in question.candidates].index("Joan Reed"))
    found = resolve(mentions, resolver)
    assert clusters(mentions, found) == [["Joan Lee"], ["Joan", "Joan Reed", "Joan R."]]
    reed = found.entities[1]
    assert (reed.first, reed.episodes, reed.session) == (1, (1, 9), 9)


def test_entities_of_a_batch_are_numbered_by_their_earliest_mention() -> None:
    """Those made at once first, then those of lanes, whichever lane was done first."""
    mentions = said("Ana Diaz", "Bob Reed", "Bob Reid", "Ana Dias", "Cleo")
    found = resolve(mentions, Recorded(lambda question: None))
    assert [one.name for one in found.entities] == ["Ana Diaz", "Bob Reed", "Cleo", "Bob Reid", "Ana Dias"]
    assert [one.first for one in found.entities] == [0, 1, 4, 2, 3]


def test_a_decision_stands_above_the_resolver() -> None:
    """Within one call: Mary and Mimi both mean Maria to the resolver, and were decided to be two."""
    decided = Decisions.of(apart=[("Maria L", "Maria P")])
    mentions = [
        Mention("Maria Lopez Perez", "person", 0),
        Mention("Maria L", "person", 1, 0),
        Mention("Maria P", "person", 1, 1),
    ]
    found = resolve(mentions, Recorded(), beginning(PAPER, decided))
    assert clusters(mentions, found) == [["Maria Lopez Perez", "Maria L"], ["Maria P"]]
    assert grounds(found) == ["below the gate", "resolver", "kept apart"]
    assert found.resolutions[2].best == 0


def test_a_speaker_is_there_without_being_asked_about() -> None:
    """Seeded, a person; a mention of the speaker joins, and a speaker joins who was mentioned by that name before."""
    mentions = [
        Mention("Ana", "person", 0, seeded=True),
        Mention("Ana Diaz", "person", 0, 1, seeded=True),
        Mention("Bob", "person", 1),
        Mention("bob", "person", 2, seeded=True),
    ]
    resolver = Recorded()
    found = resolve(mentions, resolver)
    assert resolver.asked == []
    assert grounds(found) == ["speaker", "speaker", "below the gate", "exact"]
    assert [one.seeded for one in found.entities] == [True, True, True]


def test_a_resolver_is_shown_where_the_context_begins() -> None:
    """Three episodes before its own, also where these are of the batch before."""
    resolver = Recorded()
    resolve([Mention("Maria Lopez", "person", 49), Mention("Maria", "person", 50)], resolver)
    assert [question.since for group in resolver.groups for question in group] == [47]


def test_the_best_candidates_are_shown() -> None:
    """At most five of those that reach the gate, best first; of equals, those mentioned first."""
    resolver = Recorded(lambda question: None)
    names = ["Maria Adams", "Maria Bell", "Maria Cole", "Maria Dean", "Maria Ellis", "Maria Ford"]
    resolve(said(*names, "Maria"), resolver, beginning(ResolutionSettings(gate=0.5)))
    assert resolver.asked == [["Maria"]]
    ((question,),) = resolver.groups
    assert [one.entity.name for one in question.candidates] == names[:5]


class Stranger:
    """Chooses somebody who was not on offer."""

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        return [Choice(99) for _ in group]


def test_a_choice_outside_the_candidates_is_a_defect() -> None:
    """It would join lanes that know nothing of each other."""
    with pytest.raises(ValueError, match="chose entity 99, not one of its candidates"):
        resolve(said("Maria Lopez", "Maria"), Stranger())


def test_what_fails_in_a_lane_fails_the_fold() -> None:
    """Nobody is kept apart because a server is down."""

    def fail(question: Question) -> int:
        raise ConnectionError("no server")

    with pytest.raises(ConnectionError):
        resolve(said("Maria Lopez", "Maria", "Bob Reed", "Bob"), Recorded(fail))


@pytest.mark.parametrize(
    ("mentions", "why"),
    [
        ([Mention(" ", "person", 0)], "mention 0 has no name"),
        ([Mention("Ana", "person", 1), Mention("Ana", "person", 0)], "mention 1 .* comes after"),
        ([Mention("Ana", "person", 1, 1), Mention("Ana", "person", 1, 0)], "mention 1 .* comes after"),
        ([Mention("Ana", "person", -1)], "mention 0 .* comes after"),
        ([Mention("Ana", "person", 0, context=3)], "no context 3: there are 3"),
    ],
)
def test_wrong_mentions_are_named(mentions: list[Mention], why: str) -> None:
    """With the value, and what to do."""
    with pytest.raises(InputError, match=why):
        resolve(mentions, Recorded(), contexts=CONTEXTS)


def test_what_was_folded_is_not_taken_again() -> None:
    """A state goes on from its batch."""
    first = resolve(said("Ana", "Bob", each=1), Recorded(), beginning(ResolutionSettings(batch=1)))
    assert (first.state.batch, first.done) == (1, 1)
    with pytest.raises(InputError, match="comes after"):
        resolve(said("Ana"), Recorded(), first.state)


def test_nothing_to_resolve() -> None:
    """No mentions, no entities; the state goes on."""
    found = resolve([], Recorded())
    assert (found.entities, found.resolutions, found.reports, found.done) == ((), (), (), 0)


@pytest.mark.parametrize(
    "wrong",
    [{"batch": 0}, {"overlap": -1}, {"lanes": True}, {"candidates": 1.5}, {"gate": 1.1}, {"tell_apart": 1}],
)
def test_wrong_settings_are_named(wrong: dict[str, object]) -> None:
    """With the value."""
    ((name, value),) = wrong.items()
    with pytest.raises(InputError, match=f"{name} is .*{value}"):
        ResolutionSettings(**wrong)


def test_hashing_of_strings_makes_no_difference() -> None:
    """Python hashes strings differently in every process."""
    code = (
        "from convograph.resolution import Mention, OfflineResolver, resolve\n"
        f"names = {POOL!r} * 3\n"
        "mentions = [Mention(name, 'person', place, beside=names[:3]) for place, name in enumerate(names)]\n"
        "print(resolve(mentions, OfflineResolver()).resolutions)"
    )
    outcomes = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outcomes) == 1
