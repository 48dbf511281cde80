"""Capitals for turns written without them, as far as the frames need them to find names.

"i live in luton and work at tesco" is read as "i live in Luton and work at Tesco". Turns in which the writer does
capitalize names stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial

from convograph.extraction.lexicon import word_list, word_table
from convograph.facts.learned_reader.tagger import bundled_tagger
from convograph.facts.names import GREETINGS, is_first_name, is_name_of_greeter, is_only_a_name, may_be_a_name
from convograph.facts.values.kinds import animals, is_animal, is_job
from convograph.facts.values.streets import STREETS
from convograph.patterns import lazy_pattern

_OF_A_NAME = lazy_pattern(r"(?<=[\w,;:)] )(?!I\b)[A-Z]")  # a capital that does not begin a sentence
_BEHIND = (
    r"(?= (?:now|these|again|for|since|with|and|but|so|because|last|this|at|as|in|near|lol|haha|tho|though|until|btw"
    r"|yesterday|today|tonight|tomorrow|finally|after)\b"
    r"|\s*[,.!?;:)…\n]|\s*$)"
)
_NAME = r"(?P<name>[a-z][\w'’&-]+(?: (?!and\b|but\b|so\b|as\b|in\b(?! \w+$)|with\b|for\b)[\w'’-]+){0,3}?)"
_AT_HOME = lazy_pattern(
    r"\b(?:(?:live|lives|living|lived|based|settled) (?:(?:\w+) ){0,2}?in"
    r"|(?:moved|relocated)(?: (?:back|over|out|up|down))? to|(?:flat|house|place|home|room|apartment) in) "
    + _NAME
    + _BEHIND
)
_AT_WORK = lazy_pattern(
    r"\b(?:works?|working|worked|started|job|employed|(?:first|last) shift|notice)"
    r"(?: as an? (?:\w+ ){1,3}?| (?:part[- ]time|full[- ]time|nights|days|lates|earlies|weekends|shifts) | )"
    r"(?:at|for|by) (?:the )?" + _NAME + _BEHIND
)
_AT_SCHOOL = lazy_pattern(
    r"\b(?:go|goes|going|went|transferred|enrolled|study|studying|studies|student)(?: \w+)? (?:to|at) (?:the )?"
    r"(?P<name>[a-z][\w'’-]+(?: [\w'’-]+)?? (?:university|uni|college|school|academy))\b" + _BEHIND
)
_CALLED = lazy_pattern(r"\b(?:my|our) (?:\w+ ){1,3}?(?:is|['’]s) (?:called|named) (?P<name>[a-z]+)" + _BEHIND)
_AT_STREET = lazy_pattern(
    r"\b(?:live|lives|living|lived|moved|moving|address is) (?:\w+ ){0,2}?(?:(?:at|to|in) )?\d+[a-z]? "
    rf"(?P<name>[a-z]+(?: [a-z]+)? (?:{STREETS}))(?![\w-])"
)
_CLAUSE = r"(?:(?:^|[.!?;\n]\s*|, )(?:(?:also|oh|so|then|well|yeah|yes),? )?|\b(?:and|but|so|because|cos|cause|since) )"
_TELLS = (
    r"(?= (?:works? (?:at|for|as)|lives? (?:at|in)|moved to|(?:is|was) (?:an?|allergic|born|celiac|coeliac|now|vegan)"
    r"|turned \d|got a job|proposed to me|asked me to marry)\b|['’]s (?:an?|allergic)\b)"
)
_SOMEBODY = lazy_pattern(rf"{_CLAUSE}(?P<name>[a-z]+(?: [a-z]+)?){_TELLS}")
_OWN_KIN = lazy_pattern(
    rf"{_CLAUSE}(?P<name>[a-z]+)(?= (?:is|was|has|lives?|works?|worked|moved|died|turned|got)\b|['’]s )"
)
_APPLE = lazy_pattern(r"\b(iphone|ipad|imac|ipod)\b")
END_OF_NAME = r"(?=\W*$|\s*[.,!;:)…\n]| (?:and|but|so|btw|by the way|from|here|lol|who|she|he|shes|hes|she's|he's|i)\b)"
"""A pattern for what may follow the name that somebody gives a person or a pet."""
_INTRODUCED = lazy_pattern(
    rf"^\W*(?:{GREETINGS})\b(?: \w{{2,8}})?[\s,!.]*(?:i['’]m|i am|this is) (?P<name>[a-z]+){END_OF_NAME}",
    re.IGNORECASE,
)
_I_AM = lazy_pattern(rf"(?:^|[.!,;\n])[^\w.!,;\n]*(?:i['’]m|i am) (?P<name>[a-z]+){END_OF_NAME}", re.IGNORECASE)
_IS = r"(?<!s)(?<!ed)(?<!ing)(?<!ly)(?= (?:is|was|has|had|who|lives?|lived|works?|worked|and (?:i|me))\b)"
_WE_DO = r"(?= (?:are|have|broke|broken|split|called|separated|got|just|finally)\b)"
_PARTED_FROM = lazy_pattern(
    r"\b(?:over with|over between(?: me and)?|(?:broke|broken|split)(?: up)? (?:with|from)|divorced|dumped)"
    r" (?P<name>[a-z]+)(?![\w'’-])"
)
_ME_AND = lazy_pattern(rf"\bme and (?P<name>[a-z]+){_WE_DO}")
_AND_ME = lazy_pattern(rf"(?<![\w'’-])(?P<name>[a-z]+) and (?:i|me){_WE_DO}")
_SUPERIORS = ("boss", "coach", "flatmate", "landlady", "landlord", "line manager", "manager", "supervisor", "therapist")
_ABOVE_IN_BRACKETS = lazy_pattern(rf"(?<![\w'’-])(?P<name>[a-z]+)(?= \((?:my |our )?(?:{'|'.join(_SUPERIORS)})\))")
_WITH_ANIMALS = frozenset("breeder groomer guy lady minder owner people shelter sitter trainer walker".split())
_KIN_WITH_OWNER = frozenset({"hubby"})
_SAINT = "st"
_ACRONYMS = frozenset("dc la nj ny nyc sf uae uk us usa".split())
_TYPED_FAST = frozenset("af cant deadass fr hella highkey legit lowkey ngl rn smh tbh wont".split())
"""Informal words that are rare in print."""
_SHORT = 3  # letters; an organization's name this short is an acronym


def with_capitals(text: str) -> str:
    """A turn with capitals for what surely names a home, an employer, a school, a person or a pet.

    >>> with_capitals("so i live in luton now"), with_capitals("i live in fear")
    ('so i live in Luton now', 'i live in fear')
    >>> with_capitals("Yes i work for the bbc")
    'Yes i work for the BBC'
    """
    if _OF_A_NAME.search(text):
        return text
    unknown = not any(map(str.isupper, text))  # if the writer uses any capitals, an unknown word is more likely a typo
    for pattern, is_known, may_be_unknown in (
        (_AT_HOME, is_known_place, unknown),
        (_AT_WORK, _is_employer, unknown),
        (_AT_SCHOOL, _is_school, False),
        (_said_to_be(), is_first_name, False),
        (_CALLED, is_first_name, unknown),
        (_of_pets(), may_be_a_name, False),
        (_beside_animals(), is_only_a_name, False),
        (_doing_animals(), _may_be_an_animals, False),
        (_AT_STREET, bool, False),
        (_SOMEBODY, _is_whole_name, unknown),
        (_OWN_KIN, _is_own_kin, False),
        (_of_acquaintances(), is_only_a_name, False),
        (_ABOVE_IN_BRACKETS, is_only_a_name, False),
        (_INTRODUCED, is_name_of_greeter, False),
        (_I_AM, is_only_a_name, False),
        (_of_kin(), is_only_a_name, False),
        (_of_kin(_IS), is_only_a_name, unknown),
        (_PARTED_FROM, is_first_name, unknown),
        (_ME_AND, is_first_name, unknown),
        (_AND_ME, is_first_name, unknown),
    ):
        text = pattern.sub(partial(_capitalized, is_known=is_known, may_be_unknown=may_be_unknown), text)
    return _APPLE.sub(lambda match: f"i{match[0][1:].capitalize()}", text)


@cache
def _said_to_be() -> re.Pattern[str]:
    """Names after words that introduce them: "dating dom", "my wife is ana"."""
    return re.compile(
        r"\b(?:(?:is|['’]s|are) (?:called|named)|\bname(?: is|['’]s)|dating|married to|engaged to"
        rf"|(?:{'|'.join(sorted(word_list('spouses')))})(?: is|['’]s)?) (?P<name>[a-z]+){_BEHIND}"
    )


@cache
def _of_kin(behind: str = r"(?![\w-])") -> re.Pattern[str]:
    """Names right after a kin noun: "my bf dom"."""
    nouns = "|".join(sorted(map(re.escape, word_list("relatives", "kin_words")), key=len, reverse=True))
    return re.compile(rf"\b(?:my|our) (?:\w+ )?(?:{nouns}|fiancee|missus|sis|bro) (?P<name>[a-z]+){behind}")


@cache
def _of_pets() -> re.Pattern[str]:
    """Names given to animals: "my dog's called pepper"."""
    return re.compile(
        r"\b(?:my|our|an?) (?:[\w-]+ )?(?P<kind>[\w-]+)"
        r"(?:(?: is|['’]s)? (?:called|named)|(?:['’]s)? name(?: is|['’]s))"
        rf" (?P<name>[a-z]+){END_OF_NAME}"
    )


@cache
def _of_animals() -> str:
    """A pattern for the word right after a noun for the speaker's animal."""
    nouns = "|".join(sorted(map(re.escape, animals()), key=len, reverse=True))
    return rf"\b(?:my|our) (?:[\w-]+ )?(?:{nouns}) (?P<name>[a-z]+)"


@cache
def _beside_animals() -> re.Pattern[str]:
    """First names right after a noun for an animal: "our dog bella"."""
    return re.compile(rf"{_of_animals()}(?![\w'’-])")


@cache
def _doing_animals() -> re.Pattern[str]:
    """Any name of an animal that does what animals do: "our greyhound biscuit is limping"."""
    return re.compile(
        rf"{_of_animals()}(?= (?:is|was|keeps|kept|started|(?:has|['’]s) been|just|always|never) "
        r"(?:barking|biting|chasing|chewing|digging|eating|howling|jumping|licking|limping|meowing|miaowing|panting"
        r"|purring|scratching|shaking|sleeping|snoring|sniffing|stealing|whining|ill|poorly|sick)\b"
        r"| (?:ate|barked|barks|bit|chased|chewed|limped|limps|licked|sleeps|slept|snores|whined)\b)"
    )


def _may_be_an_animals(word: str) -> bool:
    """Whether a word may be an animal's name, rather than somebody who looks after it: not "dog walker"."""
    return may_be_a_name(word) and not is_job(word) and word not in _WITH_ANIMALS


@cache
def _of_acquaintances() -> re.Pattern[str]:
    """Names right after a noun for an acquaintance: "my boss ravi"."""
    nouns = "|".join(sorted({*word_list("acquaintances"), *_SUPERIORS}))
    return re.compile(rf"\b(?:my|our) (?:\w+ )?(?:{nouns}) (?P<name>[a-z]+)(?![\w'’-])")


def _is_whole_name(name: str) -> bool:
    """Whether every word is a first name and nothing else."""
    return all(map(is_only_a_name, name.split(" ")))


def _is_own_kin(word: str) -> bool:
    """Whether people use a word as a name for their own kin: "mum is off", but not "husband is off"."""
    return word in word_table("kin_words") and word not in _KIN_WITH_OWNER


def is_rather_a_name(word: str) -> bool:
    """Whether a word is capitalized, a known first name, or unknown as a common word."""
    return word[0].isupper() or is_first_name(word) or _is_no_word(word)


def is_known_place(name: str) -> bool:
    """Whether a lower-case name is that of a listed place."""
    return name in word_list("places", "towns")


def _is_employer(name: str) -> bool:
    words = name.split()
    if name in word_list("organizations") or (words[0] == _SAINT and len(words) > 1):
        return True
    return len(words) > 1 and words[-1] in word_list("organization_endings") and is_known_place(" ".join(words[:-1]))


def _is_school(name: str) -> bool:
    return is_known_place(name.rpartition(" ")[0])


def _is_no_word(name: str) -> bool:
    """Whether it is a single word that is not in common use, unlike "tears" in "moved to tears"."""
    return " " not in name and name not in _TYPED_FAST and name not in bundled_tagger().numbers and not is_job(name)


def _capitalized(match: re.Match[str], *, is_known: Callable[[str], bool], may_be_unknown: bool) -> str:
    """The match with capitals for its name, if the name is known, or may be unknown and is no common word."""
    name, start = match["name"], match.start("name") - match.start()
    if not is_animal(match.groupdict().get("kind") or "dog"):
        return match[0]
    if not (is_known(name) or (may_be_unknown and _is_no_word(name))):
        return match[0]
    return match[0][:start] + capitalized(name) + match[0][start + len(name) :]


def capitalized(name: str) -> str:
    """A lower-case name with its capitals.

    >>> capitalized("new cross"), capitalized("bbc"), capitalized("rio")
    ('New Cross', 'BBC', 'Rio')
    """
    is_short = name in _ACRONYMS or (name in word_list("organizations") and len(name) <= _SHORT)
    return name.upper() if is_short else " ".join(word[0].upper() + word[1:] for word in name.split(" "))
