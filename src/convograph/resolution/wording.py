"""What the words of a name say: titles, kin, initials, short forms."""

from __future__ import annotations

from functools import cache

from convograph.extraction.lexicon import word_list, word_table
from convograph.patterns import lazy_pattern

Words = tuple[str, ...]

_LONGEST = 4  # words of a full name; longer ones are phrases
_CLITIC = lazy_pattern("'(?:s|d|ll)?$")
_ARTICLES = frozenset({"the", "a", "an", "of", "and", "my", "our", "his", "her", "their", "your"})


def core(words: Words) -> Words:
    """The words of a name without articles, leading titles and a final clitic ("Bea's", "Mum'll").

    Articles or titles stay if nothing else would be left.

    >>> core(("aunt", "bea's")), core(("mum'll",)), core(("the", "louvre"))
    (('bea',), ('mum',), ('louvre',))
    """
    plain = tuple(word for word in words if word not in _ARTICLES) or words
    start = 0
    while start < len(plain) and plain[start] in titles():
        start += 1
    *before, last = plain[start:] or plain
    return (*before, _without_ending(last))


def _without_ending(word: str) -> str:
    """A word without its clitic; a word for kin also loses an "s" without apostrophe ("my mums birthday")."""
    bare = _CLITIC.sub("", word) or word
    return bare[:-1] if bare.endswith("s") and bare[:-1] in word_list("kin_words") else bare


def proper_words(name: str) -> Words:
    """The words of a name if all are capitalised and alphabetic and there are at most four; else none.

    >>> proper_words("Maria Lopez"), proper_words("the garden")
    (('Maria', 'Lopez'), ())
    """
    words = tuple(name.split())
    return words if len(words) <= _LONGEST and all(word[0].isupper() and word.isalpha() for word in words) else ()


def titles_of(words: Words) -> Words:
    """The titles in front of a name; none if the name is only a title."""
    plain = tuple(word for word in words if word not in _ARTICLES)
    return plain[: len(plain) - len(core(words))]


def is_kin(words: Words) -> bool:
    """Whether a name is a word for kin, which means somebody else when another speaker says it.

    >>> is_kin(("mum's",)), is_kin(("aunt", "bea"))
    (True, False)
    """
    return all(word in word_list("relatives", "kin_words") for word in core(words))


def initials(words: Words) -> str:
    """The first letters of two or more words; empty for a single word.

    >>> initials(("new", "york", "city"))
    'nyc'
    """
    return "".join(word[0] for word in words) if len(words) > 1 else ""


def full_forms(word: str) -> tuple[str, ...]:
    """The full first names that a short form stands for, and the plain word for kin; none for any other word.

    >>> full_forms("liz"), full_forms("mum")
    (('elizabeth',), ('mother',))
    """
    names, kin = word_table("nicknames"), word_table("kin_words")
    return (*names.get(word, "").split(), *kin.get(word, "").split())


@cache
def titles() -> frozenset[str]:
    """Titles in the form of name words, without full stops."""
    return frozenset(title.rstrip(".") for title in word_list("titles"))


@cache
def genders() -> dict[str, str]:
    """Titles with their pronouns: "she", "he" or "either"."""
    return {title.rstrip("."): pronoun for title, pronoun in word_table("titles").items()}
