"""First names: whom "Leo" means where he speaks as Leo Marchetti, and what a decision about "Sam" reaches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from convograph.build import open_memory
from convograph.errors import ConflictError, InputError, NotFoundError
from convograph.memory import Memory
from convograph.types import KnownEntity, Turn
from support.entities import lightgmem

LINES = (
    ("I live in Leyton.", "Sam Okafor", "here"),
    ("I live in Margate.", "Leo Marchetti", "leo"),
    ("Thanks Sam.", "Priya", "thanks"),
    ("Is Sam coming to Leeds?", "Priya", "coming"),
    ("Marchy is late again.", "Priya", "marchy"),
)
LATER = (("Good evening.", "Sam Okafor", "evening"), ("Tom fixes bikes with Sam Whitlock.", "Priya", "whitlock"))


@pytest.fixture
def memory() -> Iterator[Memory]:
    with open_memory(":memory:", architecture=lightgmem()) as opened:
        opened.add([Turn(text, who, id=name) for text, who, name in LINES], session="s1", said="2024-05-01 10:00")
        opened.add([Turn(text, who, id=name) for text, who, name in LATER], session="later", said="2024-05-01 20:00")
        yield opened


def entity(memory: Memory, name: str) -> KnownEntity:
    (found,) = [one for one in memory.entities() if one.name == name]
    return found


# whom a first name means


def test_a_first_name_means_the_only_one_whose_name_begins_so(memory: Memory) -> None:
    """In profiles, facts and their history; a part of a word does not, and a later word does not either."""
    assert memory.profile("leo").name == "Leo Marchetti"
    assert [fact.value for fact in memory.facts("Leo")] == ["Margate"]
    assert [fact.value for fact in memory.history("LEO", "lives_in")] == ["Margate"]
    assert [fact.value for fact in memory.facts("Leo", valid_at="2024-05-02")] == ["Margate"]
    for name in ("Le", "Marchetti"):
        with pytest.raises(NotFoundError, match=f"no facts about '{name}'"):
            memory.facts(name)
    with pytest.raises(NotFoundError, match="called 'Le'"):
        memory.profile("Le")


def test_of_several_the_error_names_them(memory: Memory) -> None:
    """Unless one is called just so; what is somebody's is none of them."""
    memory.add([Turn("I live in Bath.", "Sam Whitlock")], session="s2", said="2024-05-02 10:00")
    memory.add([Turn("My brother Tunde lives in Kent.", "Sam Okafor")], session="s3")
    with pytest.raises(ConflictError, match="2 names begin with 'Sam': 'Sam Okafor', 'Sam Whitlock'; give a fuller"):
        memory.facts("Sam")
    memory.add([Turn("I live in Hull.", "Sam")], session="s4")
    assert [fact.value for fact in memory.facts("Sam")] == ["Hull"]


def test_a_decision_may_name_somebody_by_a_first_name(memory: Memory) -> None:
    """That nobody is called by alone; two words for one are no two names."""
    decided = memory.merge("Leo", "Marchy")
    assert (decided.text, decided.other) == ("Leo Marchetti", "Marchy")
    with pytest.raises(InputError, match="both are 'Leo Marchetti'"):
        memory.split("Leo", "Leo Marchetti")
    memory.add([Turn("Leonora Diaz called.", "Priya"), Turn("Leonora Okoro did, too.", "Priya")], session="s2")
    with pytest.raises(ConflictError, match="2 names begin with 'Leonora'"):
        memory.merge("Leonora", "Marchy")


# what a decision about a first name reaches


def test_a_first_name_of_a_speaker_is_one_of_their_names(memory: Memory) -> None:
    """With its ground, and the turn that says it first. Of two who may be meant, nobody's profile is shown."""
    sam = entity(memory, "Sam Okafor")
    assert (sam.aliases, sam.mentions) == (("Sam",), 4)
    (merge,) = [one for one in memory.merges() if one.into == "Sam Okafor"]
    assert (merge.text, merge.ground, merge.caused_by.id) == ("Sam", "speaker", "thanks")
    with pytest.raises(
        ConflictError, match=r"^2 are called 'Sam': 'Sam Okafor' \(Person\).*; 'Sam Whitlock' \(Person\)"
    ):
        memory.profile("Sam")


def test_which_sam_is_meant_moves_every_sam(memory: Memory) -> None:
    """Also those that were said before; taking it out moves them back, and so does forgetting what it rests on."""
    decided = memory.merge("Sam", "Sam Whitlock")
    assert [turn.id for turn in decided.turns] == ["thanks", "whitlock"]
    okafor, whitlock = entity(memory, "Sam Okafor"), entity(memory, "Sam Whitlock")
    assert (okafor.aliases, okafor.mentions, whitlock.aliases, whitlock.mentions) == ((), 2, ("Sam",), 3)
    assert [one.name for one in memory.profiles() if "Sam" in one.aliases] == ["Sam Whitlock"]
    memory.add([Turn("Sam is here.", "Priya"), Turn("I am.", "Sam Okafor")], session="s2", said="2024-05-02 10:00")
    assert entity(memory, "Sam Whitlock").mentions == 4
    memory.undo(decided.id)
    assert (entity(memory, "Sam Okafor").mentions, entity(memory, "Sam Whitlock").mentions) == (6, 1)


def test_a_sam_who_is_not_the_speaker_is_somebody_else(memory: Memory) -> None:
    """Whoever that is: here the other one's name is known."""
    memory.split("Sam", "Sam Okafor")
    okafor, whitlock = entity(memory, "Sam Okafor"), entity(memory, "Sam Whitlock")
    assert (okafor.aliases, okafor.mentions, whitlock.aliases, whitlock.mentions) == ((), 2, ("Sam",), 3)
    assert [(one.text, one.into) for one in memory.merges()] == [("Sam", "Sam Whitlock")]


def test_another_name_for_a_first_name_is_the_speakers(memory: Memory) -> None:
    """As "Marchy" is Leo's: nothing moves away from the one who is called so."""
    memory.add([Turn("Leo is late, too.", "Priya"), Turn("I am.", "Leo Marchetti")], session="s2")
    memory.merge("Leo", "Marchy")
    assert set(entity(memory, "Leo Marchetti").aliases) == {"Leo", "Marchy"}
