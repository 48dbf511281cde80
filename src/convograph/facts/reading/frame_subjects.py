"""The subject of a frame's match: somebody it names, or the speaker if its sentence is about nobody else."""

from __future__ import annotations

import re
from collections.abc import Collection

from convograph.extraction.lexicon import word_list, word_table
from convograph.facts.names import RUN, asking_end, is_first_name, name_start, names_nobody, third_persons
from convograph.facts.reading.third_parties import means_third_party
from convograph.facts.values.kinds import is_animal, is_job
from convograph.graph.turns import speaker_key
from convograph.patterns import lazy_pattern

_I = lazy_pattern(r"\b(?:I|i|[Ww]e|[Mm]e|[Uu]s)\b")
_FIRST = lazy_pattern(r"\b(?:i|we|me|us|my|our|mine|ours|myself|im|ive)\b", re.IGNORECASE)
_THIRD = lazy_pattern(r"\b(?:he|she|they|his|her|their|him|them|someone|somebody|everyone)\b", re.IGNORECASE)
_PART = lazy_pattern(r"[,;:–—]|\b(?:and|but|so|because)\b", re.IGNORECASE)
_OPENING = lazy_pattern(r"([\w-]+)[\s,.!'’]*")
_OF_MINE = lazy_pattern(r"(?:my|our)((?: [\w-]+){1,2})", re.IGNORECASE)
_PHRASE = lazy_pattern(r"(?:the|an?|some|one|two|both|all|most|another) \w", re.IGNORECASE)
_NAME = lazy_pattern(r"([A-Z][\w-]+)(?P<more> [A-Z]|['’]s| (?:is|was|has|had|got|will|does|did)\b|\s*$)?")
_WHENCE = lazy_pattern(r"\b(?:from|in|near|around|outside)\s$", re.IGNORECASE)
_BEGINS_WITH_THIRD = lazy_pattern(
    r"^\W*(?:(?:and|but|so|well|oh|now|then)\W+)?(?:s?he)\b(?:(?!\b(?:i|we|he|she|they|you|who|my|our)\b)[^,;:.])*$",
    re.IGNORECASE,
)
_BEGINS_WITH_NAME = lazy_pattern(
    rf"^\W*(?P<who>{RUN})(?: (?:has|had|just|finally|recently|then|also|really|now))* "
    r"(?:[a-z]+ed|quit|left|sold|got|went|gave|lost|met|found|bought|came|took|broke|began|was|is|had|did|made|said)\b"
    r"(?:(?!\b(?:[Ii]|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Yy]ou|who|my|our|that|whose)\b)[^,;:.A-Z])*$"
)
_AND = lazy_pattern(r"\W*and\b", re.IGNORECASE)
_HUSBANDS = frozenset({"hubby", "husband"})
_WHOSE = lazy_pattern(r"(?:\b([A-Z][\w-]+)['’]s|\b(?:his|her|their|[Yy]our))(?: \w+)?\W*$")  # "Tom's last day at …"


def subject_of(match: re.Match[str], speaker: str, third: str | None, earlier: str = "") -> str | None:
    """The person that a match is about; `None` if unclear.

    `third` is the person "she" refers to if the sentence names nobody before it, `earlier` the turn's text before the
    sentence.
    """
    group = next((name for name in ("WHO", "WHOSE") if match.groupdict().get(name)), None)
    if group is None:
        if _I.search(match[0]) or is_of_the_speaker(match.string[: match.start()]):
            return speaker
        return _going_on(match, third, speaker, earlier)
    before = match.string[: match.start(group)]
    subject = _person(match[group], speaker, third_in(before, speaker) or third)
    if subject is not None and means_third_party(earlier + match.string[: match.end(group)], subject, speaker):
        return None
    return subject


def _going_on(match: re.Match[str], third: str | None, speaker: str, earlier: str) -> str | None:
    """The subject of the sentence, if the match continues it with "and": "He quit the restaurant and moved to …"."""
    before = match.string[: match.start()]
    named = _BEGINS_WITH_NAME.match(before) if _AND.match(match[0]) else None
    name = "" if named is None else named["who"][name_start(named["who"]) :]
    if is_first_name(name.partition(" ")[0].lower()):
        who = _person(name, speaker, None)
        return None if who is None or means_third_party(earlier + before, who, speaker) else who
    if third is None or not _BEGINS_WITH_THIRD.match(before) or not _AND.match(match[0]):
        return None
    if third_in(before, speaker) is not None or means_third_party(earlier + before, third, speaker):
        return None
    return third


def third_in(text: str, speaker: str, values: Collection[str] = ()) -> str | None:
    """The first person other than the speaker that a text names: the one a later "she" refers to.

    Places, pets and the `values` read in the text do not count. `None` if a bare "Husband" comes first, since a later
    "he" may mean him.
    """
    for match in third_persons().finditer(text, asking_end(text)):
        if is_bare_kin(match[0]):
            return None
        person = _person(match[0], speaker, None)
        if person is None or person == speaker or person.lower() in word_list("places", "titles"):
            continue
        if is_animal(text[: match.start()]) or _is_whence(text[: match.start()], match[0]):  # "her dog Biscuit"
            continue
        if not any(person in value for value in values):
            return person
    return None


def _is_whence(before: str, name: str) -> bool:
    """Whether the word before a name makes it a place: "a vet from Truro", but not "a letter from Tom"."""
    return (
        _WHENCE.search(before) is not None and name[0].isupper() and not is_first_name(name.partition(" ")[0].lower())
    )


def _person(named: str, speaker: str, third: str | None) -> str | None:
    named = re.sub(r"['’]s$", "", named, flags=re.IGNORECASE)
    words = " ".join(named.lower().split())
    if words in ("i", "we", "me", "my", "our", "us"):
        return speaker
    if words in ("he", "she", "they", "his", "her", "their", "him", "them"):
        return third
    if words.startswith(("my ", "our ")):
        _, noun, *parts = named.split()
        return " ".join(parts) if len(parts) > 1 else f"{speaker}'s {noun.lower()}"  # "my brother Tom" is "my brother"
    name = named[name_start(named) :]
    if names_nobody(name.split()[0]) or is_bare_kin(name):
        return None
    return speaker if speaker_key(name) == speaker_key(speaker) else name


def is_bare_kin(name: str) -> bool:
    """Whether a capitalized word is a kin noun without an owner: "Husband is off".

    Words that people use as names for their own kin do not count: "Mum is off".
    """
    noun, words = name.lower(), word_table("kin_words")
    called = {*words, *words.values()} - _HUSBANDS
    return noun in word_list("relatives") and noun not in called


def is_of_the_speaker(before: str) -> bool:
    """Whether a sentence that begins with `before` is still about the speaker: it has no other subject so far.

    The nearest part of the sentence that has a subject decides: "Tom sold up and" moved to Faro.
    """
    for part in reversed(_PART.split(before)):
        told = _tells_of_the_speaker(part)
        if told is not None:
            return told
    return True


def _tells_of_the_speaker(part: str) -> bool | None:
    """Whether the subject of a part of a sentence is the speaker; `None` if the part has no subject."""
    words = part.strip()
    while (opening := _OPENING.match(words)) and opening[1].lower() in word_list("time_adverbs", "discourse_markers"):
        words = words[opening.end() :]
    whose = _WHOSE.search(part)
    if _begins_with_another(words) or (whose and not (whose[1] and names_nobody(whose[1]))):
        return False
    if _FIRST.search(part):
        return True
    return False if _THIRD.search(part) else None


def _begins_with_another(words: str) -> bool:
    """Whether the first words are "my neighbour", "the man", "husband", "she" or a name.

    A capital alone proves nothing there.
    """
    mine = _OF_MINE.match(words)
    if mine:
        return any(_is_person(word.lower()) for word in mine[1].split())
    if _THIRD.match(words) or _PHRASE.match(words) or words.partition(" ")[0].lower() in word_list("relatives"):
        return True
    name = _NAME.match(words)
    if name is None or names_nobody(name[1]) or name[1].lower() in word_list("places"):
        return False
    return name["more"] is not None or name[1].lower() in word_list("first_names")


def _is_person(noun: str) -> bool:
    nouns = {noun, noun.removesuffix("s")}
    return bool(nouns & word_list("somebody")) or any(map(is_job, nouns))
