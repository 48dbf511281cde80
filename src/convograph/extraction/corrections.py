"""Corrections that name only the right value: "No, sorry, it was Lyon", "I meant Lyon, not Lille"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from convograph.extraction.asking import signs_in
from convograph.extraction.lexicon import word_list
from convograph.patterns import lazy_pattern

_FIRM_CUES = r"oops|ups|whoops|wait|correction|actually|my bad|my mistake|i misspoke|scratch that|typo|autocorrect"
"""Cues that seldom introduce anything but a correction."""
CUES = (
    rf"(?:{_FIRM_CUES}|no|nope|sorry|edit|excuse me|pardon(?: me)?|apologies|i(?: have|['’]ve)? said (?:it|that) wrong)"
)
"""Cues before or after a correction, as a pattern without word boundaries."""
HESITATIONS = r"(?:hmm+|u+h|um+|er+m?|lol|haha|ah|oh|ugh|argh|damn|so sorry|ok|okay|well|gosh|silly me|hang on|hold on)"
"""Fillers that may surround the cues, also without word boundaries."""
_WEAK = rf"(?:{HESITATIONS}|{CUES})"
_PAUSE = r"[\s,.!:;*…–—-]*"
_CUES = rf"(?:{_WEAK}\b{_PAUSE})"
_LINK = (
    r"(?:it(?:'s| is| was| should be)|that(?:'s| is| should (?:be|read|say|have (?:been|said)))?|make that"
    r"|should be|should have been|meant|should've been|we meant|i said"
    r"|i (?:meant|mean|should(?:'ve| have) said|wanted to (?:say|write)))"
    r"(?: to (?:say|write|type))?"
)
_LEAD = r"(?:in |at |with |a |an |the |to )?"
_WORDS = r"(?:[^,.;!?()\n–—]|\.(?=\w))"  # a value has no punctuation, except the full stop in "ana@example.com"
_VALUE = rf"(?P<value>{_WORDS}{{2,60}}?)"
_OLD = rf"(?P<old>{_WORDS}{{2,60}}?)"
_END = r"\s*(?:\.(?!\w)|[!?;)–—\n*]|,|$)"
_NOT = rf"\s*[,;–—(-]*\s*(?:and )?not {_OLD}"


def _pattern(written: str) -> re.Pattern[str]:
    return lazy_pattern(rf"^\W*{written}", re.IGNORECASE)


_MEANT = _pattern(
    rf"(?:{_CUES}*{CUES}\b{_PAUSE})?i mean(?:t)?(?: to (?:say|write|type))?,? {_LEAD}{_VALUE}\s*[.!]*\s*$"
)
_BEHIND = _pattern(r"(?P<value>[^,.;!?()\n]{2,40}?),? (?:is what )?i meant(?: to (?:say|write|type))?\b")
_STARRED = lazy_pattern(
    r"^\s*\*\s*(?P<value>(?:[^,.;!?()\n*]|\.(?=\w)){2,60}?)\s*\*?(?:[\s,]*(?:sorry|oops|i mean|typo))?[\s.!]*$",
    re.IGNORECASE,
)
_MARKED = _pattern(
    rf"{_CUES}*(?:correction|edit|scratch that|make that|wait|hang on|hold on)\b{_PAUSE}{_LEAD}{_VALUE}{_END}"
)
_WRONG = _pattern(
    rf"{_CUES}*(?:the )?(?!(?:this|that|it|i|you|he|she|they|what)\b){_OLD}"
    r" (?:is|was) (?:wrong|not right|a typo|a mistake)"
    rf"\s*[,.;:!–—-](?:[^.!?\n]{{1,60}}[.!?\n])?{_PAUSE}"
    rf"(?:(?:it(?:['’]s| is| was)|i meant|make that|should be) )?{_LEAD}{_VALUE}\s*[.!]*\s*$"
)
_SURE = (_MEANT, _BEHIND, _STARRED, _MARKED, _WRONG)  # only corrections are worded like this
_PATTERNS = (
    _MEANT,
    _WRONG,
    _pattern(rf".{{0,40}}?\bi (?:typed|wrote|said|put) {_OLD}{_PAUSE}\s(?:but )?(?:i )?meant {_VALUE}{_END}"),
    _pattern(rf"{_CUES}+not {_OLD}\s*[.!;,–—-]+\s*(?:it's |but )?{_VALUE}\s*[.!]"),
    _BEHIND,
    _pattern(rf"(?:{_CUES}*{CUES}\b{_PAUSE}{_CUES}*(?:{_LINK}\s+)+|i meant\s+){_LEAD}{_VALUE}(?:{_NOT})?{_END}"),
    _pattern(rf"{_CUES}*(?:in |at |with |the )?{_VALUE}(?:{_NOT}){_END}"),
    _pattern(rf"{_CUES}*(?:and |but |so )?it(?:'s|’s|s| is| was) {_LEAD}{_VALUE}(?:{_NOT}){_END}"),
    _pattern(rf"{_CUES}*not {_OLD}\s*[,;–—-]+\s*(?:but |it's |i meant )?{_VALUE}{_END}"),
    _STARRED,
    _MARKED,
)
_BARE = _pattern(
    rf"(?P<before>{_CUES}*){_LEAD}(?P<value>(?:{_WORDS}|\((?=\d)|(?<=\d)\)){{1,60}}?)"
    rf"(?P<behind>(?:[\s,…–—-]+(?:{_WEAK}|i mean))*)[\s.!…]*$"
)
_FIRM = lazy_pattern(rf"\b(?:{_FIRM_CUES}|i mean|(?:no|nope)\W+sorry|sorry\W+(?:no|nope))\b", re.IGNORECASE)
_TAKES_BACK = lazy_pattern(
    rf"\W*(?:{HESITATIONS}\W+)*(?:(?:no|nope|wait|hang on|hold on)\W+)*"
    rf"(?:{_FIRM_CUES}|i meant?|sorry(?! about| for| to|,? i['’]?m)|hang on|hold on)\b",
    re.IGNORECASE,
)
_ONLY_NO = lazy_pattern(r"(?:\W|\b(?:no|nope|oh|ah|well)\b)*", re.IGNORECASE)
_CUE = lazy_pattern(rf"\b{CUES}\b|\bi mean\b", re.IGNORECASE)
_CLAUSE = lazy_pattern(  # words that no value has: with one, the text after the cue is a sentence of its own
    r"\b(?:i|you|he|she|we|they|it|i['’]?m|i['’]?ve|am|are|is|was|were|do|did|don['’]?t|have|has|had|can|will"
    r"|live|lives|lived|work|works|worked|that|this|my|your|so|very|really|just|fine|okay|good|great|bad|hard|right|wrong|true|sure|what|why|how"
    r"|fun|no|yes|whatever|thanks|anyway|one|else|nothing)\b",
    re.IGNORECASE,
)
_ONLY_CUES = lazy_pattern(rf"{_CUES}+", re.IGNORECASE)  # "Oops, I meant Lyon": the value comes later
_HEDGES = lazy_pattern(r"\b(?:of course|actually|i think|now|obviously|sorry|instead)\b\s*", re.IGNORECASE)
_TRAILING = lazy_pattern(r"(?:[\s,]+(?:lol|haha+|oops|sorry|ugh|duh|of course|obviously))+\W*$", re.IGNORECASE)
_CAPITAL = lazy_pattern(r"\b[A-Z][\w-]+")
_DIGIT = lazy_pattern(r"\d")
_CONTACT = lazy_pattern(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+?\d(?:[ ./-]?(?:\(\d+\)[ ./-]?)?\d){6,14}")
_NO_NAMES = ("usual_words", "speaker_pronouns", "people_pronouns", "addressee_pronouns", "sentence_openers")
_QUOTES = " '\"“”*"
_BLANKS = lazy_pattern(r"[^\S\n]+")
_MOST_WORDS = 5
_LONGEST = 300  # characters that are read: corrections come first, and patterns may take quadratic time


@dataclass(frozen=True, slots=True)
class Correction:
    """The right value, and the wrong one if it is named; `sure` if only corrections are worded like this.

    A `bare` correction is a value with "no" or "sorry" around it, which may also answer a question or address somebody.
    """

    value: str
    instead_of: str | None
    sure: bool = False
    bare: bool = False


def correction_in(text: str) -> Correction | None:
    """The correction that a turn begins with, if it gives only a value, not a sentence.

    >>> correction_in("No, sorry, it was Lyon, not Lille!")
    Correction(value='Lyon', instead_of='Lille', sure=False, bare=False)
    >>> correction_in("I meant it.") is None, correction_in("im not at asda today") is None
    (True, True)
    """
    opening = _BLANKS.sub(" ", text[:_LONGEST]).strip()
    for pattern in _PATTERNS:
        found = pattern.match(opening)
        if found is None:
            continue
        value = right_value(found["value"])
        old = (found.groupdict().get("old") or "").strip(_QUOTES)
        if _ONLY_CUES.fullmatch(value):
            continue
        if value and len(value.split()) <= _MOST_WORDS and _CLAUSE.search(value) is None:
            return Correction(value, old or None, pattern in _SURE)
    return None


def contact_correction_in(text: str) -> Correction | None:
    """The phone number or e-mail address in a turn that takes back what was said, if it has only one such value.

    >>> contact_correction_in("wait no. 746. 07700 900746. can't even read my own sim card").value
    '07700 900746'
    """
    if len(text) > _LONGEST or not opens_a_correction(text):
        return None
    found = {match[0].strip() for match in _CONTACT.finditer(text)}
    return Correction(found.pop(), None, sure=True) if len(found) == 1 else None


def opens_a_correction(text: str) -> bool:
    """Whether a turn begins by correcting what its speaker has just said, however it goes on.

    >>> opens_a_correction("wait no sorry 88, he says 100 is too much"), opens_a_correction("Actually, make it 88.")
    (True, True)
    >>> opens_a_correction("No, I had 88."), opens_a_correction("Sorry about that, 88 of them.")
    (False, False)
    """
    return _TAKES_BACK.match(text) is not None


def kinds_of_values(text: str) -> set[str]:
    """The kinds of values in a text ("number", "time", "name"): a correction has the kind of what it replaces."""
    named = any(word.lower() not in word_list(*_NO_NAMES) for word in _CAPITAL.findall(text))
    kinds = {"number": _DIGIT.search(text) is not None, "time": "t" in signs_in(text), "name": named}
    return {kind for kind, has in kinds.items() if has}


def bare_correction_in(text: str) -> Correction | None:
    """The correction in a turn that is only a value with cues around it; `sure` if the cues seldom mean anything else.

    >>> bare_correction_in("Sorry, 35.")
    Correction(value='35', instead_of=None, sure=False, bare=True)
    >>> bare_correction_in("No, blue, actually.")
    Correction(value='blue', instead_of=None, sure=True, bare=True)
    >>> bare_correction_in("Blue.") is None, bare_correction_in("No, I do.") is None
    (True, True)
    """
    said = _BLANKS.sub(" ", text).strip() if len(text) <= _LONGEST else ""
    found = _BARE.match(said)
    if found is None or _CUE.search(around := f"{found['before']} {found['behind']}") is None:
        return None
    value = found["value"].strip(_QUOTES)
    if _ONLY_NO.fullmatch(around) and not any(map(str.isdigit, value)):
        return None  # "No, Porto" is an answer
    most = _MOST_WORDS if any(map(str.isalpha, value)) else len(value)
    if not value or len(value.split()) > most or _CLAUSE.search(value) or _ONLY_CUES.fullmatch(value):
        return None
    return Correction(value, None, sure=_FIRM.search(around) is not None, bare=True)


def right_value(said: str) -> str:
    """A corrected value without the words said around it.

    >>> right_value("actually Lyon lol")
    'Lyon'
    """
    return _TRAILING.sub("", _HEDGES.sub("", said)).strip(_QUOTES)
