"""Descriptions in a memory: whom they mean, however the turns came in, and what a person decides about them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from convograph.architectures.lightgmem import LightGMEM
from convograph.build import make_reader, open_memory
from convograph.memory import Memory
from convograph.types import Session, Turn
from support.encoders import HashingEncoder

READER = make_reader()
SAID = (
    ("s0", "Ana", "My sister came on Sunday."),
    ("s0", "Tom", "How is your sister? I met a dog and a friend."),
    ("s1", "Ana", "My sister Clara moved to Porto. My boss is called Greta."),
    ("s1", "Tom", "My sister likes Porto. The boss likes nobody."),
    ("s2", "Ana", "We live with Pascal the greyhound. My friend Rita knows her."),
    ("s2", "Tom", "Mum wants to see the greyhound."),
)


def opened(said: Sequence[tuple[str, str, str]] = SAID) -> Memory:
    """A memory with some turns, each with its session, whose numbers are their order."""
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


def known(memory: Memory) -> dict[str, tuple[str, set[str]]]:
    """The kind and the other names of each entity."""
    return {one.name: (one.kind, set(one.aliases)) for one in memory.entities()}


def test_a_description_is_whoever_is_called_so_anywhere() -> None:
    """Before and after it is told, by whoever says it. Tom's sister is another, friends are nobody, a dog is none."""
    with opened() as memory:
        assert known(memory) == {
            "Ana": ("person", set()),
            "Tom": ("person", set()),
            "Clara": ("person", {"Ana's sister"}),
            "Tom's sister": ("person", set()),
            "Porto": ("place", set()),
            "Greta": ("person", {"Ana's boss", "boss"}),
            "Pascal": ("animal", {"greyhound"}),
            "Rita": ("person", set()),
            "Tom's mum": ("person", {"Mum"}),
        }
        (clara,) = memory.entities("Clara")
        assert (clara.mentions, clara.first.text) == (4, SAID[0][2])
        assert memory.entities("Ana's sister") == [clara]


def test_two_speakers_have_two_mothers() -> None:
    """In one turn after the other, too; "Mum" is that of who says it, and one that siblings call so is one."""
    said = [
        ("s0", "Ana", "My mum lives in Porto."),
        ("s0", "Tom", "My mum lives in Rome. Mum likes Rome."),
        ("s0", "Ana", "Mum likes tea."),
    ]
    with opened(said) as memory:
        told = {one.name: [entry.value for entry in one.entries] for one in memory.profiles()}
        assert (told["Ana's mum"], told["Tom's mum"]) == (["Porto", "tea"], ["Rome", "Rome"])
    with opened([*said, ("s1", "Ana", "Tom is my brother.")]) as memory:
        assert memory.entities("Tom's mum") == memory.entities("Ana's mum")


def test_a_pet_with_the_name_of_a_person_is_an_animal() -> None:
    """As a description tells; what stands in a corner is no place."""
    said = [
        ("s0", "Ana", "Max is at home. There is a skeleton in the corner called Doris."),
        ("s1", "Ana", "We have a dog called Max."),
    ]
    with opened(said) as memory:
        assert {one.name: one.kind for one in memory.entities()} == {
            "Ana": "person",
            "Max": "animal",
            "Doris": "person",
        }
        assert memory.profile("Max").kind == "animal"


def test_a_profile_has_what_is_said_of_a_description() -> None:
    """Of "my sister", before anybody says that she is Clara."""
    said = [("s0", "Ana", "My sister works at Lidl."), ("s1", "Ana", "My sister Clara moved to Madrid.")]
    with opened(said) as memory:
        values = {one.attribute: one.value for one in memory.profile("Clara").entries}
    assert values == {"worksFor": "Lidl", "homeLocation": "Madrid"}


def test_merges_tell_where_it_is_told() -> None:
    """As those of names, with a turn of each."""
    with opened() as memory:
        told = {one.text: (one.into, [turn.text for turn in one.turns]) for one in memory.merges()}
    assert told["Ana's sister"] == ("Clara", [SAID[0][2], SAID[2][2]])
    assert told["greyhound"] == ("Pascal", [SAID[4][2], SAID[4][2]])


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
            known(pieces)  # what is not told yet is resolved otherwise, and again when it is
        assert known(pieces) == known(whole)


def test_forgetting_who_is_meant() -> None:
    """Without the turn that tells it, a description has words of its own, as if it had never been said."""
    with opened() as memory, opened([one for one in SAID if one != SAID[2]]) as never:
        memory.forget(turn="s1:0")
        assert known(memory) == known(never)
        assert "Ana's sister" in known(memory)
        assert "Greta" not in known(memory)


def test_a_decision_goes_before_what_is_told() -> None:
    """Parted and joined by its name, and back."""
    with opened() as memory:
        before = known(memory)
        memory.split("Ana's sister", "Clara")
        assert known(memory)["Clara"] == ("person", set())
        assert known(memory)["Ana's sister"] == ("person", set())
        (decision,) = memory.decisions()
        memory.undo(decision.id)
        assert known(memory) == before
        memory.merge("Tom's sister", "Rita")
        assert known(memory)["Rita"] == ("person", {"Tom's sister"})


def test_without_descriptions_nothing_but_names_is_a_mention() -> None:
    """As in the paper's settings."""
    with opened() as memory:
        architecture = memory.architecture
        assert isinstance(architecture, LightGMEM)
        settings = replace(
            architecture.settings, resolution=replace(architecture.settings.resolution, descriptions=False)
        )
    with open_memory(":memory:", architecture=replace(architecture, settings=settings)) as memory:
        memory.add(sessions(SAID))
        assert "Clara" in known(memory)
        assert not any("greyhound" in aliases for _, aliases in known(memory).values())
