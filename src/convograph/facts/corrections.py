"""Corrections that name only the right value: "No, sorry, it was Lyon", "I meant Lyon, not Lille"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CUE = (
    r"(?:no|nope|oops|ups|sorry|wait|whoops|correction|actually|edit|hmm+|u+h|er+|my bad|i misspoke|scratch that|lol|haha"
    r"|ah|oh|ugh|argh|typo|autocorrect|damn|so sorry|ok|okay|well|gosh|silly me|hang on|hold on)"
)
_STRONG = r"(?:no|nope|oops|ups|sorry|wait|whoops|correction|actually|edit|my bad|i misspoke|scratch that|typo|autocorrect)"
_CUES = rf"(?:{_CUE}\b[\s,.!:;*…–—-]*)"
_LINK = (
    r"(?:it(?:'s| is| was| should be)|that(?:'s| is| should be| should read)?|i (?:meant|mean|should(?:'ve| have) said|wanted to (?:say|write))"
    r"|make that|should be|should have been|should've been|meant|we meant|i said)(?: to (?:say|write|type))?"
)
_VALUE = r"(?P<value>[^,.;!?()\n–—]{2,60}?)"
_NOT = r"(?:\s*[,;–—(-]*\s*(?:and )?not (?P<old>[^,.;!?()\n–—]{2,60}?))?"
_END = r"\s*(?:[.!?;)–—\n*]|,|$)"
_LINKED = re.compile(rf"^\W*(?:{_CUES}*{_STRONG}\b[\s,.!:;*…–—-]*{_CUES}*(?:{_LINK}\s+)+|i meant\s+)(?:in |at |with |a |an |the |to )?{_VALUE}{_NOT}{_END}", re.IGNORECASE)
_BARE = re.compile(rf"^\W*{_CUES}*(?:in |at |with |the )?{_VALUE}(?:\s*[,;–—(-]*\s*not (?P<old>[^,.;!?()\n–—]{{2,60}}?)){_END}", re.IGNORECASE)
_MARKED = re.compile(
    rf"^\W*{_CUES}*(?:correction|edit|scratch that|make that|wait|hang on|hold on)\b[\s,.!:;*…–—-]*(?:in |at |with |the )?{_VALUE}{_END}",
    re.IGNORECASE,
)
_NOT_FIRST = re.compile(rf"^\W*{_CUES}*not (?P<old>[^,.;!?()\n–—]{{2,60}}?)\s*[,;–—-]+\s*(?:but |it's |i meant )?{_VALUE}{_END}", re.IGNORECASE)
_MEANT = re.compile(r"^\W*i mean(?:t)?,? (?P<value>[^,.;!?()\n]{2,60}?)\s*[.!]*\s*$", re.IGNORECASE)
_TYPED = re.compile(
    r"^.{0,40}?\bi (?:typed|wrote|said|put) (?P<old>[^,.;!?()\n]{2,60}?)[\s,.;:!–—-]+(?:but )?(?:i )?meant (?P<value>[^,.;!?()\n]{2,60})",
    re.IGNORECASE,
)
_NO_NOT = re.compile(
    rf"^\W*{_CUES}+not (?P<old>[^,.;!?()\n–—]{{2,60}}?)\s*[.!;,–—-]+\s*(?:it's |but )?(?P<value>[^,.;!?()\n–—]{{2,60}}?)\s*[.!]",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"^\W*(?P<value>[^,.;!?()\n]{2,40}?),? (?:is what )?i meant(?: to (?:say|write|type))?\b", re.IGNORECASE)
_STARRED = re.compile(r"^\s*\*\s*(?P<value>[^,.;!?()\n*]{2,60}?)\s*\*?(?:[\s,]*(?:sorry|oops|i mean|typo))?[\s.!]*$")
_SURE = (_MEANT, _STARRED, _BEHIND, _MARKED)
_CLAUSE = re.compile(
    r"\b(?:i|you|he|she|we|they|i'm|i've|it|live|lives|lived|work|works|worked|am|are|is|was|were|do|did|don't|have|has|had|can|will|that|this"
    r"|my|your|so|very|really|just|fine|okay|good|bad|right|wrong|true|sure|what|why|how|fun|great|hard|no|yes|whatever|thanks|anyway|one|else|nothing)\b",
    re.IGNORECASE,
)
_MOST_WORDS = 5
_HEDGES = re.compile(r"\b(?:of course|actually|i think|now|obviously|sorry|instead)\b\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Correction:
    """The right value, and the wrong one where it is named; `sure` where nothing but a correction is said so."""

    value: str
    instead_of: str | None
    sure: bool = False


def correction_in(text: str) -> Correction | None:
    """What a turn corrects, if it begins with a correction that names nothing but a value.

    >>> correction_in("No, sorry, it was Lyon, not Lille!")
    Correction(value='Lyon', instead_of='Lille', sure=False)
    >>> correction_in("I meant well.") is None
    True
    """
    for pattern in (_MEANT, _TYPED, _NO_NOT, _BEHIND, _LINKED, _BARE, _NOT_FIRST, _STARRED, _MARKED):
        found = pattern.match(text)
        if found is None:
            continue
        value = _HEDGES.sub("", found["value"]).strip(" '\"“”*")
        old = found.groupdict().get("old")
        if value and len(value.split()) <= _MOST_WORDS and _CLAUSE.search(value) is None:
            return Correction(value, old.strip(" '\"“”*") if old else None, pattern in _SURE)
    return None
