"""Values misread as a hobby, a language, a favorite season or something that somebody likes."""

from __future__ import annotations

import re

from convograph.extraction.times.words import SHORT_WEEKDAYS, WEEKDAYS, any_of
from convograph.facts.names import is_first_name
from convograph.facts.reading.misreadings.employers import ONE_OF_MANY
from convograph.facts.reading.misreadings.found_value import Cue, FoundValue, Misreading
from convograph.facts.reading.misreadings.homes import is_told_of_another
from convograph.facts.values.kinds import is_animal
from convograph.patterns import lazy_pattern

_PREFERRED_TO = lazy_pattern(r"\bprefer(?:s|red)? (?!to\b)[^,;:]+? (?:to|over) ([a-z]+)", re.IGNORECASE)
_OF_YEAR = lazy_pattern(r"^ (?:of )?(?:19|20)\d\d\b")
_IN_SEASON = lazy_pattern(r"\b(?:in|this|last|next|since|until|till|by|every)\s$", re.IGNORECASE)
_NO_PICTURES = lazy_pattern(
    r"\bdr(?:aws?|ew|awn|awing) (?:lots|straws|cards?|names|conclusions?|attention|(?:a|the|my) (?:blank|card|curtains"
    r"|line|lot|raffle|short straw|winner))\b",
    re.IGNORECASE,
)
_DRAWING = frozenset({"draw", "drawing"})
_FOR_A_CHILD = lazy_pattern(
    r"\b(?:for (?:a|the|our) (?:baby|boy|daughter|girl|son)|as an? (?:\w+ )?name"
    r"|if (?:it['’]?s|it is) an? (?:boy|girl))\b",
    re.IGNORECASE,
)
_OF_NAMES = lazy_pattern(r"\bnames?\b", re.IGNORECASE)
_DAY = any_of({**WEEKDAYS, **SHORT_WEEKDAYS})
_OCCASION = lazy_pattern(
    r"\bfor (?:everybody|everyone|all(?: of (?:us|you|them))?(?=\W*(?:$|[.,;!]))|us all|you(?: all| guys| lot)?"
    r"|(?:the|my) (?:whole |entire )?(?:flat|gang|group|guests|house|lot|party|team)\b)(?! (?:year|time)\b)"
    rf"|\b(?:tonight|tomorrow|this (?:afternoon|evening|weekend)|on {_DAY} (?:the )?\d)",
    re.IGNORECASE,
)
_OF_OURS = lazy_pattern(
    r"\b(?:my|our) (?:[\w-]+ )?(?P<who>[\w-]+) (?:really |also |just |only |absolutely )?[a-z]+s (?:the )?$",
    re.IGNORECASE,
)
_WITH_ME = lazy_pattern(r"\b(?:me|us)\b|\bi and (?:my|our|[A-Z])|\band i\b", re.IGNORECASE)
_LIKED = lazy_pattern(r"\bfav|\b(?:season|time of|best|love|like|prefer)", re.IGNORECASE)


def _is_preferred_to(found: FoundValue) -> bool:
    """Whether it is the less preferred of two: the coffee in "I prefer tea to coffee"."""
    less = _PREFERRED_TO.search(f"{found.before.rstrip()} {found.value}")
    return less is not None and found.value.lower().startswith(less[1].lower().removesuffix("e"))


def _draws_no_picture(found: FoundValue) -> bool:
    """Whether "draw" is not about pictures: "we draw lots" states no hobby."""
    return found.value.lower() in _DRAWING and _NO_PICTURES.search(found.before) is not None


def _is_a_name_for_a_child(found: FoundValue) -> bool:
    """Whether it is a name to give a child: "I like Ottilie for a girl" states no liking."""
    sentence = f"{found.before}{found.value}{found.after}"
    if _FOR_A_CHILD.search(sentence):
        return True
    return is_first_name(found.value.lower()) and _OF_NAMES.search(sentence) is not None


def _is_when(found: FoundValue) -> bool:
    """Whether a season only dates something: "got the balcony spring 2023" states no favorite."""
    if _OF_YEAR.match(found.after):
        return True
    return _IN_SEASON.search(found.before) is not None and _LIKED.search(found.before) is None


def _is_one_occasion(found: FoundValue) -> bool:
    """Whether somebody does for others, or at a time, what they do not say to be a pastime: "I cook for all"."""
    named = found.after or found.before.endswith(found.value)  # "cooking" is not named in "I cook"
    return found.told == "holds" and not named and _OCCASION.search(found.before) is not None


def _is_of_another(found: FoundValue) -> bool:
    """Whether a taste read as the speaker's is that of somebody else, or of their pet: "my boss loves golf"."""
    if not found.own or _WITH_ME.search(found.before):
        return False
    whose = _OF_OURS.search(found.before)
    has_verb = len(found.before.split()) > 1  # unlike "Vintage cars."
    return (has_verb and is_told_of_another(found)) or (whose is not None and is_animal(whose["who"]))


HOBBIES: tuple[Misreading, ...] = (ONE_OF_MANY, _draws_no_picture, _is_one_occasion, _is_of_another)
LIKINGS: tuple[Misreading, ...] = (_is_preferred_to, _is_a_name_for_a_child, _is_of_another)
LANGUAGES: tuple[Misreading, ...] = (
    Cue("in a [Japanese] mansion", before=lazy_pattern(r"\b(?:an?|the|this|that|some)\s$", re.IGNORECASE)),
)
SEASONS: tuple[Misreading, ...] = (_is_when,)
