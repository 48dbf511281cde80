"""Generated conversations: their truth, checked by hand and by rules, and their form."""

from __future__ import annotations

import calendar
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from convograph.types import Turn
from convograph_eval.update_chains import Chain, Change, read_wordings, update_chains
from convograph_eval.update_chains.phrasing import BY_THE_OTHER
from convograph_eval.update_chains.wordings import CLAIMS, FRAMES, KINDS, STATING
from support.update_chains import DEV, WORDING_FILES

FILES = pytest.mark.parametrize("path", WORDING_FILES.values(), ids=WORDING_FILES)
MANY = 200

MONTHS = list(calendar.month_name)
MONTH = re.compile(rf"\b({'|'.join(MONTHS[1:])})\b")


def chains(path: Path, count: int = MANY, seed: int = 0) -> list[Chain]:
    return list(update_chains(read_wordings(path), count, seed))


def said(chain: Chain) -> dict[str, Turn]:
    """The turns by id."""
    return {turn.id or "": turn for session in chain.conversation.sessions for turn in session.turns}


def test_a_chain_about_another_person() -> None:
    """Read by hand: the question and the cinema change nothing, and a return is a change."""
    chain = chains(DEV, 3)[2]
    turns = said(chain)
    assert [(each.speaker, turns[each.turn].text) for each in chain.statements] == [
        ("Marta", "so Lucy is dating Pavel and we all like her better for it"),
        ("Ivy", "Hang on, does that mean Lucy got together with Mateo?"),
        ("Marta", "after Pavel, Lucy got together with Amelie"),
        ("Marta", "Lucy and Pavel are back together."),
        ("Marta", "Lucy is at the cinema with Elena, just friends"),
    ]
    assert chain.changes == (
        Change("chain-2#3:2", ("Lucy",), "Pavel", "Amelie"),
        Change("chain-2#4:0", ("Lucy",), "Amelie", "Pavel"),
    )
    assert chain.current == (frozenset({"Pavel"}),)


def test_a_chain_with_a_correction() -> None:
    """Read by hand: of the value said by mistake, the correction is the end; claims by Leo change nothing."""
    chain = chains(DEV, 2)[1]
    turns = said(chain)
    assert [(turns[each.turn].text, each.old, each.new) for each in chain.changes] == [
        ("New job: Calloway Steel. Everyone is about ten years younger than me", "Ashdown Press", "Calloway Steel"),
        (
            "guess what, my old employer Ashdown Press hired me again and I started monday",
            "Calloway Steel",
            "Ashdown Press",
        ),
        ("Portishead has replaced Radiohead as my favourite band", "Radiohead", "Portishead"),
        ("my favourite band since September is Fleetwood Mac", "Portishead", "Fleetwood Mac"),
        ("So Khruangbin is my number one band now 😂 I'm late, I know", "Fleetwood Mac", "Khruangbin"),
        ("argh no, not Khruangbin. The National!", "Khruangbin", "The National"),
    ]
    assert chain.current == (frozenset({"Ashdown Press"}), frozenset({"The National"}))


@FILES
def test_chains_are_the_same_for_a_seed_however_many(path: Path) -> None:
    """A longer run begins with the shorter one; another seed is another run."""
    assert chains(path, 20)[:5] == chains(path, 5)
    assert chains(path, 5, seed=1) != chains(path, 5)


def test_a_seed_plans_the_same_steps_with_every_file() -> None:
    """By relation and kind, so that figures differ by the wordings alone."""
    dev, *others = (
        [
            [(chain.topics[each.step.topic].relation, each.step.kind) for each in chain.statements]
            for chain in chains(path)
        ]
        for path in WORDING_FILES.values()
    )
    assert others == [dev, dev]


@FILES
def test_every_turn_says_what_the_truth_has(path: Path) -> None:
    """No slot is left, and the values of the step are in the text, in the turn of the one who says it."""
    for chain in chains(path):
        turns = said(chain)
        assert not any("{" in turn.text for turn in turns.values())
        for each in chain.statements:
            turn, step = turns[each.turn], each.step
            named = [step.value] + ([step.former] if step.kind in {"change_both", "end"} else [])
            assert all(value.casefold() in turn.text.casefold() for value in named if value is not None), turn.text
            assert turn.speaker == each.speaker
            assert (each.speaker == chain.speaker) == (step.kind not in BY_THE_OTHER)


@FILES
def test_what_holds_follows_from_the_steps(path: Path) -> None:
    """Told again from the statements; one value at a time, unless there may be many; claims never held."""
    for chain in chains(path):
        holding: list[set[str]] = [set() for _ in chain.topics]
        held: set[tuple[str, str]] = set()
        claimed: set[tuple[str, str]] = set()
        for each in chain.statements:
            step, topic, now = each.step, chain.topics[each.step.topic], holding[each.step.topic]
            assert step.former is None or step.former in now
            now -= {step.former}
            if step.kind == "repetition":
                assert step.value in now
            elif step.value is not None:
                (held if step.kind in STATING else claimed).add((topic.relation, step.value))
                now |= {step.value} if step.kind in STATING else set()
            assert topic.many or len(now) <= 1
        assert tuple(map(frozenset, holding)) == chain.current
        assert not held & claimed


@FILES
def test_corrections_come_in_the_next_turn_of_the_same_speaker(path: Path) -> None:
    """Otherwise speakers take turns."""
    corrections = 0
    for chain in chains(path):
        by_turn = {each.turn: each for each in chain.statements}
        for session in chain.conversation.sessions:
            own = [turn.id or "" for turn in session.turns if turn.speaker == chain.speaker]
            for before, after in pairwise(own):
                if after in by_turn and by_turn[after].step.kind == "correction":
                    assert by_turn[before].step.value == by_turn[after].step.former
                    corrections += 1
            for one, other in pairwise(session.turns):
                assert one.speaker != other.speaker or by_turn[other.id or ""].step.kind == "correction"
        assert sum(each.step.kind == "correction" for each in chain.statements) <= len(chain.changes)
    assert corrections == sum(each.step.kind == "correction" for chain in chains(path) for each in chain.statements)


@FILES
def test_chains_hold_every_kind_of_step(path: Path) -> None:
    """And 1 to 10 changes each, with people and an assistant to talk to, and two of one name now and then."""
    made = chains(path)
    kinds = Counter(each.step.kind for chain in made for each in chain.statements)
    assert kinds.keys() == set(KINDS)
    assert all(kinds[kind] >= 40 for kind in (*CLAIMS, *FRAMES))
    assert {len(chain.changes) for chain in made} == set(range(1, 11))
    assert {"user"} < {chain.speaker for chain in made}
    assert {len(chain.topics) for chain in made} == {1, 2, 3}


@FILES
def test_two_of_one_name_have_values_of_their_own(path: Path) -> None:
    """They share a relation and a name; no value is named of both."""
    found = 0
    for chain in chains(path):
        pair = [place for place, topic in enumerate(chain.topics) if topic.subject.namesake]
        if not pair:
            continue
        one, other = (chain.topics[place] for place in pair)
        assert one.relation == other.relation
        assert one.subject.names[-1] == other.subject.names[-1]
        stated = [
            {each.step.value for each in chain.statements if each.step.topic == place and each.step.kind in STATING}
            for place in pair
        ]
        assert not (stated[0] & stated[1]) - {None}
        found += 1
    assert found >= 20


@FILES
def test_dated_changes_come_after_what_they_change(path: Path) -> None:
    """They name this month or the last, and a later one than that of the topic's statement before."""
    named = 0
    for chain in chains(path):
        dates = {session.id: session.said.local for session in chain.conversation.sessions if session.said is not None}
        assert all((after - before).days >= 34 for before, after in pairwise(dates.values()))
        turns = said(chain)
        stated: dict[int, int] = {}
        for each in chain.statements:
            date = dates[each.turn.split(":")[0]]
            month = date.year * 12 + date.month
            if each.step.kind == "change_dated":
                names = MONTH.findall(turns[each.turn].text)
                told = [month - (date.month - MONTHS.index(name)) % 12 for name in names]
                assert all(stated[each.step.topic] < one and month - one <= 1 for one in told)
                named += len(told)
            if each.step.kind in STATING:
                stated[each.step.topic] = month
    assert named >= 50
