"""The direction of an underspecified time: whether "in March" is the last March or the next.

1. "last", "past", "next", "coming" and "ago" decide by themselves.
2. Else the tense of the verb, where the caller knows it: past looks back, present and future look ahead.
3. Else the nearest cue in the sentence: "went", "was", "-ed" look back; "will", "I'm meeting", "leaves", "is on" look
   ahead. A cue after the time, or beyond a comma, counts as further away, and so do words for what people plan
   ("flight", "I have an", "booked"): they are told of what is over, too.
4. Else "by", "until" and "starting" look ahead. ("Since" always looks back.)
5. Else a date without its year is the nearer of the last and the next one, and all else looks back: people tell
   memories.

The current month, season or date is meant by its own name, either way; a weekday is not, for people would say "today".
"Next Friday" is that of next week, "this Friday" that of this week.
"""

from __future__ import annotations

from convograph.extraction.times.rule import Match
from convograph.extraction.times.words import MONTH, WEEKDAY, compiled
from convograph.extraction.types import Tense

_REACH = 120  # characters to either side of a time; a cue further away is about something else
_BEHIND = 40  # characters by which a cue after the time counts as further away: verbs precede their times
_OTHER_CLAUSE = 40  # the same for a cue with a comma in between
_PLANNED = 60  # the same for words that a plan shares with what is over
_DATE = (
    r"(?:the )?(?:(?:early|mid|late)[ -]|(?:end|beginning|middle) of )?"
    rf"(?:{WEEKDAY}|{MONTH}|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}|\d{{1,2}}(?:st|nd|rd|th))\b"
)
_ON_A_DATE = rf"(?:on|in|at|from|until|till)(?= {_DATE})"
_AHEAD = (
    r"will|'ll|won't|shall|(?:'m|am|'re|are|'s|is) (?!been)(?:\w+ )?\w+ing|going to|gonna|wanna|want to"
    r"|hop(?:e|es|ing) to|let's|plan(?:s|ning)?"
    r"|look(?:ing)? forward|can't wait|next|tomorrow|coming|upcoming|soon|scheduled|about to"
    r"|should|can|could|might|hopefully|deadline|due"
    r"|(?:opens|closes|starts|begins|ends|leaves|departs|arrives|lands|flies|returns|expires|launches|takes place)"
    r"|(?:I|we|they) (?:open|close|start|begin|leave|depart|arrive|land|fly|return|move|marry|graduate)"
    rf"|(?:is|are|it's) (?:\w+ly )?{_ON_A_DATE}"
    rf"|(?<!it\x20)(?<!today\x20)(?<!date\x20)(?:is|are)(?= {_DATE})(?! {WEEKDAY})"
)
_PLAN = (
    rf"'s {_ON_A_DATE}"  # "the party's on Friday", and what "I got at the baker's on Friday"
    r"|(?:'ve|have|has) (?:got|an?|my|our|the|to)\b(?! (?:a )?(?:lot|few|couple)\b)|appointment|reservation|flight|exam"
    r"|(?:'m|am|'re|are|'s|is) booked|(?:booked|planned|reserved)(?: (?!for)[\w-]+){0,4} for|tickets (?:for|to)"
)
_BACK = (
    r"was|were|wasn't|weren't|did|didn't|had|went|got|came|saw|made|took|gave|met|told|said|found|felt|won|bought|ran"
    r"|began|left|lost|thought|born|wrote|spent|ate|drove|flew|grew|knew|sent|sold|caught|brought|heard|taught|wore"
    r"|broke|chose|fell|held|kept|paid|rode|sang|slept|spoke|stood|swam|last|ago|yesterday|since|used to|been"
    r"|remember \w+ing|(?!excited|scheduled)[a-z]{2,}[^\W_e]ed"
)
_CUE = compiled(rf"\b(?:(?P<ahead>{_AHEAD}|(?P<plan>{_PLAN}))|{_BACK})\b")
_SENTENCE_END = compiled(r"[.!?;\n](?!\d)| [-–—] ")


def tense_at(text: str, start: int, end: int) -> Tense | None:
    """The tense by the nearest cue in the sentence around `text[start:end]`; `None` without a cue.

    >>> tense_at("We went in March. I'll rest.", 11, 16)
    'past'
    """
    before = text[max(0, start - _REACH) : start]
    ends = [match.end() for match in _SENTENCE_END.finditer(before)]
    left = start - len(before) + (ends[-1] if ends else 0)
    stop = _SENTENCE_END.search(text, end, end + _REACH)
    right = stop.start() if stop else min(len(text), end + _REACH)
    cues = [
        (_distance(text, start, end, match), match["ahead"] is not None) for match in _CUE.finditer(text, left, right)
    ]
    if not cues:
        return None
    return "future" if min(cues)[1] else "past"


def _distance(text: str, start: int, end: int, cue: Match) -> int:
    """Characters between a time and a cue, plus a penalty for a cue after it, in another clause, or of a plan."""
    is_before = cue.start() < start
    gap = text[cue.end() : start] if is_before else text[end : cue.start()]
    penalty = (not is_before) * _BEHIND + ("," in gap) * _OTHER_CLAUSE + (cue["plan"] is not None) * _PLANNED
    return len(gap) + penalty
