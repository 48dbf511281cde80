"""Nouns that may stand for a name: their plain forms and their kinds."""

from __future__ import annotations

from functools import cache

from convograph.extraction.lexicon import word_list, word_table
from convograph.extraction.mentions.noun_kinds import noun_kind
from convograph.extraction.types import EntityKind
from convograph.syntax import Word

PARENTS = frozenset({"mother", "father", "grandmother", "grandfather"})
"""Kin that siblings have in common, as plain nouns."""
SIBLINGS = frozenset({"brother", "sister"})

_ENDINGS = ("'s", "'ll", "'d", "'")


def is_kin(noun: str) -> bool:
    """Whether a noun is a noun for kin."""
    return noun in word_list("relatives", "kin_words")


def plain_kin(noun: str) -> str:
    """The plain noun for kin, "mother" for "mum"; other nouns are returned unchanged."""
    return word_table("kin_words").get(noun, noun)


def bare_word(lower: str) -> str:
    """A word without its clitics, "mum" for "mum's" and "mum'll"; a word for kin also without its final "s".

    >>> bare_word("mams"), bare_word("dog's"), bare_word("boss")
    ('mam', 'dog', 'boss')
    """
    bare = lower.replace("’", "'")
    for ending in _ENDINGS:
        bare = bare.removesuffix(ending)
    return bare[:-1] if bare.endswith("s") and bare[:-1] in word_list("kin_words") else bare


def may_describe(lemma: str, word: Word) -> bool:
    """Whether a noun may stand for the name of a person, an animal, a place, a group or a belonging."""
    return lemma in _listed() or noun_kind([word], 0) == "person"


def kind_of_noun(noun: str) -> EntityKind:
    """The kind of a noun that may stand for a name."""
    kinds: tuple[tuple[EntityKind, str], ...] = (
        ("animal", "animals"),
        ("place", "place_nouns"),
        ("organization", "organization_nouns"),
        ("thing", "belongings"),
    )
    return next((kind for kind, of in kinds if noun in word_list(of)), "person")


@cache
def _listed() -> frozenset[str]:
    people = word_list("person_nouns", "trades", "further_callings")
    return people | word_list("animals", "belongings", "place_nouns", "organization_nouns")
