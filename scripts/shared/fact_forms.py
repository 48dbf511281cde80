"""Inflection of verbs and pronouns in the sentences of `data/fact_sentences` for different persons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

_FORM = re.compile(r"\[([^\]]+)\]")
_VERB = re.compile(r"<(\w+)>")
_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "don't": "doesn't", "haven't": "hasn't", "am": "is"}
_IRREGULAR |= {"'m": "'s", "'ve": "'s", "was": "was", "were": "was", "'d": "'d"}
_IN_Y = re.compile("(?<=[^aeiou])y$")
_OF_YOU = {"I": "you", "my": "your", "me": "you", "am": "are", "'m": "'re", "myself": "yourself"}
_OF_US = {"I": "we", "my": "our", "me": "us", "am": "are", "'m": "'re", "myself": "ourselves"}
_PLURAL = 0.08  # probability that the speaker says "we"


def has_forms(text: str) -> bool:
    """Whether a sentence has bracketed forms, so that it can be said of another person."""
    return _FORM.search(text) is not None


def with_verb(text: str, forms: Sequence[str]) -> str:
    """Fill in the verb of a sentence, given its base form, past, -ing form and participle."""
    base, past, ing, participle = forms
    first, _, rest = base.partition(" ")
    told = {"base": f"[{first}] {rest}", "inf": base, "past": past, "ing": ing, "pp": participle}
    return _VERB.sub(lambda match: told[match[1]], text)


def spoken(text: str, mention: str | None, draw: Random, *, you: bool) -> str:
    """Replace the forms in brackets for the speaker ("I" or "we"), a named person, or "you"."""
    he, his, him = draw.choice((("he", "his", "him"), ("she", "her", "her")))
    plural = mention is None and not you and draw.random() < _PLURAL
    wrong, right = ("[I] has ", "[I] have ") if mention is None else ("[I] have ", "[I] has ")
    text = text.replace(wrong, right)
    if mention is None:
        own = _OF_YOU if you else _OF_US if plural else {}
        return _FORM.sub(lambda match: own.get(match[1], match[1]), text)
    named = False

    def of_other(match: re.Match[str]) -> str:
        nonlocal named
        form = match[1]
        if form in ("I", "my", "me", "S"):
            first, named = not named, True
            if form == "my":
                return f"{mention}'s" if first else his
            return mention if first else {"I": he, "me": him, "S": mention}[form]
        if form == "myself":
            return f"{him}self"
        return _IRREGULAR.get(form) or _of_third_person(form)

    return _FORM.sub(of_other, text)


def _of_third_person(verb: str) -> str:
    """>>> [_of_third_person(verb) for verb in ("live", "carry", "miss")]
    ['lives', 'carries', 'misses']
    """
    if _IN_Y.search(verb):
        return _IN_Y.sub("ies", verb)
    return f"{verb}es" if verb.endswith(("sh", "ch", "o", "s", "x", "z")) else f"{verb}s"
