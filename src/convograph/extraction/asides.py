"""What a turn says about its own statements: that they are a joke, an addition, a correction, over, or not its own.

A turn marked as a joke states nothing. Irony without a marker is not recognised.
"""

from __future__ import annotations

import re

from convograph.extraction.corrections import CUES
from convograph.patterns import lazy_pattern


def _any_of(*alternatives: str) -> re.Pattern[str]:
    return lazy_pattern("|".join(alternatives), re.IGNORECASE)


_NO_JOKE = "".join(rf"(?<!\b{word} )" for word in ("no", "not", "never", "be", "stop", "you", "are")) + "(?<!['’]re )"
_JOKE = _any_of(
    r"\b(?:just|only|i['’]?m|am|was|totally) (?:kidding|joking|teasing)\b",
    rf"{_NO_JOKE}\b(?:kidding|joking)(?: aside)?\s*[!.)]",
    r"\bj/?k\b|\bas a joke\b|\bin my dreams\W*$|\bi wish[!.]*\s*$|(?:^|\s)/s\b|\bgotcha[!.]*\s*$|\bapril fool",
    r"(?:[.!?,;(…–—]|\b(?:lol|lmao|ha(?:ha)+))\s*(?:jokes?|as if)\W*$|\b(?:lol|lmao|ha(?:ha)+),? (?:no|nope|not)\W*$",
    r"\bnot really[!.]*\s*$|\bpulling (?:your|his|her) leg\b|(?:\.{2,}|…|!) ?not\W*$",
    r"\b(?:this|that|it)(?:['’]s| is| was) (?:just |only |obviously |all )?a (?:bad |silly |stupid |lame )?joke\b",
    r"\bmessing with (?:you|ya|u)\b|\bwinding (?:you|ya|u) up\b|\bhaving (?:you|ya|u) on\b|\bhad (?:you|ya|u) going\b",
)
_JOKE_BEFORE = _any_of(
    r"\W*(?:ha(?:ha)*\W+|lol\W+|no\W+|sorry\W+|ok\W+|okay\W+)*(?:just |only |i'?m |i was )?(?:kidding|joking|j/?k)\b"
)
_TIMES = r"go|try|chance|shot|time|round|day|week|month|year|semester|term"
_FURTHER = _any_of(
    r"\b(?:also|as well|besides|on the side|part[- ]time|one of)\b",
    r"\btoo\b(?=\W*$|\W*[,;.!?)–—:-]|\s+(?:and|but|now|since|at|in)\b)",  # not "too far"
    rf"(?<!\bto )(?<!\bone )\banother\b(?! (?:{_TIMES})\b)|\bsecond\b(?! (?:{_TIMES})\b)",
    r"(?<!\bwe )(?<!\bthey )(?<!\bus )\bboth\b(?! of\b)",
)
_NEW = _any_of(
    r"\b(?:now|these days|nowadays|officially|finally|any ?more|currently|since|start(?:ed|ing)?|again|once more)\b",
)
_OVER = _any_of(r"\bany ?more\b|\bno longer\b|\bany longer\b|\bnow\b|\bstopped\b|\bquit\b|\bused to\b")
_LONG_AGO = _any_of(
    r"\bas a (?:little |young |small )?(?:kid|child|teen(?:ager)?|boy|girl|student|baby)\b",
    r"\bwhen (?:i|he|she|we|they) (?:was|were)\b|\bgrowing up\b|\bback (?:then|in the day)\b|\bback in (?:19|20)\d\d\b",
    r"\bin (?:my|his|her) (?:youth|childhood|teens|twenties)\b|\bonce upon a time\b|\byears ago\b|\boriginally\b",
    r"\bat the time\b|\bin those days\b",
)
_TAKEN_BACK = _any_of(rf"\W*(?:{CUES}|hmm|uh|er|i mean(?:t)?)\b")
_SOMEBODY = r"(?:\bmy \w+|\bhe|\bshe|\bthey|(?-i:\b(?!I\b)[A-Z]\w+))"
_BLANK = r"[^\w.!?\n]"  # stops at sentence ends, where `_ASKED` starts anew: no mark of "????…" is tried twice
_ASKED = (
    rf"(?:^|[.!?\n]){_BLANK}*"
    rf"(?:(?:please|can you|could you|would you|will you|help me(?: to)?|hey|ok|okay|now|let['’]?s){_BLANK}+)*"
)
_COMPOSED = _any_of(
    rf"{_ASKED}(?:proofread|fix|check|correct|improve|translate) (?:my|this|these|the following)\b(?! out\b)",
    rf"{_ASKED}(?:pretend|act as|imagine (?:you|that you)|role-?play|you are now|play the (?:role|part))\b",
    r"^\W*is (?:this|that|it)(?: sentence| text)? (?:right|correct|good english)\W",
    r"^\W*(?:forwarded|fwd)\b",
    rf"{_SOMEBODY} (?:wrote|writes|texted|messaged|emailed|posted)(?: me| us| back)?:",
    rf"{_SOMEBODY}(?: was| were| is|['’]s) (?:all )?like,",
)
_DRAFTED = _any_of(
    rf"{_ASKED}(?:write|draft|compose|rewrite|reword|rephrase|translate|summari[sz]e|edit|polish)\b[^.!?:\n]*[:\n]"
)
_QUOTED = lazy_pattern(r"[\"“”«»]")
_GOES_TO = _any_of(r"\b(?:went|been|flew|drove|travell?ed|came) (?:over |out |up |down |back )?to\s$")


def is_joke(text: str) -> bool:
    """Whether a turn is marked as a joke, and so states nothing."""
    return _JOKE.search(text) is not None


def joked_until(text: str) -> int:
    """Where the last joke marker of a turn ends, 0 without any: everything before it is a joke.

    >>> [joked_until(one) for one in ("I won. Just kidding! I lost.", "I lost.")]
    [19, 0]
    """
    return max((found.end() for found in _JOKE.finditer(text)), default=0)


def calls_a_joke(text: str) -> bool:
    """Whether a turn opens by calling its speaker's last turn a joke: "haha, just kidding"."""
    return _JOKE_BEFORE.match(text) is not None


def behind_joke(text: str) -> str:
    """A turn without an opening that calls its speaker's last turn a joke.

    >>> behind_joke("Just kidding, I work at Bosch"), behind_joke("I work at Bosch")
    ('I work at Bosch', 'I work at Bosch')
    """
    found = _JOKE_BEFORE.match(text)
    return text if found is None else text[found.end() :].lstrip(" ,.!:;–—-")


def is_further(sentence: str) -> bool:
    """Whether a sentence adds its value to others: "I also work at …"."""
    return _FURTHER.search(sentence) is not None


def is_new(sentence: str) -> bool:
    """Whether a sentence says that something holds now and did not before: "now", "finally", "started"."""
    return _NEW.search(sentence) is not None


def is_over(sentence: str) -> bool:
    """Whether a sentence says that something no longer holds: "I don't eat meat anymore"."""
    return _OVER.search(sentence) is not None


def is_long_ago(sentence: str) -> bool:
    """Whether a sentence is about long ago: "as a kid", "when I was a student"."""
    return _LONG_AGO.search(sentence) is not None


def composed_from(text: str) -> int:
    """Where text begins in a turn that is not its speaker's own statement; the length of the turn if none does.

    Such text is a role to play, a text to correct, a draft, a forwarded message or somebody else's words.

    >>> [composed_from(one) for one in ("Pretend to be a vet. I have a dog.", "Fix my English: I am living here.")]
    [0, 0]
    >>> composed_from("Write to my boss: I quit."), composed_from("I wrote to my boss: I quit.")
    (17, 27)
    """
    found = _COMPOSED.search(text)
    drafted = _DRAFTED.search(text)
    return min(len(text) if found is None else found.start(), len(text) if drafted is None else drafted.end())


def is_quoted(text: str, start: int) -> bool:
    """Whether the character at `start` is inside quotation marks: an odd number of them precedes it."""
    return len(_QUOTED.findall(text, 0, start)) % 2 == 1


def takes_back(text: str) -> bool:
    """Whether a turn opens like a correction: "no, sorry", "I meant"."""
    return _TAKEN_BACK.match(text) is not None


def goes_to(before: str) -> bool:
    """Whether words lead up to a destination, as "I went to" before "Oslo", where nobody need live."""
    return _GOES_TO.search(before) is not None
