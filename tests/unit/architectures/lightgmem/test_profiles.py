"""Profiles over a memory: whose facts they are, what forgetting, order and decisions make of them, what is recalled."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from convograph.architectures.lightgmem import LightGMEMSettings
from convograph.architectures.search import Search
from convograph.build import open_memory
from convograph.errors import ConflictError, InputError, NotFoundError, UnsupportedError
from convograph.memory import Memory
from convograph.memory.names.meant import resolve_name
from convograph.types import Hit, Profile, ProfileEntry, Session, SourceTurn, Turn
from support.conversations import said_at, without
from support.encoders import HashingEncoder
from support.entities import lightgmem, resolving
from support.naming import meetings

SESSIONS = (
    Session(
        (
            Turn("I live in Porto with my sister Maria Lopez.", "Ana", id="home"),
            Turn("I work at Bosch. My dog Rex likes the river.", "Ben", id="work"),
        ),
        "s1",
        said_at(datetime(2024, 1, 1)),
    ),
    Session(
        (
            Turn("I moved to Lisbon.", "Ana", id="moved"),
            Turn("Maria likes chess.", "Ana", id="chess"),
        ),
        "s2",
        said_at(datetime(2024, 2, 1)),
    ),
    Session(
        (
            Turn("Maria Lopez plays the violin.", "Ben", id="violin"),
            Turn("Nice weather today.", "Ana", id="weather"),
        ),
        "s3",
        said_at(datetime(2024, 3, 1)),
    ),
)


@pytest.fixture
def memory() -> Iterator[Memory]:
    with open_memory(":memory:", architecture=lightgmem()) as opened:
        opened.add(SESSIONS)
        yield opened


def told(profile: Profile) -> list[tuple[str, str, tuple[str, ...]]]:
    """The entries with the ids of their turns."""
    return [(one.attribute, one.value, tuple(turn.id for turn in one.turns)) for one in profile.entries]


def test_a_profile_has_what_is_said_under_any_name(memory: Memory) -> None:
    """Maria is Maria Lopez, and Ana's sister; what Ana says of her and what Ben says stands together."""
    found = memory.profile("maria")
    assert (found.name, found.type, found.aliases) == ("Maria Lopez", "Person", ("Maria", "Ana's sister"))
    assert memory.profile("Ana's sister") == found
    assert told(found) == [("interests", "chess", ("chess",)), ("interests", "violin", ("violin",))]
    assert [one.claimed_by for one in found.entries] == [("Ana",), ("Ben",)]
    assert (found.mentions, found.episodes) == (4, 3)
    assert (found.first.id, found.last.id) == ("home", "violin")


def test_a_new_value_takes_the_place_of_the_old(memory: Memory) -> None:
    """As facts have it: since when, and what held before."""
    found = memory.profile("Ana")
    assert told(found) == [("homeLocation", "Lisbon", ("moved",)), ("family", "Maria Lopez", ("home",))]
    assert found.entries[0].valid_from == datetime(2024, 2, 1)
    former = memory.profile("Ana", outdated=True).entries[1]
    assert (former.value, former.status, former.reason, former.valid_to) == (
        "Porto",
        "outdated",
        "newer",
        datetime(2024, 2, 1),
    )


def test_a_value_that_is_an_entity_has_it_the_other_way_around(memory: Memory) -> None:
    """The city has who lives there, the company who works there."""
    assert told(memory.profile("Lisbon")) == [("residents", "Ana", ("moved",))]
    assert told(memory.profile("Porto")) == []
    assert told(memory.profile("Bosch")) == [("members", "Ben", ("work",))]


@pytest.mark.parametrize(
    ("lines", "profiles"),
    [
        (
            ("I visited my sister.", "Clara is my sister.", "My sister works at Bosch."),
            {"Ana": [("family", "Clara")], "Clara": [("worksFor", "Bosch")], "Bosch": [("members", "Clara")]},
        ),
        (("I have a dog.", "My dog Rex is old."), {"Ana": [("pets", "Rex")], "Rex": [("owner", "Ana")]}),
        (("I work for Acme.", "I work for Acme Corp."), {"Ana": [("worksFor", "Acme Corp")]}),
        (("My mum is a doctor.",), {"Ana": [("family", "mum")], "Ana's mum": [("occupation", "doctor")]}),
    ],
)
def test_a_value_that_is_an_entity_goes_by_its_name(
    lines: Sequence[str], profiles: dict[str, list[tuple[str, str]]]
) -> None:
    """Whatever it is called where it is stated, and once; who has no name is a mum."""
    with open_memory(":memory:", architecture=lightgmem()) as memory:
        memory.add([Turn(text, "Ana") for text in lines], session="s1")
        told_of = {one.name: [part[:2] for part in told(one)] for one in memory.profiles()}
    assert {name: told_of[name] for name in profiles} == profiles


def test_what_somebody_else_has_is_another() -> None:
    """Ben's dog is not Ana's because nobody else's is told of."""
    with open_memory(":memory:", architecture=lightgmem()) as memory:
        memory.add([Turn("My dog Rex is old.", "Ana"), Turn("I have a dog.", "Ben")], session="s1")
        assert [part[:2] for part in told(memory.profile("Ben"))] == [("pets", "dog")]
        assert [part[:2] for part in told(memory.profile("Rex"))] == [("owner", "Ana")]


def test_everybody_has_a_profile(memory: Memory) -> None:
    """In the order of their first mentions, also who is only mentioned."""
    names = [one.name for one in memory.profiles()]
    assert names[0] == "Ana"
    assert {"Porto", "Ben", "Bosch", "Maria Lopez", "Lisbon"} <= set(names)
    assert names.index("Porto") < names.index("Lisbon")


def test_forgetting_leaves_what_was_never_there(memory: Memory) -> None:
    """Without the turn that superseded it, the old home is the home again, and the city has nobody."""
    memory.forget(turn="moved")
    assert told(memory.profile("Ana"))[0] == ("homeLocation", "Porto", ("home",))
    with pytest.raises(NotFoundError, match="Lisbon"):
        memory.profile("Lisbon")
    with open_memory(":memory:", architecture=lightgmem()) as never:
        for session in without(list(SESSIONS), "moved"):
            never.add(session)
        assert plain(never) == plain(memory)


@pytest.mark.parametrize("seed", range(3))
def test_neither_order_nor_batches_matter(seed: int) -> None:
    """Sessions at once or one by one in any order: the same profiles."""
    sessions, chance = meetings(seed), random.Random(seed)
    with (
        open_memory(":memory:", architecture=resolving()) as whole,
        open_memory(":memory:", architecture=resolving()) as shuffled,
    ):
        whole.add(sessions)
        for one in chance.sample(sessions, len(sessions)):
            shuffled.add(one)
            shuffled.recall("Who likes tea?")
        assert any(one.entries for one in whole.profiles())
        assert plain(whole) == plain(shuffled)
        question = "What does Maria Lopez like?"
        assert answers(whole, question) == answers(shuffled, question)


def answers(memory: Memory, question: str) -> dict[str, tuple[float, list[str]]]:
    """The score of each hit, and which profiles it supports."""
    return {hit.id: (hit.score, supported(hit)) for hit in memory.recall(question, k=8).hits}


def supported(hit: Hit) -> list[str]:
    """The lines of a hit's reason that name profiles."""
    return [line for line in hit.evidence[0].reason.path if line.startswith("profile “")]


def plain(memory: Memory) -> list[Profile]:
    """The profiles without the keys and ordinals of turns, which follow the order of adding."""

    def turn(one: SourceTurn) -> SourceTurn:
        return replace(one, key=0, ordinal=0)

    def entry(one: ProfileEntry) -> ProfileEntry:
        return replace(one, turns=tuple(map(turn, one.turns)))

    return [
        replace(one, first=turn(one.first), last=turn(one.last), entries=tuple(map(entry, one.entries)))
        for one in memory.profiles(outdated=True)
    ]


def test_decisions_count(memory: Memory) -> None:
    """Of facts: an ended one is none. Of names: a nickname's facts are hers once somebody says so."""
    memory.append({"speaker": "Ben", "text": "Malu likes tea."}, "s3")
    assert ("interests", "tea", ("s3:2",)) not in told(memory.profile("Maria Lopez"))
    memory.merge("Malu", "Maria Lopez")
    assert ("interests", "tea", ("s3:2",)) in told(memory.profile("Malu"))
    chess = next(one for one in memory.profile("Maria").entries if one.value == "chess")
    for fact in chess.facts:
        memory.end_fact(fact)
    assert "chess" not in [one.value for one in memory.profile("Maria").entries]


def test_two_of_one_first_name_are_two() -> None:
    """What is told under a full name is in that profile alone, and makes nobody of the first name."""
    texts = (
        "Maria Lopez lives in Faro.",
        "My sister Maria Silva lives in Lisbon.",
        "Maria Lopez bought a flat in Rome.",
    )
    with open_memory(":memory:", architecture=lightgmem()) as memory:
        for month, text in enumerate(texts, 1):
            memory.add([Turn(text, "Ana")], session=f"s{month}", said=f"2024-0{month}-01")
        people = [one for one in memory.profiles() if one.type == "Person"]
        homes = {
            one.name: [value for attribute, value, _ in told(one) if attribute == "homeLocation"] for one in people
        }
    assert homes == {"Ana": [], "Maria Lopez": ["Rome"], "Maria Silva": ["Lisbon"]}


def test_brought_triplets_count(memory: Memory) -> None:
    """Under a name that only one has, also where their turns do not say it."""
    memory.bring([{"kind": "triplet", "subject": "Maria", "relation": "likes", "object": "jazz", "turns": ["weather"]}])
    assert ("interests", "jazz", ("weather",)) in told(memory.profile("Maria Lopez"))


def test_several_of_one_name_are_told_apart(memory: Memory) -> None:
    """By the full name, else by the turn of the first mention; what nobody is called is an error."""
    memory.add([Turn("Zita Moreno likes tea.", "Ana", id="reed")], session="t1", said="2024-04-01")
    memory.add([Turn("Tom Hanson likes golf.", "Ben", id="hanson")], session="t2", said="2024-05-01")
    assert told(memory.profile("Zita Moreno")) == [("interests", "tea", ("reed",))]
    with pytest.raises(NotFoundError, match=r"'Zoe'; known: 'Ben', .* and 4 more; `convograph profile` lists all"):
        memory.profile("Zoe")
    with pytest.raises(NotFoundError, match="first mentioned in the turn 'home'"):
        memory.profile("Zita Moreno", turn="home")
    assert memory.profile("Zita Moreno", turn="reed") == memory.profile("zita  moreno")
    with pytest.raises(InputError):
        memory.profile(" ")


def test_a_first_name_that_may_be_short_for_two_is_ambiguous() -> None:
    """Also where one of them speaks, and is called so; as for facts."""
    turns = [
        Turn("I work at Boots.", "Ben Hartley", id="hartley"),
        Turn("Nice, Ben.", "Ana", id="nice"),
        Turn("Ben Okoro works at Lidl.", "Ana", id="okoro"),
    ]
    with open_memory(":memory:", architecture=lightgmem()) as memory:
        memory.add(turns[:2], session="s", said="2024-01-01")
        assert memory.profile("Ben").name == "Ben Hartley"
        memory.add(turns[2:], session="t", said="2024-01-02")
        with pytest.raises(ConflictError, match=r"2 are called 'Ben': 'Ben Hartley' .*; 'Ben Okoro'"):
            memory.profile("Ben")
        with pytest.raises(ConflictError, match="2 names begin with 'Ben': 'Ben Hartley', 'Ben Okoro'"):
            memory.facts("Ben")


def test_a_name_that_two_have_in_full_is_ambiguous(memory: Memory) -> None:
    """The error names the turns that tell them apart."""
    (maria,) = [one for one in memory.profiles() if one.name == "Maria Lopez"]
    other = replace(maria, first=memory.turns("s3")[0])
    with pytest.raises(ConflictError, match=r"turn home; .*turn violin; give a fuller name, or the turn"):
        resolve_name([maria, other], "Maria Lopez", None)
    assert resolve_name([maria, other], "maria", "violin") is other


def test_an_architecture_without_names_has_no_profiles() -> None:
    """The error names one that has."""
    with open_memory(":memory:", architecture=Search(HashingEncoder(), unit="turn")) as memory:
        memory.add(SESSIONS)
        for call in (memory.profiles, lambda: memory.profile("Ana")):
            with pytest.raises(UnsupportedError, match="open the memory with lightgmem"):
                call()


def test_what_is_said_later_is_in_no_profile(memory: Memory) -> None:
    """A recall as of January knows no chess: the profile brings none of the later episodes."""
    question = "What does Maria Lopez like?"
    assert {"chess", "violin"} <= {hit.id for hit in memory.recall(question, k=9).hits}
    early = memory.recall(question, k=9, as_of="2024-01-15").hits
    assert {hit.id for hit in early} <= {"home", "work"}
    assert "profile “Maria Lopez”" in early[0].evidence[0].reason.path


def test_a_profile_is_found_by_what_it_says() -> None:
    """A question that names nobody: the profile of who has a sister and lives in Porto is the nearest."""
    with open_memory(":memory:", architecture=lightgmem(profiles=1)) as memory:
        memory.add(SESSIONS)
        hits = {hit.id: hit for hit in memory.recall("Whose homeLocation is it?", k=9).hits}
        assert supported(hits["weather"]) == ["profile “Ana”"]
        assert "work" not in hits or supported(hits["work"]) == []


def test_no_profiles_where_none_are_wanted(memory: Memory) -> None:
    """Then neither scores nor reasons have anything of them."""
    for settings in ({"profiles": 0}, {"profile_episodes": 0, "profile_bonus": 0.0}):
        with open_memory(":memory:", architecture=lightgmem(**settings)) as none:
            none.add(SESSIONS)
            for hit in none.recall("What does Maria Lopez like?", k=9).hits:
                assert "profiles" not in dict(hit.evidence[0].reason.parts)
                assert supported(hit) == []


@pytest.mark.parametrize(
    "settings", [{"profiles": -1}, {"profile_episodes": 1.5}, {"profile_bonus": -0.1}, {"profile_bonus": True}]
)
def test_wrong_settings_are_errors(settings: dict[str, object]) -> None:
    """Which name the setting."""
    with pytest.raises(InputError, match=next(iter(settings))):
        LightGMEMSettings(**settings)


def test_profiles_of_a_question_come_into_contexts(memory: Memory) -> None:
    """Those that say something, best first, with the turns that state their values."""
    found = memory.recall("Where does Ana live, and what does Maria play?", k=3)
    assert [one.rank for one in found.memos] == list(range(1, len(found.memos) + 1))
    scores = [one.score for one in found.memos]
    assert scores == sorted(scores, reverse=True)
    assert [one.text.split(" (")[0] for one in found.memos if one.score > 2] == ["Ana", "Maria Lopez"]
    texts = {one.text: one for one in found.memos}
    maria = texts["Maria Lopez (Person), also called Maria, Ana's sister; interests: chess, violin"]
    assert [turn.id for turn in maria.turns] == ["chess", "violin"]
    assert maria.kind == "profile"
    assert maria.said is not None
    assert maria.said.local == datetime(2024, 3, 1)
    packed = memory.context("Where does Ana live, and what does Maria play?", k=3, budget=400)
    assert any(one.memo == maria for one in packed.memo_citations)
    assert "Maria Lopez (Person), also called Maria, Ana's sister; interests: chess, violin" in packed.text


def test_a_context_as_of_a_day_has_what_was_known_then(memory: Memory) -> None:
    """The profile of Maria has no violin before Ben told of it."""
    found = memory.recall("What does Maria like?", as_of="2024-02-15")
    assert "Maria Lopez (Person), also called Maria, Ana's sister; interests: chess" in [
        one.text for one in found.memos
    ]


def test_no_profiles_are_told_where_none_are_selected() -> None:
    """With `profiles=0`."""
    with open_memory(":memory:", architecture=lightgmem(profiles=0)) as opened:
        opened.add(SESSIONS)
        assert opened.recall("What does Maria like?").memos == ()
