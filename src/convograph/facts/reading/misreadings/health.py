"""Values misread as somebody's age or allergy."""

from __future__ import annotations

import re

from convograph.facts.learned_reader.tagger import bundled_tagger
from convograph.facts.reading.misreadings.found_value import Cue, FoundValue, Misreading
from convograph.facts.values.words import words_of
from convograph.patterns import lazy_pattern

_ALSO_A_TRIGGER = lazy_pattern(r"\ballergic to [^.!?;]+?(?:,| and| or) $", re.IGNORECASE)


def is_no_trigger(found: FoundValue) -> bool:
    """Whether it is not one more trigger in a list, but the start of something else: "allergic to nuts and tired".

    For readers without syntax. In a list, only plurals and rare words, such as medicines, count as further triggers.
    """
    word = found.value.lower()
    is_more = found.relation == "be_allergic_to" and _ALSO_A_TRIGGER.search(found.before) is not None
    return is_more and not word.endswith("s") and word in bundled_tagger().numbers


def _is_a_duty(found: FoundValue) -> bool:
    """Whether it is an activity, and the allergy a joke: "allergic to paying rent"."""
    words = words_of(found.value)
    return len(words) > 1 and words[0].endswith("ing")


AGES: tuple[Misreading, ...] = (
    Cue(
        "we are [51] now",  # how many they are
        before=lazy_pattern(
            r"\b(?:we|they|there)(?: ?['’]?re| are| were)(?: (?:now|about|around|only|already))? $", re.IGNORECASE
        ),
    ),
    Cue(
        "veggie since I was [14]",
        before=lazy_pattern(
            r"\b(?:since|when|until|till?|before|after|once|while|as)(?: [\w'’-]+){1,3}? (?:was|were|am|is|turned)\s$",
            re.IGNORECASE,
        ),
    ),
    Cue(
        "I'm [6]'4",
        after=lazy_pattern(r"^(?: ?['’′]| ?(?:ft|f[eo]et|foot)(?![a-z])| ?m ?\d|[.,]\d| \d)", re.IGNORECASE),
    ),
)
ALLERGIES: tuple[Misreading, ...] = (_is_a_duty,)
