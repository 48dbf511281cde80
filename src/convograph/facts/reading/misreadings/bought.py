"""Values misread because they are bought, sold or used: nobody lives in a Skoda or works at a Kindle for that.

A home is bought too, and a job is got, but then a preposition stands before its place ("bought a flat in Hull"), or the
noun beside it says what it is ("sold our Leeds flat", "got the Acme job").
"""

from __future__ import annotations

import re

from convograph.facts.reading.misreadings.found_value import FoundValue
from convograph.facts.values.words import words_of
from convograph.patterns import lazy_pattern

_HOMES = (
    r"(?:apartment|barn|bedsit|boat|bungalow|caravan|chalet|condo|cottage|duplex|farm|farmhouse|flat|home|house"
    r"|houseboat|land|loft|lodge|maisonette|mansion|narrowboat|penthouse|place|plot|property|room|semi|studio|terrace"
    r"|townhouse|unit|villa)s?"
)
_POSTS = (
    r"(?:apprenticeship|badge|career|contract|course|degree|email|gig|grad|graduate|interview|internship|job|lanyard"
    r"|laptop|login|offer|payslip|placement|position|post|role|salary|scheme|scholarship|shift|traineeship|uniform"
    r"|work)s?"
)
_BUYS = (
    r"(?:bought|buy(?:s|ing)?|purchas(?:ed?|es|ing)|order(?:s|ed|ing)?|ate|eat(?:s|en|ing)?|dr[aiu]nk(?:s|ing)?"
    r"|wore|worn|wear(?:s|ing)?)"
)
_USES = (
    r"(?:sold|sell(?:s|ing)?|got|gotten|get(?:s|ting)?|had|have|has|picked up|rid of|return(?:s|ed|ing)?"
    r"|replac(?:es?|ed|ing)|swapp(?:ed|ing)|swaps?|trad(?:es?|ed|ing)(?: in)?|rent(?:s|ed|ing)?|hir(?:es?|ed|ing)"
    r"|borrow(?:s|ed|ing)?|drove|driv(?:es?|en|ing)|rode|rid(?:es?|ing)|play(?:s|ed|ing)?|us(?:es?|ed|ing))"
)
_FOR_WHOM = r"(?:me|us|you|him|her|them|myself|ourselves)"
_DETERMINER = r"(?:an?|the|another|some|this|that|these|those|my|our|his|her|their|one|two|three)"
_NO_LINK = (  # words of the phrase between a verb and the value: no preposition, clause, home or job begins in between
    rf"(?!(?:in|at|on|for|from|to|with|near|by|into|onto|of|out|outside|around|round|over|between|via|through|towards?"
    rf"|and|but|or|so|then|because|when|while|where|that|who|which|than|as|like|i|we|he|she|they|it|{_HOMES}|{_POSTS})\b)"
)
_OBJECT_OF = lazy_pattern(
    rf"\b(?:{_BUYS}|{_USES} (?:{_FOR_WHOM} )?{_DETERMINER}) (?:{_NO_LINK}[\w'’-]+ ){{0,4}}$",
    re.IGNORECASE,
)
_ONE_BOUGHT = lazy_pattern(rf"\b(?:{_BUYS}|{_USES}) (?:an?|another|the)\s$", re.IGNORECASE)
_NAMES_A_HOME_OR_POST = lazy_pattern(rf"^(?:['’]s)?(?: (?!and\b)[\w-]+)? (?:{_HOMES}|{_POSTS})\b", re.IGNORECASE)
_A_HOME = lazy_pattern(_HOMES, re.IGNORECASE)


def is_bought(found: FoundValue) -> bool:
    """Whether a value is only what somebody bought, sold or used: "bought a second-hand [Skoda]".

    If the sentence names the value again, what is said there counts: "I sold my Tesco shares, I work at Tesco".
    """
    if not _OBJECT_OF.search(found.before) or found.value in found.after:
        return False
    names_it = _NAMES_A_HOME_OR_POST.match(found.after) or any(map(_A_HOME.fullmatch, words_of(found.value)[-1:]))
    return not names_it


def is_one_bought(found: FoundValue) -> bool:
    """Whether a supposed person is one thing that was bought: "we sold the Polo, bought an [Octavia]"."""
    return _ONE_BOUGHT.search(found.before) is not None
