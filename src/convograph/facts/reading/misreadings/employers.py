"""Values misread as somebody's employer, school or team."""

from __future__ import annotations

import re

from convograph.extraction.lexicon import word_list
from convograph.facts.names import RUN, is_somebody
from convograph.facts.reading.capitals import is_known_place
from convograph.facts.reading.misreadings.bought import is_bought
from convograph.facts.reading.misreadings.found_value import SURE, Cue, FoundValue, Misreading
from convograph.facts.values.kinds import is_job
from convograph.facts.values.words import words_of
from convograph.patterns import lazy_pattern

_TITLED = lazy_pattern(r"\b([A-Z][a-z]+\.?)\s$")
_ABOVE = lazy_pattern(
    r"\b(?:manager|boss|supervisor|foreman|team ?lead|colleague|co-?worker|mentor)(?:['’]s| is| was|:|,)?"
    r"(?: (?:now|still|called|named))?\s$",
    re.IGNORECASE,
)
_WITH = lazy_pattern(r"\b(?:for|with|by|under)\s$", re.IGNORECASE)
_WHO_IS_THERE = lazy_pattern(
    r"(?:\b(?:am|is|are|im)|['’](?:m|s|re))(?: \w+)? (?:an?|the) ([\w-]+(?: [\w-]+){0,2}) (?:at|for) (?:the |an? )?$",
    re.IGNORECASE,
)
_NOT_PAID = frozenset("student pupil undergraduate postgraduate volunteer patient customer member guest".split())
_WORKS_OUT = lazy_pattern(r"\bwork(?:s|ed|ing)? out (?:\w+ )?(?:at|in|with) (?:the |an? )?$", re.IGNORECASE)
_JOINED = lazy_pattern(r"\bjoin(?:ed|ing|s)? (?:the |an? )?(?:[A-Z][\w-]* )*$")
_OF_A_CLUB = lazy_pattern(
    r"\b(?:athletics?|band|choir|chorus|club|f\.?c|guides|gym|harriers|league|orchestra|parkrun|party|scouts|society|union"
    r"|(?:climb|cycl|danc|jogg|play|rambl|rov|row|runn|sing|strid|swimm|wander|wheel)ers)$",
    re.IGNORECASE,
)
_AS_A_MEMBER = lazy_pattern(
    r"\b(?:paid|member(?:s|ship)?|subs(?:cription)?|fees?|practice|rehearsals?|training|runs?|running|jog|swim(?:ming)?"
    r"|sing(?:ing)?|club|choir|parkrun|race|marathon|kit|coach)\b",
    re.IGNORECASE,
)
_AS_STAFF = lazy_pattern(
    r"\bas (?:an?|the|their|head|chief)\b|(?<!after )(?<!before )\bwork\w*(?! ?out)\b"
    r"|\b(?:job|boss|manager|salary|colleagues?|office|shifts?|hired|employ\w+|company|firm|start-?up|career|recruit\w*)\b",
    re.IGNORECASE,
)
_MOVED = lazy_pattern(rf"\b(?i:mov(?:ed|es|ing)|relocat(?:ed|es|ing)) (?:\w+ )?from (?P<old>{RUN}) to (?P<new>{RUN})")
_A_DESK = lazy_pattern(r"\b(?:an?|my|our|this|that) (?:[\w-]+ )*desk$", re.IGNORECASE)
ONE_OF_MANY = Cue(
    "I drive a [Fiat]",
    before=lazy_pattern(r"(?<!\bat )(?<!\bby )(?<!\bin )(?<!\bfor )(?<!\bwith )\ban?\s$", re.IGNORECASE),
)
"""After a preposition, the name does count: "I work at a Wetherspoons" states an employer."""


def is_no_employee(found: FoundValue) -> bool:
    """Whether somebody is there without a job, for readers that do not check jobs: "I'm a regular at Murphy's"."""
    who = _WHO_IS_THERE.search(found.before) if found.relation == "works_at" else None
    return who is not None and (not is_job(who[1]) or words_of(who[1])[-1] in _NOT_PAID)


def may_be_a_membership(found: FoundValue) -> bool:
    """Whether nothing shows that what somebody joined is a firm: "I joined Tyne Voices" may be about a choir.

    Signs of a firm are a well-known name and other words of the sentence about work.
    """
    if found.relation != "works_at" or not _JOINED.search(found.before) or found.told == "ends":
        return False
    known = found.value.lower() in word_list("organizations")
    return not known and not _AS_STAFF.search(f"{found.before} {found.after}")


def _is_a_boss(found: FoundValue) -> bool:
    """Whether it is a person somebody works with: "for Tom Becker", "Dr. Osei"; "at Tom Becker" may be a shop.

    An unlisted name may be either: "Good for Inés" is no employer unless the reader is sure.
    """
    is_with, single = _WITH.search(found.before) is not None, len(words_of(found.value)) == 1
    if _ABOVE.search(found.before):
        return True
    if found.kind == "person" or is_somebody(found.value):
        return single or is_with
    titled = _TITLED.search(found.before)
    if titled is not None and titled[1].lower() in word_list("titles"):
        return True
    return single and is_with and found.likely < SURE


def _is_for_sport(found: FoundValue) -> bool:
    """Whether it is a place to exercise: "I started at the gym" states no employer."""
    return words_of(found.value) == ("gym",) or _WORKS_OUT.search(found.before) is not None


def _is_a_membership(found: FoundValue) -> bool:
    """Whether it is a club that somebody joined, not a firm: "I joined Hackney Harriers, paid and everything".

    Somebody who joined "as an engineer" works there.
    """
    if not _JOINED.search(found.before) or _AS_STAFF.search(found.after):
        return False
    return _OF_A_CLUB.search(found.value) is not None or _AS_A_MEMBER.search(found.after) is not None


def _is_a_home(found: FoundValue) -> bool:
    """Whether it is one end of a move between homes, not between firms: "moved from Porto to Lisbon"."""
    moved = _MOVED.search(f"{found.before}{found.value}{found.after}")
    if moved is None or found.value not in (moved["old"], moved["new"]):
        return False
    ends = moved["old"].lower(), moved["new"].lower()
    return any(map(is_known_place, ends)) and word_list("organizations").isdisjoint(ends)


def _is_furniture(found: FoundValue) -> bool:
    """Whether it is a piece of furniture: "I switched to a standing desk" states no team."""
    words = words_of(found.value)
    return words[-1:] == ("desk",) and _A_DESK.search(f"{found.before[-3:]}{found.value}") is not None


_WHERE_IT_IS = Cue(
    "I work at Tesco in [Leeds]",
    before=lazy_pattern(
        r"\b(?:at|by|for|with) (?:(?!(?:and|as|because|but|in|or|so|that|which|who)\b)[\w'’&.-]+ ){1,5}"
        r"(?:(?:down|out|over|up) )?(?:in|near) (?:the )?$",
        re.IGNORECASE,
    ),
)
"""The town of an employer, which the sentence names before it."""
_STREET = Cue("Sorry, 21 Mapperley [Rise]", before=lazy_pattern(r"\b\d+[a-z]? (?:[A-Z][\w'’-]+ )+$"))
EMPLOYERS: tuple[Misreading, ...] = (
    _is_a_boss,
    _is_for_sport,
    _is_a_membership,
    _is_a_home,
    is_bought,
    ONE_OF_MANY,
    _WHERE_IT_IS,
    _STREET,
)
SCHOOLS: tuple[Misreading, ...] = (_is_a_membership, _is_a_home, is_bought, _WHERE_IT_IS)
TEAMS: tuple[Misreading, ...] = (_is_furniture,)
