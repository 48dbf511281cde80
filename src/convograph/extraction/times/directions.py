"""The direction of an underspecified time: whether "in March" is the last March or the next.

1. "last", "past", "next", "coming" and "ago" decide by themselves.
2. Else the tense of the verb, if the caller knows it: past looks back, present and future look ahead.
3. Else the nearest cue in the sentence: "went", "was", "-ed" look back; "will", "I'm meeting", "leaves", "is on" look
   ahead. So do a condition in the present ("if it's dry"), and a verb in the present or a request with a date close
   after it ("the printer comes thursday", "call him on Friday"). "is closed" has no direction: a participle with "is"
   describes the present state. Nor has "they said" right behind it. A cue after the time, or beyond a comma,
   counts as further away, and so do words for plans ("flight", "I have an"), since they are also used of the past.
   A plan is made before its date, so "booked", "moved" and "I got tickets" look ahead to "for 3 May" and to a date
   after a comma, although the verb is past; "on 3 May" may be either day, as in step 5. An appointment that somebody
   "got", a date that was "set", "now it's 3 May" and an assistant's "noted: " look ahead to any date close after them.
   A participle that governs the time comes before a verb in the past: "got the job, moving end of July" is a plan, and
   "I got a job starting in September" may be either, as in step 5. "Moving in July was hard" looks back.
4. Else "by", "until" and "starting" look ahead. ("Since" always looks back, and the dates after "moved from" and
   "moved to" lie ahead, whatever the tense.)
5. Else a date without a year is the nearer of the last and the next one, and everything else looks back, since people
   tell memories.

The name of the current month, season or date means the current one, either way; a weekday does not mean today, since
people would say "today".
"They cancelled the visit on 3 May" may give the date of the visit or of the call: step 5, even with a past tense. The
same goes for "I booked the visit on 3 May", and for a date that people talk about: "they asked whether 3 May suits us",
"we agreed on 3 May", "she said the visit was on 3 May". "She said so on 3 May" looks back.
"Next Friday" is the one of next week; "this Friday" is the coming one, today included, or with a past tense the last.
"""

from __future__ import annotations

from typing import Literal

from convograph.extraction.times.rule import Match
from convograph.extraction.times.words import DAY_IN_WORDS, LATE_DAY_IN_WORDS, MONTH, WEEKDAY, time_pattern
from convograph.extraction.types import Tense

Direction = Tense | Literal["either", "planned"]
"""Which way a cue looks: as a tense does, either way, or ahead despite a verb in the past."""

_REACH = 120  # characters to either side of a time; a cue further away is about something else
_BEHIND = 40  # characters added to the distance of a cue after the time: verbs precede their times
_OTHER_CLAUSE = 40  # characters added for a comma in between
_NEAR = 40  # characters after "set a date" within which its date must begin
_PLANNED = 60  # characters added for words that plans share with the past ("flight")
_SOME_PART_OF = r"(?:the )?(?:(?:early|mid|late)[ -]|(?:end|beginning|middle) of )?"
_DATE_WITHOUT_A_WEEKDAY = (
    rf"(?:{MONTH}|(?:\d{{1,2}}(?:st|nd|rd|th)?(?: ?[-–] ?| (?:to|until|till) (?:the )?))?"
    rf"\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}|\d{{1,2}}(?:st|nd|rd|th)|{DAY_IN_WORDS} of {MONTH}"
    rf"|{LATE_DAY_IN_WORDS})\b"
)
_DATE = rf"{_SOME_PART_OF}(?:{WEEKDAY}\b|{_DATE_WITHOUT_A_WEEKDAY})"
_DATE_OF_A_YEAR = rf"(?:{WEEKDAY},? )?{_SOME_PART_OF}{_DATE_WITHOUT_A_WEEKDAY}"
_DAY_OF_A_MONTH = (  # but not "now September as well" or "ok, now Thursday: how was it?"
    rf"(?:the )?(?:{MONTH} (?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?|{DAY_IN_WORDS})"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}"
    rf"|\d{{1,2}}(?:st|nd|rd|th)|{DAY_IN_WORDS} of {MONTH}|{LATE_DAY_IN_WORDS})\b"
)
_THE_DAY = rf"the (?:\d{{1,2}}(?:st|nd|rd|th)|{LATE_DAY_IN_WORDS})"
_ON_A_DATE = rf"(?:on|in|at|from|until|till)(?= {_DATE})"
_AT_A_CLOCK = (
    r"at(?= (?:\d{1,2}|half|quarter|noon|midday|midnight|\w+ o'? ?clock|(?:five|ten|twenty|twenty-five) (?:past|to))\b)"
)
_AWAY = (  # "I'm on holiday from 3 to 10 October", "she is in Rome until Friday"
    r"(?:(?:'m|am|'re|are|'s|is) (?:on (?:holidays?|vacation|leave|duty|call)|abroad|away|back|busy|closed|free"
    r"|off|out)"
    r"|(?:I'm|I am|(?:we|they)(?:'re| are)|s?he(?:'s| is)) (?:in|at) \w+)"
    rf"(?: (?!(?:on|in|at|from|until|till)\b)\w+){{0,2}}(?: (?:on|in|at|from|until|till))?(?= {_DATE})"
)
_FINISHED = r"(?!cancell?ed|postponed|rescheduled|scheduled)[a-z]{2,}[^\W_e]ed"  # not cues in their own right
_APOSTROPHE = r"(?<=[\x27\u2019])"  # a look-behind, as no word boundary lies between "café" and "'"
_AS_IT_IS = (  # "the cafe is closed", "the stairs are sorted", "to be opened"
    rf"(?:{_APOSTROPHE}(?:m|re)|(?<=i\x20)am|are|is|be|get) (?:(?:not|now|still|all|only|just|also|already|\w+ly) )?"
    rf"(?:{_FINISHED}|bought|built|caught|held|kept|left|lost|made|paid|rebuilt|sent|sold|spent)"
    rf"|{_APOSTROPHE}s (?:(?:not|now|still|all|only) )?{_FINISHED}"  # in "he's left", "she's just moved" it is "has"
)
_CONDITION = (  # "if it's dry", "if the stairs are sorted", but not "I wonder if it's Monday"
    r"(?<!know\x20)(?<!wonder\x20)(?<!sure\x20)(?<!asked\x20)(?:if|unless) "
    r"(?:(?:it|that|he|she|you|we|they|everything|nothing|(?:the|my|our|your|his|her|their) \w+)(?:'s|'re| is| are)\b"
    rf"(?! (?:{_DATE}|been\b))(?: got\b| {_FINISHED})?"
    r"|it (?:rains|snows|pours|freezes|clears|stops|stays|gets|goes|works|suits))"
)
_OCCASION = (  # has a date and may be rescheduled
    r"(?:appointments?|bookings?|concert|course|date|deadline|delivery|exam|flights?|game|hearing|inspection"
    r"|interview|lesson|match|meeting|move|op|operation|party|reservation|scan|session|slot|start|surgery|test|trial"
    r"|trip|viewing|visit|wedding)"
)
_OF_SOMEBODY = r"(?:an?|another|the|my|our|his|her|their|your)"
_CONFIRMED = (  # "Noted: the dentist on 27 July", as assistants say; past events have a verb of their own
    r"(?<!\w\x20)(?:noted|got it|added|booked|confirmed|logged|recorded|registered|reserved|saved|understood|updated)"
    r"(?=[:,])"
)
_SETTLED = (  # "I got an appointment on the 14th", "they set a date": the planned date
    r"(?:(?:'s|'ve|has|have) )?(?:got|made|given|agreed(?: on)?|(?<!to\x20)set|fixed|picked|chose|chosen)"
    rf" {_OF_SOMEBODY} (?:[\w-]+ ){{0,2}}?"
    r"(?:appointment|date|interview|op|operation|scan|slot|viewing)(?! (?:book|card|letter|night|results?)\b)"
    rf"|now(?= {_DAY_OF_A_MONTH})|now (?:it's|it is|that's|for|from|on|to)(?= {_DATE})"
    rf"|(?:ordered|set|fixed|invited)(?=(?: [\w-]+){{0,6}}? for (?:{WEEKDAY}|{_DAY_OF_A_MONTH}))"
    rf"|{_CONFIRMED}"
)
_ARRANGED = (  # "I booked the ferry on 3 May": the planned date, or the date of booking
    r"(?:(?<!had\x20)(?<!\x27d\x20)(?:booked|reserved|arranged|registered|signed up)(?! (?:on|in|at)\b)"
    r"|(?:bought|got|ordered|paid for) (?:[\w-]+ ){0,4}?(?<!parking\x20)(?<!speeding\x20)(?:tickets?|seats|passes)"
    r"|(?:(?<!\w\x20)|(?:I've|I have|we've|we have) (?:just |now )?)(?:noted|added|entered|logged|marked|put|saved)"
    r"|(?:has|have) (?:now )?been (?:noted|added|booked|confirmed|entered|logged|reserved|saved|scheduled)"
    rf"|(?:moved|changed|shifted|pushed) (?:it|them|{_OF_SOMEBODY} (?:[\w-]+ ){{0,2}}?{_OCCASION})"
    rf"|(?:signed|got|found|made|paid|put down|secured) {_OF_SOMEBODY} (?:[\w-]+ ){{0,2}}?"
    rf"(?:booking|contract|deposit|flat|house|lease|loan|place|room|slot|tenancy|van|venue|visa)"
    rf"(?=(?: [\w-]+){{0,4}}? for {_DATE}))"
)
_SCHEDULED = (  # "the printer comes thursday", "they deliver it on Friday", "remind me on Monday", "Friday works"
    r"(?:(?:comes|goes|gets|gives|takes|moves|meets|sees|visits|collects|picks|drops|delivers|ships|marries|turns|plays"
    r"|pays|calls|sends|brings|drives|travels|works from home|needs)"
    r"|(?:I|we|they|you|(?:the|my|our|your) \w+s|(?<!\w\x20)\w+s) (?:come|go|get|give|take|see|visit|collect|pick|drop"
    r"|deliver|ship|play|pay|call|send|bring|drive|travel|have)"
    r"|(?<!\w\x20)(?:see|catch) (?:you|u|ya|them|him|her)"
    r"|(?<!\w\x20)(?:(?:please|pls|can you|could you|ok|so|just) )?(?:remind|call|ring|email|text|bring|send|order|pay"
    r"|book|pick|drop|collect|ask|tell|check|come|take|get))"
    r"(?= (?:(?!(?:every|each|last|when|because|if|that)\b)[\w\x27\u2019-]+ ){0,4}?(?:on )?(?:early )?"
    rf"(?:{WEEKDAY}|{_THE_DAY})\b)"
    rf"|(?:{WEEKDAY}|{_THE_DAY}) (?:works|suits|then|instead)"
)
_AHEAD = (
    rf"{_SCHEDULED}|"
    rf"will|'ll|won't|shall|(?:'m|am|'re|are|'s|is) (?!been)(?:\w+ )?(?:(?:getting|being) {_FINISHED}|\w+ing)|going to"
    r"|gonna|wanna|want to"
    r"|hop(?:e|es|ing) to|let's|plan(?:s|ning)?"
    r"|look(?:ing)? forward|can't wait|next|tomorrow|coming|upcoming|soon|scheduled|about to"
    rf"|(?:want|suggest|propose|offer)s?(?= (?:{WEEKDAY}|{_DAY_OF_A_MONTH}))"
    r"|should|can|could|might|hopefully|deadline|due|(?:'m|am|'re|are|'s|is) (?:supposed|expected|invited) to"
    r"|(?:opens|closes|starts|begins|ends|leaves|departs|arrives|lands|flies|returns|expires|launches|takes place)"
    r"|(?:I|we|they) (?:now )?(?:open|close|start|begin|leave|depart|arrive|land|fly|return|meet|move|marry|graduate)"
    rf"|(?:is|are|it's) (?:\w+ly )?(?:{_ON_A_DATE}|{_AT_A_CLOCK})|{_AWAY}"
    rf"|(?<!it\x20)(?<!today\x20)(?<!date\x20)(?:is|are)(?= {_DATE})(?! {WEEKDAY})|{_CONDITION}"
)
_PLAN = (
    rf"'s (?:{_ON_A_DATE}|{_AT_A_CLOCK})"  # "the party's on Friday", but also "I got it at the baker's on Friday"
    r"|(?:'ve|have|has) (?:got|an?|my|our|the|to)\b(?! (?:a )?(?:lot|few|couple)\b)|appointment|reservation|flight|exam"
    r"|'s got (?:an?|my|our|the)\b(?! (?:lot|few|couple)\b)"
    r"|(?:'m|am|'re|are|'s|is) (?:\w+ly )?booked|planned(?: (?!for)[\w-]+){0,4} for|tickets (?:for|to)"
)
_BACK = (
    r"was|were|wasn't|weren't|did|didn't|had|went|got|came|saw|made|took|gave|met|told|said|found|felt|won|bought|ran"
    r"|began|left|lost|thought|born|wrote|spent|ate|drove|flew|grew|knew|sent|sold|caught|brought|heard|taught|wore"
    r"|became|blew|built|dealt|died|drank|drew|fled|forgot|fought|froze|lied|rang|rebuilt|sank|shook|stole|struck|swept"
    r"|swore|threw|tied|tore|understood|withdrew|woke"
    r"|broke|chose|fell|held|kept|paid|rode|sang|slept|spoke|stood|swam|last|ago|yesterday|since|used to|been"
    r"|remember \w+ing|(?!excited|scheduled)[a-z]{2,}[^\W_e]ed"
)
_EITHER = (  # but not "cancelled on", which dates the call, nor subscriptions, which end that day
    r"(?:(?:was|were|been|got|is|are) )?(?:cancell?ed|called off|postponed|rescheduled)"
    rf"(?! (?:(?:on|in|at) )?(?:last|{_DATE}))"
    r"(?! (?:[^\s,.;!?]+ ){0,3}(?:subscription|membership|account|contract|order|insurance|policy)\b)"
)
_TOLD_OF = (  # "they asked whether 3 May suits us", "we agreed on 3 May", "she said it was on 3 May"
    r"(?:(?:said|told|thought|asked(?: for| about)?|agreed(?: on| to)?|settled (?:on|for)|decided(?: on)?|suggested"
    r"|offered|proposed|promised|mentioned|preferred|picked|chose|opted for|voted for)"
    r"(?: (?:me|us|you|him|her|them|that))?"
    r"|(?:asked|wondered)(?: (?:me|us|you|him|her|them))? (?:if|whether)|did \w+ (?:say|suggest|offer|propose|mention))"
    rf"(?= {_DATE_OF_A_YEAR})"
    r"|(?:asked|wondered)(?: (?:me|us|you|him|her|them))? (?:if|whether)(?: [^\s,.;!?]+){1,3}? (?:was|were)"
    r"|(?:said|told|thought|heard)(?: [^\s,.;!?]+){0,5}? (?:would|[a-z]+'d|(?:was|were)"
    rf"(?= (?:(?:on|in|from|for) )?{_DATE_OF_A_YEAR}))"
    rf"|paid(?: [\w-]+){{1,3}} for(?= {_DATE})"  # rent is paid before or after its month
)
_REPORTED = r"(?<!,\x20)(?:they|he|she|[a-z]+) (?:said|says|told (?:me|us)|reckon(?:s|ed)?)(?=\s*\Z|\s*[.!?;,])"
_CUE = time_pattern(
    rf"\b(?:(?P<either>{_EITHER}|{_TOLD_OF})|(?P<settled>{_SETTLED})|(?P<arranged>{_ARRANGED})|(?P<ahead>{_AHEAD}|(?P<plan>{_PLAN}))|(?P<neither>{_AS_IT_IS}|{_REPORTED})|{_BACK})\b"
)
_ITS_DATE = time_pattern(  # between "booked" and its date: "for the 3rd of May", ", 3 May", "for a week in May"
    r"(?:,\s*(?:it's |it is )?|:\s*|\bfor )(?:the |early |late |mid-)?(?:(?:end|start|middle) of )?\Z"
    r"|\bfor (?:\w+ ){1,2}(?:nights?|days?|weeks?|weekends?|months?) (?:in|from|on) (?:the )?\Z"
)
_WAS = time_pattern(r"\b(?:was|were) \Z")
_BY_NEARNESS: tuple[Direction, ...] = (
    "past",
    "either",
    "planned",
    "future",
)  # of two equally near cues, the earlier in this list wins
_SENTENCE_END = time_pattern(r"[.!?;\n](?!\d)| [-–—] |\s:-?[()DP/](?!\w)")
_COMING = (  # what is told with its date, mostly ahead of it: "starting in September", "moving out end of July"
    r"(?:arriv|clos|finish|fly|graduat|land|launch|leav|marry|mov|open|retir|return)ing|(?P<first>starting|beginning)"
    r"|getting married|(?P<bare>start|begin|leave|move|fly|finish)"
)
_GOVERNING = time_pattern(
    rf"(?P<opens>(?:\A|[,:()])\s*|\b(?:and|but|so|then) )?(?:(?:now|also|probably|finally|hopefully) )?"
    r"(?<!\bwas\x20)(?<!\bwere\x20)(?<!\bbeen\x20)(?<!\bafter\x20)(?<!\bbefore\x20)(?<!\bsince\x20)(?<!\bwhen\x20)"
    rf"(?<!\bwhile\x20)(?<!\bof\x20)(?<!\babout\x20)\b(?:{_COMING})"
    r"(?: (?:abroad|away|back|home|house|in|off|out|over|there|up)| (?:in|into|to) (?:the |my |our )?[\w-]+)*?"
    rf" (?:(?:about|around|at|by|from|in|on) )?{_SOME_PART_OF}\Z"
)
_TOLD_BACK = time_pattern(  # "Moving in July was hard"; a reason behind it may be past: "… as I got the job"
    rf"(?: (?!(?:as|because|since|got)\b)[\w\x27\u2019-]+){{0,3}}? (?!got\b)(?:{_BACK})\b"
)
_THEN = time_pattern(
    rf", (?:I|we|you|he|she|it|they|the|my|our)\b[^,.;!?]*?\b(?:{_BACK})\b"
)  # "Starting in May, I worked"


def direction_at(text: str, start: int, end: int) -> Direction | None:
    """The direction by the nearest cue in the sentence around `text[start:end]`; `None` without a cue.

    >>> direction_at("We went in March. I'll rest.", 11, 16)
    'past'
    """
    before = text[max(0, start - _REACH) : start]
    ends = [match.end() for match in _SENTENCE_END.finditer(before)]
    left = start - len(before) + (ends[-1] if ends else 0)
    stop = _SENTENCE_END.search(text, end, end + _REACH)
    right = stop.start() if stop else min(len(text), end + _REACH)
    cues = [
        (_distance(text, start, end, match), _BY_NEARNESS.index(_way(text, start, match)))
        for match in _CUE.finditer(text, left, right)
        if match["neither"] is None
    ]
    nearest = _BY_NEARNESS[min(cues)[1]] if cues else None
    return _of_its_own_verb(text[left:start], text[end:right]) or nearest if nearest in (None, "past") else nearest


def _of_its_own_verb(before: str, after: str) -> Direction | None:
    """The direction by a participle that governs a time, whatever past verb its sentence has; `None` without one.

    `before` and `after` are the rest of the sentence. "Moving in July", in a clause of its own, is a plan; "a job
    starting in July" may be either.
    """
    own = _GOVERNING.search(before)
    if own is None or _TOLD_BACK.match(after) or (own["first"] and _THEN.match(after)):
        return None
    if own["opens"] is not None:
        return "planned"
    return "either" if own["bare"] is None and _CUE.search(before) else None


def _way(text: str, start: int, cue: Match) -> Direction:
    """The direction of a cue for a time at `start`: "was booked for" looks either way, "I booked it for" ahead."""
    if cue["settled"] is not None or cue["arranged"] is not None:
        return "planned" if _is_of_the_plan(text, start, cue) else "either"
    if cue["either"] is not None:
        return "either"
    return "past" if cue["ahead"] is None else "future"


def _is_of_the_plan(text: str, start: int, cue: Match) -> bool:
    """Whether a time at `start` is certainly when the plan is for, not when it was made."""
    if cue.end() > start:
        return False
    gap = text[cue.end() : start]
    if cue["settled"] is not None:
        return len(gap) <= _NEAR and "(" not in gap
    return _ITS_DATE.search(gap) is not None and not _WAS.search(text[: cue.start()][-5:])


def _distance(text: str, start: int, end: int, cue: Match) -> int:
    """Characters between a time and a cue, plus penalties for a cue after it, in another clause, or about a plan."""
    is_before = cue.start() < start
    gap = text[cue.end() : start] if is_before else text[end : cue.start()]
    penalty = (not is_before) * _BEHIND + ("," in gap) * _OTHER_CLAUSE + (cue["plan"] is not None) * _PLANNED
    return len(gap) + penalty
