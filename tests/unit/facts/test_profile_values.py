"""Values of profiles that a model wrote, as facts over time: dates, sources, what replaces them, decisions, history."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from convograph.build import open_memory
from convograph.chat import ChatRequest
from convograph.facts.gathering.profile_statements import RELATION_OF
from convograph.llm.scripted import ScriptedChat
from convograph.memory import Memory
from convograph.profiles import attributes_of
from convograph.profiles.schema import attribute_of
from convograph.types import Fact, Session, Turn
from support.conversations import said_at
from support.entities import lightgmem
from support.profiles import entity_in, messages_in, prompt_of

SAID = {  # in words that no rule reads
    "porto": ("Ana", "The river was high again."),
    "rain": ("Ana", "It rained the whole day."),
    "she": ("Ben", "She was up at four."),
    "ben": ("Ben", "Ana was up at four."),
}
LAGOON = "The lagoon was warm."
PORTO, FARO = ("homeLocation", "Porto"), ("homeLocation", "Faro")


def sessions() -> list[Session]:
    """A turn a day."""
    return [
        Session((Turn(text, speaker, id=name),), f"s{day}", said_at(datetime(2024, 1, day)))
        for day, (name, (speaker, text)) in enumerate(SAID.items(), 1)
    ]


@pytest.fixture
def memory() -> Iterator[Memory]:
    with open_memory(":memory:", architecture=lightgmem()) as opened:
        opened.add(sessions())
        yield opened


def write(memory: Memory, *values: tuple[tuple[str, str], str]) -> None:
    """Have a model write these values of Ana's, each with the turn that states it."""

    def reply(request: ChatRequest) -> dict[str, Any]:
        prompt = prompt_of(request)
        numbers = {text: number for number, _, text in messages_in(prompt)}
        texts = {"faro": LAGOON, **{name: text for name, (_, text) in SAID.items()}}
        found: dict[str, Any] = {"description": "Somebody."}
        for (attribute, value), turn in values if entity_in(prompt)["name"] == "Ana" else ():
            told = {"value": value, "messages": [numbers[texts[turn]]]}
            single = attributes_of("Person")[attribute].single
            found[attribute] = told if single else [*found.get(attribute, []), told]
        return found

    memory.enrich(ScriptedChat(reply, f"writer of {values}"), kinds=["profile"], flush=True)


def told(facts: list[Fact]) -> list[tuple[str, str, str, tuple[str, ...]]]:
    return [(one.relation, one.value, one.status, tuple(turn.id for turn in one.turns)) for one in facts]


def entries(memory: Memory, attribute: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """The values of an attribute of Ana's, with what no longer holds."""
    found = memory.profile("Ana", outdated=True).entries
    return [
        (one.value, one.status, tuple(turn.id for turn in one.turns)) for one in found if one.attribute == attribute
    ]


def test_a_value_is_a_fact_with_its_date_and_its_turn(memory: Memory) -> None:
    """Who said so and when is known from the turn; before the model wrote it, there was no fact."""
    assert memory.facts("Ana", "lives_in") == []
    write(memory, (PORTO, "porto"))
    (home,) = memory.facts("Ana", "lives_in")
    assert told([home]) == [("lives_in", "Porto", "current", ("porto",))]
    assert (home.claimed_by, home.known_from) == ("Ana", said_at(datetime(2024, 1, 1)))
    assert memory.facts("Ana", "lives_in", known_at="2023-12-31") == []
    (entry,) = [one for one in memory.profile("Ana").entries if one.attribute == "homeLocation"]
    assert (entry.value, entry.facts, entry.known_from) == ("Porto", (home.id,), home.known_from)


def test_facts_that_are_read_and_written_replace_each_other(memory: Memory) -> None:
    """By when they were said. Forgetting a turn removes all profiles: what was read alone is left."""
    write(memory, (PORTO, "porto"))
    memory.add([Turn("I moved to Lisbon.", "Ana", id="lisbon")], session="s8", said="2024-01-08")
    history = [
        ("lives_in", "Porto", "outdated", ("porto",)),
        ("lives_in", "Lisbon", "current", ("lisbon",)),
    ]
    assert told(memory.history("Ana", "lives_in")) == history
    assert entries(memory, "homeLocation") == [("Lisbon", "current", ("lisbon",)), ("Porto", "outdated", ("porto",))]
    assert [one.value for one in memory.profile("Ana").entries if one.attribute == "homeLocation"] == ["Lisbon"]
    memory.forget(turn="rain")
    assert told(memory.history("Ana", "lives_in")) == history[1:]


def test_a_value_that_a_model_replaced_is_history(memory: Memory) -> None:
    """In facts, and in the profile, each with its date and its turn."""
    write(memory, (PORTO, "porto"))
    memory.add([Turn(LAGOON, "Ana", id="faro")], session="s9", said="2024-01-09")
    write(memory, (FARO, "faro"))
    assert told(memory.history("Ana", "lives_in")) == [
        ("lives_in", "Porto", "outdated", ("porto",)),
        ("lives_in", "Faro", "current", ("faro",)),
    ]
    assert entries(memory, "homeLocation") == [("Faro", "current", ("faro",)), ("Porto", "outdated", ("porto",))]
    assert [
        (one.text, one.said.local) for one in memory.memos("profile") if "homeLocation" in one.text and one.said
    ] == [
        ("Ana, homeLocation: Porto", datetime(2024, 1, 1)),
        ("Ana, homeLocation: Faro", datetime(2024, 1, 9)),
    ]


def test_history_of_what_is_no_fact_is_in_the_profile(memory: Memory) -> None:
    """Of an attribute that no relation tells: since when, and until when."""
    write(memory, (("gender", "man"), "porto"))
    memory.add([Turn(LAGOON, "Ana", id="faro")], session="s9", said="2024-01-09")
    write(memory, (("gender", "woman"), "faro"))
    assert entries(memory, "gender") == [("woman", "current", ("faro",)), ("man", "outdated", ("porto",))]
    former = memory.profile("Ana", outdated=True).entries[1]
    assert (former.known_from, former.valid_to, former.reason) == (
        said_at(datetime(2024, 1, 1)),
        datetime(2024, 1, 9),
        "newer",
    )
    assert [one.value for one in memory.profile("Ana").entries] == ["woman"]
    assert memory.facts("Ana", "gender") == []


@pytest.mark.parametrize(("turn", "is_fact"), [("she", False), ("ben", True)])
def test_only_turns_that_name_the_person_state_facts(memory: Memory, turn: str, *, is_fact: bool) -> None:
    """By the speaker or in words. Whom "she" means depends on more than names: that is in the profile alone."""
    write(memory, (("occupation", "baker"), turn))
    assert entries(memory, "occupation") == [("baker", "current", (turn,))]
    stated = [("occupation", "baker", "current", (turn,))] if is_fact else []
    assert told(memory.facts("Ana", outdated=True)) == stated
    assert [one.claimed_by for one in memory.facts("Ana")] == ["Ben"] * is_fact


def test_an_attribute_of_several_relations_states_no_fact(memory: Memory) -> None:
    """Clara may be a sister or a partner: the profile says that she is family."""
    write(memory, (("family", "Clara"), "porto"))
    assert memory.facts("Ana", outdated=True) == []
    assert entries(memory, "family") == [("Clara", "current", ("porto",))]


def test_decisions_about_such_facts_count_in_profiles(memory: Memory) -> None:
    """What was struck out or ended is not there again because a model wrote it."""
    write(memory, (PORTO, "porto"), (("pets", "Rex"), "rain"))
    (home,), (pet,) = memory.facts("Ana", "lives_in"), memory.facts("Ana", "has_pet")
    memory.strike_fact(home.id)
    memory.end_fact(pet.id)
    assert entries(memory, "homeLocation") == []
    assert [one.value for one in memory.profile("Ana").entries] == []
    memory.keep_fact(home.id)
    assert entries(memory, "homeLocation") == [("Porto", "current", ("porto",))]


def test_what_facts_say_is_over_is_over_in_the_profile(memory: Memory) -> None:
    """Also of an attribute whose values are not read from it, unless the model found it stated later."""
    memory.add([Turn("I like tennis.", "Ana", id="likes")], session="s6", said="2024-01-06")
    memory.add([Turn("I went off tennis.", "Ana", id="off")], session="s7", said="2024-01-07")
    assert entries(memory, "interests") == [("tennis", "outdated", ("likes",))]
    write(memory, (("interests", "tennis"), "rain"))
    assert entries(memory, "interests") == [("tennis", "outdated", ("likes",))]
    memory.add([Turn(SAID["rain"][1], "Ana", id="again")], session="s8", said="2024-01-08")
    write(memory, (("interests", "tennis"), "rain"))
    assert [one.value for one in memory.profile("Ana").entries] == ["tennis"]


def test_names_that_are_parted_share_no_fact(memory: Memory) -> None:
    """A profile of both is void, and what a turn of one says is no fact of the other."""
    memory.add([Turn("The estuary is grey.", "Tom", id="vigo")], session="s8", said="2024-01-08")
    memory.merge("Tom", "Ana")
    vigo = {"value": "Vigo", "messages": [5]}
    memory.enrich(ScriptedChat(lambda _: {"description": "Both.", "homeLocation": vigo}), kinds=["profile"], flush=True)
    assert entries(memory, "homeLocation") == [("Vigo", "current", ("vigo",))]
    memory.split("Tom", "Ana")
    assert memory.facts("Ana", outdated=True) == []
    assert entries(memory, "homeLocation") == []


def test_each_of_the_attributes_is_told_by_one_relation() -> None:
    """As the table of profiles has it."""
    for attribute, relation in RELATION_OF.items():
        found = attribute_of("Person", relation)
        assert found is not None
        assert found.name == attribute
        assert found.lists == ()
