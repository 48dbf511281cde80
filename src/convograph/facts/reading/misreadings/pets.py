"""Values misread as somebody's pet, and pets given by name."""

from __future__ import annotations

import re

from convograph.extraction.lexicon import word_list
from convograph.facts.names import names_nobody
from convograph.facts.reading.misreadings.found_value import Cue, FoundValue, Misreading
from convograph.facts.reading.misreadings.names import is_a_pets_name
from convograph.facts.reading.misreadings.possessions import is_pieced_together
from convograph.facts.values.kinds import is_animal, is_name, is_time
from convograph.facts.values.words import words_of
from convograph.patterns import lazy_pattern

_PESTS = frozenset(
    "ants bats bees birds crows fleas flies foxes gulls magpies mice mosquitoes moths pigeons rats seagulls slugs"
    " snails spiders squirrels swallows wasps".split()
)
_THERE = lazy_pattern(
    r"^ (?:again |now |all )?(?:in|on|under|behind|above|over|around|at) (?:the|our|my|every) (?!cage|tank|hutch)",
    re.IGNORECASE,
)
_CALLED_SO = lazy_pattern(
    r"\b(?:you|ya|u)(?:,? (?:absolute|beautiful|big|bloody|cheeky|clever|crafty|crazy|daft|dear|dirty|filthy|gorgeous"
    r"|great|greedy|lazy|little|lovely|lucky|magnificent|mad|old|poor|silly|sly|sneaky|stubborn|stupid|sweet|total|utter"
    r"|wily|wise)){0,3} $",
    re.IGNORECASE,
)
_KEPT = lazy_pattern(r"\b(?:aquarium|called|cage|hatch\w*|named?|pets?|pond|tanks?|vet|vivarium)\b", re.IGNORECASE)
_AT_A_TIME = lazy_pattern(
    r" at (?:\d|noon|half|quarter|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)", re.IGNORECASE
)
_PYTHON = "python"
_PROGRAMMING = lazy_pattern(
    r"\b(?:cod(?:e[ds]?|ing)|courses?|data|java(?:script)?|learn(?:s|ed|t|ing)?|librar(?:y|ies)|program\w*|scripts?"
    r"|scripting|software|sql|taught|writ(?:e|es|ing)|wrote|written)\b",
    re.IGNORECASE,
)
_MY_ANIMAL = lazy_pattern(r"(?:\b(?i:my|our|his|her|their)|['’]s) (?:[\w-]+ )?([a-z][\w-]*) $")


def is_a_pet(found: FoundValue) -> bool:
    """Whether it is a pet given by its name instead of its kind."""
    return _is_a_lost_pet(found) or _is_a_named_pet(found) or _is_a_pet_by_name(found)


def _is_a_lost_pet(found: FoundValue) -> bool:
    """Whether it is the name of a lost pet: "Milo died"; a pet that nobody has cannot end, so any name passes."""
    return found.told == "ends" and is_name(found.value)


def _is_a_named_pet(found: FoundValue) -> bool:
    """Whether it is introduced as a pet's name: "my dog is called Biscuit"."""
    return is_a_pets_name(found) and is_name(found.value)


def _is_a_pet_by_name(found: FoundValue) -> bool:
    """Whether it is a name right after a kind of animal: "my dog Biscuit", but not "my dog Saturday"."""
    kind = _MY_ANIMAL.search(found.before)
    if kind is None or not is_animal(kind[1]) or is_animal(found.value):
        return False
    return is_name(found.value) and not names_nobody(found.value) and not is_time(found.value)


def _is_a_pest(found: FoundValue) -> bool:
    """Whether it is a pest, by its place: "we have mice in the kitchen", "pigeons on the roof"."""
    return found.value.lower() in _PESTS and _THERE.match(found.after) is not None


def _is_a_programming_language(found: FoundValue) -> bool:
    """Whether "python" is the programming language: "my python I learned in a course"."""
    if words_of(found.value)[:1] != (_PYTHON,):
        return False
    return _PROGRAMMING.search(f"{found.before} {found.after}") is not None


def _is_a_form_of_address(found: FoundValue) -> bool:
    """Whether it is only a form of address: "Happy new year, you old goat!"."""
    return _CALLED_SO.search(found.before) is not None


def _is_an_appointment(found: FoundValue) -> bool:
    """Whether the value has a time, so that somebody only sees the animal then: "three puppies at nine"."""
    return _AT_A_TIME.search(found.value) is not None


def _is_on_the_menu(found: FoundValue) -> bool:
    """Whether it is an edible animal that nothing says is kept: "we have sixty lobsters and a fiddler"."""
    noun = words_of(found.value)[-1:]
    forms = {form for one in noun for form in (one, one.removesuffix("s"), one.removesuffix("es"))}
    if word_list("eaten_animals").isdisjoint(forms):
        return False
    return _KEPT.search(f"{found.before} {found.value}{found.after}") is None


PETS: tuple[Misreading, ...] = (
    _is_an_appointment,
    _is_a_pest,
    _is_a_form_of_address,
    _is_on_the_menu,
    is_pieced_together,
    _is_a_programming_language,
    Cue(
        "I have a [frog] in my throat",
        after=lazy_pattern(
            r"^ (?:in|on) (?:(?:my|your|his|her|our|their|the|this|that) (?:throat|stomach|tummy|belly|gut|bonnet"
            r"|belfry|pants|back|head|neck|race|fight)|the room)\b",
            re.IGNORECASE,
        ),
    ),
)
