"""Whether a value read in a sentence really fits its relation, judged by the value and the words around it.

Frames, the learned reader and triplets all misread in the same ways: "I moved my tools to Antwerp" is not a move of
the speaker, "we're in Vigo till August" is only a stay, and nobody works at Tom. All their values are checked here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from convograph.facts.reading.misreadings.anything import ANYTHING
from convograph.facts.reading.misreadings.employers import (
    EMPLOYERS,
    SCHOOLS,
    TEAMS,
    is_no_employee,
    may_be_a_membership,
)
from convograph.facts.reading.misreadings.found_value import SURE, FoundValue, Misreading
from convograph.facts.reading.misreadings.health import AGES, ALLERGIES, is_no_trigger
from convograph.facts.reading.misreadings.homes import HOMES, ORIGINS
from convograph.facts.reading.misreadings.jobs import JOBS
from convograph.facts.reading.misreadings.names import NAMES
from convograph.facts.reading.misreadings.partners import KIN, PARTNERS
from convograph.facts.reading.misreadings.pets import PETS, is_a_pet
from convograph.facts.reading.misreadings.possessions import POSSESSIONS
from convograph.facts.reading.misreadings.tastes import HOBBIES, LANGUAGES, LIKINGS, SEASONS
from convograph.facts.values.checks import fits

__all__ = [
    "MISREADINGS",
    "SURE",
    "FoundValue",
    "is_misread",
    "is_no_employee",
    "is_no_trigger",
    "is_stated",
    "may_be_a_membership",
]

MISREADINGS: Mapping[str, Sequence[Misreading]] = {
    "lives_in": HOMES,
    "originates_from": ORIGINS,
    "works_at": EMPLOYERS,
    "attends": SCHOOLS,
    "team": TEAMS,
    "occupation": JOBS,
    "partner": PARTNERS,
    "family_member": KIN,
    "name": NAMES,
    "has_pet": PETS,
    "owns": POSSESSIONS,
    "hobby": HOBBIES,
    **dict.fromkeys(("likes", "dislikes"), LIKINGS),
    "favorite season": SEASONS,
    "speaks": LANGUAGES,
    "age": AGES,
    "be_allergic_to": ALLERGIES,
}
"""The misreadings of each relation, besides those of every relation (`ANYTHING`)."""


def is_stated(found: FoundValue) -> bool:
    """Whether the relation can have the value, and no misreading applies."""
    if not fits(found.relation, found.value, found.kind) and not (found.relation == "has_pet" and is_a_pet(found)):
        return False
    return not is_misread(found)


def is_misread(found: FoundValue) -> bool:
    """Whether a misreading of its relation, or of every relation, applies."""
    return any(misread(found) for misread in (*ANYTHING, *MISREADINGS.get(found.relation, ())))
