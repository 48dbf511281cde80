"""Values misread as somebody's job: jobs of others, and jobs that somebody does not have yet."""

from __future__ import annotations

import re

from convograph.facts.reading.misreadings.found_value import Cue, FoundValue, Misreading
from convograph.patterns import lazy_pattern

_IS_A = lazy_pattern(r"\b([^\W\d_]+)['’]s (?:(?:now|still|also) )?an? (?:[\w-]+ )?$", re.IGNORECASE)
_NOBODY = frozenset("it that this there here what who job work profession trade title role thing truth".split())
_WHERE = lazy_pattern(r"(?:at|in|on|with|to|from|for|near|by) ", re.IGNORECASE)
_NOT_YET = lazy_pattern(
    r"\b(?:train(?:s|ed|ing)?|stud(?:y|ies|ied|ying)|learn(?:s|ed|ing)?|hop(?:es?|ed|ing)|qualifying) to (?:be|become)"
    r"(?: an?| the)?\s$",
    re.IGNORECASE,
)
_HEDGE = lazy_pattern(
    r"\b(?:almost|basically|essentially|half|kind of|kinda|more or less|nearly|practically|pretty much|sort of|sorta"
    r"|virtually|(?:(?:am|are|im|is|was)|(?<=['’])(?:m|re|s))(?: now| just)? like)(?: now| like| just)?"
    r" (?:an?|the|my own|our)(?: [\w-]+){1,3}$",
    re.IGNORECASE,
)


def _is_not_yet(found: FoundValue) -> bool:
    """Whether somebody is still training, studying or hoping for it: "I'm training to be a teacher"."""
    return found.told != "ends" and _NOT_YET.search(found.before) is not None


def _is_a_visit(found: FoundValue) -> bool:
    """Whether somebody is only with one who has the job: "Pepper is at the vet"."""
    return _WHERE.match(found.value) is not None


def _is_anothers_job(found: FoundValue) -> bool:
    """Whether it is somebody else's job, even if the name has no capital: "gosia's a midwife"."""
    who = _IS_A.search(found.before) if found.own else None
    return who is not None and who[1].lower() not in _NOBODY


def _is_hedged(found: FoundValue) -> bool:
    """Whether somebody is said to be it only in a manner of speaking: "I'm basically a chef now"."""
    return found.told != "ends" and _HEDGE.search(f"{found.before}{found.value}") is not None


JOBS: tuple[Misreading, ...] = (
    _is_hedged,
    _is_not_yet,
    _is_a_visit,
    _is_anothers_job,
    Cue(
        "deliveries for a [florist]",
        before=lazy_pattern(
            r"\b(?:for|with|by|at) (?:an?|the|my|our|his|her|their|this|that|some|another)(?: [\w-]+)?\s$",
            re.IGNORECASE,
        ),
    ),
    Cue(
        "the [dentist] moved my appointment",
        before=lazy_pattern(
            r"(?:^|[,;:(–—]|\b(?:and|but|so|then|because|since|when|while|until|if|that|what|where|how|why)\b)\s*"
            r"(?:the|this|that|my|our|your|his|her|their) (?:[\w-]+ )?$",
            re.IGNORECASE,
        ),
        after=lazy_pattern(r"^(?:['’]s)? (?:and )?[a-z]"),
    ),
)
