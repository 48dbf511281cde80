"""Resolution by the name alone."""

from __future__ import annotations

import pytest

from convograph.resolution import OFFLINE, PAPER, Decisions, Entity, ResolutionSettings
from convograph.resolution.canonical import CanonicalSet
from convograph.resolution.decisions import NO_DECISIONS
from convograph.resolution.direct import directly
from support.mentions import entity_of, occurrence


def known(*entities: Entity, decisions: Decisions = NO_DECISIONS) -> CanonicalSet:
    """A canonical set of some entities."""
    found = CanonicalSet(decisions)
    for entity in entities:
        found.put(entity)
    return found


def meant(found: CanonicalSet, surface: str, kind: str = "person", settings: ResolutionSettings = PAPER, **of):
    """The number of the entity that a name means, and why."""
    direct = directly(occurrence(surface, kind, **of), found, settings)
    return None if direct is None else (direct.entity.number, direct.ground)


@pytest.mark.parametrize(
    ("surface", "kind", "expected"),
    [
        ("ana  diaz", "person", (0, "exact")),
        ("Ana", "person", (0, "alias")),
        ("Ana Dias", "person", None),
        ("Georgia", "place", (2, "exact")),
        ("Georgia", "person", (1, "exact")),
        ("Georgia", "animal", None),
        ("Georgia", "thing", None),
        ("Melanie Johnsons", "person", (3, "fuzzy")),
        ("Melanie Johnsons", "place", None),
    ],
)
def test_a_name_of_one_entity_means_it(surface: str, kind: str, expected: object) -> None:
    """By its first name or an alias, if the kinds go together; an open kind goes with both, so it tells nothing."""
    found = known(
        entity_of("Ana Diaz", "Ana"),
        entity_of("Georgia", number=1),
        entity_of("Georgia", kind="place", number=2),
        entity_of("Melanie Johnson", number=3),
    )
    assert meant(found, surface, kind) == expected


def test_two_equally_similar_names_leave_it_open() -> None:
    """Melanie Johnson is as near to one as to the other."""
    found = known(entity_of("Melanie Johnsons"), entity_of("Melanie Johnsonn", number=1))
    assert meant(found, "Melanie Johnson") is None


def test_short_names_are_not_matched_by_spelling() -> None:
    """Of Ana Li and Anali the letters are the same, and Anali is too short to be trusted."""
    assert meant(known(entity_of("Ana Li")), "Anali") is None
    assert meant(known(entity_of("Mela Nie")), "Melanie") == (0, "fuzzy")


def test_a_decision_joins_across_names_and_kinds() -> None:
    """Mimi was decided to be Maria Lopez: whatever kind was read, and also the name itself."""
    decided = Decisions.of(same=[("Mimi", "Maria Lopez")])
    found = known(entity_of("Maria Lopez"), decisions=decided)
    assert meant(found, "Mimi", "animal") == (0, "decision")
    assert meant(found, "Maria Lopez", "place") == (0, "exact")


def test_a_decision_keeps_apart() -> None:
    """Neither an alias nor a similar spelling joins what was decided to be two."""
    decided = Decisions.of(apart=[("Mel", "Melanie"), ("Melanie Johnsons", "Melanie Johnson")])
    found = known(entity_of("Melanie Johnson", "Melanie"), entity_of("Mel", number=1), decisions=decided)
    assert meant(found, "Mel") == (1, "exact")
    assert meant(found, "Melanie") == (0, "alias")
    assert meant(found, "Melanie Johnsons") is None
    assert meant(found, "Melanie Johnson") == (0, "exact")


def test_a_first_name_of_two_goes_to_the_resolver_where_that_is_wanted() -> None:
    """Beyond the paper: Maria was Maria Lopez as long as there was only one."""
    found = known(entity_of("Maria Lopez", "Maria"))
    assert meant(found, "Maria", settings=OFFLINE) == (0, "alias")
    found.put(entity_of("Maria Silva", number=1))
    assert meant(found, "Maria") == (0, "alias")
    assert meant(found, "Maria", settings=OFFLINE) is None
    assert meant(found, "Maria Lopez", settings=OFFLINE) == (0, "exact")


def test_two_who_say_my_mum_have_two() -> None:
    """Beyond the paper, whatever else speaks for it; who says "Mum" may be a brother."""
    found = known(entity_of("mum", speaker="Ana", owner="Ana"))
    for settings in (PAPER, OFFLINE):
        assert meant(found, "mum", speaker="ben", owner="Ben", settings=settings) is None
        assert meant(found, "mum", speaker="ana", owner="ana", settings=settings) == (0, "exact")
    assert meant(found, "Mum", speaker="Ben") == (0, "exact")
    both = known(entity_of("mum", owner="Ana", number=0), entity_of("mum", owner="Ben", number=1))
    assert meant(both, "mum", owner="Ben") == (1, "exact")


def test_another_speakers_mum_goes_to_the_resolver_where_that_is_wanted() -> None:
    """Beyond the paper: Ben's Mum is not Ana's; who speaks may be unknown."""
    found = known(entity_of("Mum", speaker="Ana"))
    assert meant(found, "mum", speaker="Ben") == (0, "exact")
    assert meant(found, "mum", speaker="Ben", settings=OFFLINE) is None
    assert meant(found, "mum", speaker="ana", settings=OFFLINE) == (0, "exact")
    assert meant(found, "mum", settings=OFFLINE) == (0, "exact")
