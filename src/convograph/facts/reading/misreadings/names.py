"""Values misread as somebody's name: names of other people and of pets, and words that are no names."""

from __future__ import annotations

import re

from convograph.extraction.lexicon import word_list
from convograph.facts.learned_reader.tagger import bundled_tagger
from convograph.facts.names import GREETINGS, is_first_name
from convograph.facts.reading.misreadings.found_value import Cue, FoundValue, Misreading
from convograph.facts.values.forms import closed_form
from convograph.facts.values.kinds import is_animal, is_job
from convograph.facts.values.pets import NAMING
from convograph.facts.values.words import words_of
from convograph.patterns import lazy_pattern

_INTRODUCING = lazy_pattern(r"(?:\b(?:am|is|are)|\bim|['’](?:m|s|re))\s$", re.IGNORECASE)
_GREETING = lazy_pattern(rf"^\W*(?:{GREETINGS})\b", re.IGNORECASE)
_AGED = lazy_pattern(r"^,? (?:and )?\d{1,2}(?=\W*$|[.,;!]| (?:and|from|years)\b)", re.IGNORECASE)
_NAMED_SO = lazy_pattern(r"\bname(?: is|['’]s)\s$", re.IGNORECASE)
_PET_CALLED = lazy_pattern(rf"\b([\w-]+?){NAMING}$")
_I_AM = lazy_pattern(r"\bI(?:['’]?m| am)\s$", re.IGNORECASE)
GIVEN = Cue(
    "we named her [Isla]",
    before=lazy_pattern(
        r"\b(?:nam(?:e[ds]?|ing)|call(?:s|ed|ing)?) (?:her|him|it|them|(?:the|my|our|his|her) \w+)\s$", re.IGNORECASE
    ),
)
"""Naming a child or a pet."""


def is_introduced(found: FoundValue) -> bool:
    """Whether it is the speaker's own name rather than a place or a partner: "I'm Tariq, I moved from Hull"."""
    return _I_AM.search(found.before) is not None and words_of(found.value)[0] not in word_list("places")


def is_a_pets_name(found: FoundValue) -> bool:
    """Whether it is an animal's name rather than a person's: "we got a cat too, her name is Olga"."""
    called = _PET_CALLED.search(found.before)
    return called is not None and is_animal(called[1])


def begins_a_sentence(found: FoundValue) -> bool:
    """Whether it is a common word with a capital because it begins a sentence: "True, my wife works"."""
    words = words_of(found.value)
    if found.before.strip() or len(words) != 1 or is_first_name(words[0]):
        return False
    return words[0] in bundled_tagger().numbers


def _is_no_introduction(found: FoundValue) -> bool:
    """Whether it is what somebody is, not what they are called: "I'm Dutch".

    Without "name is", only known first names count, and after a greeting or before an age also unknown words: "Hey, I'm
    Tobi", "I'm Tilda, 31".
    """
    introduced = not _NAMED_SO.search(found.before) and _INTRODUCING.search(found.before) is not None
    if not introduced or is_first_name(words_of(found.value)[0]):
        return False
    greets = _GREETING.match(found.before) or _AGED.match(found.after)
    return not (greets and _is_no_word(found.value))


def _is_no_word(value: str) -> bool:
    """Whether it is no common word, place, people, job or diet, so that it may be an unlisted name."""
    word, diet = value.lower(), closed_form("diet")
    if word in bundled_tagger().numbers or word in word_list("places", "peoples") or is_job(value):
        return False
    return diet is None or diet.fullmatch(value) is None


OTHER_NAME = Cue(
    "[Agnes] is my middle name",
    after=lazy_pattern(
        r"^(?: is| was|['’]s) (?:my|our|his|her|their) (?:\w+ )?(?:middle|maiden|stage|pen|nick) ?name\b", re.IGNORECASE
    ),
)
"""A name of somebody who is called otherwise."""


NAMES: tuple[Misreading, ...] = (
    OTHER_NAME,
    is_a_pets_name,
    _is_no_introduction,
    begins_a_sentence,
    GIVEN,
    Cue(
        "[Pelican] is only our name for the release",
        after=lazy_pattern(r"^ (?:is|was) (?:\w+ ){1,3}?(?:nick)?name (?:for|of)\b", re.IGNORECASE),
    ),
)
