"""Plans to move, and short reports that somebody has moved in: "moving to 27 Moorfield Road on Saturday" … "Moved in!".

A plan states no home. The report names none, so the planned one is meant.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from convograph.extraction.asking import asks_with_mark
from convograph.facts.reading.capitals import capitalized, is_known_place
from convograph.facts.reading.frame_subjects import is_of_the_speaker
from convograph.facts.statement import SENTENCE
from convograph.facts.values.checks import fits
from convograph.facts.values.forms import NAMED
from convograph.facts.values.streets import NUMBERED, streets_in
from convograph.patterns import lazy_pattern

_PLACE = rf"(?P<street>{NUMBERED})|{NAMED.replace('{0}', 'named')}|(?P<lower>(?-i:[a-z]+(?: [a-z]+)??))(?=\W|$)"
_GOING = (
    r"(?:(?:i|we)(?:['’]?ll| will| can finally|(?:['’]?re|['’]?m| are| am) (?:going to|gonna))? move"
    r"|\b(?:am|are|['’]m|['’]re|im|we|i|both|all) moving|^\W*(?:so )?moving)"
)
_PLAN = lazy_pattern(
    rf"(?:{_GOING}(?: \w+){{0,2}}?(?: in)? (?:to|into)"
    r"|\b(?:new|next) (?:address|flat|home|house|place) (?:will be|is going to be)(?: (?:at|in|on))?"
    r"|\bsign(?:ed|ing) (?:the lease )?(?:for|on)"
    rf"|\b(?:got|getting|accepted (?:us|me) for) (?:the )?(?:flat|house|place|room) (?:at|in|on)) (?:{_PLACE})",
    re.IGNORECASE,
)
_UNSURE = lazy_pattern(
    r"\b(?:if|might|may|maybe|perhaps|could|would|should|want(?:s|ed)?|hop(?:e|es|ing)|dream(?:ing)?|think(?:ing)?"
    r"|consider(?:ing)?|not|never|wish)\b|n['’]?t\b",
    re.IGNORECASE,
)
_CALLED_OFF = lazy_pattern(
    r"\b(?:not|no longer|n['’]?t|nt) (?:(?:going to|gonna) )?mov(?:e|ing)\b|\b(?:fell|fallen) through\b"
    r"|\bpulled out\b|\bstaying (?:put|where)\b",
    re.IGNORECASE,
)
_WHO = r"(?:(?:so |and |ok |yes |yay |omg |right )*(?:we|i)(?:\s?['’](?:re|m|ve)|\s(?:are|am|have)|m)?\s+)?"
_AT_LAST = r"(?:(?:all|finally|officially|now|just|both|actually|safely|at last)\s+)*"
_WHEN = r"(?:,?\s+(?:today|yesterday|now|finally|at last|this morning|last night|on \w+|safely))*"
_MOVED_IN = lazy_pattern(
    rf"\W*{_WHO}{_AT_LAST}(?:moved(?: in| house)?|settled in|in the new (?:flat|home|house|place)|unpacked){_WHEN}\W*",
    re.IGNORECASE,
)
_ARE_IN = lazy_pattern(rf"\W*(?:we(?:\s?['’]re|\sare)|i(?:['’]m|\sam)) {_AT_LAST}in{_WHEN}\s*!\W*", re.IGNORECASE)
_WE = lazy_pattern(r"\b(?:i|im|me|we)\b", re.IGNORECASE)
_ALONE = lazy_pattern(r"\W*moved\W*", re.IGNORECASE)  # "Moved." may be about a meeting
_SENTENCE = lazy_pattern(rf"{SENTENCE}(?:[.!?;\n…]+|$)")
_CUES = (" in", "fall", "fell", "got", "mov", "new", "next", "pulled", "settled", "sign", "staying", "unpacked")
"""Any turn that says something of a move has one of them: a cheap check before the patterns."""
_LONGEST = 400  # characters; a longer turn is no short report


class MovingIn(NamedTuple):
    """What a turn says of a move: the `planned` home, whether plans are `called_off`, and who has `moved_in`.

    `moved_in` is the sentence that says so, `at` the street that the same turn names.
    """

    planned: str | None = None
    called_off: bool = False
    moved_in: str | None = None
    at: str | None = None


def moving_in(text: str) -> MovingIn | None:
    """What a turn says of its speaker's move; `None` for nothing.

    >>> moving_in("we're moving to 27 Moorfield Road on Saturday")
    MovingIn(planned='27 Moorfield Road', called_off=False, moved_in=None, at=None)
    >>> moving_in("Finally moved in!").moved_in, moving_in("Moved in? Already?"), moving_in("I might move to Hull")
    ('Finally moved in!', None, None)
    """
    lowered = text.lower()
    if len(text) > _LONGEST or not any(cue in lowered for cue in _CUES):
        return None
    sentences = [one[0] for one in _SENTENCE.finditer(text) if not asks_with_mark(one[0])]
    planned = next(filter(None, map(_planned, sentences)), None)
    moved_in = next((one.strip() for one in sentences if _says_moved_in(one)), None)
    street = next(streets_in(text), None) if moved_in else None
    called_off = planned is None and _CALLED_OFF.search(text) is not None
    found = MovingIn(planned, called_off, moved_in, street)
    return None if found == MovingIn() else found


def _says_moved_in(sentence: str) -> bool:
    if _ALONE.fullmatch(sentence):
        return False
    return _MOVED_IN.fullmatch(sentence) is not None or _ARE_IN.fullmatch(sentence) is not None


def _is_own_plan(found: re.Match[str]) -> bool:
    """Whether a plan is the speaker's: "me and Sam are moving to …", but not "Tom and Sam are moving to …"."""
    before = found.string[: found.start()]
    return _WE.search(found.string, 0, found.end()) is not None or is_of_the_speaker(before)


def _planned(sentence: str) -> str | None:
    """The home to which the speaker of a sentence surely plans to move."""
    found = _PLAN.search(sentence)
    if found is None or _UNSURE.search(sentence, 0, found.end()) or not _is_own_plan(found):
        return None
    if found["lower"] is not None:
        return capitalized(found["lower"]) if is_known_place(found["lower"]) else None
    place = found["street"] or found["named"]
    return place if found["street"] or fits("lives_in", place, "place") else None
