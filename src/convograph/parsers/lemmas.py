"""Corrections of lemmas that the model gets wrong: "swimm", "writ", "captivat", or "hop" for "hoping".

English spelling determines how an ending is added: "hopping" is from "hop", "hoping" from "hope". Of the possible
lemmas of a form, the one that is a word is chosen: a whole token of the bundled WordPiece tokenizer, in which common
tokens come first. If none is a word, spelling alone decides, or the model's lemma stays.
"""

from __future__ import annotations

import re
from functools import lru_cache

from convograph.tokens import word_ranks

FINGERPRINT = "lemmas-1"  # increment whenever the lemma of any word changes

_KEPT = 1 << 14
_SHORTEST = 4  # "has" and "is" do not end in a plural -s

# A final consonant after a single vowel doubles before an ending ("hopping"); if it did not, it stood before an e.
_UNDOUBLED = re.compile(r"[^aeiou]*(?:qu)?[aeiou][bcdfgklmnprstvz]")
_DOUBLED = re.compile(r"([bdgkmnprtv])\1\Z")
_MUTE_E = re.compile(r"(?:[^aeioulr]l|[vzcu]|(?<![aeo])at|[^aeious]s|[dnr]g)\Z")  # "googl-", "captivat-"
_VOWEL = re.compile(r"[aeiouy]")
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|o)\Z")

_NO_VERBS = frozenset({"bath", "breath", "cloth", "past"})  # "breathing" is a form of "breathe"
_TRULY_DOUBLE = frozenset({"add", "ebb", "egg", "err", "purr"})
_IRREGULAR = {
    "blew": "blow",
    "blown": "blow",
    "clung": "cling",
    "crept": "creep",
    "does": "do",
    "drove": "drive",
    "dug": "dig",
    "dying": "die",
    "fed": "feed",
    "fled": "flee",
    "flew": "fly",
    "flown": "fly",
    "forbade": "forbid",
    "goes": "go",
    "led": "lead",
    "lied": "lie",
    "lying": "lie",
    "rang": "ring",
    "rode": "ride",
    "sang": "sing",
    "sank": "sink",
    "shook": "shake",
    "slept": "sleep",
    "sped": "speed",
    "sprang": "spring",
    "stuck": "stick",
    "stung": "sting",
    "sung": "sing",
    "swam": "swim",
    "swept": "sweep",
    "swum": "swim",
    "swung": "swing",
    "taught": "teach",
    "threw": "throw",
    "tied": "tie",
    "tying": "tie",
    "vying": "vie",
    "woke": "wake",
    "woven": "weave",
}
_WITHOUT_AN_ENDING = frozenset({"bring", "cling", "fling", "ping", "ring", "sing", "sling", "spring", "sting", "swing"})


@lru_cache(maxsize=_KEPT)
def mended(form: str, tag: str, features: str, lemma: str) -> str:
    """The lemma of a form, given the model's; it differs only for inflected verbs and plural nouns.

    >>> mended("swimming", "VERB", "VerbForm=Ger", "swimm"), mended("hoping", "VERB", "VerbForm=Part", "hop")
    ('swim', 'hope')
    """
    lower = form.lower()
    if tag == "VERB":
        return _IRREGULAR.get(lower) or _of_verb(lower, features, lemma)
    return _of_plural(lower, lemma) if tag == "NOUN" and "Number=Plur" in features else lemma


def _of_verb(form: str, features: str, lemma: str) -> str:
    if form in _WITHOUT_AN_ENDING or form == lemma.lower() or "VerbForm=Inf" in features:
        return lemma
    past = "Tense=Past" in features or "VerbForm=Part" in features
    if form.endswith("ing"):
        return _before_a_vowel(form[:-3], lemma)
    if form.endswith("ied") and past:
        return _word_among([f"{form[:-3]}y"], lemma)
    if form.endswith("ed") and past:
        return _before_a_vowel(form[:-2], lemma)
    return _of_plural(form, lemma) if "Person=3" in features else lemma


def _before_a_vowel(stem: str, lemma: str) -> str:
    """The lemma of a stem before -ing or -ed: "hop" for "hopp", "hope" for "hop", "paint" for "paint"."""
    if not _VOWEL.search(stem):
        return lemma
    if _UNDOUBLED.fullmatch(stem) or stem in _NO_VERBS:
        return _word_among([f"{stem}e"], lemma if lemma in word_ranks() else f"{stem}e")
    if _DOUBLED.search(stem):
        return stem if stem in _TRULY_DOUBLE else _word_among([stem[:-1]], stem[:-1])
    known = [each for each in (stem, f"{stem}e", stem[:-1] if stem.endswith("ll") else stem) if each in word_ranks()]
    if known:
        return min(known, key=word_ranks().__getitem__)
    if lemma in word_ranks():
        return lemma
    return stem if stem.endswith("ss") else f"{stem}e" if _MUTE_E.search(stem) else lemma


def _of_plural(form: str, lemma: str) -> str:
    """The lemma of a form in -s, -es or -ies."""
    if len(form) < _SHORTEST or not form.endswith("s") or form.endswith("ss") or lemma.lower() in word_ranks():
        return lemma
    if form.endswith("ies"):
        return _word_among([f"{form[:-3]}y", form[:-1]], lemma)
    after_sibilant = form.endswith("es") and _SIBILANT.search(form[:-2]) is not None
    return _word_among([form[:-1], *([form[:-2]] if after_sibilant else [])], lemma)


def _word_among(possible: list[str], otherwise: str) -> str:
    return next((each for each in possible if each in word_ranks()), otherwise)
