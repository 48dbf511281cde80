"""The things whose order or distance in time a question asks for: each needs evidence.

Patterns over words; English only.
"""

from __future__ import annotations

import re

from convograph.patterns import lazy_pattern


def _patterns(*texts: str) -> tuple[re.Pattern[str], ...]:
    return tuple(lazy_pattern(text, re.IGNORECASE) for text in texts)


_ENDS = " \t\n,.;:!?"
_DISTANCE = lazy_pattern(r"\bhow (?:long|much time|many (?:day|week|month|year|hour|minute|night)s?)\b", re.IGNORECASE)
_ORDER = lazy_pattern(
    r"^(?:which|what|who|whom|did|was|were|is|are)\b.*"
    r"\b(?:first|last|earlier|earliest|later|latest|before|sooner|(?:most|more) recently|longer)\b",
    re.IGNORECASE,
)

_DAY = r"(?:the (?:day|date|time|moment|night) (?:that |when |on which )?|when )?"
_ASKS = r"(?:did|had|has|have|was|were|will) (?:i|we|he|she|they|you|it|my|our|his|her|their|the|(?-i:[A-Z])\w+)\b"
_OR_THE_OTHER = r"(?:,? or (?:before|after) (?:it|that|them))?"
_OF_DISTANCE = _patterns(
    rf"\bbetween {_DAY}(.+?),? and {_DAY}(.+)$",
    rf"\b(?:passed|elapsed|went by|lay|was it) from {_DAY}(.+?),? (?:to|until) {_DAY}(.+)$",
    rf"\bsince {_DAY}(.+?),? (?:when|before|until|by the time|at the time of) {_DAY}(.+)$",
    rf"^(?:before|after) {_DAY}(.+?), (how .+)$",
    rf"\b(?:before|after) {_DAY}(.+?),? ({_ASKS}.+)$",
    rf"^(.+?),? (?:when|before|until|by the time|after|since) {_DAY}(.+)$",
)
_OF_ORDER = _patterns(
    r"\bbefore or after (.+?) (?:that|when|did) (.+)$",
    r"^\w+ (.+?),? (?:before or after|after or before) (.+)$",
    r"^\w+ (.+?) (?:come|happen|take place|begin|start) (?:first|before) or (?:did )?(.+?)(?: come| happen)?$",
    r"^\w+ it (.+?),? or (.+?) (?:that|which|who) \w+ (?:first|last|earlier|later)$",
    rf"^(?:was|were) (.+?) (?:before|after) (.+?){_OR_THE_OTHER}$",
    rf"^(?:did|had) (.+?) (?:come|happen|happened|take place|taken place) (?:before|after) (.+?){_OR_THE_OTHER}$",
    r"^[^,:]+[,:] (.+?),? or (.+)$",
)
# Lists of three or more things: "In which order did I visit Rome, Porto and Lyon?"
_LISTED = _patterns(
    r"\border\b[^:]*: (.+)$",
    r"\b(?:what|which) order (?:did|do|does|had|have|has|was|were) (.+)$",
    r"\b(?:the|in|by) (?:\w+ )?order (?:of|in which) (.+)$",
    r"\b(?:put|sort|arrange|list) (.+) in (?:the )?(?:right |chronological )?order$",
)
_LISTED_AFTER_ASKING = lazy_pattern(r"^[^,:]+[,:] (.+)$")  # "Which did I see first, Rome, Porto or Lyon?"
_DIRECTION = lazy_pattern(
    r",? (?:starting (?:with|from)|from) (?:the )?(?:first|earliest|oldest|latest|last|newest|most recent)\b[^:]*$"
    r"|,? (?:chronologically|(?:in|by) (?:order of )?(?:time|date))$",
    re.IGNORECASE,
)
_SEPARATOR = lazy_pattern(r"[,;]\s+")
_BEFORE_LAST = lazy_pattern(r"[,;]\s+(?:and|or)\s+", re.IGNORECASE)
_LAST_TWO = lazy_pattern(r"(.+) (?:and|or) (.+)", re.IGNORECASE)
_WHEN_IT_WAS = lazy_pattern(_DAY, re.IGNORECASE)
_ASIDE = lazy_pattern(r"(?:which|who|whose|where|that)\b", re.IGNORECASE)
_FEWEST, _MOST = 3, 6  # things of a list: two have patterns of their own, and each costs a search
_WORD = lazy_pattern(r"\w+")
_LONGEST = 25  # words of a thing: anything longer is a sentence about something else
_VAGUE = frozenset(
    (
        "i it he she they we you that this these those them him her me us how long much many time day days week weeks"
        " month months year years hour hours minute minutes night nights ago older than am is was did have has had been"
        " passed gone by now then"
    ).split()
)


def compared_in(question: str) -> tuple[str, ...]:
    """The two to six things that a question compares in time, in its own words; empty if there are none.

    >>> compared_in("How many days passed between the day I bought the kayak and my trip to Skye?")
    ('I bought the kayak', 'my trip to Skye')
    >>> compared_in("Which did I read first, 'Emma' or 'Middlemarch'?")
    ("'Emma'", "'Middlemarch'")
    >>> compared_in("In which order did these happen: the flood, the fire and the fair?")
    ('the flood', 'the fire', 'the fair')
    >>> compared_in("Where was Ana between May and June?")
    ()
    """
    text = question.strip().rstrip(_ENDS)
    if listed := _listed_in(text):
        return listed
    patterns = _OF_DISTANCE if _DISTANCE.search(text) else _OF_ORDER if _ORDER.search(text) else ()
    for pattern in patterns:
        found = pattern.search(text)
        if found:
            return _things(found)
    return ()


def _listed_in(text: str) -> tuple[str, ...]:
    """The three or more things whose order a question asks for; empty if it lists none."""
    plain = _DIRECTION.sub("", text)
    patterns = (*_LISTED, _LISTED_AFTER_ASKING) if _ORDER.search(text) else _LISTED
    lists = (_parts_of(found[1]) for pattern in patterns if (found := pattern.search(plain)))
    return next(filter(None, lists), ())


def _parts_of(listed: str) -> tuple[str, ...]:
    """The parts of a list, if they are three to six things; a clause about one of them is no thing of its own."""
    parts = _SEPARATOR.split(_BEFORE_LAST.sub(", ", listed))
    joined = None if _BEFORE_LAST.search(listed) else _LAST_TWO.fullmatch(parts[-1])
    if joined is not None:
        parts[-1:] = joined.groups()
    things = tuple(_WHEN_IT_WAS.sub("", one.strip(_ENDS), count=1) for one in parts)
    able = _FEWEST <= len(things) <= _MOST and not any(map(_ASIDE.match, things))
    return things if able and all(map(_says_what, things)) else ()


def _things(found: re.Match[str]) -> tuple[str, ...]:
    """Both things, if neither is too vague or too long; otherwise empty."""
    things = tuple(one.strip(_ENDS) for one in found.groups())
    return things if all(map(_says_what, things)) else ()


def _says_what(thing: str) -> bool:
    words = _WORD.findall(thing.lower())
    return 0 < len(words) <= _LONGEST and not _VAGUE.issuperset(words)
