"""The two things whose order or distance in time a question asks for: each needs evidence.

Patterns over words; English only.
"""

from __future__ import annotations

import re

_ENDS = " \t\n,.;:!?"
_DISTANCE = re.compile(r"\bhow (?:long|much time|many (?:day|week|month|year|hour|minute|night)s?)\b", re.IGNORECASE)
_ORDER = re.compile(
    r"^(?:which|what|who|whom|did|was|were|is|are)\b.*"
    r"\b(?:first|last|earlier|earliest|later|latest|before|sooner|(?:most|more) recently|longer)\b",
    re.IGNORECASE,
)

_DAY = r"(?:the (?:day|date|time|moment|night) (?:that |when |on which )?|when )?"
_ASKS = r"(?:did|had|has|have|was|were|will) (?:i|we|he|she|they|you|it|my|our|his|her|their|the|(?-i:[A-Z])\w+)\b"
_OR_THE_OTHER = r"(?:,? or (?:before|after) (?:it|that|them))?"
_OF_DISTANCE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bbetween {_DAY}(.+?),? and {_DAY}(.+)$",
        rf"\b(?:passed|elapsed|went by|lay|was it) from {_DAY}(.+?),? (?:to|until) {_DAY}(.+)$",
        rf"\bsince {_DAY}(.+?),? (?:when|before|until|by the time|at the time of) {_DAY}(.+)$",
        rf"^(?:before|after) {_DAY}(.+?), (how .+)$",
        rf"\b(?:before|after) {_DAY}(.+?),? ({_ASKS}.+)$",
        rf"^(.+?),? (?:when|before|until|by the time|after|since) {_DAY}(.+)$",
    )
)
_OF_ORDER = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bbefore or after (.+?) (?:that|when|did) (.+)$",
        r"^\w+ (.+?),? (?:before or after|after or before) (.+)$",
        r"^\w+ (.+?) (?:come|happen|take place|begin|start) (?:first|before) or (?:did )?(.+?)(?: come| happen)?$",
        r"^\w+ it (.+?),? or (.+?) (?:that|which|who) \w+ (?:first|last|earlier|later)$",
        rf"^(?:was|were) (.+?) (?:before|after) (.+?){_OR_THE_OTHER}$",
        rf"^(?:did|had) (.+?) (?:come|happen|happened|take place|taken place) (?:before|after) (.+?){_OR_THE_OTHER}$",
        r"^[^,:]+[,:] (.+?),? or (.+)$",
    )
)
_WORD = re.compile(r"\w+")
_LONGEST = 25  # words of a thing: anything longer is a sentence about something else
_VAGUE = frozenset(
    (
        "i it he she they we you that this these those them him her me us how long much many time day days week weeks"
        " month months year years hour hours minute minutes night nights ago older than am is was did have has had been"
        " passed gone by now then"
    ).split()
)


def compared_in(question: str) -> tuple[str, ...]:
    """The two things that a question compares in time, in its own words; empty if there are none.

    >>> compared_in("How many days passed between the day I bought the kayak and my trip to Skye?")
    ('I bought the kayak', 'my trip to Skye')
    >>> compared_in("Which did I read first, 'Emma' or 'Middlemarch'?")
    ("'Emma'", "'Middlemarch'")
    >>> compared_in("Where was Ana between May and June?")
    ()
    """
    text = question.strip().rstrip(_ENDS)
    patterns = _OF_DISTANCE if _DISTANCE.search(text) else _OF_ORDER if _ORDER.search(text) else ()
    for pattern in patterns:
        found = pattern.search(text)
        if found:
            return _things(found)
    return ()


def _things(found: re.Match[str]) -> tuple[str, ...]:
    """Both things, if neither is too vague or too long; otherwise empty."""
    things = tuple(one.strip(_ENDS) for one in found.groups())
    return things if all(map(_says_what, things)) else ()


def _says_what(thing: str) -> bool:
    words = _WORD.findall(thing.lower())
    return 0 < len(words) <= _LONGEST and not _VAGUE.issuperset(words)
