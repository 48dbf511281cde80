"""Patterns for the written forms of the values of relations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from convograph.extraction.times.words import MONTHS, SHORT_WEEKDAYS, WEEKDAYS, any_of
from convograph.facts.names import RUN
from convograph.facts.relations import FAVORITE

_NAME = r"(?-i:(?:The )?(?:[A-Z0-9]|i[A-Z])[\w'’&.+-]*(?:(?: (?:of|de|da|do|and the|&))? [A-Z0-9][\w'’&+-]*)*)"
_COMMON = r"[\w'’-]+(?: [\w'’-]+){0,3}?"
_STOP = (
    r"(?=\s*(?:[,.!?;:()\n–—\"“”…]|[^\w\s'’]|$)|\s+(?:now|again|these|any|anymore|for|as|since|but|and|so|because|by|after|once"
    r"|hands|today|at|instead|in|on|to|is|are|was|best|then|who|which|with|of|from|too|either|over|more|used|not|beats?|has|have|still|though|lol|lmao"
    r"|ha(?:ha)+|apparently|officially|tho|btw)\b)"
)
_OR_SINCE = rf"(?:(?=\s+since\b)|{_STOP})"
_JOB = r"(?:an? |the )?(?P<{0}>[a-z][\w'’-]*(?: [a-z][\w'’-]*){0,2}?)" + _STOP
TEAMS = ("team", "crew", "squad", "department", "group", "unit", "desk")
_TEAM = r"(?:the |our |their )?(?P<{0}>[\w-]+(?: [\w-]+)? (?:" + "|".join(TEAMS) + r"))\b"
_THING = r"(?:the |an? )?(?P<{0}>" + _COMMON + ")" + _STOP
NAMED = r"(?:the |an? |my |our )?(?P<{0}>" + _NAME + r")(?!\w)"
_PET = r"(?P<{0}>[a-z][\w-]*(?: [a-z][\w-]*)??(?: (?-i:[A-Z])[\w-]+)?)"  # "guinea pig Momo"
_DIET = (
    r"(?:an? )?(?:strict |lifelong )?(?P<{0}>vegetarian|veggie|vegan|pescatarian|pescetarian|flexitarian|omnivore)"
    + _OR_SINCE
)
_NEED = (
    r"(?P<{0}>(?:gluten|dairy|lactose|nut|sugar|alcohol)[ -]free|(?:lactose|gluten|fructose)[ -]intolerant|c(?:o?e)liac"
    r"|diabetic|keto|paleo|low[ -]carb|low[ -]salt|halal|kosher|teetotal)(?: (?:diet|food))?" + _OR_SINCE
)
_MONTH = any_of(MONTHS)
_WEEKDAY = any_of({**WEEKDAYS, **SHORT_WEEKDAYS})
_DAY = rf"(?P<{{0}}>\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?)\b"
_AGE = (
    r"(?P<{0}>\d{1,3})(?=(?: years?| yrs?|[ -]year[ -]old)? (?:old|young)\b|\s*(?:[.,!;](?!\d)|$)"
    r"| (?:now|today|only|already|as of|lol|btw|tho|though|haha)\b"
    r"| (?:and|but) (?!\w+ half\b|counting\b|an?\b|\d)| so (?:i|we|he|she|they|that|my)\b)"
)
NEW_AGE = (
    r"(?P<V>\d{1,3})(?=(?: years? (?:old|young))?(?:\s*(?:[.,!;:(](?!\d)|$)"
    r"| (?:yesterday|today|now|already|and|but|so|lol|btw|tho|though|haha)\b"
    rf"| (?:last|this) (?:week|weekend|month|night|morning|{_WEEKDAY})\b| on {_WEEKDAY}\b))"
)
CLOSED: Mapping[str, str] = {
    "age": _AGE,
    "diet": _DIET,
    "dietary need": _NEED,
    "phone number": r"(?P<{0}>\+?\(?\d(?:[\d ()/-]|\.(?=\d)){4,}\d)\b",
    "email": r"(?P<{0}>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)",
    "birthday": _DAY,
    "weight": (
        r"(?P<{0}>\d{1,3}(?:[.,]\d{1,2})? ?(?:kgs?|kilos?|kilograms?|lbs?|pounds)"
        r"|\d{1,2} ?(?:st|stone)(?: \d{1,2}(?: ?lbs?)?)?)"
        r"(?![\w-])(?! (?:of|more|less|over|under|heavier|lighter)\b)"
    ),
    "blood type": r"(?P<{0}>(?:AB|A|B|O)(?: ?[+−-]| (?:rhesus )?(?:positive|negative))?)(?!\w)",
}
"""Relations whose values can be recognised by their form alone."""
_ASIDE = (
    r"such|like|including|especially|btw|please|sadly|unfortunately|apparently|tho|you|i|we|he|she|they|it|my|when|if"
    r"|that"
)
_TRIGGER = r"(?P<{0}>[\w'’-]+(?: [\w'’-]+){0,2}?)(?:(?= (?:" + _ASIDE + r")\b)|" + _STOP + ")"  # "tree nuts"
_CALLED = r"(?P<{0}>(?-i:" + RUN + r"))(?=[.!,;]|$| and\b| from\b| btw\b| by the way\b| here\b| is (?:my|our)\b)"
SHAPES: Mapping[str, str] = {
    "occupation": _JOB,
    "team": _TEAM,
    FAVORITE: _THING,
    "has_pet": _PET,
    "name": _CALLED,
    "surname": _CALLED,
    "be_allergic_to": _TRIGGER,
    **CLOSED,
}


@cache
def closed_form(relation: str) -> re.Pattern[str] | None:
    """The pattern for the values of a relation, if they can be recognised by their form alone."""
    shape = CLOSED.get(relation)
    return None if shape is None else re.compile(shape.replace("{0}", "V"), re.IGNORECASE)
