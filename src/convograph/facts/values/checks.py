"""Which values a relation can have: only such a value may supersede another."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from convograph.extraction.lexicon import word_list
from convograph.extraction.types import EntityKind
from convograph.facts.names import is_first_name
from convograph.facts.relations import FAVORITE, plain
from convograph.facts.values.forms import closed_form
from convograph.facts.values.kinds import is_animal, is_job, is_language, is_name, is_one, is_time, names_nothing
from convograph.facts.values.words import WORD, words_of
from convograph.patterns import lazy_pattern

_NO_KINDS = frozenset("as moment part really time way".split())
"""Nouns after "favorite" that do not say what kind of thing is liked: "my favorite part is the ending"."""
_CLAUSE = lazy_pattern(
    r"(?:it|that|there|here|i)['’](?:s|m|ve) (?:been|not|so|too|just|really|going|getting)\b", re.IGNORECASE
)
_NUMBER = lazy_pattern(r"\d{1,3}")
_OLDEST = 120
_FEWEST_DIGITS = 3  # in a telephone number
_HOME = ("home",)
_NO_HOMES = frozenset(
    (word,)
    for word in "mars moon jupiter saturn venus pluto neptune narnia neverland hogwarts wonderland atlantis mordor"
    " gotham westeros oz space heaven hell limbo cyberspace minecraft roblox".split()
)
"""Places where nobody lives, except in jest."""


_ENDS_A_QUOTATION = lazy_pattern(r"[^s'’]['’]$")  # "mum said 'I moved to Spain'": somebody else's words


def fits(relation: str, value: str, kind: EntityKind) -> bool:
    """Whether a relation can have a value: nobody lives in a "bedroom" or keeps "paychecks" as pets.

    `kind` is the value's kind according to the extraction rules.
    """
    if names_nothing(value) or _ENDS_A_QUOTATION.search(value):
        return False
    if relation == "works_at":
        named = is_name(value) or kind in ("organization", "place")
        return named and is_one(value) and not is_time(value) and words_of(value) != _HOME
    if relation.startswith(FAVORITE):
        return _CLAUSE.match(value) is None and plain(relation).removeprefix(f"{FAVORITE} ") not in _NO_KINDS
    return _CHECKS[relation](value) if relation in _CHECKS else True


def _is_age(value: str) -> bool:
    return bool(_NUMBER.fullmatch(value.strip())) and int(value) <= _OLDEST


def _is_partner(value: str) -> bool:
    if is_time(value) and not is_first_name(value.lower()):
        return False
    return is_name(value) and not is_job(value)  # "her boyfriend is a DJ"


def _is_email(value: str) -> bool:
    return "@" in value


def _is_phone_number(value: str) -> bool:
    return sum(map(str.isdigit, value)) >= _FEWEST_DIGITS


def _is_date(value: str) -> bool:
    """Whether a value is a date or part of one ("June", "the 3rd"): no birthday is "lovely"."""
    return any(map(str.isdigit, value)) or is_time(value)


def _is_blood_type(value: str) -> bool:
    form = closed_form("blood type")
    return form is not None and form.match(value) is not None


def _is_weight(value: str) -> bool:
    form = closed_form("weight")
    return form is not None and form.fullmatch(value) is not None


def _is_team(value: str) -> bool:
    return len(words_of(value)) > 1  # "a group" can be any group


def _is_phone(value: str) -> bool:
    return any(map(str.isalpha, value))  # not a phone number


def _is_named(value: str) -> bool:
    return is_name(value) and not is_time(value)


def _is_club(value: str) -> bool:
    """Whether a value begins with a name: people sign for "Leeds", and for "the old chemist's on Pell Street"."""
    return _is_named(value) and (value.islower() or value.removeprefix("the ")[:1].isupper())


def _is_home(value: str) -> bool:
    """Whether a value is a place on Earth with a name of its own; "Japanese mansion" is not."""
    if not _is_named(value) or is_language(value) or words_of(value) in _NO_HOMES or _is_titled(value):
        return False
    named = [word.lower() for word in WORD.findall(value) if word[0].isupper()]
    return not named or not word_list("peoples").issuperset(named)


def _is_titled(value: str) -> bool:
    """Whether a value is a person with a title: nobody lives in "Mrs Pilkington"."""
    return value.split(maxsplit=1)[0].lower().rstrip(".") in ("mr", "mrs", "ms", "miss", "mx", "dr", "prof")


_CHECKS: Mapping[str, Callable[[str], bool]] = {
    "name": is_name,
    "attends": _is_named,
    "plays_for": _is_club,
    **dict.fromkeys(("birthday", "date of birth"), _is_date),
    "age": _is_age,
    "blood type": _is_blood_type,
    "email": _is_email,
    "phone number": _is_phone_number,
    "has_pet": is_animal,
    "lives_in": _is_home,
    "occupation": is_job,
    "partner": _is_partner,
    "phone": _is_phone,
    "speaks": is_language,
    "team": _is_team,
    "weight": _is_weight,
}
