"""Words that may be names in a memory: whom they mean, however the turns came in, and what a person decides."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from convograph.architectures.lightgmem import LightGMEM
from convograph.architectures.lightgmem.anchors import asked_names
from convograph.build import make_reader, open_memory
from convograph.memory import Memory
from convograph.protocols import Query
from convograph.types import Memo, Session, Triplet, Turn
from support.encoders import HashingEncoder

READER = make_reader()
SAID = (
    ("s0", "Ana", "so teo works at Lidl"),
    ("s0", "Tom", "was it nice at joosts"),
    ("s1", "Ana", "I met Teo. My friend Joost Bakker came."),
    ("s2", "Tom", "the zorbing was great, said joost"),
)


def opened(said: Sequence[tuple[str, str, str]] = SAID) -> Memory:
    """A memory with some turns, each with its session."""
    memory = open_memory(":memory:", architecture=LightGMEM(HashingEncoder(), READER))
    if said:
        memory.add(sessions(said))
    return memory


def sessions(said: Sequence[tuple[str, str, str]]) -> list[Session]:
    """The turns as sessions, with ids by session and place."""
    names = dict.fromkeys(name for name, _, _ in said)
    return [
        Session(tuple(Turn(text, who) for session, who, text in said if session == name), id=name) for name in names
    ]


def known(memory: Memory) -> dict[str, tuple[int, set[str]]]:
    """The number of mentions and the other names of each entity."""
    return {one.name: (one.mentions, set(one.aliases)) for one in memory.entities()}


def texts(memory: Memory, name: str) -> list[str]:
    """The words of each mention of an entity."""
    return [one.text for one in memory.mentions(name)]


def test_a_rare_word_is_whoever_has_its_name() -> None:
    """Before and after, in a possessive without an apostrophe, as one of a person's names; other words are nobody."""
    with opened() as memory:
        assert texts(memory, "Teo") == ["teo", "Teo"]
        assert texts(memory, "Joost Bakker") == ["joosts", "Joost Bakker", "joost"]
        assert set(known(memory)) == {"Ana", "Tom", "Teo", "Lidl", "Joost Bakker"}
        (value,) = (one for one in memory.profile("Teo").entries if one.attribute == "worksFor")
        assert value.value == "Lidl"


def test_a_capital_at_the_beginning_is_that_of_a_known_name() -> None:
    """Inside a sentence it makes the name known, even if the parser takes the word for something else."""
    said = [
        ("s0", "Ana", "Otti cried."),
        ("s1", "Tom", "And tell Otti that every potter counts."),
    ]
    with opened(said) as memory, opened(said[:1]) as first:
        assert texts(memory, "Otti") == ["Otti", "Otti"]
        assert set(known(memory)) == {"Ana", "Tom", "Otti"}
        assert set(known(first)) == {"Ana"}


def test_an_ordinary_word_with_a_capital_once_is_no_name_elsewhere() -> None:
    """Common ones never; rare ones not where their sentence has capitals."""
    said = [
        ("s0", "Ana", "We stayed at Kettle Barn with Kettle and Kiln."),
        ("s1", "Tom", "the kettle is on"),
        ("s1", "Tom", "Then we fired the kiln."),
    ]
    with opened(said) as memory, opened(said[:1]) as first:
        assert {name for name in known(memory) if name != "Tom"} == set(known(first))
        assert not {"kettle", "kiln"} & {text for name in known(memory) for text in texts(memory, name)}


def test_a_later_capital_changes_earlier_turns() -> None:
    """Turn by turn as at once."""
    with opened(SAID[:2]) as memory:
        assert "Teo" not in known(memory)
        memory.add(sessions(SAID[2:3]))
        assert texts(memory, "Teo") == ["teo", "Teo"]


def test_without_its_only_capital_a_name_is_none() -> None:
    """As if it had never been said."""
    with opened() as memory, opened([one for one in SAID if one != SAID[2]]) as never:
        assert "Teo" in known(memory)
        memory.forget(turn="s1:0")
        assert known(memory) == known(never)
        assert "Teo" not in known(memory)


def test_neither_order_nor_batches_matter() -> None:
    """Turn by turn, side by side, as at once."""
    chance = random.Random(0)
    with opened() as whole, opened(()) as pieces:
        left = [(one, place) for one in sessions(SAID) for place in range(len(one.turns))]
        while left:
            one = chance.choice(left)[0]
            place = next(place for other, place in left if other is one)
            left.remove((one, place))
            pieces.add(replace(one, turns=one.turns[place : place + 1], first_ordinal=place))
            known(pieces)
        assert known(pieces) == known(whole)


def test_decisions_apply_to_them() -> None:
    """About the name, and about the word itself."""
    with opened() as memory:
        memory.merge("Teo", "Lidl")
        assert texts(memory, "Teo") == ["teo", "Lidl", "Teo"]
        (decision,) = memory.decisions()
        memory.undo(decision.id)
        memory.split("Joosts", "Joost")
        assert "joosts" not in texts(memory, "Joost Bakker")


def test_a_question_without_capitals_finds_them() -> None:
    """By the name, in a possessive without an apostrophe, and by two words; common words are no names."""
    with opened() as memory:
        architecture = memory.architecture
        assert isinstance(architecture, LightGMEM)
        graph = architecture.entity_graph(memory._keeper.caught_up(), Query("", 1, architecture.unit))
        for question, names in (
            ("where does teo live", ["teo"]),
            ("is this teos house", ["teo"]),
            ("who saw joost bakker", ["joost bakker"]),
            ("when was the garden dug", []),
        ):
            assert asked_names(READER, question, graph, lower_case=True) == names
            assert asked_names(READER, question, graph) == []


def test_the_settings_of_the_paper_know_none() -> None:
    """Nothing but names is a mention there."""
    with opened() as memory:
        architecture = memory.architecture
        assert isinstance(architecture, LightGMEM)
        settings = replace(
            architecture.settings, resolution=replace(architecture.settings.resolution, descriptions=False)
        )
    with open_memory(":memory:", architecture=replace(architecture, settings=settings)) as memory:
        memory.add(sessions(SAID))
        assert texts(memory, "Teo") == ["Teo"]


def test_a_brought_name_is_not_lost_to_its_lower_case() -> None:
    """A model writes "Teo" of a turn that says "teo": the memory then has the name."""
    with opened(SAID[:2]) as memory:
        memory.bring(
            [Memo("triplet", "Teo works at Lidl", None, ("s0:0",), None, (Triplet("Teo", "works at", "Lidl"),))]
        )
        assert "teo" in texts(memory, "Teo")
