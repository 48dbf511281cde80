"""Lemmas of inflected words that a model's rules get wrong: "swimm", "writ", "captivat", or "hop" for "hoping".

English spelling says how each ending is added: "hopping" is of "hop", "hoping" of "hope". Of the lemmas that a form may
so have, the one is taken that is a word: a whole token of the bundled WordPiece tokenizer. Where none is one, the
model's lemma stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from convograph.tokens import BUNDLED_FOLDER, load_tokenizer

FINGERPRINT = "lemmas-1"  # raised by hand whenever some word gets another lemma

_KEPT = 1 << 14

# A last consonant after one vowel doubles before an ending ("hopping"): one that has not stood before an e ("hoping").
_UNDOUBLED = re.compile(r"[^aeiou]*(?:qu)?[aeiou][bcdfgklmnprstvz]")
_DOUBLED = re.compile(r"([bdfgklmnprtvz])\1\Z")
_VOWEL = re.compile(r"[aeiouy]")
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|o)\Z")

_NOUNS_ALONE = frozenset({"bath", "breath", "cloth", "past"})  # "breathing" is of "breathe"
_IRREGULAR = {
    "blew": "blow",
    "blown": "blow",
    "clung": "cling",
    "crept": "creep",
    "does": "do",
    "dug": "dig",
    "dying": "die",
    "fed": "feed",
    "fled": "flee",
    "flew": "fly",
    "flown": "fly",
    "goes": "go",
    "led": "lead",
    "lied": "lie",
    "lying": "lie",
    "rang": "ring",
    "rode": "ride",
    "sang": "sing",
    "shook": "shake",
    "slept": "sleep",
    "sprang": "spring",
    "stuck": "stick",
    "stung": "sting",
    "sung": "sing",
    "swam": "swim",
    "swept": "sweep",
    "swum": "swim",
    "swung": "swing",
    "taught": "teach",
    "tied": "tie",
    "tying": "tie",
    "vying": "vie",
    "woke": "wake",
    "woven": "weave",
}
_WITHOUT_AN_ENDING = frozenset({"bring", "cling", "fling", "ping", "ring", "sing", "sling", "spring", "sting", "swing"})


@lru_cache(maxsize=_KEPT)
def mended(form: str, tag: str, features: str, lemma: str) -> str:
    """The lemma of a form, given the model's: the same where it may be right, else one that is a word.

    >>> mended("swimming", "VERB", "VerbForm=Ger", "swimm"), mended("hoping", "VERB", "VerbForm=Part", "hop")
    ('swim', 'hope')
    """
    lower = form.lower()
    if tag == "VERB":
        if lower in _IRREGULAR:
            return _IRREGULAR[lower]
        possible = _of_verb(lower, features)
    elif tag == "NOUN" and "Number=Plur" in features:
        possible = _of_plural(lower)
    else:
        return lemma
    words = [each for each in possible if each in _vocabulary()]
    return lemma if not words or lemma.lower() in words else words[0]


def _of_verb(form: str, features: str) -> list[str]:
    """What a verb's form may be of, the likeliest first; nothing where it has no ending."""
    if form in _WITHOUT_AN_ENDING or "VerbForm=Inf" in features:
        return []
    if form.endswith("ing"):
        return list(_before_a_vowel(form[:-3]))
    if form.endswith("ied"):
        return [f"{form[:-3]}y"]
    if form.endswith("ed"):
        return list(_before_a_vowel(form[:-2]))
    third = form.endswith("s") and "Person=3" in features
    return _of_plural(form) if third else []


def _before_a_vowel(stem: str) -> Iterator[str]:
    """What may stand before -ing and -ed: "hop" of "hopp", "hope" of "hop", "paint" of "paint"."""
    if not _VOWEL.search(stem):
        return
    if _UNDOUBLED.fullmatch(stem) or stem in _NOUNS_ALONE:
        yield f"{stem}e"
        return
    yield stem
    yield f"{stem}e"
    if _DOUBLED.search(stem):
        yield stem[:-1]


def _of_plural(form: str) -> list[str]:
    """What may stand before -s, -es and -ies."""
    if not form.endswith("s") or form.endswith("ss"):
        return []
    if form.endswith("ies") and len(form) > len("ties"):
        return [f"{form[:-3]}y", form[:-1]]
    after_sibilant = form.endswith("es") and _SIBILANT.search(form[:-2]) is not None
    return [form[:-1], *([form[:-2]] if after_sibilant else [])]


@cache
def _vocabulary() -> frozenset[str]:
    """The whole words of the bundled tokenizer."""
    return frozenset(token for token in load_tokenizer(BUNDLED_FOLDER).get_vocab() if not token.startswith("##"))
