"""Entities and the set of all: evidence is bounded, copies are apart, similar names are found."""

from __future__ import annotations

import numpy as np

from convograph.resolution.canonical import MOST_HOLDERS, CanonicalSet
from convograph.resolution.entities import LATEST_BESIDE, LATEST_EPISODES, called, joined
from support.mentions import entity_of, name_of, occurrence, unit


def test_an_entity_has_the_fullest_of_its_names() -> None:
    """Maria until Maria Lopez is said; another short name changes nothing; each spelling is kept once."""
    entity = entity_of("maria", "Maria", "Maria Lopez", "Lopez", "Mimi")
    assert entity.name == "Maria Lopez"
    assert [one.surface for one in entity.names] == ["maria", "Maria Lopez", "Lopez", "Mimi"]
    assert entity.mentions == 5
    assert called(entity, "mimi").name == "Mimi"
    assert called(entity, "Rita") == entity


def test_an_initial_makes_no_name_fuller() -> None:
    """Gil stays Gil where a sentence is misread as one of "B. Gil"; a surname is more."""
    assert entity_of("Gil", "Gil", "B. Gil", "Gil").name == "Gil"
    assert entity_of("Gil", "B. Gil Hart").name == "B. Gil Hart"


def test_the_kind_of_an_entity_is_the_first_that_is_not_open() -> None:
    """Miso was a thing until somebody said cat."""
    entity = joined(entity_of("Miso", kind="thing"), occurrence("Miso", "animal"))
    assert entity.kinds == ("thing", "animal")
    assert entity.kind == "animal"
    assert entity_of("x", kind="thing").kind == "thing"


def test_evidence_is_that_of_the_latest_mentions() -> None:
    """However often somebody is mentioned: the last episodes, names and speakers, and the sum of all contexts."""
    entity = entity_of("Ana", context=unit(1, 0), beside=("Tom",))
    for place in range(1, 101):
        mention = occurrence("Ana", place=place, context=unit(0, 1), episode=place, beside=(f"n{place}", "Tom"))
        entity = joined(entity, mention)
    assert entity.episodes == tuple(range(101 - LATEST_EPISODES, 101))
    assert len(entity.beside) == LATEST_BESIDE
    assert entity.beside[-2:] == ("n100", "tom")
    assert (entity.first, entity.mentions) == (0, 101)
    assert entity.context is not None
    assert entity.context.tolist() == [1, 100]
    assert entity.context_norm == np.hypot(1, 100)


def test_a_copy_changes_alone() -> None:
    """What is folded further leaves the state as it was."""
    before = CanonicalSet()
    before.put(entity_of("Ana"))
    after = before.copy()
    after.put(joined(before.entities[0], occurrence("Anita")))
    after.put(entity_of("Bob", number=1))
    assert [one.number for one in before.named("anita")] == []
    assert [one.number for one in after.named("anita")] == [0]
    assert list(before.entities) == [0]


def test_a_part_has_only_its_own() -> None:
    """A lane sees its candidates and nobody else."""
    whole = CanonicalSet()
    for number, name in enumerate(("Ana Diaz", "Ana Reed", "Ana Hill")):
        whole.put(entity_of(name, number=number))
    part = whole.part([2, 0])
    assert [one.number for one in part.with_word("ana")] == [0, 2]
    assert [one.number for one in whole.similar(name_of("Ana"))] == [0, 1, 2]


def test_of_many_namesakes_those_mentioned_last_are_found() -> None:
    """One more than a key holds: the one that was mentioned longest ago makes room."""
    whole = CanonicalSet()
    for number in range(MOST_HOLDERS):
        whole.put(entity_of(f"Ana x{number}", number=number, episode=number + 1))
    whole.put(joined(whole.entities[0], occurrence("Ana x0", episode=99)))
    whole.put(entity_of("Ana y", number=MOST_HOLDERS, episode=100))
    found = {one.number for one in whole.with_word("ana")}
    assert len(found) == MOST_HOLDERS
    assert {0, MOST_HOLDERS} <= found
    assert 1 not in found
    assert [one.number for one in whole.named("ana x1")] == [1]
