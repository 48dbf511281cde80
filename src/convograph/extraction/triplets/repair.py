"""Corrections of known parser errors, made before anything is read from a parse.

1. "lives" in "My sister lives in Porto" is not a plural noun.
2. "Caroline" in "Your art is amazing, Caroline" is a vocative, not the predicate, and so is whoever else is called by
   name: "I'm sorry, Priya".
3. "Sing" in "I can't sing or dance" is not a participle, "Tom" in "my friend Tom" not a second subject, and "B." in
   "plan B. Tom agrees" not an initial.
4. Coordinated verbs and nouns are attached correctly: "I don't drink and I love running" does not negate running.
5. "'d" in "I'd no watch" is a form of "have", and "learning" in "I started learning guitar" does not modify "guitar".
6. "Key" in "I get the key on 1 October" is an object of "get". The predicate of a clause is not a phrase of another,
   a clause with "until" not what somebody says.
7. A typographic apostrophe is like a plain one ("don’t", "I’m"), and "college" in "been to college" no verb.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.mistagged_verbs import with_mistagged_verbs
from convograph.extraction.triplets.coordination import with_conjuncts_attached
from convograph.extraction.triplets.name_parts import with_joined_names, with_letters_apart
from convograph.extraction.triplets.verb_forms import with_bare_verbs
from convograph.extraction.types import ParsedSentence
from convograph.syntax import Parse, Word

_VERBAL = frozenset({"AUX", "VERB", "ADP"})
_PHRASAL = frozenset({"obl", "obj", "nmod", "appos", "dep"})
_NOUNS = frozenset({"NOUN", "PROPN", "NUM"})
_HAVING = {"'d": "Past", "had": "Past", "'ve": "Pres", "have": "Pres"}
_WHEN_OR_WHY = frozenset({"till", "until", "since", "because", "before", "after", "although", "though", "while"})
_ASPECTUAL = frozenset({"begin", "start", "stop", "finish", "keep", "try"})
_NOMINAL = frozenset({"amod", "appos", "compound", "det", "flat", "nmod", "nummod", "conj"})
_PREDICATES = frozenset({"ADJ", "VERB", "NOUN", "PROPN"})
_OF_A_NAME = frozenset({"flat", "nmod", "compound"})  # "Mrs Patel", "Dr. Osei", "Priya Nair"
_CLAUSAL = frozenset({"nsubj", "cop", "aux", "csubj", "expl"})


def repaired(sentence: ParsedSentence, people: Collection[str] = ()) -> ParsedSentence:
    """The sentence with its parse corrected.

    `people` are the names of the participants, who may be addressed.
    """
    words = with_mistagged_verbs(with_straight_apostrophes(sentence.parse.words))
    words = with_letters_apart(with_joined_names(with_bare_verbs(words)))
    words = with_conjuncts_attached(with_vocatives(words, people))
    for place, word in enumerate(words):
        if word.form.lower() in _HAVING and _is_mistaken_for_auxiliary(words, place):
            words = _with_verb(words, place)
        elif word.relation in _PHRASAL and _is_mistaken_for_phrase(words, place):
            words = (*words[:place], replace(word, relation="parataxis"), *words[place + 1 :])
        elif word.relation == "ccomp" and _is_mistaken_for_content(words, place):
            words = (*words[:place], replace(word, relation="advcl"), *words[place + 1 :])
        elif word.relation == "obj" and _is_mistaken_for_part(words, place):
            words = (*words[:place], replace(word, head=words[word.head].head), *words[place + 1 :])
        elif word.relation == "amod" and _is_mistaken_for_modifier(words, place):
            words = _with_gerund(words, place)
    return sentence if words is sentence.parse.words else replace(sentence, parse=Parse(words))


def with_straight_apostrophes(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with "n’t", "’s" and the like written as "n't" and "'s"; names keep theirs."""
    if all("’" not in word.form[:2] for word in words):
        return words
    return tuple(
        replace(word, form=word.form.replace("’", "'")) if word.form.lower().startswith(("’", "n’")) else word
        for word in words
    )


def _is_mistaken_for_auxiliary(words: tuple[Word, ...], place: int) -> bool:
    """Whether a sole auxiliary like "'d" or "'ve" is the main verb "have": it belongs to a noun, or precedes "no"."""
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
    """The words with this auxiliary as the main verb, and the noun it was attached to as its object."""
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


def _is_mistaken_for_content(words: tuple[Word, ...], place: int) -> bool:
    """Whether a clause only tells when or why: "until I know" in "I didn't want to say until I know"."""
    return any(word.head == place and word.relation == "mark" and word.lemma in _WHEN_OR_WHY for word in words[:place])


def _is_mistaken_for_part(words: tuple[Word, ...], place: int) -> bool:
    """Whether an object is attached to a later noun with a preposition: "key" in "get the key on 1 October"."""
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
    """Whether an -ing form stands right after a verb that takes one, and before the noun parsed as its object."""
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
    """Whether a dependent of the noun belongs to its clause: the subject, obliques, subordinate clauses."""
    if word.head != noun or word.form.lower() == "no":
        return False
    base = word.relation.partition(":")[0]
    return base not in _NOMINAL or (base == "conj" and word.tag in {"VERB", "AUX"})


def with_vocatives(words: tuple[Word, ...], people: Collection[str]) -> tuple[Word, ...]:
    """The words with each participant's name after a comma as a vocative of the predicate, not as its head.

    The name of anybody else is a vocative if it is attached to a predicate beside which it cannot stand.
    """
    names = {part for person in people for part in (person.casefold(), *person.casefold().split()[:1])}
    for place, word in enumerate(words):
        if word.form.casefold() not in names or not _is_set_apart(words, place):
            if _is_called_by_name(words, place):
                words = (*words[:place], replace(word, relation="vocative"), *words[place + 1 :])
            continue
        if _heads_its_clause(words, place):
            words = _addressed(words, place)
        elif _is_mistaken_for_conjunct(words, place):
            words = (*words[:place], replace(words[place], relation="vocative"), *words[place + 1 :])
    return words


def _is_set_apart(words: tuple[Word, ...], place: int) -> bool:
    """Whether a name stands between a comma and punctuation or the end of the sentence."""
    apart = place > 1 and words[place - 1].form == ","
    return apart and all(word.tag == "PUNCT" for word in words[place + 1 : place + 2])


def _is_mistaken_for_conjunct(words: tuple[Word, ...], place: int) -> bool:
    """Whether a name is attached to a predicate like a conjunct, unlike in "my sister, Maria"."""
    above = words[place].head
    if words[place].relation not in {"conj", "appos", "flat"} or words[above].lemma.lower() in word_list("related"):
        return False
    return any(word.head == above and word.relation == "cop" for word in words)


def _is_called_by_name(words: tuple[Word, ...], place: int) -> bool:
    """Whether a name between a comma and punctuation is said to somebody: "I'm sorry, Priya", "I'm fine, Mrs Patel".

    A name is no second predicate beside an adjective, nor another name of the speaker ("I'm Priya, Tom"). Beside a noun
    it may be one: "I'm your nurse, Priya".
    """
    name = words[place]
    if name.tag != "PROPN" or name.relation not in {"conj", "appos", "list"} or name.head > place:
        return False
    inside = [each for each, word in enumerate(words) if word.head == place and word.relation != "punct"]
    if any(words[each].relation.partition(":")[0] not in _OF_A_NAME for each in inside):
        return False
    first, last = min([place, *inside]), max([place, *inside])
    ends = all(word.tag == "PUNCT" for word in words[last + 1 : last + 2])
    if not ends or first < 1 or words[first - 1].form != "," or name.form.lower() in word_list("peoples"):
        return False
    return _is_beside_no_name(words, name)


def _is_beside_no_name(words: tuple[Word, ...], name: Word) -> bool:
    """Whether the predicate that a name is attached to is an adjective, or the speaker's own name."""
    predicate = words[name.head]
    inside = [word for word in words if word.head == name.head]
    if not any(word.relation == "cop" for word in inside):
        return False
    if predicate.tag == "ADJ":
        return True
    is_speaker = any(word.relation == "nsubj" and word.form.lower() == "i" for word in inside)
    return is_speaker and predicate.tag == "PROPN" and all(word.relation != "case" for word in inside)


def _heads_its_clause(words: tuple[Word, ...], place: int) -> bool:
    """Whether the clause before a name depends on it, directly or through one word."""
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
