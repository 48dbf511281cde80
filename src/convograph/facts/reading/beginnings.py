"""When something begins that somebody has found but not yet begun: "got a new job at Asda!! start on the 1st".

The start may stand in the next clause or in one of the two sentences behind. Until then, what held before still holds.
"""

from __future__ import annotations

import re
from itertools import islice

from convograph.extraction.times import times_in
from convograph.facts.acts import StatedAct
from convograph.facts.statement import SENTENCE, since_in
from convograph.patterns import lazy_pattern
from convograph.types import Said, When

_POSTS = frozenset({"works_at", "occupation", "attends", "team"})
_HOMES = frozenset({"lives_in", "address"})
_SENTENCES = 3  # the one that tells it, and two behind
_OPENS = r"(?:(?:^|[.!?;:,…\n–—(-]|\b(?:and|so|but|then))\s*)(?:(?:and|so|but|then|now|only)\s+)*"
_WE = r"(?:(?:i|we)(?:\s?['’](?:ll|m|re)|ll|m| will| am| are| get to| can)?\s+)?"
_HE = r"(?:(?:he|she|they)(?:['’]ll| will)?\s+)?"
_THERE = r"(?: (?:there|work|work there|it))?"
_UNTIL_TIME = r"(?: (?:on|from|in|at|as of|the|only|just|sometime))*[\s:]*"
_ING = r"\b(?:starting|beginning)"
_DAY_ONE = (
    r"\b(?:first (?:day|shift|week)|start(?:ing)? date|day one)(?: there)?(?:['’]s| is| will be| on)?"
    r"|\b(?:it|job|contract|course|term) (?:starts|begins)"
)
_JOB_OF_SPEAKER = lazy_pattern(
    rf"(?:{_OPENS}{_WE}(?:start|begin|join|starts|begins){_THERE}|{_ING}{_THERE}|{_DAY_ONE}){_UNTIL_TIME}$",
    re.IGNORECASE,
)
_JOB_OF_OTHER = lazy_pattern(
    rf"(?:{_OPENS}{_HE}(?:start|begin|join)s?{_THERE}|{_ING}{_THERE}|{_DAY_ONE}){_UNTIL_TIME}$", re.IGNORECASE
)
_MOVE = r"(?:move|moving|(?:get|getting|pick(?:ing)? up) the keys)(?: (?:in|there|over|out))?"
_IN_DAY = r"\bmov(?:e|ing)[ -]in (?:date|day)(?:['’]s| is)?|\bkeys(?: are| come)?"
_HOME_OF_SPEAKER = lazy_pattern(rf"(?:{_OPENS}{_WE}{_MOVE}|{_IN_DAY}|{_ING}){_UNTIL_TIME}$", re.IGNORECASE)
_HOME_OF_OTHER = lazy_pattern(
    rf"(?:{_OPENS}{_HE}(?:moves?|moving|gets? the keys)(?: (?:in|there|over|out))?|{_IN_DAY}|{_ING}){_UNTIL_TIME}$",
    re.IGNORECASE,
)
_OF_MENTION = lazy_pattern(r"(?:start(?:ing)?|begin(?:ning)?) (?!of\b)(?:in |on |from |at )?(?:the )?", re.IGNORECASE)
_FOUND = lazy_pattern(
    r"\b(?:accepted|found|get(?:ting)?|got|has|have|landed|new|offered|took)\b|['’](?:ve|s)\b", re.IGNORECASE
)
_WHAT = lazy_pattern(
    r"\b(?:apartment|apprenticeship|contract|flat|house|internship|job|lease|offer|place|placement|position|post|role|room"
    r"|spot)\b",
    re.IGNORECASE,
)
_NEXT = lazy_pattern(rf"{SENTENCE}[.!?;\n…]*\s*")


def beginning(
    text: str, sentence: str, relation: str, told: StatedAct, said: Said | None, *, of_speaker: bool
) -> tuple[StatedAct, When | None]:
    """What a statement in a `sentence` of a turn (`text`) does with its value, and since when; "" for no sentence.

    What is to begin later only begins then, even if it is told like what holds ("I have a job at Asda, start in May").
    """
    ahead = _ahead(text, sentence, relation, said, of_speaker=of_speaker) if _may_lie_ahead(sentence, told) else None
    if ahead is None:
        return told, since_in(sentence, said)
    return "begins", ahead


def _may_lie_ahead(sentence: str, told: StatedAct) -> bool:
    """Whether a sentence tells a change, or that somebody has got a post or a home."""
    if told == "holds":
        return _WHAT.search(sentence) is not None and _FOUND.search(sentence) is not None
    return told == "begins" and bool(sentence)


def _ahead(text: str, sentence: str, relation: str, said: Said | None, *, of_speaker: bool) -> When | None:
    """The time, after it was said, at which the sentence or one behind it says that a post or a home begins."""
    if relation in _POSTS:
        cue = _JOB_OF_SPEAKER if of_speaker else _JOB_OF_OTHER
    elif relation in _HOMES:
        cue = _HOME_OF_SPEAKER if of_speaker else _HOME_OF_OTHER
    else:
        return None
    begins = max(text.find(sentence), 0)
    window = text[begins : max((one.end() for one in islice(_NEXT.finditer(text, begins), _SENTENCES)), default=0)]
    for one in times_in(window, said, tense="future"):
        if one.when is None or one.when.every is not None or one.when.start is None:
            continue
        opening = _OF_MENTION.match(one.text)  # "start in January" is a mention as a whole
        is_cued = cue.search(window, 0, one.start + (opening.end() if opening else 0))
        if is_cued and (said is None or one.when.start > said.local):
            return one.when
    return None
