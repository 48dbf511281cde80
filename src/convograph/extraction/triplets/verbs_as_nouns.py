"""Verbs that a model takes for plural nouns: "lives" of "My sister lives in Porto"."""

from __future__ import annotations

from dataclasses import replace

from convograph.extraction.lexicon import word_list, word_table
from convograph.syntax import Word

_BOUNDS = frozenset({"PUNCT", "CCONJ", "SCONJ", "INTJ"})
_NAMING = frozenset({"NOUN", "PROPN", "X", "ADJ"})
_OWNED = frozenset({"my", "our", "your", "his", "her", "their"})
_BEHIND = frozenset({"ADP", "DET", "PRON", "NOUN", "PROPN", "ADV", "VERB", "ADJ", "NUM", "X"})


def with_verbs(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with subject, verb and what it takes wherever somebody's "lives" or "works" is read as a noun."""
    for verb, word in enumerate(words):
        if word.tag != "NOUN" or word.form not in word_list("verbs_like_plurals"):
            continue
        start, end = _start(words, verb), _end(words, verb)
        if _is_somebody(words, start, verb) and not _has_a_verb(words, verb, end):
            rebuilt = _rebuilt(words, start, verb, end)
            words = rebuilt if _reaches_the_root(rebuilt, verb) else words
    return words


def _reaches_the_root(words: tuple[Word, ...], place: int) -> bool:
    """Whether the way up from a word ends; in a tangled tree what it now hangs on may hang on it."""
    for _ in words:
        place = words[place].head
        if place < 0:
            return True
    return False


def _start(words: tuple[Word, ...], verb: int) -> int:
    start = verb
    while start > 0 and words[start - 1].tag in _NAMING:
        start -= 1
    return start - 1 if start > 0 and words[start - 1].form.lower() in _OWNED else start


def _end(words: tuple[Word, ...], verb: int) -> int:
    return next((place for place in range(verb + 1, len(words)) if words[place].tag in _BOUNDS), len(words))


def _is_somebody(words: tuple[Word, ...], start: int, verb: int) -> bool:
    """Whether a whole phrase of a clause names a person or an animal: "my sister", "Maria", "my dog Rex"."""
    if start == verb or (start > 0 and words[start - 1].tag not in _BOUNDS | {"VERB"}):
        return False
    nouns = [word for word in words[start:verb] if not word.form[:1].isupper()]
    if words[start].form.lower() in _OWNED:
        return any(word.lemma.lower() in word_list("related", "animals") for word in nouns[-1:])
    named = all(
        word.tag == "PROPN" and word.form.lower() not in word_list("calendar_names") for word in words[start:verb]
    )
    return not nouns and named


def _has_a_verb(words: tuple[Word, ...], verb: int, end: int) -> bool:
    """Whether the clause has a verb already, or goes on as none does."""
    return any(
        word.tag == "AUX" or "VerbForm=Fin" in word.features or word.tag not in _BEHIND
        for word in words[verb + 1 : end]
    )


def _rebuilt(words: tuple[Word, ...], start: int, verb: int, end: int) -> tuple[Word, ...]:
    found = list(words)
    subject = _head_of(words, start, verb)
    for place in range(start, verb):
        found[place] = _of_the_subject(words[place], place, subject, verb)
    for place in range(verb + 1, end):
        if not verb < words[place].head < end:
            found[place] = replace(words[place], head=verb, relation=_taken_as(words, place))
    for place, word in enumerate(words):
        if not start <= place < end and start <= word.head < end:
            found[place] = replace(word, head=verb)
    features = "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"
    lemma = word_table("verbs_like_plurals")[words[verb].form]
    found[verb] = replace(words[verb], tag="VERB", lemma=lemma, features=features)
    return tuple(_hung(words, found, start, verb, end))


def _head_of(words: tuple[Word, ...], start: int, verb: int) -> int:
    """The last common noun, in front of the name beside it; the first name where there is none."""
    common = [each for each in range(start, verb) if not words[each].form[:1].isupper()]
    common = [each for each in common if words[each].form.lower() not in _OWNED]
    return common[-1] if common else start


def _of_the_subject(word: Word, place: int, subject: int, verb: int) -> Word:
    if place == subject:
        return replace(word, head=verb, relation="nsubj")
    if place > subject:
        if word.tag == "PROPN" and subject + 1 < place:
            return replace(word, head=subject, relation="flat")
        return replace(word, tag="PROPN", lemma=word.form, head=subject, relation="appos")
    if word.form.lower() in _OWNED:
        return replace(word, head=subject, relation="nmod:poss")
    return replace(word, head=subject, relation="amod" if word.tag == "ADJ" else "compound")


def _taken_as(words: tuple[Word, ...], place: int) -> str:
    """How a phrase behind the verb hangs on it."""
    word = words[place]
    if any(each.head == place and each.relation == "case" for each in words):
        return "obl"
    if word.tag in {"NOUN", "PROPN", "PRON", "X", "NUM"}:
        return "obl:unmarked" if word.relation.endswith(":unmarked") else "obj"
    return "xcomp" if word.tag == "VERB" else "advmod"


def _hung(words: tuple[Word, ...], found: list[Word], start: int, verb: int, end: int) -> list[Word]:
    """The verb below whatever the phrase hung on; above it, where that is a mark or the verb of a later clause."""
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
        _swap(words, found, verb, above, end)
    return found


def _swap(words: tuple[Word, ...], found: list[Word], verb: int, above: int, end: int) -> None:
    found[verb] = replace(found[verb], head=words[above].head, relation=words[above].relation)
    mark = words[above].tag == "PUNCT"
    found[above] = replace(words[above], head=verb, relation="punct" if mark else "conj")
    for place in range(len(words)):
        if mark and place != verb and words[place].head == above:
            found[place] = replace(found[place], head=verb)
        elif not mark and end < place < above and found[place].head == verb and found[place].relation == "conj":
            found[place] = replace(found[place], head=above, relation="nsubj")
