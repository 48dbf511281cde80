"""Verbs that the parser tags as plural nouns: "lives" in "My sister lives in Porto" and "Tom Becker lives here"."""

from __future__ import annotations

from dataclasses import replace

from convograph.extraction.lexicon import word_list, word_table
from convograph.syntax import Word

_SUBJECT_TAGS = frozenset({"NOUN", "PROPN", "X", "ADJ"})
_POSSESSIVES = frozenset({"my", "our", "your", "his", "her", "their"})
_PREDICATE_TAGS = frozenset({"ADP", "DET", "PRON", "NOUN", "PROPN", "ADV", "VERB", "ADJ", "NUM", "X"})
_CLAUSE_BOUNDS = frozenset({"PUNCT", "CCONJ", "SCONJ", "INTJ"})


def with_mistagged_verbs(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with subject, verb and complements wherever somebody's "lives" or "works" is tagged as a noun."""
    for verb, word in enumerate(words):
        if word.tag != "NOUN" or word.form not in word_list("verbs_like_plurals"):
            continue
        start, end = _subject_start(words, verb), _clause_end(words, verb)
        if _names_somebody(words, start, verb) and not _has_verb(words, verb, end):
            rebuilt = _reattached(words, start, verb, end)
            words = rebuilt if _reaches_the_root(rebuilt, verb) else words
    return words


def _reaches_the_root(words: tuple[Word, ...], place: int) -> bool:
    """Whether the heads above a word lead to the root; in a tangled tree they may now form a cycle."""
    for _ in words:
        place = words[place].head
        if place < 0:
            return True
    return False


def _subject_start(words: tuple[Word, ...], verb: int) -> int:
    start = verb
    while start > 0 and words[start - 1].tag in _SUBJECT_TAGS:
        start -= 1
    return start - 1 if start > 0 and words[start - 1].form.lower() in _POSSESSIVES else start


def _clause_end(words: tuple[Word, ...], verb: int) -> int:
    return next((place for place in range(verb + 1, len(words)) if words[place].tag in _CLAUSE_BOUNDS), len(words))


def _names_somebody(words: tuple[Word, ...], start: int, verb: int) -> bool:
    """Whether the words before the verb are a phrase that names a person or an animal: "my sister", "my dog Rex"."""
    if start == verb or (start > 0 and words[start - 1].tag not in _CLAUSE_BOUNDS | {"VERB"}):
        return False
    nouns = [word for word in words[start:verb] if not word.form[:1].isupper()]
    if words[start].form.lower() in _POSSESSIVES:
        return any(word.lemma.lower() in word_list("related", "animals") for word in nouns[-1:])
    named = all(
        word.tag == "PROPN" and word.form.lower() not in word_list("calendar_names") for word in words[start:verb]
    )
    return not nouns and named


def _has_verb(words: tuple[Word, ...], verb: int, end: int) -> bool:
    """Whether the clause already has a finite verb, or a word that cannot follow a verb."""
    return any(
        word.tag == "AUX" or "VerbForm=Fin" in word.features or word.tag not in _PREDICATE_TAGS
        for word in words[verb + 1 : end]
    )


def _reattached(words: tuple[Word, ...], start: int, verb: int, end: int) -> tuple[Word, ...]:
    """The words with those before the verb as its subject and those after it as its complements."""
    found = list(words)
    subject = _head_of(words, start, verb)
    named = words[subject].form[:1].isupper()
    for place in range(start, verb):
        found[place] = _within_subject(words[place], place, subject, verb, named=named)
    for place in range(verb + 1, end):
        if not verb < words[place].head < end:
            found[place] = replace(words[place], head=verb, relation=_relation_to_verb(words, place))
    for place, word in enumerate(words):
        if not start <= place < end and start <= word.head < end:
            found[place] = replace(word, head=verb)
    features = "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"
    lemma = word_table("verbs_like_plurals")[words[verb].form]
    found[verb] = replace(words[verb], tag="VERB", lemma=lemma, features=features)
    return tuple(_attached(words, found, start, verb, end))


def _head_of(words: tuple[Word, ...], start: int, verb: int) -> int:
    """The head of the subject: the last common noun, else the first name."""
    common = [each for each in range(start, verb) if not words[each].form[:1].isupper()]
    common = [each for each in common if words[each].form.lower() not in _POSSESSIVES]
    return common[-1] if common else start


def _within_subject(word: Word, place: int, subject: int, verb: int, *, named: bool) -> Word:
    """A word of the subject, reattached: surnames to the first name, a first name to the noun before it."""
    if place == subject:
        return replace(word, head=verb, relation="nsubj")
    if place > subject:
        first = subject if named else subject + 1
        if first < place and (named or word.tag == "PROPN"):
            return replace(word, head=first, relation="flat")
        return replace(word, tag="PROPN", lemma=word.form, head=subject, relation="appos")
    if word.form.lower() in _POSSESSIVES:
        return replace(word, head=subject, relation="nmod:poss")
    return replace(word, head=subject, relation="amod" if word.tag == "ADJ" else "compound")


def _relation_to_verb(words: tuple[Word, ...], place: int) -> str:
    """The relation to the verb of a phrase after it."""
    word = words[place]
    if any(each.head == place and each.relation == "case" for each in words):
        return "obl"
    if word.tag in {"NOUN", "PROPN", "PRON", "X", "NUM"}:
        return "obl:unmarked" if word.relation.endswith(":unmarked") else "obj"
    return "xcomp" if word.tag == "VERB" else "advmod"


def _attached(words: tuple[Word, ...], found: list[Word], start: int, verb: int, end: int) -> list[Word]:
    """The words with the verb attached to the head of its phrase, or above it if that is punctuation or comes later."""
    top = verb
    while start <= words[top].head < end:
        top = words[top].head
    above = words[top].head
    if above < 0:
        found[verb] = replace(found[verb], head=-1, relation="root")
    elif above < start and words[above].tag != "PUNCT":
        relation = "ccomp" if words[above].tag == "VERB" and above == start - 1 else "conj"
        found[verb] = replace(found[verb], head=above, relation=relation)
    else:
        _swap_with_head(words, found, verb, above, end)
    return found


def _swap_with_head(words: tuple[Word, ...], found: list[Word], verb: int, above: int, end: int) -> None:
    found[verb] = replace(found[verb], head=words[above].head, relation=words[above].relation)
    mark = words[above].tag == "PUNCT"
    found[above] = replace(words[above], head=verb, relation="punct" if mark else "conj")
    for place in range(len(words)):
        if mark and place != verb and words[place].head == above:
            found[place] = replace(found[place], head=verb)
        elif not mark and end < place < above and found[place].head == verb and found[place].relation == "conj":
            found[place] = replace(found[place], head=above, relation="nsubj")
