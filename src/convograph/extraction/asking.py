"""What a question asks for, and which `SIGNS` a sentence has, by patterns over words. English only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal

from convograph.extraction.times import TimeMention, times_in
from convograph.extraction.times.words import LONG_MONTHS, WEEKDAYS
from convograph.patterns import lazy_pattern
from convograph.terms import STOP_WORDS
from convograph.types import Said, When

_WHOSE = r"(?:the|my|our|your|his|her|their|a|\w+['’]s)"
QUESTION_KINDS: Mapping[str, re.Pattern[str]] = {
    "when": lazy_pattern(
        r"\bwhen\b|what (?:date|day|month|year|time)|(?:what|which) (?:month|year|day|week|weekend|evening|night)\b"
        rf"|\b(?:what|which)(?:['’]?s| is| was)? (?:{_WHOSE} )?(?:\w+ ){{0,2}}dates?\b",
        re.IGNORECASE,
    ),
    "where": lazy_pattern(r"\bwhere\b|(?:what|which) (?:city|country|state|place|location)", re.IGNORECASE),
    "how many": lazy_pattern(
        r"how (?:many|much|often|long|old)|total (?:number|amount)|what percentage", re.IGNORECASE
    ),
}
"""The kinds of question whose wording tells what an answer looks like."""

Period = Literal["now", "present", "former"]
"""Which of several successive values a question wants: the latest by its words ("now") or by its tense ("present"), or
one that no longer holds ("former")."""

_NOW = lazy_pattern(
    r"\b(?:now|currently|current|these days|nowadays|at (?:the moment|present)|still|so far|any ?more|as of today"
    r"|up to (?:now|date)|latest|most recent(?:ly)?|newest)\b",
    re.IGNORECASE,
)
_FORMER = lazy_pattern(
    r"\b(?:initial(?:ly)?|original(?:ly)?|at first|used? to|former(?:ly)?|back then|before (?:i|we|he|she|they|that)"
    r"|previous(?:ly)?(?! (?:\w+ )?(?:conversations?|chats?|discussions?|messages?|sessions?)))\b|\bbefore\W*$",
    re.IGNORECASE,
)
_PRESENT = lazy_pattern(r"\b(?:is|are|am|do|does|have|has|can|will)\b|\w's\b", re.IGNORECASE)
_PAST = lazy_pattern(r"\b(?:did|was|were|had|would)\b", re.IGNORECASE)

SIGNS = "qantp"
"""The signs that a sentence may have, one letter each: a question mark, the opening of a question or request, a number,
a time word, a place.
"""

_WORD = lazy_pattern(r"\w+")
_NAME_WORD = lazy_pattern(r"[^\W_]+")
_NUMBERS_IN_WORDS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve dozen couple twice once hundred thousand".split()
)
_TIMES = frozenset(
    "yesterday today tonight tomorrow last next ago week weekend month year years morning recently since just".split()
).union(LONG_MONTHS, WEEKDAYS)
_YEAR_DIGITS = 4
# A question with only these words and a time asks for anything that happened then.
_HAPPENING = frozenset(
    (
        "all anything everything something thing things happen happens happened happening going go went gone done doing"
        " tell told say said talk talked talking speak spoke discuss discussed chat chatted mention mentioned write"
        " wrote share shared plan planned know remember recall new news day days week month us user ve re d ll last"
        " previous conversation session time back please"
    ).split()
)
_LONGEST_RANGE = timedelta(days=400)  # "in 2019" is a range; "since 1990" says little about when something was said
_PLACE = lazy_pattern(r"\b(?:[Ii]n|[Aa]t|[Tt]o|[Ff]rom|[Nn]ear|[Aa]round)\s+(?:the\s+)?[A-Z]\w+")


_AUXILIARY = r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|may|might)"
_OPENING = r"\W*(?:(?:and|but|so|ok|okay|hey|hi|please|also|well|oh|no|now)\b\W*)*"
_QUESTION = lazy_pattern(
    rf"{_OPENING}(?:(?:what|where|when|why|who|whom|how)(?:\s+{_AUXILIARY}\b|['’]?s\b(?!\s+more))"
    rf"|(?:whose|which|what|how)\s+\w+\s+{_AUXILIARY}\s+(?:you|i|we|he|she|they|it|the|my|your|his|her|our|their)\b"
    rf"|{_AUXILIARY}\s+(?:you|u|i|we|he|she|they|there|my|your|any(?:one|body|thing)?)\b)",
    re.IGNORECASE,
)
_REQUEST = lazy_pattern(
    rf"{_OPENING}(?:(?:can|could|would|will) you\s+)?(?:please\s+)?"
    r"(?:tell me|remind me (?:what|where|when|why|who|whose|which|how|of|about)"
    r"|i (?:want|would like|need|wish) to know|i['’]d like to know"
    r"|i(?:['’]m| am|['’]ve been| was)? wonder(?:ing|ed)?)\b",
    re.IGNORECASE,
)
# Questions as typed in chats: "who broke the lamp", "how much", "any news", "u coming", "has it got brakes",
# "which ring"; but not "who I saw", "how nice", "which helped".
_TOLD_BY_WHICH = (  # "which helped", "which is nice", "which i did"
    rf"(?:{_AUXILIARY}|i|we|you|they|he|she|it|the|my|our|his|her|their|this|that|to|in|at|on|of|for|by|with|also|then"
    r"|never|always|still|just|really|apparently|probably|obviously|honestly|basically|means|sucks|helps|works|explains"
    r"|reminds|makes|suits|sounds|looks|feels|leaves|takes|goes|comes|gives|meant|made|went|got|took|came|felt|left|gave"
    r"|cost|[a-z]{2,}ed)\b"
)
_TEXTED = lazy_pattern(
    rf"{_OPENING}(?:"
    r"who\s+(?!(?:i|you|we|they|he|she|it|the|my|your|our|his|her|their|this|that|knows|cares|am)\b)[a-z]\w*"
    r"|(?:who|what|where|when|why|how|which)s\s+\w+"
    r"|how\s+(?:much|many|long|often|old|far|big|come|about|bout|u|r)"
    r"|what\s+(?:time|day|date|size|colou?r|kind|sort|happened|happens|else|about|bout|if|u|r"
    r"|you\s+(?:up|doing|having|making))"
    r"|where(?:\s*(?:abouts|at|u|r|to|from))|which\s+(?:one|ones|day|way)|why\s+(?:not|u|r|tho|though)"
    r"|any\s+(?:news|luck|ideas?|chance|updates?|plans)|any(?:one|body)\s+(?:know|got|seen|want|up|free|in|need|fancy)"
    r"|(?:u|you|ya)\s+(?:coming|going|in(?!['’])|ok|alright|around|about|free|there|home)"
    rf"|(?!do\b){_AUXILIARY}\s+it|(?:is|was|does|has|will)\s+(?:that|this)"
    r"|(?:wanna|fancy|r\s+u|r\s+you|are\s+u|did\s+u|do\s+u|have\s+u|can\s+u|will\s+u)"
    r")\b"
    rf"|{_OPENING}which\s+(?!{_TOLD_BY_WHICH})[a-z]\w*(?:\s+\w+){{0,3}}\W*$"
    rf"|{_OPENING}(?:who|what|where|when|why|how|which|which one|whose|since when|like what|for what|what for|with who"
    r"|how so)\W*$",
    re.IGNORECASE,
)
_LONGEST_TOLD = 400  # characters
_ASKED_BEHIND = lazy_pattern(
    r"(?P<told>[^?]+?\w)\W{0,3}(?:,|;| [–—-]+)\s*(?:and |but |so )?(?:do|does|did|don|doesn|didn"
    r"|can|could|would|wouldn|will|won|is|isn|are|aren|was|wasn|were|weren|have|haven|has|hasn|shall|should|may|right|remember|ok|okay|yeah|yes|no|huh"
    r"|eh|hm+|want|wanna|any|what|which|who|where|when|why|how|care|fancy|know|got|deal|correct|true|innit)\b[^?]*\?\W*$",
    re.IGNORECASE,
)
# Texters leave out the comma: "so the 29th same time ok?"; but in "is ok?", "ok" is what is asked.
_TAGGED = lazy_pattern(
    r"(?P<told>[^?]*?(?P<last>[\w'’]+))\s+(?:ok|okay|right|yeah|yea|yes|innit|eh|huh)\W*\?\W*$", re.IGNORECASE
)
_OF_STATE = lazy_pattern(
    r"(?:am|is|are|was|were|be|been|being|feels?|looks?|sounds?|seems?|all|going|doing|not|so)$|.*['’](?:s|re|m)$",
    re.IGNORECASE,
)
_TELLING = lazy_pattern(
    r"\W*(?:(?:and|but|so|well|oh|ah|ok|okay|yes|yeah|no|hey|hi|also|now|anyway|actually|btw|by the way)\b\W*)*"
    r"(?!(?:if|when|whenever|since|because|after|before|while|once|unless|although|though|as|in|at|on|what|where|who|why|how"
    rf"|which|whose|{_AUXILIARY})\b)"
    r"(?:(?:i|we|he|she|they|it|there|this|that)\b|(?:i|we|he|she|they|it|there|that)['’]|(?:my|our|his|her|their|the|an?)\s"
    r"|(?-i:[A-Z]))(?:\S*\s+){2,}\S",
    re.IGNORECASE,
)  # it opens with a subject and says something about it
_BEAR_IN_MIND = lazy_pattern(
    r"\W*(?:please\W+)?(?:(?:can|could|would|will) you\W+(?:please\W+)?)?"
    r"(?:remind me|remember|note|make a note|write down|keep in mind|don['’]t forget) that\b",
    re.IGNORECASE,
)
_JOINED = lazy_pattern(
    rf"(?:,\s+|(?<![\s,])\s+)(?:and|but|or)\s+(?:also\s+)?(?=(?:what|where|when|why|who|whom|whose|which|how|{_AUXILIARY})\b)"
    r"|[?;]\s+(?=\w)",
    re.IGNORECASE,
)
_QUESTION_MARKS = "?？"
_SEVERAL = lazy_pattern(r"[.!?]\s+\S|\n")  # more than one sentence
_CLOSED = lazy_pattern(r"[.!]\W*$")  # "What is hard is the wind." is a statement; questions rarely end in "."


def asks_with_mark(sentence: str) -> bool:
    """Whether a question mark follows the last word of a sentence or text.

    >>> [asks_with_mark(one) for one in ("Is it?!", "Is it? I wonder.", "(what?)", "这是猫吗？")]
    [True, False, True, True]
    """
    for character in reversed(sentence):  # a regex would try every mark of "????…"
        if character in _QUESTION_MARKS:
            return True
        if character.isalnum() or character == "_":
            return False
    return False


def tells_before_asking(sentence: str) -> bool:
    """Whether a sentence tells something before it asks, or asks to keep something in mind.

    >>> [tells_before_asking(one) for one in ("I live in Leeds, do you know it?", "If it rains, do we go?")]
    [True, False]
    >>> [tells_before_asking(one) for one in ("so the 29th same time ok?", "The flat upstairs is ok?")]
    [True, False]
    >>> tells_before_asking("Can you remind me that the dentist is on Friday?")
    True
    """
    if _BEAR_IN_MIND.match(sentence):
        return True
    if len(sentence) > _LONGEST_TOLD:
        return False
    found = _ASKED_BEHIND.match(sentence)
    if found is None and (tagged := _TAGGED.match(sentence)) is not None and not _OF_STATE.match(tagged["last"]):
        found = tagged
    return found is not None and _TELLING.match(found["told"]) is not None and not asks_without_mark(found["told"])


def asks_without_mark(sentence: str) -> bool:
    """Whether a sentence opens as a question or a request, so that it asks even without a question mark.

    >>> [asks_without_mark(one) for one in ("what is the weather in Porto", "tell me the weather in Porto.")]
    [True, True]
    >>> [asks_without_mark(one) for one in ("What I saw was rain", "Remind me to ring Ana", "Is rain all there is.")]
    [False, False, False]
    >>> [asks_without_mark(one) for one in ("who broke the lamp", "how much", "whos in tonight", "how nice")]
    [True, True, True, False]
    >>> [asks_without_mark(one) for one in ("has it got brakes", "which ring", "which helped a lot", "is it. was it.")]
    [True, True, False, False]
    """
    if _REQUEST.match(sentence):
        return True
    asks = _QUESTION.match(sentence) or _TEXTED.match(sentence)
    return asks is not None and not _CLOSED.search(sentence)


def ends_asking(turn: str) -> bool:
    """Whether a turn ends with a question mark, or is one sentence that opens as a question or a request.

    >>> [ends_asking(one) for one in ("Ok. Is it?", "who broke the lamp", "who broke it. tell me")]
    [True, True, False]
    """
    return asks_with_mark(turn) or (_SEVERAL.search(turn) is None and asks_without_mark(turn))


def kinds_of(question: str) -> frozenset[str]:
    """The kinds of a question, of those in `QUESTION_KINDS`.

    >>> kinds_of("When and where did they meet?") == {"when", "where"}
    True
    """
    return frozenset(kind for kind, pattern in QUESTION_KINDS.items() if pattern.search(question))


def period_of(question: str) -> Period | None:
    """Which of several successive values a question wants; `None` if it gives no sign, or both "now" and "former".

    >>> [period_of(one) for one in ("Where does Ana live now?", "What is her dog called?", "Where did I use to live?")]
    ['now', 'present', 'former']
    >>> period_of("What did she paint?") is None
    True
    """
    now, former = bool(_NOW.search(question)), bool(_FORMER.search(question))
    if now or former:
        return None if now and former else "now" if now else "former"
    return "present" if _PRESENT.search(question) and not _PAST.search(question) else None


def without_period(question: str) -> str:
    """A question without the words that tell which of several values it wants, as an answer need not contain them.

    >>> without_period("Where does Ana live now?"), without_period("Where does Ana live?")
    ('Where does Ana live ?', 'Where does Ana live?')
    """
    return _FORMER.sub("", _NOW.sub("", question))


def times_asked(question: str, moment: datetime | None) -> list[When]:
    """The times that a question asked at a `moment` (`None`: now) names, if they start and end within 400 days.

    >>> [when.grain for when in times_asked("What did I buy yesterday?", datetime(2024, 5, 8))]
    ['day']
    """
    return [one.when for one in times_named(question, moment) if one.when]


def times_named(question: str, moment: datetime | None) -> list[TimeMention]:
    """The mentions of the times in `times_asked`."""
    said = Said(moment or datetime.now(), None, "")
    return [one for one in times_in(question, said) if one.when and _is_short(one.when)]


def _is_short(when: When) -> bool:
    return when.start is not None and when.end is not None and when.end - when.start < _LONGEST_RANGE


def ranges_of(question: str, moment: datetime | None) -> list[tuple[datetime, datetime]]:
    """The start and end of each time that a question names; see `times_asked`."""
    return ranges(times_named(question, moment))


def ranges(named: Iterable[TimeMention]) -> list[tuple[datetime, datetime]]:
    """The start and end of each named time."""
    return [(one.when.start, one.when.end) for one in named if one.when and one.when.start and one.when.end]


def asks_what_was_then(question: str, named: Sequence[TimeMention], names: Iterable[str] = ()) -> bool:
    """Whether a question only asks what happened at a time, in general or to speakers in `names`.

    `named` are its times (`times_named`).

    >>> questions = ("What did Ana do in May?", "What did Ana paint in May?")
    >>> [asks_what_was_then(one, times_named(one, None), ["Ana"]) for one in questions]
    [True, False]
    """
    if len(named) != 1 or "when" in kinds_of(question):
        return False
    rest = f"{question[: named[0].start]} {question[named[0].end :]}".casefold()
    known = {word for name in names for word in _NAME_WORD.findall(name.casefold())}
    return all(word in _HAPPENING or word in STOP_WORDS or word in known for word in _NAME_WORD.findall(rest))


def intents_of(question: str) -> tuple[str, ...]:
    """The parts of a question that asks several questions, each in its own words; otherwise empty.

    >>> intents_of("When did Ana go hiking, and what did Ben cook?")
    ('When did Ana go hiking', 'what did Ben cook')
    >>> intents_of("Where do Ana and Ben live?")
    ()
    """
    intents = tuple(one.strip(" \t\n,.;?!") for one in _JOINED.split(question))
    return intents if len(intents) > 1 and all(intents) else ()


def named_in(question: str, names: Iterable[str]) -> list[str]:
    """The names whose first word occurs in a question, ignoring case.

    >>> named_in("What did ANA tell Ben?", ["Ana Lopez", "Cal"])
    ['Ana Lopez']
    """
    said = set(_NAME_WORD.findall(question.casefold()))
    return [name for name in names if (first := name.casefold().split()[:1]) and first[0] in said]


def signs_in(sentence: str) -> str:
    """The letters of the signs in a sentence, in the order of `SIGNS`.

    >>> signs_in("I met her in Porto last year.")
    'tp'
    """
    words = set(_WORD.findall(sentence.lower()))  # sets of words are faster than patterns
    figures = [word for word in words if word.isdecimal()]
    there = (
        asks_with_mark(sentence),
        asks_without_mark(sentence),
        bool(figures) or not words.isdisjoint(_NUMBERS_IN_WORDS),
        not words.isdisjoint(_TIMES) or any(len(figure) == _YEAR_DIGITS for figure in figures),
        bool(_PLACE.search(sentence)),
    )
    return "".join(sign for sign, found in zip(SIGNS, there, strict=True) if found)
