"""A turn as its speaker means it: with their own corrections applied, and with what fast writers leave out restored.

"We live in Clifton... I mean Bedminster" is read as "We live in Bedminster", "im in Rome" as "I'm in Rome", and "i live
in luton now", by somebody who does not capitalize names, as "i live in Luton now".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from convograph.extraction.asides import behind_joke
from convograph.extraction.corrections import CUES, HESITATIONS
from convograph.extraction.lexicon import word_list
from convograph.facts.learned_reader.token_window import IN_FULL
from convograph.facts.names import is_first_name, may_be_a_name, names_nobody
from convograph.facts.reading.capitals import END_OF_NAME, is_rather_a_name, with_capitals
from convograph.facts.relations import plain
from convograph.facts.values.kinds import is_animal, is_job, is_name
from convograph.facts.values.sameness import are_equal
from convograph.patterns import lazy_pattern

_NAME = r"(?-i:(?:[A-Z]|i[A-Z])[\w'’&-]*(?: (?:(?:of|de|da|do|and|&) )?[A-Z0-9][\w'’&-]*){0,3})"
_WORD = r"[a-z][\w'’-]+"
_PAUSE = r"\s*(?:,|\.{2,}|…|;|:|-{1,2}|–|—|\()\s*"
_HESITATION = rf"(?:(?:{HESITATIONS}|{CUES})\b[\s,.…–—-]*)*"
_SURELY = (
    r"(?:i mean(?:t)?(?: to say)?|scratch that|make that|correction|or rather|i should say|should say|no wait|wait,? no"
    r"|no,? sorry)"
)
_TO = r"(?:(?:in|at|to|with|for|an?|the|it(?:['’]s| is| was)) )?"
_END = r"(?=\s*(?:[-–—,.;!?)…\n]|$))\s*(?:\)|[-–—]+(?=\s))?"
_SURE = lazy_pattern(
    rf"\b(?P<old>{_NAME}|{_WORD})(?:{_PAUSE}|\s*[.!]\s+|\s){_HESITATION}{_SURELY}\b[\s,:–—-]*{_TO}"
    rf"(?P<new>{_NAME}|{_WORD}){_END}",
    re.IGNORECASE,
)
_LIKELY = lazy_pattern(
    rf"\b(?P<old>{_NAME}){_PAUSE}{_HESITATION}{CUES}\b[\s,:–—-]*{_TO}(?P<new>{_NAME}){_END}", re.IGNORECASE
)
_CUE = lazy_pattern(rf"\b(?:{CUES}|mean|meant|make|rather|say)\b", re.IGNORECASE)
_LONGEST = 400  # characters; longer turns are not searched for slips
_SHORT = (
    "im ive youre youve hes shes theyre theyve weve dont doesnt didnt isnt arent wasnt werent havent hasnt aint".split()
)
_APOSTROPHES = {one: re.sub(r"(m|ve|re|s|t)$", r"'\1", one) for one in _SHORT}  # "well", "were" and "its" are words
_CUT_SHORT = lazy_pattern(r"(?<![\w'’./-])(?:bf|gf|n|w)(?![\w'’./-])")
_NO_PLURAL = lazy_pattern(
    r"\b(?P<whose>(?:my|our) (?:[\w-]+ )?)(?P<noun>[a-z]{2,})s (?:"
    r"(?P<has_a_name>(?=name(?: is|['’]?s) ))"  # "my husbands name is ali"
    r"|(?<=wifes )(?=\w)"
    r"|(?=(?:an?|not|so|been)\b)"  # "my sisters a vet"
    r"|(?P<does>(?=(?:going|doing|being|(?!string|spring)\w{3,}ing|\d{1,2})\b))"  # "my sisters calling me"
    rf"|(?=(?P<called>called |named )?(?P<name>[\w-]+){END_OF_NAME}))",  # "my wifes called noor", "my names ali"
    re.IGNORECASE,
)
_AT_THEIRS = lazy_pattern(
    r"\b(?P<where>(?:at|round) (?:my|our) )(?P<noun>[a-z]+)s\b(?! (?:and|who|both|all|are|were)\b)", re.IGNORECASE
)  # "staying at my brothers in york", but not "look at my brothers and me"
_SEVERAL = frozenset("folk grandparent kid parent relative sibling twin".split())
_WITHOUT = lazy_pattern(rf"\b(?:{'|'.join(_SHORT)})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AsMeant:
    """The text that is meant, and the values that its speaker took back in the same turn, in the form of `plain`.

    `misspelled` are nouns that lack the apostrophe before their last letter: "wifes".
    """

    text: str
    wrong: frozenset[str] = frozenset()
    misspelled: frozenset[str] = frozenset()


def as_meant(text: str) -> AsMeant:
    """A turn with its slips corrected, apostrophes restored, words written in full, and names capitalized.

    >>> found = as_meant("Lyon - sorry, Lille - is where I work.")
    >>> found.text, found.wrong
    ('Lille is where I work.', frozenset({'lyon'}))
    >>> as_meant("so i live in luton now").text, as_meant("i live in fear").text
    ('so i live in Luton now', 'i live in fear')
    >>> as_meant("my wifes called noor").text, as_meant("my sisters called me").text
    ("my wife's called Noor", 'my sisters called me')
    >>> as_meant("crashing at my brothers in hull").text
    "crashing at my brother's in hull"
    >>> as_meant("Im single, he dont care").text, as_meant("i live in luton w my gf").text
    ("I'm single, he don't care", 'i live in Luton with my girlfriend')
    """
    wrong: set[str] = set()
    misspelled: set[str] = set()

    def with_apostrophe(match: re.Match[str]) -> str:
        if not _lacks_apostrophe(match):
            return match[0]
        misspelled.add(f"{match['noun'].lower()}s")
        return f"{match['whose']}{match['noun']}'s "

    def at_theirs(match: re.Match[str]) -> str:
        if not _is_one_of_kin(match["noun"]):
            return match[0]
        misspelled.add(f"{match['noun'].lower()}s")
        return f"{match['where']}{match['noun']}'s"

    def right(match: re.Match[str]) -> str:
        old, new = match["old"], match["new"]
        if not _are_alike(old, new):
            return match[0]
        wrong.add(plain(old))
        return new

    text = _WITHOUT.sub(lambda match: match[0][0] + _APOSTROPHES[match[0].lower()][1:], behind_joke(text))
    text = _CUT_SHORT.sub(lambda match: IN_FULL[match[0]], text)
    text = _AT_THEIRS.sub(at_theirs, _NO_PLURAL.sub(with_apostrophe, text))
    if len(text) <= _LONGEST and _CUE.search(text):
        text = _LIKELY.sub(right, _SURE.sub(right, text))
    return AsMeant(with_capitals(text), frozenset(wrong), frozenset(misspelled))


def _lacks_apostrophe(match: re.Match[str]) -> bool:
    """Whether a noun in "s" is more likely a singular with "'s" than a plural: "my sisters called me" is a plural."""
    noun, name = match["noun"].lower(), match["name"]
    if match["has_a_name"] is not None:
        return True
    is_kin = _is_one_of_kin(noun)
    if name is None:
        return is_kin and (match["does"] is None or not any(map(str.isupper, match.string)))
    if match["called"] is None:
        return noun == "name" and is_rather_a_name(name)
    if is_kin:  # "My sisters called Ben." is careful writing; "wifes" is never a plural
        return is_rather_a_name(name) and (name.islower() or noun.endswith("fe"))
    return is_animal(noun) and may_be_a_name(name)


def _is_one_of_kin(noun: str) -> bool:
    """Whether a noun means one relative or acquaintance, so that a fast writer's "s" may be the one after it."""
    return noun.lower() in word_list("relatives", "kin_words", "acquaintances") - _SEVERAL


def _are_alike(old: str, new: str) -> bool:
    """Whether two values differ but may be of one relation: two jobs, two first names, or two other names."""
    if are_equal(old, new):
        return False
    if is_job(old) or is_job(new):
        return is_job(old) and is_job(new)
    are_names = all(is_name(one) and not names_nobody(one) for one in (old, new))
    return are_names and is_first_name(old.lower()) == is_first_name(new.lower())
