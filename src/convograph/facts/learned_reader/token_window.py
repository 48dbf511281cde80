"""A turn as the learned reader sees it: words with marks for what each looks like and which person it stands for.

A turn is read once for each person that it may be about. Each reading marks the words for that person as the subject,
so that "I moved", "my sister moved" and "Tom moved, he …" look alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from convograph.extraction.lexicon import word_list
from convograph.extraction.times.words import LONG_MONTHS, WEEKDAYS
from convograph.facts.names import WHENCE, name_start, names_nobody, third_persons
from convograph.facts.values.kinds import is_job
from convograph.patterns import lazy_pattern

LONGEST = 60
"""Tokens of a piece of a turn that are read; what it states beyond them is left to other readers."""

_TOKEN = lazy_pattern(r"[^\W_]+(?:[-&.](?=\w)[^\W_]+)*|n['’]t\b|['’](?:m|s|re|ve|d|ll)\b|[^\w\s]", re.IGNORECASE)
_FIRST = frozenset({"i", "me", "my", "we", "our", "us", "mine", "myself", "im", "ive"})
_THIRD = frozenset({"he", "she", "his", "her", "him", "they", "their", "them"})
_SECOND = frozenset({"you", "your", "yours", "u", "ur"})
IN_FULL = {
    "w": "with",
    "n": "and",
    "u": "you",
    "ur": "your",
    "rn": "now",
    "atm": "now",
    "cos": "because",
    "coz": "because",
    "bc": "because",
    "gf": "girlfriend",
    "bf": "boyfriend",
    "fave": "favourite",
    "fav": "favourite",
    "thx": "thanks",
    "favorite": "favourite",
    "colour": "color",
    "colours": "colors",
    "pls": "please",
    "plz": "please",
    "bday": "birthday",
}
"""Abbreviations and spellings, with the words that they stand for."""
_DOUBLE = frozenset('"“”«»')
_MORE_OF_NAME = lazy_pattern(r"(?: [A-Z][\w’-]+)+")  # "Kestrel Bank" is one name
_WHENCE = lazy_pattern(WHENCE)
_KNOWN_FROM = lazy_pattern(rf"{WHENCE}$")
MARKS = (
    "subject",
    "second",
    "other",
    "capital",
    "first",
    "digit",
    "quoted",
    "punctuation",
    "ends",
    "asks",
    "symbol",
    "place",
    "given",
    "job",
    "kin",
    "upper",
    "school",
    "month",
    "question",
)
"""The marks of a word, in column order."""
_SCHOOL = frozenset(
    "school college university uni academy high institute polytechnic campus grammar elementary".split()
)
_MONTHS = frozenset(LONG_MONTHS).union(WEEKDAYS)  # the weights were trained with these: a change means training anew


@dataclass(frozen=True, slots=True)
class Token:
    """A word or punctuation mark of a text, at characters `[start, end)`."""

    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """The form in which it is looked up."""
        word = self.text.lower().replace("’", "'")
        return IN_FULL.get(word, word)


@dataclass(frozen=True, slots=True)
class Person:
    """A person that a turn may be about: the name, and the spans of characters that name them; none for the speaker."""

    name: str
    spans: tuple[tuple[int, int], ...] = ()


def tokens_of(text: str) -> list[Token]:
    """The first `LONGEST` words and punctuation marks of a text.

    >>> [token.text for token in tokens_of("I don't live in St-Malo.")]
    ['I', 'do', "n't", 'live', 'in', 'St-Malo', '.']
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        word = match[0].lower()
        if word.endswith("n") and text[end : end + 2].lower() in ("'t", "’t") and len(word) > 1:
            found.append(Token(text[start : end - 1], start, end - 1))
            found.append(Token(text[end - 1 : end + 2], end - 1, end + 2))
        elif not (found and start < found[-1].end):
            found.append(Token(match[0], start, end))
        if len(found) >= LONGEST:
            break
    return found[:LONGEST]


def people_in(text: str, speaker: str) -> list[Person]:
    """The people a turn may be about: its speaker, then those it mentions, with "my sister" as "Ana's sister"."""
    found: dict[str, list[tuple[int, int]]] = {}
    upto = 0
    for match in third_persons().finditer(text):
        start, end = match.span()
        if start < upto:
            continue  # "Ines" in "my sister Ines"
        if match[0].lower().startswith(("my ", "our ")):
            named = _MORE_OF_NAME.match(text, end)
            end = named.end() if named else end
            whole = named[0].strip() if named else ""
            name = whole if " " in whole else f"{speaker}'s {match[0].lower().split()[1]}"
        elif names_nobody(match[0].split()[-1]) or match[0].lower() in word_list("places"):
            continue
        else:
            more = _MORE_OF_NAME.match(text, end)
            end = more.end() if more else end
            start += name_start(text[start:end])
            whence = _WHENCE.match(text, end)
            end = whence.end() if whence else end
            name = text[start:end]
        upto = end
        if name.lower() != speaker.lower():
            found.setdefault(name, []).append((start, end))
    return [Person(speaker), *(Person(name, tuple(spans)) for name, spans in found.items())]


def without_whence(text: str, tokens: Sequence[Token], people: Sequence[Person]) -> list[Token]:
    """The tokens without those that tell where somebody is known from: "Tom from work" is read like "Tom"."""
    whences = [
        (start + found.start(), end)
        for one in people
        for start, end in one.spans
        if (found := _KNOWN_FROM.search(text[start:end]))
    ]
    return [token for token in tokens if not _within(token, whences)]


def marks_of(tokens: Sequence[Token], person: Person, people: Sequence[Person]) -> npt.NDArray[np.float32]:
    """The marks of each token (tokens, `MARKS`), 0 or 1, when a text is read for one of its people."""
    marks = np.zeros((len(tokens), len(MARKS)), np.float32)
    others = [span for one in people if one is not person for span in one.spans]
    first = min((start for start, _ in person.spans), default=-1)
    quoted, opening = False, True
    for place, token in enumerate(tokens):
        word = token.word
        if token.text in _DOUBLE:
            quoted = not quoted
        row = marks[place]
        if person.spans:
            row[0] = _within(token, person.spans) or (word in _THIRD and token.start > first)
            row[2] = word in _FIRST
        else:
            row[0] = word in _FIRST
            row[2] = (_within(token, others) and _is_person(word)) or word in _THIRD
        row[1] = word in _SECOND
        row[3:19] = (
            token.text[0].isupper(),
            opening,
            any(map(str.isdigit, word)),
            quoted,
            not word[0].isalnum(),
            word in ".!\n",
            word == "?",
            ord(word[0]) > 0x2000,
            word in word_list("places"),
            word in word_list("first_names"),
            _is_job(word),
            word in word_list("relatives"),
            token.text.isupper() and len(word) > 1,
            word in _SCHOOL,
            word in _MONTHS,
            any(later.text == "?" for later in tokens[place : place + 12]),
        )
        opening = word in ".!?"
    return marks


@cache
def _is_job(word: str) -> bool:
    return is_job(word)


def _is_person(word: str) -> bool:
    return word in word_list("first_names") or word in word_list("relatives")


def _within(token: Token, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= token.start < end for start, end in spans)
