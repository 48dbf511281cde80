"""Values misread as something that somebody owns: belongings of others, and what nobody keeps."""

from __future__ import annotations

import re

from convograph.extraction.lexicon import word_list
from convograph.facts.names import is_first_name
from convograph.facts.reading.misreadings.found_value import Cue, FoundValue, Misreading
from convograph.facts.values.kinds import is_animal
from convograph.facts.values.words import WORD, words_of
from convograph.patterns import lazy_pattern

_BUYS = r"\b(?:bought|buys?|buying|got|gets|getting|gotten|ordered|made)"
_DETERMINED = r"(?:an?|the|some|another|two|three|four|several|new|one of|those|these|that|this|his|her|their)\b"
_BUYS_SOMEBODY = lazy_pattern(
    rf"{_BUYS} (?:him|her|them|you|everyone|everybody"
    rf"|(?:my|your|his|her|our|their|the) (?:\w+ ){{0,2}}?(?P<noun>[\w-]+)"
    rf"|(?P<name>(?-i:[A-Z])[\w-]+)) {_DETERMINED}(?:(?! (?:and|but|so)\b) [\w-]+)* ?$",
    re.IGNORECASE,
)
_FOR_SOMEBODY = lazy_pattern(
    r"^(?: [\w-]+){0,3}? for (?:him|her|them|you|(?:my|your|his|her|our|their|the) (?:\w+ ){0,2}?(?P<noun>[\w-]+)"
    r"|(?P<name>(?-i:[A-Z])[\w-]+))(?![\w-])(?! (?:room|birthday|party|wedding)\b|['’]s)",
    re.IGNORECASE,
)
_BOUGHT = lazy_pattern(rf"{_BUYS}\b[^,;:]*$", re.IGNORECASE)
_IS_THERE = lazy_pattern(
    r"(?:['’]s|\bis|\bwas) (?:still |just |only |always |out |up |back |over )*(?:in|on|at|inside|near|by|behind|under"
    r"|below|beside|with|getting|going|taking|using|off|to)(?: to)? (?:the|an?|this|that) (?:[\w-]+ )?$",
    re.IGNORECASE,
)
_VAGUE = frozenset("something anything nothing everything stuff thing things some".split())
_LEFT_OUT = (
    r"[\s,]*(?:(?:an?|the|my|our|your|his|her|their|its|some|this|that|these|those|of|very|really|own)\b[\s,]*)*"
)


def _is_for_somebody(found: FoundValue) -> bool:
    """Whether it was bought for somebody else: "you bought my mother a hob", "I bought a bed for the dog"."""
    parts = re.split(r"[,;]", found.before) if _stands_nowhere(found) else [found.before]
    bought = [match for part in parts if (match := _BUYS_SOMEBODY.search(part)) is not None]
    if any(map(_is_somebody, bought)):
        return True
    behind = _FOR_SOMEBODY.match(found.after)
    return behind is not None and _is_somebody(behind) and _BOUGHT.search(found.before) is not None


def _stands_nowhere(found: FoundValue) -> bool:
    """Whether the sentence has all words of a value, but not in one piece."""
    words = {word.lower() for word in _own_words(found.value)}
    return not found.after and words <= set(WORD.findall(found.before.lower()))


def _own_words(value: str) -> list[str]:
    """The words of a value without the possessor."""
    return value.rpartition("'s ")[2].split()


def _is_somebody(match: re.Match[str]) -> bool:
    noun, name = match["noun"], match["name"]
    if name is not None:
        return is_first_name(name.lower())
    return noun is None or any(
        one in word_list("relatives", "kin_words", "acquaintances", "somebody", "companions") or is_animal(one)
        for one in (noun.lower(), noun.lower().removesuffix("s"))
    )


def _is_only_there(found: FoundValue) -> bool:
    """Whether somebody is only in it or at it: "Lucia's in the van" says no more about the owner than "on the bus"."""
    return found.told == "holds" and _IS_THERE.search(found.before) is not None


def _is_used_up(found: FoundValue) -> bool:
    """Whether it is a consumable or a vague word: "I bought the tickets", "a bottle of something"."""
    words = words_of(found.value)
    head = words_of(found.value.partition(" of ")[0])[-1:]
    consumed = word_list("consumables", "eaten_animals")
    forms = {form for one in head for form in (one, one.removesuffix("s"))}
    return not _VAGUE.isdisjoint(words) or (found.told == "begins" and not consumed.isdisjoint(forms))


def _is_somebody_who_gets_it(found: FoundValue) -> bool:
    """Whether it is the person something was bought for: "I bought Tom a bike" does not mean owning Tom."""
    return found.told == "begins" and is_first_name(found.value.lower())


def is_pieced_together(found: FoundValue) -> bool:
    """Whether its words are scattered over the sentence: "a bottle with a cork and drunk most of it".

    A name may be apart from its noun: "Oscar, my guinea pig".
    """
    words = _own_words(found.value)
    apart = len(words) > 1 and not words[-1][0].isupper() and _stands_nowhere(found)
    return apart and re.search(_LEFT_OUT.join(map(re.escape, words)), found.before, re.IGNORECASE) is None


POSSESSIONS: tuple[Misreading, ...] = (
    _is_for_somebody,
    _is_only_there,
    _is_used_up,
    _is_somebody_who_gets_it,
    is_pieced_together,
    Cue("in MY [chilli house]", before=lazy_pattern(r"^\W*(?:(?:and|but|not|oh) )*(?:at|in|into|on|under) MY $")),
)
