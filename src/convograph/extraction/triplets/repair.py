"""Parses put right where the parser is known to err, before anything is read off them.

1. "lives" of "My sister lives in Porto" is no plural noun.
2. "Caroline" of "Your art is amazing, Caroline" is addressed, and no predicate.
3. "Sing" of "I can't sing or dance" is no participle, and "Tom" of "my friend Tom" no further subject.
4. Coordinated verbs and nouns are attached where they belong: "I don't drink and I love running" denies no running.
5. "'d" of "I'd no watch" is a form of "have", and "learning" modifies no guitar in "I started learning guitar".
6. "Key" of "I get the key on 1 October" is an object of "get", and the predicate of a clause no phrase of another.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from convograph.extraction.lexicon import word_list, word_table
from convograph.extraction.triplets.coordination import with_conjuncts_attached
from convograph.extraction.triplets.name_parts import with_joined_names
from convograph.extraction.triplets.verb_forms import with_bare_verbs
from convograph.extraction.types import ParsedSentence
from convograph.syntax import Parse, Word

_VERBAL = frozenset({"AUX", "VERB", "ADP"})
_PHRASAL = frozenset({"obl", "obj", "nmod", "appos", "dep"})
_NOUNS = frozenset({"NOUN", "PROPN", "NUM"})
_HAVING = {"'d": "Past", "had": "Past", "'ve": "Pres", "have": "Pres"}
_ASPECTUAL = frozenset({"begin", "start", "stop", "finish", "keep", "try"})
_NOMINAL = frozenset({"amod", "appos", "compound", "det", "flat", "nmod", "nummod", "conj"})
_CLAUSE_BOUNDS = frozenset({"PUNCT", "CCONJ", "SCONJ", "INTJ"})
_SUBJECT_TAGS = frozenset({"NOUN", "PROPN", "X", "ADJ"})
_POSSESSIVES = frozenset({"my", "our", "your", "his", "her", "their"})
_PREDICATE_TAGS = frozenset({"ADP", "DET", "PRON", "NOUN", "PROPN", "ADV", "VERB", "ADJ", "NUM", "X"})
_PREDICATES = frozenset({"ADJ", "VERB", "NOUN", "PROPN"})
_CLAUSAL = frozenset({"nsubj", "cop", "aux", "csubj", "expl"})


def repaired(sentence: ParsedSentence, people: Collection[str] = ()) -> ParsedSentence:
    """The sentence with verbs that were tagged as nouns or auxiliaries, vocatives and conjuncts as they should be.

    `people` are the names of those who take part: who may be addressed.
    """
    words = with_joined_names(with_bare_verbs(with_mistagged_verbs(sentence.parse.words)))
    words = with_conjuncts_attached(with_vocatives(words, people))
    for place, word in enumerate(words):
        if word.form.lower() in _HAVING and _is_mistaken_for_auxiliary(words, place):
            words = _with_verb(words, place)
        elif word.relation in _PHRASAL and _is_mistaken_for_phrase(words, place):
            words = (*words[:place], replace(word, relation="parataxis"), *words[place + 1 :])
        elif word.relation == "obj" and _is_mistaken_for_part(words, place):
            words = (*words[:place], replace(word, head=words[word.head].head), *words[place + 1 :])
        elif word.relation == "amod" and _is_mistaken_for_modifier(words, place):
            words = _with_gerund(words, place)
    return sentence if words is sentence.parse.words else replace(sentence, parse=Parse(words))


def _is_mistaken_for_auxiliary(words: tuple[Word, ...], place: int) -> bool:
    """Whether "'d" or "'ve" is the only auxiliary of a noun, or stands before "no": the main verb "have"."""
    head = words[place].head
    if words[place].relation not in {"aux", "cop"} or head < place:
        return False
    inside = words[place + 1 : head]
    if any(word.tag in _VERBAL for word in inside):
        return False
    negated = bool(inside) and inside[0].form.lower() == "no" and inside[0].head == head
    nominal = words[head].tag in {"NOUN", "PROPN"}
    alone = sum(word.head == head and word.relation.startswith(("aux", "cop")) for word in words) == 1
    return alone and (negated or nominal)


def _with_verb(words: tuple[Word, ...], verb: int) -> tuple[Word, ...]:
    """The words with that auxiliary as a main verb, and the noun that it was attached to as its object."""
    noun = words[verb].head
    found = [replace(word, head=verb) if _moves_to_verb(word, noun) else word for word in words]
    head, relation = words[noun].head, words[noun].relation
    features = f"Tense={_HAVING[words[verb].form.lower()]}|VerbForm=Fin"
    found[verb] = replace(words[verb], lemma="have", tag="VERB", features=features, head=head, relation=relation)
    tag = words[noun].tag if words[noun].tag == "PROPN" else "NOUN"
    found[noun] = replace(words[noun], tag=tag, head=verb, relation="obj")
    if words[verb + 1].form.lower() == "no" and words[verb + 1].head == noun:
        found[verb + 1] = replace(words[verb + 1], tag="DET", relation="det")
    return tuple(found)


def _is_mistaken_for_phrase(words: tuple[Word, ...], place: int) -> bool:
    """Whether a noun is the predicate of a clause: it has a subject and a copula, and no preposition."""
    relations = {word.relation.partition(":")[0] for word in words if word.head == place}
    return {"nsubj", "cop"} <= relations and "case" not in relations


def _is_mistaken_for_part(words: tuple[Word, ...], place: int) -> bool:
    """Whether an object depends on a noun behind a preposition after it: "key" of "get the key on 1 October"."""
    noun = words[place].head
    verb = words[noun].head
    if (
        noun < place
        or not {words[place].tag, words[noun].tag} <= _NOUNS
        or not 0 <= verb < place
        or words[verb].tag != "VERB"
    ):
        return False
    return any(word.head == noun and word.relation == "case" for word in words[place + 1 : noun])


def _is_mistaken_for_modifier(words: tuple[Word, ...], place: int) -> bool:
    """Whether an -ing form stands right between a verb that takes one and the noun that is taken for its object."""
    gerund, noun = words[place], words[words[place].head]
    if gerund.tag != "VERB" or not gerund.form.lower().endswith("ing") or not 0 < place < gerund.head:
        return False
    if noun.relation != "obj" or noun.head != place - 1:
        return False
    verb = words[place - 1].lemma.lower()
    return verb in _ASPECTUAL or verb in word_list("liking_verbs", "disliking_verbs")


def _with_gerund(words: tuple[Word, ...], gerund: int) -> tuple[Word, ...]:
    noun = words[gerund].head
    found = list(words)
    found[gerund] = replace(words[gerund], head=gerund - 1, relation="xcomp")
    found[noun] = replace(words[noun], head=gerund)
    return tuple(found)


def _moves_to_verb(word: Word, noun: int) -> bool:
    """Whether a dependent of the noun is one of its clause: the subject, obliques, subordinate clauses."""
    if word.head != noun or word.form.lower() == "no":
        return False
    base = word.relation.partition(":")[0]
    return base not in _NOMINAL or (base == "conj" and word.tag in {"VERB", "AUX"})


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
    """Whether the heads above a word end at the root; in a tangled tree they may now form a cycle."""
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
    """Whether the clause has a finite verb already, or words that follow no verb."""
    return any(
        word.tag == "AUX" or "VerbForm=Fin" in word.features or word.tag not in _PREDICATE_TAGS
        for word in words[verb + 1 : end]
    )


def _reattached(words: tuple[Word, ...], start: int, verb: int, end: int) -> tuple[Word, ...]:
    """The words with those before the verb as its subject, and those after it as its complements."""
    found = list(words)
    subject = _head_of(words, start, verb)
    for place in range(start, verb):
        found[place] = _within_subject(words[place], place, subject, verb)
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


def _within_subject(word: Word, place: int, subject: int, verb: int) -> Word:
    if place == subject:
        return replace(word, head=verb, relation="nsubj")
    if place > subject:
        if word.tag == "PROPN" and subject + 1 < place:
            return replace(word, head=subject, relation="flat")
        return replace(word, tag="PROPN", lemma=word.form, head=subject, relation="appos")
    if word.form.lower() in _POSSESSIVES:
        return replace(word, head=subject, relation="nmod:poss")
    return replace(word, head=subject, relation="amod" if word.tag == "ADJ" else "compound")


def _relation_to_verb(words: tuple[Word, ...], place: int) -> str:
    """The relation of a phrase after the verb to it."""
    word = words[place]
    if any(each.head == place and each.relation == "case" for each in words):
        return "obl"
    if word.tag in {"NOUN", "PROPN", "PRON", "X", "NUM"}:
        return "obl:unmarked" if word.relation.endswith(":unmarked") else "obj"
    return "xcomp" if word.tag == "VERB" else "advmod"


def _attached(words: tuple[Word, ...], found: list[Word], start: int, verb: int, end: int) -> list[Word]:
    """The verb as a dependent of what its phrase depended on; as its head, where that is punctuation or comes later."""
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


def with_vocatives(words: tuple[Word, ...], people: Collection[str]) -> tuple[Word, ...]:
    """The words with each participant's name after a comma as a vocative of the predicate, and not as its head."""
    names = {part for person in people for part in (person.casefold(), *person.casefold().split()[:1])}
    for place, word in enumerate(words):
        if word.form.casefold() not in names or not _is_set_apart(words, place):
            continue
        if _heads_its_clause(words, place):
            words = _addressed(words, place)
        elif _is_mistaken_for_conjunct(words, place):
            words = (*words[:place], replace(words[place], relation="vocative"), *words[place + 1 :])
    return words


def _is_set_apart(words: tuple[Word, ...], place: int) -> bool:
    """Whether a name follows a comma, and nothing but punctuation follows it."""
    apart = place > 1 and words[place - 1].form == ","
    return apart and all(word.tag == "PUNCT" for word in words[place + 1 : place + 2])


def _is_mistaken_for_conjunct(words: tuple[Word, ...], place: int) -> bool:
    """Whether a name is attached to a predicate like a conjunct, and is not that of "my sister, Maria"."""
    above = words[place].head
    if words[place].relation not in {"conj", "appos", "flat"} or words[above].lemma.lower() in word_list("related"):
        return False
    return any(word.head == above and word.relation == "cop" for word in words)


def _heads_its_clause(words: tuple[Word, ...], place: int) -> bool:
    """Whether words of the clause depend on a name, directly or through one word between."""
    clausal = {each.head for each in words[: place - 1] if each.relation.partition(":")[0] in _CLAUSAL}
    above = {place} | {each for each in range(place - 1) if words[each].head == place}
    return bool(clausal & above)


def _addressed(words: tuple[Word, ...], name: int) -> tuple[Word, ...]:
    said = [each for each in range(name - 1) if words[each].head == name and words[each].tag in _PREDICATES]
    said = [each for each in said if words[each].relation.partition(":")[0] not in _CLAUSAL]
    found = list(words)
    if not said:
        found[name] = replace(words[name], relation="vocative")
        return tuple(found)
    predicate = said[-1]
    for place, word in enumerate(words):
        if word.head == name:
            found[place] = replace(word, head=predicate)
    found[predicate] = replace(words[predicate], head=words[name].head, relation=words[name].relation)
    found[name] = replace(words[name], head=predicate, relation="vocative")
    return tuple(found)
