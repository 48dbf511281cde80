"""A model writes profiles: when it is asked, what is stored, what becomes of it."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from convograph.architectures.lightgmem import LightGMEM, LightGMEMSettings
from convograph.architectures.search import Search
from convograph.build import open_memory
from convograph.chat import ChatRequest
from convograph.errors import InputError, ModelBusyError, UnsupportedError
from convograph.extraction.reading import Reader
from convograph.llm.scripted import ScriptedChat
from convograph.memory import Memory
from convograph.types import Session, Turn
from support.conversations import said_at, without
from support.encoders import HashingEncoder
from support.entities import TWO_EPISODES
from support.parses import ThreeWordParser
from support.pictures import exported
from support.profiles import entity_in, messages_in, profiler, prompt_of, told

PROFILE = ["profile"]


def days(first: int, last: int) -> list[Session]:
    """A session a day, an episode each: Ana likes something else every day, and visits somewhere on some."""
    return [
        Session(
            (
                Turn(f"Ana likes thing{day}.", "Ana", id=f"d{day}.likes"),
                Turn(f"Ana visited town{day}." if day % 4 == 0 else "Ana watched birds.", "Ana", id=f"d{day}.home"),
            ),
            f"d{day:02}",
            said_at(datetime(2024, 1, day)),
        )
        for day in range(first, last + 1)
    ]


def opened() -> Memory:
    settings = LightGMEMSettings(resolution=TWO_EPISODES)
    return open_memory(":memory:", architecture=LightGMEM(HashingEncoder(), Reader(ThreeWordParser()), settings))


def written(memory: Memory) -> list[tuple[str, tuple[str, ...], tuple[str, str, str]]]:
    """The text, the turns and the triplet of each memo."""
    found = [(one.text, tuple(turn.id for turn in one.turns), one.triplets[0].parts) for one in memory.memos("profile")]
    return sorted(found)


def values(memory: Memory, attribute: str) -> list[tuple[str, tuple[str, ...]]]:
    """The values of an attribute of Ana's, with the ids of their turns; of homes, all are a model's."""
    entries = memory.profile("Ana").entries
    return [(one.value, tuple(turn.id for turn in one.turns)) for one in entries if one.attribute == attribute]


def test_fifteen_episodes_are_an_update_and_fewer_wait() -> None:
    """Of 16 episodes the first 15 are read, with their neighbours; the last waits, until a flush reads it."""
    asked: list[str] = []

    def model(request: ChatRequest) -> object:
        asked.append(prompt_of(request))
        return told(prompt_of(request))

    with opened() as memory:
        memory.add(days(1, 14))
        assert memory.enrich_plan(PROFILE).calls == {}
        assert memory.enrich(ScriptedChat(model), kinds=PROFILE).calls == 0
        memory.add(days(15, 16))
        assert memory.enrich_plan(PROFILE).calls == {"profile": 1}
        report = memory.enrich(ScriptedChat(model), kinds=PROFILE)
        assert (report.calls, dict(report.waiting), report.written["profile"]) == (1, {}, 18)
        assert len(messages_in(asked[0])) == 32  # the sixteenth is beside the fifteenth
        assert memory.profile("Ana").description == "Ana after 0 interests."
        assert values(memory, "homeLocation") == [("town16", ("d16.home",))]  # and may tell something
        assert memory.enrich(ScriptedChat(model), kinds=PROFILE).calls == 0
        assert memory.enrich_plan(PROFILE, flush=True).calls == {"profile": 1}
        assert memory.enrich(ScriptedChat(model), kinds=PROFILE, flush=True).calls == 1
        assert memory.profile("Ana").description == "Ana after 16 interests."
        assert [number for number, _, _ in messages_in(asked[1])] == [1, 2, 3, 4]
        assert memory.enrich(ScriptedChat(model), kinds=PROFILE, flush=True).calls == 0


def test_an_entity_of_two_episodes_has_a_light_profile() -> None:
    """No model is asked about it, not even at a flush; from three on it is."""
    with opened() as memory:
        memory.add(days(1, 2))
        assert memory.enrich(profiler(), kinds=PROFILE, flush=True).calls == 0
        light = memory.profile("Ana")
        assert (light.description, light.episodes, light.first.id) == (None, 2, "d1.likes")
        memory.add(days(3, 3))
        assert memory.enrich(profiler(), kinds=PROFILE, flush=True).calls == 1


def test_a_memory_that_grows_has_what_one_has_that_got_everything_at_once() -> None:
    """Rounds of 15 in order of time, each with what those before it found, for any number of workers."""
    found = []
    for parts, workers in (([days(1, 31)], 1), ([days(1, 31)], 4), ([days(1, 16), days(17, 31)], 2)):
        with opened() as memory:
            for part in parts:
                memory.add(part)
                report = memory.enrich(profiler(), kinds=PROFILE, workers=workers)
                assert (report.failures, dict(report.waiting)) == ((), {})
            assert memory.profile("Ana").description == "Ana after 16 interests."
            found.append(written(memory))
    assert found[0] == found[1] == found[2]


def test_values_have_the_turns_that_state_them() -> None:
    """The first turn says who is meant; then those that the model names, which are what a profile shows."""
    with opened() as memory:
        memory.add(days(1, 15))
        memory.enrich(profiler(), kinds=PROFILE)
        assert ("Ana, interests: thing7", ("d1.likes", "d7.likes"), ("Ana", "interests", "thing7")) in written(memory)
        assert values(memory, "homeLocation") == [("town12", ("d12.home",))]
        (head,) = (one for one in memory.memos("profile") if one.triplets[0].relation == "is a")
        assert len(head.turns) == 30
        assert head.origin == profiler().fingerprint


def test_forgetting_leaves_what_was_never_there() -> None:
    """All profiles go, since any turn may have told whom a name means, and what is written again is by what is left."""
    sessions = days(1, 30)
    with opened() as memory, opened() as never:
        memory.add(sessions)
        memory.enrich(profiler(), kinds=PROFILE)
        memory.forget(turn="d7.likes")
        assert memory.memos("profile") == []
        memory.enrich(profiler(), kinds=PROFILE, flush=True)
        never.add(without(sessions, {"d7.likes"}))
        never.enrich(profiler(), kinds=PROFILE, flush=True)
        assert "thing7" not in json.dumps(written(memory))
        assert written(memory) == written(never)
        assert memory.profile("Ana").description == never.profile("Ana").description
        assert values(memory, "interests") == values(never, "interests")


def test_an_export_has_the_profiles_and_no_model_is_asked_again() -> None:
    """Of version 11."""
    with opened() as memory, opened() as other:
        memory.add(days(1, 15))
        memory.enrich(profiler(), kinds=PROFILE)
        lines = exported(memory)
        assert json.loads(lines[0])["version"] == 11
        other.import_from(lines)
        assert other.profile("Ana").description == memory.profile("Ana").description
        assert values(other, "interests") == values(memory, "interests")
        assert other.enrich(profiler(), kinds=PROFILE, flush=True).calls == 0
        assert exported(other) == lines


@pytest.mark.parametrize("reply", ["no JSON", {"description": " "}, ModelBusyError("busy")])
def test_a_round_that_fails_is_asked_again(reply: object) -> None:
    """What came before it is stored; the next run begins with it."""

    def later_fails(request: ChatRequest) -> object:
        return reply if entity_in(prompt_of(request))["attributes"] else told(prompt_of(request))

    with opened() as memory, opened() as never:
        memory.add(days(1, 30))
        report = memory.enrich(ScriptedChat(later_fails, "m"), kinds=PROFILE)
        assert [(one.kind, one.about) for one in report.failures] == [("profile", "Ana")]
        assert dict(report.waiting) == {"profile": 1}
        assert memory.profile("Ana").description == "Ana after 0 interests."
        again = memory.enrich(profiler("m"), kinds=PROFILE)
        assert (again.calls, again.kept, dict(again.waiting)) == (1, 0, {})
        never.add(days(1, 30))
        never.enrich(profiler("m"), kinds=PROFILE)
        assert written(memory) == written(never)


def test_a_limit_leaves_the_rest_to_the_next_run() -> None:
    """As many calls as are allowed."""
    with opened() as memory:
        memory.add(days(1, 30))
        report = memory.enrich(profiler(), kinds=PROFILE, limit=1)
        assert (report.calls, dict(report.waiting), report.failures) == (1, {"profile": 1}, ())
        assert memory.enrich(profiler(), kinds=PROFILE).calls == 1


def test_what_the_entity_says_later_goes_before_what_a_model_read_earlier() -> None:
    """Of one value at a time the last that was stated counts, whoever read it."""
    with open_memory(":memory:", architecture="lightgmem") as memory:
        memory.add(
            [
                Session(
                    (Turn(f"I like tea number {day}.", "Ana", id=f"t{day}"),),
                    f"s{day}",
                    said_at(datetime(2024, 1, day)),
                )
                for day in range(1, 4)
            ]
        )
        model = ScriptedChat(
            lambda request: {"description": "Ana.", "homeLocation": {"value": "Porto", "messages": [2]}}
        )
        memory.enrich(model, kinds=PROFILE, flush=True)
        assert values(memory, "homeLocation") == [("Porto", ("t2",))]
        (described,) = [one for one in memory.profiles() if one.description]
        assert described.name == "Ana"
        later = Session((Turn("I live in Lisbon.", "Ana", id="later"),), "s9", said_at(datetime(2024, 2, 1)))
        memory.add(later)
        homes = [one.value for one in memory.profile("Ana").entries if one.attribute == "homeLocation"]
        assert homes == ["Lisbon"]


def test_a_profile_of_names_that_are_parted_is_void() -> None:
    """It is by turns that are another's by then; the rest is read anew."""
    with opened() as memory:
        memory.add(
            [*days(1, 15), Session((Turn("Tom likes tea.", "Tom", id="tom"),), "x", said_at(datetime(2024, 3, 1)))]
        )
        memory.merge("Tom", "Ana")
        memory.enrich(profiler(), kinds=PROFILE, flush=True)
        assert memory.profile("Ana").description is not None
        memory.split("Tom", "Ana")
        assert memory.profile("Ana").description is None
        assert memory.enrich(profiler(), kinds=PROFILE, flush=True).calls == 1
        assert memory.profile("Ana").description is not None


def test_a_question_is_told_by_what_a_model_wrote() -> None:
    """The text of a profile has it, so that a question selects whom it is about."""

    def says(request: ChatRequest) -> object:
        return {"description": "Ana collects porcelain."}

    question = "Who collects porcelain?"
    with opened() as memory:
        memory.add(days(1, 3))
        before = [hit for hit in memory.recall(question, k=5).hits if "profile “Ana”" in hit.evidence[0].reason.path]
        memory.enrich(ScriptedChat(says), kinds=PROFILE, flush=True)
        after = [hit for hit in memory.recall(question, k=5).hits if "profile “Ana”" in hit.evidence[0].reason.path]
        assert len(before) < len(after) == 3


def test_where_there_are_no_profiles_none_are_written() -> None:
    """The architecture that has some is named; a flush is yes or no."""
    with open_memory(":memory:", architecture=Search(HashingEncoder(), "bm25")) as memory:
        with pytest.raises(UnsupportedError, match="open the memory with lightgmem"):
            memory.enrich(profiler(), kinds=PROFILE)
        with pytest.raises(UnsupportedError, match="open the memory with lightgmem"):
            memory.enrich_plan(PROFILE)
    with opened() as memory, pytest.raises(InputError, match="flush"):
        memory.enrich(profiler(), kinds=PROFILE, flush="yes")
