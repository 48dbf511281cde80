"""A parse put right where a model is known to misread it.

"'d" is no form of "would" in "I'd no watch", and "learning" describes no guitar in "I started learning guitar".
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.conjuncts import with_conjuncts_in_place
from convograph.extraction.triplets.verbs_as_nouns import with_verbs
from convograph.extraction.triplets.vocatives import with_vocatives
from convograph.extraction.types import ParsedSentence
from convograph.syntax import Parse, Word

_HAD = frozenset({"'d", "had"})
_ASPECTUAL = frozenset({"begin", "start", "stop", "finish", "keep", "try"})
_OF_THE_NOUN = frozenset({"amod", "appos", "compound", "det", "flat", "nmod", "nummod", "conj"})


def mended(sentence: ParsedSentence, people: Collection[str] = ()) -> ParsedSentence:
    """The sentence with verbs where they are read as nouns or helpers, names that call, and conjuncts in their place.

    `people` are the names of those who take part: what may be called.
    """
    words = with_conjuncts_in_place(with_vocatives(with_verbs(sentence.parse.words), people))
    for place, word in enumerate(words):
        if word.form.lower() in _HAD and _is_taken_for_a_helper(words, place):
            words = _with_verb(words, place)
        elif word.relation == "amod" and _is_taken_for_an_adjective(words, place):
            words = _with_gerund(words, place)
    return sentence if words is sentence.parse.words else replace(sentence, parse=Parse(words))


def _is_taken_for_a_helper(words: tuple[Word, ...], place: int) -> bool:
    head = words[place].head
    if words[place].relation not in {"aux", "cop"} or head < place:
        return False
    inside = words[place + 1 : head]
    denied = bool(inside) and inside[0].form.lower() == "no" and inside[0].head == head
    nominal = words[head].tag in {"NOUN", "PROPN"}
    alone = sum(word.head == head and word.relation.startswith(("aux", "cop")) for word in words) == 1
    return alone and (denied or nominal)


def _with_verb(words: tuple[Word, ...], verb: int) -> tuple[Word, ...]:
    noun = words[verb].head
    found = [replace(word, head=verb) if _leaves(word, noun) else word for word in words]
    head, relation = words[noun].head, words[noun].relation
    features = "Tense=Past|VerbForm=Fin"
    found[verb] = replace(words[verb], lemma="have", tag="VERB", features=features, head=head, relation=relation)
    tag = words[noun].tag if words[noun].tag == "PROPN" else "NOUN"
    found[noun] = replace(words[noun], tag=tag, head=verb, relation="obj")
    if words[verb + 1].form.lower() == "no" and words[verb + 1].head == noun:
        found[verb + 1] = replace(words[verb + 1], tag="DET", relation="det")
    return tuple(found)


def _is_taken_for_an_adjective(words: tuple[Word, ...], place: int) -> bool:
    """Whether an -ing form stands right between a verb that takes one and its object."""
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


def _leaves(word: Word, noun: int) -> bool:
    """Whether a word below the noun belongs to its clause: the subject, what is behind prepositions, clauses."""
    if word.head != noun or word.form.lower() == "no":
        return False
    base = word.relation.partition(":")[0]
    return base not in _OF_THE_NOUN or (base == "conj" and word.tag in {"VERB", "AUX"})
