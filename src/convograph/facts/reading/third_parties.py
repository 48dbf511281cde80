"""Whether a turn is about the person it names, or about somebody else whom it mentions after that name.

"Ana has a daughter. She's 6 now." does not give Ana's age, nor "Ana's boss lives in Rome" her home. An ambiguous
pronoun is attributed to nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from convograph.extraction.lexicon import word_list, word_table
from convograph.facts.values.kinds import is_animal, is_job
from convograph.patterns import lazy_pattern

_VALUE_IS_A_PERSON = frozenset({"partner", "family_member", "name"})
_EITHER = "either"
_PRONOUN = lazy_pattern(
    r"\b(?:(?P<he>he)|(?P<she>she)|they|who)\b|\b(?:(?P<of_him>him|his)|(?P<of_her>her)|them|their)$", re.IGNORECASE
)
_OF_PRONOUNS = {"he": "he", "she": "she", "of_him": "he", "of_her": "she"}
_NO_PART = (
    r"(?!(?:an?|the|as|at|by|for|from|in|is|it|near|not|now|of|off|on|still|also|to|with|and|or|but|who|was|has|had"
    r"|he|she|they|his|her|their|my|our)\b)"
)
_PHRASE = rf"(?P<words>(?: {_NO_PART}[\w-]+){{1,3}})"
_BRINGS = lazy_pattern(
    rf"\b(?:(?i:an?|his|her|their|my|our|another|some|two|three|both)|[A-Z][\w-]+['’]s){_PHRASE}"
    r"|\b(?P<someone>(?i:someone|somebody))\b|\b(?P<name>[A-Z][\w-]+)\b"
)
_PREDICATE = lazy_pattern(
    r"(?:\b(?:is|was|be|been|am|are|being|bec[ao]m\w+|as|like|called|named)|['’](?:s|re|m)|n['’]t)"
    r"(?: (?:now|still|also|just|actually|only|not|never|no longer))*\s$",
    re.IGNORECASE,
)
_LEFT = lazy_pattern(
    r"(?:(?:n['’]t|\bnot|\bno longer)(?: \w+)? with"
    r"|\b(?:left|divorced|dumped|(?:broke|split)(?: up)? (?:with|from)))\s$",
    re.IGNORECASE,
)
_REPORTED = lazy_pattern(
    r"(?: [\w'’]+){0,2}? (?:says?|said|tells?|told|thinks?|thought|reckons?|mentions?|mentioned|claims?|swears?|swore)"
    r"(?: (?:me|us|him|her|them))?(?: that)? (?:(?:my|our|his|her|their|the|an?) \w|(?-i:[A-Z])\w+(?:['’]s)? [a-z])"
    r"(?!.*\b(?:he|she|they|i|we)\b)[^.!?;\n]*$",
    re.IGNORECASE,
)
_NEW_SENTENCE = lazy_pattern(r"[.!?;\n]\s+(\w+)\s+\w")
_BESIDE = lazy_pattern(r"\b([A-Z][\w-]+),? (?:and|&) $")
_HEAD = lazy_pattern(rf"['’]s{_PHRASE}")
_GOES_ON = lazy_pattern(
    r"(?:['’]s)?,? (?!(?:at|for|in|of|on|with|and|or|but|there|here|now|again)\b)[a-z]", re.IGNORECASE
)
_NAME = r"(?: (?-i:[A-Z])[\w-]+)?"


def means_third_party(before: str, subject: str, speaker: str) -> bool:
    """Whether the text after `before` is about somebody other than `subject`, going by the last mention of `subject`.

    >>> [means_third_party(f"{one} She's ", "Ana", "Ben") for one in ("Ana adopted a dog.", "Ana is a vet.")]
    [True, False]
    >>> means_third_party("My brother's girlfriend moved to ", "Ben's brother", "Ben")
    True
    """
    mentions = [] if subject == speaker else [*_mention(subject, speaker).finditer(before)]
    if not mentions:
        return False
    start, end = mentions[-1].span()
    rest, beside = before[end:], _BESIDE.search(before[:start])
    if beside is not None and beside[1] != speaker:
        rest = f" and {beside[1]}{rest}"  # "Ana and Eva came. She …" may mean either
    if _is_of_theirs(before[end:]) or _begins_with_kin(rest) or _REPORTED.match(before, end):
        return True
    return _means_another(rest, _pronoun_of_subject(subject, speaker))


def tells_of_third_party(before: str, subject: str, relation: str, speaker: str) -> bool:
    """Whether the words before a value assign it to a third party instead of the subject.

    Never so for partners, kin and names: there, a noun for a person introduces the value itself.
    """
    return relation not in _VALUE_IS_A_PERSON and means_third_party(before, subject, speaker)


def _mention(subject: str, speaker: str) -> re.Pattern[str]:
    """A pattern for how a turn refers to a subject: "my sister Ngozi" for "Ana's sister"."""
    noun = _kin_noun(subject, speaker)
    name = re.escape(subject) if noun is None else rf"(?:my|our) (?:[\w-]+ )?{re.escape(noun)}{_NAME}"
    return re.compile(rf"\b{name}\b", re.IGNORECASE)


def _kin_noun(subject: str, speaker: str) -> str | None:
    noun = subject.removeprefix(f"{speaker}'s ")
    return None if noun == subject else noun


def _is_of_theirs(rest: str) -> bool:
    """Whether the name only says whose boss or flatmate the text is about: "Ana's boss lives …"."""
    head = _HEAD.match(rest)
    if head is None:
        return False
    return any(_GOES_ON.match(rest, end) for _, end in _people(head["words"], head.start("words")))


def _begins_with_kin(rest: str) -> bool:
    """Whether a later sentence begins with a bare kin noun: "My sister came. Husband moved to …"."""
    return any(match[1].lower() in word_list("relatives") for match in _NEW_SENTENCE.finditer(rest))


def _means_another(rest: str, own: str) -> bool:
    """Whether the last pronoun does not fit the subject, or may mean somebody mentioned between the two."""
    pronouns = [*_PRONOUN.finditer(rest)]
    if not pronouns:
        return False
    said = _OF_PRONOUNS.get(pronouns[-1].lastgroup or "", _EITHER)
    if _differ(said, own):
        return True
    brought = _brought_in(rest[: pronouns[-1].start()])
    return any(not _differ(said, pronoun) for pronoun in brought)


def _differ(one: str, other: str) -> bool:
    return _EITHER not in (one, other) and one != other


def _brought_in(text: str) -> Iterator[str]:
    """The pronouns for the people and animals that a text introduces; a predicate ("is a vet") introduces nobody."""
    for match in _BRINGS.finditer(text):
        before = text[: match.start()]
        if match["someone"]:
            yield _EITHER
        elif match["name"]:
            name = match["name"].lower()
            if name in _sexes() and name not in word_list("places") and not _LEFT.search(before):
                yield _sexes()[name]
        elif before.strip(" ,") and not _PREDICATE.search(before):  # "Ana, my sister," is one person
            yield from (_pronoun_for(noun) for noun, _ in _people(match["words"], match.start("words")))


def _people(words: str, start: int) -> Iterator[tuple[str, int]]:
    """The nouns for people and animals in a phrase that begins at `start`, each with its end position."""
    for match in re.finditer(r"[\w-]+", words):
        noun = match[0].lower()
        if noun in word_list("somebody") or is_animal(noun) or any(map(is_job, (noun, noun.removesuffix("s")))):
            yield noun, start + match.end()


def _pronoun_for(noun: str) -> str:
    return _pronouns().get(noun, _EITHER)


def _pronoun_of_subject(subject: str, speaker: str) -> str:
    noun = _kin_noun(subject, speaker)
    if noun is not None:
        return _pronoun_for(noun.lower())
    return _sexes().get(subject.split(maxsplit=1)[0].lower(), _EITHER)


@cache
def _pronouns() -> Mapping[str, str]:
    return {**word_table("acquaintances"), **word_table("relatives")}


def _sexes() -> Mapping[str, str]:
    """First names, each with its pronoun."""
    return word_table("first_names")
