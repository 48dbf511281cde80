"""Bare verbs that the tagger mistakes for other forms, and nouns for bare verbs.

After "do" and modals, English has only the bare form: "sing" is no participle of "se", "dance" no noun. A place after
"been to" is no verb.
"""

from __future__ import annotations

from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.patterns import lazy_pattern
from convograph.syntax import Word

_BEFORE_BARE_VERBS = frozenset({"do", "does", "did", "will", "wo", "can", "ca", "could", "may", "might", "must"})
_MORE_BEFORE_BARE_VERBS = frozenset({"shall", "should", "would", "'ll"})
_NO_PARTICIPLE = lazy_pattern("[^aeiouy]+ing")
_INFINITIVE = "VerbForm=Inf"


def with_bare_verbs(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with bare verbs tagged as such, those with an auxiliary and their conjuncts, and places as nouns."""
    for place, word in enumerate(words):
        if _is_place_been_to(words, place):
            words = (*words[:place], replace(word, tag="NOUN", features="Number=Sing"), *words[place + 1 :])
        elif _is_bare(words, place) or _is_coordinated_with_bare(words, place):
            bare = replace(word, tag="VERB", lemma=word.form.lower(), features=_INFINITIVE)
            words = (*words[:place], bare, *words[place + 1 :])
    return words


def _is_place_been_to(words: tuple[Word, ...], place: int) -> bool:
    before = [word.form.lower() for word in words[max(0, place - 2) : place]]
    return before == ["been", "to"] and words[place].tag == "VERB" and words[place].lemma in word_list("place_nouns")


def _is_bare(words: tuple[Word, ...], place: int) -> bool:
    """Whether a "participle" has no vowel before -ing and one auxiliary, which takes a bare verb: "can't sing"."""
    word = words[place]
    if word.tag != "VERB" or not _NO_PARTICIPLE.fullmatch(word.form.lower()) or _INFINITIVE in word.features:
        return False
    auxiliaries = [each.form.lower() for each in words if each.head == place and each.relation == "aux"]
    return len(auxiliaries) == 1 and auxiliaries[0] in _BEFORE_BARE_VERBS | _MORE_BEFORE_BARE_VERBS


def _is_coordinated_with_bare(words: tuple[Word, ...], place: int) -> bool:
    """Whether a noun stands alone after a conjunction that follows a bare verb: "dance" in "sing or dance"."""
    word, verb = words[place], place - 2
    if word.tag != "NOUN" or word.head != verb or word.relation != "conj" or _INFINITIVE not in words[verb].features:
        return False
    conjunction, alone = words[place - 1], all(each.head != place for each in words[: place - 1] + words[place + 1 :])
    return conjunction.tag == "CCONJ" and alone and word.lemma.lower() == word.form.lower()
