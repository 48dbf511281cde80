"""The names that a turn gives to its speaker's kin: "my sister Ngozi", "Ngozi, my sister,". Read without syntax."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from convograph.extraction.asides import is_quoted
from convograph.extraction.descriptions.nouns import is_kin, plain_kin
from convograph.extraction.lexicon import word_list, word_table
from convograph.facts.names import WHENCE, is_first_name, names_nobody
from convograph.facts.statement import sentence_of
from convograph.facts.values.kinds import is_animal, is_language
from convograph.patterns import lazy_pattern
from convograph.resolution.described import Described, is_loose

_WHICH = r"(?P<which>older|elder|eldest|oldest|younger|youngest|middle|little|big|bigger|baby|twin|half|step|other|new)"
_PRAISE = r"(?:(?:dear|lovely|late|own|only|beloved|amazing|sweet) )?"
_NAME = r"(?P<name>(?-i:[A-Z])[\w’-]+(?: (?-i:[A-Z])[\w’-]+)?)"
_OTHER_NAME = _NAME.replace("<name>", "<other>")
_ENDS = r"(?=[,.!;)\n]|$| who\b| and (?:he|she|I|we|they)\b)"
_FORMS = (
    r"\b(?:my|our) {kin} {name}",
    r"(?:^|[.!?\n] ?)(?:my|our) {kin}, {name},(?! (?:and|or|my)\b)",
    r"\b(?:my|our) {kin}(?:['’]s name)?(?: (?:is|was)|['’]s) (?:called |named )?{name}{ends}",
    r"\b(?:I|we)(?:['’]ve| have)(?: got)? an? {kin},? (?:called|named) {name}",
    r"\b{name}(?:,| \(|,? [–—-]) ?my {kin}(?=[,)]| [–—-])(?!,? (?:and|or|my)\b)",
    r"\b{name}(?: (?:is|was)|['’]s) my {kin}{ends}",
    r"\b(?:my|our) {kin}(?P<told>(?:['’]s)?\b[^.!?\n]*[.!]) "
    r"(?P<who>(?:her|his) name(?: is|['’]s)|s?he(?: is|['’]s) called) {name}",
    r"\b(?:my|our|an?) {kin}[.,;!] (?:(?:her|his) name(?: is|['’]s)|s?he(?: is|['’]s) called) {name}",
)
_CALLED = lazy_pattern(r"(?:['’]s name\b|\b(?:called|named|his name|her name)\b)", re.IGNORECASE)
_SEVERAL = r"\b(?:my|our|of us|two|three|four|five|six|several|both|all)(?: \w+)? (?P<nouns>{nouns})s\b(?!['’])"
_EITHER = "either"
_OTHERS = frozenset({"other", "new"})
_PRONOUNS = frozenset({"me", "you", "us", "him", "them", "myself"})
_ACQUAINTANCES = ("boss", "ex", "manager", "partner", "supervisor", "teacher", "doctor", "landlord", "landlady")
_WHENCE_WORDS = ("from", "work", "next", "another", "different", "other")  # `_non_kin_pattern` needs one of them
_WORD = lazy_pattern(r"[^\W\d_]+")
_NO_KIN = frozenset({"bride", "groom", "widow", "widower", "parent", "grandparent", "grandchild", "twin"})


class Naming(NamedTuple):
    """A kin noun as the speaker says it ("older sister"), the name of that person, and the position in the text."""

    noun: str
    name: str
    start: int


def described(subject: str) -> Described | None:
    """The description of kin that a subject is; `None` for other subjects and for vague nouns.

    >>> described("Ana's older sister").plain, described("Ana's mum").plain
    ('older sister', 'mother')
    >>> described("Ana"), described("Ana's friend"), described("Ana's boss")
    (None, None, None)
    """
    owner, _, phrase = subject.replace("’", "'").rpartition("'s ")
    which, _, noun = phrase.lower().rpartition(" ")
    if not owner or noun not in _kin():
        return None
    return Described(noun, f"{which} {plain_kin(noun)}".strip(), "person", "possessed", owner, which in _OTHERS)


def nouns_for(one: Described) -> tuple[str, ...]:
    """All kin nouns that fit a description: "mum" and "mam" for a mother."""
    noun = one.plain.rpartition(" ")[2]
    return tuple(sorted(each for each in _kin() if plain_kin(each) == noun))


def names_kin(text: str) -> bool:
    """Whether a text contains a kin noun: a check much cheaper than the patterns."""
    return _has_any(text, _kin_words())


def namings_in(text: str) -> list[Naming]:
    """The names that a turn gives to its speaker's kin, in order, without duplicates.

    >>> [(one.noun, one.name) for one in namings_in("My big sister Ngozi is at Ed's. Ed, my brother, is out.")]
    [('big sister', 'Ngozi'), ('brother', 'Ed')]
    """
    if not names_kin(text):
        return []
    found = sorted(_namings(text, _forms()), key=lambda one: one.start)
    return list({(one.noun, one.name): one for one in reversed(found)}.values())[::-1]


def several_in(text: str) -> frozenset[str]:
    """The plain kin nouns that a turn uses for several people: "both my sisters", "my other brother".

    >>> sorted(several_in("My other brother is with my sisters."))
    ['brother', 'sister']
    """
    if not names_kin(text):
        return frozenset()
    nouns = [match["nouns"] or match["other"] for match in _several().finditer(text)]
    return frozenset(plain_kin(noun.lower()) for noun in nouns)


def namesakes_in(text: str) -> frozenset[str]:
    """The first names of people in a turn who are not kin: the name alone may mean them instead of kin.

    >>> sorted(namesakes_in("My friend Ada knows Tom from work. My sister Ngozi from Leeds does, too."))
    ['Ada', 'Tom']
    """
    if not _has_any(text, _other_words()):
        return frozenset()
    kin = {one.name for one in namings_in(text)}
    others = [_name_in(match["name"] or match["other"]) for match in _non_kin_pattern().finditer(text)]
    others += [one.name for one in _namings(text, _non_kin_forms())]
    return frozenset(name.split()[0] for name in others if name is not None and name not in kin)


def _namings(text: str, forms: Sequence[re.Pattern[str]]) -> Iterator[Naming]:
    for form in forms:
        for match in form.finditer(text):
            name = _name_in(match["name"])
            if "told" in match.re.groupindex and not _is_the_only_one(match):
                continue
            if name is None or is_quoted(text, match.start("noun")) or _is_not_a_naming(match, name):
                continue
            noun = " ".join(filter(None, (match["which"], match["noun"]))).lower()
            yield Naming(noun, name, match.start())


def _name_in(said: str) -> str | None:
    """The name without a second word that is no name; `None` if it is no name at all: "my brother Spanish"."""
    first, _, rest = said.partition(" ")
    lower = first.lower()
    if (
        names_nobody(first)
        or is_language(first)
        or is_kin(lower)
        or lower in _PRONOUNS | word_list("peoples", "titles")
    ):
        return None
    return said if rest and not names_nobody(rest) else first


def _is_not_a_naming(match: re.Match[str], name: str) -> bool:
    """Whether "is" introduces something other than a name ("my sister is Gemini"), or the sentence asks."""
    between = match[0].lower()
    if not re.search(r"(?: is| was|['’]s) ", between) or _CALLED.search(between):
        return False
    asks = match.string[match.end() : match.end() + 1] == "?" or "?" in sentence_of(match.string, *match.span())
    return asks or (between.startswith(("my", "our")) and not is_first_name(name.split(maxsplit=1)[0].lower()))


def _is_the_only_one(match: re.Match[str]) -> bool:
    """Whether "she" or "he" after a sentence about kin can only mean them: nobody else that fits was mentioned."""
    said = "she" if match["who"].lower().startswith(("she", "her")) else "he"
    may_be_said = (said, _EITHER)
    others = _WORD.findall(match.string[: match.start("noun")] + match["told"])
    if _people().get(match["noun"].lower(), _EITHER) not in may_be_said or any(map(is_animal, others)):
        return False
    return not any(_sex(word) in may_be_said for word in others)


def _sex(word: str) -> str | None:
    """The pronoun for a noun for a person or a first name, "either" if both fit; `None` for any other word."""
    names = word_table("first_names") if word[0].isupper() else {}
    return _people().get(word.lower()) or names.get(word.lower())


@cache
def _people() -> Mapping[str, str]:
    return {**word_table("acquaintances"), **word_table("relatives")}


@cache
def _kin() -> frozenset[str]:
    """Kin nouns that can single out one person with a name."""
    nouns = {*word_list("relatives"), *word_table("kin_words")} - _NO_KIN
    loose = {noun for noun in nouns if is_loose(Described(noun, noun, "person", "possessed"))}
    return frozenset(noun for noun in nouns - loose if not noun.startswith("ex-"))


def _alternatives() -> str:
    return "|".join(sorted(map(re.escape, _kin()), key=len, reverse=True))


def _has_any(text: str, words: frozenset[str]) -> bool:
    """Whether a text contains any of the words: a cheap check that spares most turns the patterns."""
    return not words.isdisjoint(_WORD.findall(text.lower()))


@cache
def _kin_words() -> frozenset[str]:
    """Words at least one of which is in every turn about kin."""
    return frozenset(word for noun in _kin() for word in (noun, f"{noun}s", f"half{noun}", f"step{noun}"))


@cache
def _other_words() -> frozenset[str]:
    """Words at least one of which is in every turn that `namesakes_in` finds names in."""
    nouns = (*word_list("acquaintances"), *_ACQUAINTANCES, *_WHENCE_WORDS)
    return frozenset(word for noun in nouns for word in _WORD.findall(noun))


@cache
def _several() -> re.Pattern[str]:
    nouns = _alternatives()
    return re.compile(
        rf"{_SEVERAL.format(nouns=nouns)}|\bmy (?:other|second|third) (?P<other>{nouns})\b", re.IGNORECASE
    )


@cache
def _non_kin_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"\b{_NAME}(?:{WHENCE}| at work\b| next door\b)|\b(?:another|(?:a|the) (?:different|other)) {_OTHER_NAME}",
        re.IGNORECASE,
    )


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    return _of_nouns(_alternatives())


@cache
def _non_kin_forms() -> tuple[re.Pattern[str], ...]:
    return _of_nouns(_non_kin_nouns())


@cache
def _non_kin_nouns() -> str:
    return "|".join(sorted({*word_list("acquaintances"), *_ACQUAINTANCES}, key=len, reverse=True))


def _of_nouns(nouns: str) -> tuple[re.Pattern[str], ...]:
    kin = rf"{_PRAISE}(?:{_WHICH}[ -]?)?(?P<noun>{nouns})"
    return tuple(re.compile(form.format(kin=kin, name=_NAME, ends=_ENDS), re.IGNORECASE) for form in _FORMS)
