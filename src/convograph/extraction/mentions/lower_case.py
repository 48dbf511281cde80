"""Words that may be names without a capital, as in chats typed without any: "teo", "joosts".

Only rare words are, in sentences that begin without a capital: who writes "We fired the kiln" would give a name one.
Whether a word is a name, and whose, is known to a memory in which the name has a capital elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from convograph.extraction.lexicon import word_list
from convograph.extraction.mentions.names import CLOSED_CLASS
from convograph.extraction.types import TurnInContext
from convograph.syntax import Word
from convograph.tokens import word_ranks

FEWEST_LETTERS = 3
COMMON = 22_000  # a word at a lower position of the tokenizer's vocabulary is common; it has 23,697 whole words
_LISTED = ("first_names", "further_first_names", "nicknames")

_ARTICLES = frozenset({"a", "an"})

Span = tuple[int, int]


def lower_case_names(turn: TurnInContext, taken: Iterable[Span]) -> Iterator[Span]:
    """The characters `[start, end)` of each word that may be a name; not of those inside the spans `taken`."""
    spans = list(taken)
    for sentence in turn.parsed.sentences:
        words = sentence.parse.words
        for place, word in enumerate(words if _begins_in_lower_case(words) else ()):
            start, end = sentence.start + word.start, sentence.start + word.end
            if _may_be_name(words, place) and not any(first < end and start < last for first, last in spans):
                yield start, end


def is_rare(word: str) -> bool:
    """Whether a lower-case word may be a name: a first name that is no other word, or none of the common words.

    >>> is_rare("teo"), is_rare("jean"), is_rare("mark"), is_rare("garden"), is_rare("ox")
    (True, True, False, False, False)
    """
    if not (word.isalpha() and word.islower()) or len(word) < FEWEST_LETTERS:
        return False
    return word in _first_names() or word_ranks().get(word, COMMON) >= COMMON


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


def _may_be_name(words: Sequence[Word], place: int) -> bool:
    """Whether a word is rare, no form of a common one ("hoovering"), and not one of several ("a kiln")."""
    word = words[place]
    if word.tag in CLOSED_CLASS or not is_rare(word.form) or not is_rare(word.lemma.lower()):
        return False
    return not place or words[place - 1].form not in _ARTICLES


@cache
def _first_names() -> frozenset[str]:
    return word_list(*_LISTED) - word_list("names_or_words")
