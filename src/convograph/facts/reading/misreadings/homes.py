"""Values misread as somebody's home or origin."""

from __future__ import annotations

import re

from convograph.extraction.asides import goes_to
from convograph.extraction.lexicon import word_list
from convograph.facts.reading.frame_subjects import is_of_the_speaker
from convograph.facts.reading.misreadings.bought import is_bought
from convograph.facts.reading.misreadings.found_value import SURE, Cue, FoundValue, Misreading
from convograph.facts.reading.misreadings.names import is_introduced
from convograph.facts.values.words import words_of
from convograph.patterns import lazy_pattern

_MOVES = lazy_pattern(
    r"\b(?:mov(?:es?|ed|ing)|relocat(?:es?|ed|ing)|transfer(?:s|red|ring)?|ship(?:s|ped|ping)?) (?:all |both )?"
    r"(?:my|our|his|her|their|the|an?|some|this|that|these|those) ((?:[\w'’-]+ ){1,4}?)(?:over |out |down |up )?"
    r"(?:to|into|in|from)\b(?:(?! (?:and|but|so|i|we|he|she|they|now)\b)[^,;:])*$",
    re.IGNORECASE,
)
_HOUSEHOLD = frozenset(
    "family household kids children boys girls life lives everything everyone home base address residence stuff things"
    " belongings bags whole family's".split()
)
"""What people take along when they move: somebody who moved the family to Faro lives there."""
_HOW_FAR = frozenset(
    "bit little lot few couple way other long short mile miles km kilometres kilometers block blocks street streets"
    " years months weeks days hours second first third next last".split()
)
_SOME = r"the|an?|this|one|two|three|four|five|six|\d+|a few|a couple of|some|several"
_SHORT = (
    r"days?|nights?|weekends?|weeks?|months?|summer|winter|autumn|spring|season|holidays?|conference|meeting|wedding"
    r"|visit|festival|match|gig"
)
_UNTIL = lazy_pattern(
    r"^[\s,]*(?:(?!(?:and|but|so|because|who|which|i)\b)[\w'’]+[\s,]+){0,4}?"
    rf"(?:(?:until|till?|’til)\b(?! now\b)|for (?:{_SOME}) (?:\w+ )?(?:{_SHORT})\b)",
    re.IGNORECASE,
)
_SETTLED = lazy_pattern(
    r"\b(?:li(?:ves?|ved|ving)|reside[sd]?|mov(?:es?|ed|ing)|relocat\w+|settl\w+|rent\w*|been|bought)\b", re.IGNORECASE
)
_JOB_THERE = lazy_pattern(
    r"\b(?:job|position|role|post|offer|internship|placement|contract|apprenticeship|course|interview) "
    r"(?:[\w-]+ )?(?:in|at|near|over in) $",
    re.IGNORECASE,
)
_WORKED_IN = lazy_pattern(
    r"(?<!\band )(?<!\bfor )(?<!\bfrom )(?<!& )\bwork(?:s|ed|ing)?"
    r"(?: (?!(?:and|are|based|but|from|has|have|is|liv(?:es?|ing)|settled|so|was|who)\b)[\w'’&.-]+){0,6}? "
    r"(?:in|near) (?:the )?$",
    re.IGNORECASE,
)
_MOVED_FOR_IT = lazy_pattern(r"\b(?:mov(?:ed|es|ing)|relocat\w+)(?: (?!to|in|into)\w+){0,2}? for ", re.IGNORECASE)
_FAR_FROM = lazy_pattern(
    r"\b(?:away|drive|walk|ride|far|hours?|min(?:ute)?s?|miles?|km|kilomet\w+) from\s$", re.IGNORECASE
)
_MOVING = lazy_pattern(r"\bmoving (?:[\w-]+ ){0,4}?(?:to|into|in)(?: the| an?)? $", re.IGNORECASE)
_LEAVING = lazy_pattern(r"\b(?:leav(?:es?|ing)|left) (?:behind )?$", re.IGNORECASE)
_ON_A_DAY = lazy_pattern(r"^,? (?:on|next|tomorrow|soon|this|at the end|from the) ?\b", re.IGNORECASE)


def _moves_a_thing(found: FoundValue) -> bool:
    """Whether something was moved to the place, not the person: "I moved my tools to Antwerp"."""
    moved = _MOVES.search(found.before)
    if moved is None:
        return False
    words = frozenset(moved[1].lower().split())
    return words.isdisjoint(_HOUSEHOLD | _HOW_FAR | word_list("relatives", "time_nouns"))


def _is_a_stay(found: FoundValue) -> bool:
    """Whether it is only a stay: "we're in Vigo now, till August"."""
    if found.told not in ("holds", "begins") or _SETTLED.search(found.before):
        return False
    return _UNTIL.match(found.after) is not None


def _is_gone_to(found: FoundValue) -> bool:
    """Whether somebody went to the place, and no sure reading says that they stayed."""
    return found.likely < SURE and goes_to(found.before)


def is_told_of_another(found: FoundValue) -> bool:
    """Whether a value read as the speaker's belongs to somebody else: "Fien is back home with us in Ghent"."""
    return found.own and not is_of_the_speaker(found.before)


def _is_a_job_there(found: FoundValue) -> bool:
    """Whether only a job is said to be there: "I took the job in Bristol" states no home."""
    return _JOB_THERE.search(found.before) is not None and not _MOVED_FOR_IT.search(found.before)


def _is_planned(found: FoundValue) -> bool:
    """Whether the move is planned for a given time: "moving to Bedminster on the 28th"."""
    if found.told == "ends" or not _MOVING.search(found.before):
        return False
    return _ON_A_DAY.match(found.after) is not None


def _is_being_left(found: FoundValue) -> bool:
    """Whether somebody is leaving the place: "I'm leaving Leicester in June" states no new home."""
    return found.told != "ends" and _LEAVING.search(found.before) is not None


def _is_only_worked_in(found: FoundValue) -> bool:
    """Whether the sentence only says that somebody works there: "I work for a bakery in Hull"."""
    return _WORKED_IN.search(found.before) is not None


def _is_far_from(found: FoundValue) -> bool:
    """Whether it is part of a distance: "Hidcote is about three hours from Ipswich" states no origin."""
    far = _HOW_FAR | word_list("time_nouns")
    return _FAR_FROM.search(found.before) is not None or not far.isdisjoint(words_of(found.value))


HOMES: tuple[Misreading, ...] = (
    _moves_a_thing,
    _is_a_stay,
    _is_gone_to,
    is_told_of_another,
    is_introduced,
    _is_a_job_there,
    _is_planned,
    _is_being_left,
    is_bought,
    Cue(
        "I moved on to [Kubernetes]",
        before=lazy_pattern(r"\bmov(?:es?|ed|ing) on (?:\w+ ){0,3}?(?:to|from)\s$", re.IGNORECASE),
    ),
    Cue(
        "I'm getting off in [Seattle]",
        before=lazy_pattern(
            r"\b(?:get(?:s|ting)? off|got off|stop(?:s|ped|ping)? over|passing through|passed through|layover|stopover"
            r"|chang(?:es?|ed|ing) (?:trains|planes|buses))(?: \w+)?(?: (?:in|at))? $",
            re.IGNORECASE,
        ),
    ),
    Cue(
        "I live in Ghent and shop at [Colruyt]",
        before=lazy_pattern(
            r"\b(?:liv(?:es?|ed|ing)|based|home|mov(?:es?|ed|ing)|from) [^,;:]*?\b(?:in|at|to) [^,;:]+? and "
            r"(?:(?:i|we|he|she|they) )?(?:(?:also|often|mostly|usually|sometimes|then|still) )?"
            r"(?!(?:now|liv|mov|resid|settl|stay|rent|relocat|is\b|am\b|are\b|was\b|were\b|be\b|been\b))[a-z]+"
            r"(?: (?:out|over|down|up|around))? (?:at|in|on|from|with|for) (?:the |an? )?$",
            re.IGNORECASE,
        ),
    ),
    _is_only_worked_in,
    Cue(
        "I practically live in [Costa]",
        before=lazy_pattern(
            r"\b(?:basically|essentially|practically|pretty much|virtually) liv(?:es?|ed|ing) ", re.IGNORECASE
        ),
    ),
    Cue("I'm with [Tidewater Maps]", before=lazy_pattern(r"\bwith\s$", re.IGNORECASE)),
    Cue(
        "she's a vet from [Truro]",
        before=lazy_pattern(r"\b(?:an?|the) (?:(?!mov|relocat)[\w-]+ ){1,3}from $", re.IGNORECASE),
    ),
    Cue(
        "we've been looking at flats in [Bath]",
        before=lazy_pattern(
            r"\b(?:look(?:s|ed|ing)? (?:at|for|around|round|into)|view(?:s|ed|ing)|search(?:es|ed|ing)? for"
            r"|(?:house|flat|home)[ -]?hunt(?:ed|ing)?|hunt(?:ed|ing)? for|put (?:in )?an offer on"
            r"|bid(?:ding)? (?:on|for))\b(?:(?! and\b)[^,;:])*$",
            re.IGNORECASE,
        ),
    ),
)
ORIGINS: tuple[Misreading, ...] = (
    _is_far_from,
    Cue(
        "she comes from [Lublin] on the 12th",
        before=lazy_pattern(r"\b(?:com(?:e|es|ing)|came)(?: \w+){0,2} from (?:the )?$", re.IGNORECASE),
        after=lazy_pattern(
            r"^ (?:on|at|with|to|by (?:bus|car|coach|ferry|plane|train)|next|this|last|every|tomorrow|today|tonight"
            r"|yesterday)\b",
            re.IGNORECASE,
        ),
    ),
)
