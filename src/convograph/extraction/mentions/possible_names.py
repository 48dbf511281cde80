"""Rare words that are names, or may be, though the parser takes them for something else.

- Inside a sentence, a word with a capital is a name, whatever its tag, unless it is a common one: "How is Joost?" (an
  adverb to the parser). So is a rare word after a title or "called" in a chat typed without capitals: "mrs prosser".
- At the beginning of a sentence, a capital tells nothing: "Otti cried", "Hoovering again". Nor does a rare word without
  one in such a chat: "was teo at joosts". Whether these are names, and whose, is known to a memory that has them as
  names elsewhere. In a sentence that begins with a capital, a word without one is no name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from convograph.extraction.lexicon import word_list
from convograph.extraction.mentions.name_kinds import name_kind
from convograph.extraction.mentions.names import CLOSED_CLASS, opens_sentence
from convograph.extraction.times.words import WEEKDAYS
from convograph.extraction.types import EntityKind, TurnInContext
from convograph.syntax import Word
from convograph.tokens import word_ranks

FEWEST_LETTERS = 3
COMMON = 22_000  # a word at a lower position of the tokenizer's vocabulary is common; it has 23,697 whole words
_VERY_COMMON = 5_000  # … and below this one, its capital may be for emphasis
_LISTED = ("first_names", "further_first_names", "nicknames")

_ARTICLES = frozenset({"a", "an"})
_NAMING = frozenset({"called", "named"})
_NO_NAMES = ("peoples", "products", "interjections", "names_or_words", "titles")

Span = tuple[int, int]


class PossibleName(NamedTuple):
    """The characters `[start, end)` of a word in a turn, its kind, and whether it surely is a name."""

    start: int
    end: int
    kind: EntityKind
    sure: bool


def possible_names(turn: TurnInContext, taken: Iterable[Span]) -> Iterator[PossibleName]:
    """The rare words of a turn that are names or may be; not those inside the spans `taken`."""
    spans = list(taken)
    for sentence in turn.parsed.sentences:
        words = sentence.parse.words
        lower = _begins_in_lower_case(words)
        for place, word in enumerate(words):
            start, end = sentence.start + word.start, sentence.start + word.end
            if any(first < end and start < last for first, last in spans):
                continue
            if _is_capital_name(words, place):
                kind, _ = name_kind(words, (place, place + 1), turn.participants)
                yield PossibleName(start, end, kind, sure=not opens_sentence(words, place))
            elif lower and _may_be_name(words, place):
                yield PossibleName(start, end, "thing", sure=_is_introduced(words, place))


def is_rare(word: str) -> bool:
    """Whether a lower-case word may be a name: a first name that is no other word, or none of the common words.

    >>> is_rare("teo"), is_rare("jean"), is_rare("mark"), is_rare("garden"), is_rare("ox")
    (True, True, False, False, False)
    """
    if not (word.isalpha() and word.islower()) or len(word) < FEWEST_LETTERS:
        return False
    return _is_uncommon(word, COMMON)


def meant_names(word: str) -> tuple[str, ...]:
    """The names that a word may stand for: itself, and without a final "s" for who leaves out the apostrophe.

    >>> meant_names("joosts"), meant_names("teo"), meant_names("jess")
    (('joosts', 'joost'), ('teo',), ('jess',))
    """
    has_ending = word.endswith("s") and not word.endswith("ss") and len(word) > FEWEST_LETTERS
    return (word, word[:-1]) if has_ending else (word,)


def _begins_in_lower_case(words: Sequence[Word]) -> bool:
    first = next((letter for word in words for letter in word.form if letter.isalpha()), "")
    return first.islower()


def _is_uncommon(word: str, common: int) -> bool:
    return word in _first_names() or word_ranks().get(word, COMMON) >= common


def _is_capital_name(words: Sequence[Word], place: int) -> bool:
    """Whether a word has a capital that a name explains: it is not common, and others in its sentence have none."""
    form, lower = words[place].form, words[place].form.lower()
    if not (form.isalpha() and form[0].isupper() and form[1:].islower()) or len(form) < FEWEST_LETTERS:
        return False
    if lower in word_list(*_NO_NAMES) or lower.rstrip("s") in WEEKDAYS:
        return False
    return _is_uncommon(lower, _VERY_COMMON) and any(word.form[0].isalpha() and word.form.islower() for word in words)


def _is_introduced(words: Sequence[Word], place: int) -> bool:
    """Whether a title or a verb of naming stands before a word: "mrs prosser", "my mentor is called gaynor"."""
    before = words[place - 1].form.lower() if place else ""
    return before in _NAMING or before in word_list("titles")


def _may_be_name(words: Sequence[Word], place: int) -> bool:
    """Whether a word is rare, no form of a common one ("hoovering"), and not one of several ("a kiln")."""
    word = words[place]
    if word.tag in CLOSED_CLASS or not is_rare(word.form) or not is_rare(word.lemma.lower()):
        return False
    return not place or words[place - 1].form not in _ARTICLES


@cache
def _first_names() -> frozenset[str]:
    return word_list(*_LISTED) - word_list("names_or_words")
