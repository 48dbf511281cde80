"""Coordination: attaching conjuncts to the right words, and the scope of negations.

"I don't drink and I love running" does not negate running; "I don't smoke or drink" negates both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from convograph.extraction.triplets.tree import NEGATIONS, Tree
from convograph.syntax import Word

_INFINITIVE = "VerbForm=Inf"
_ALTERNATIVES = frozenset({"or", "nor"})
_OWN_SUBJECTS = frozenset({"i", "we"})
_COMPLEMENTS = frozenset({"obj", "iobj", "obl", "xcomp", "ccomp", "advcl"})


def with_conjuncts_attached(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with conjuncts attached correctly, and complements to their own verb, not to a negated one before."""
    for place, word in enumerate(words):
        if word.relation != "conj":
            continue
        if _precedes_its_head(words, place):
            words = _swapped(words, place)
        if word.tag == "NOUN":
            words = _beside_the_object(words, place)
        if word.tag == "VERB":
            words = _with_its_complements(_beside_the_infinitive(words, place), place)
    for place in range(len(words)):
        words = _beside_its_opposite(words, place)
    return _without_crossing_arcs(words)


def is_alternative(words: Sequence[Word], place: int) -> bool:
    """Whether a conjunct follows "or" or "nor", so that an earlier negation covers it."""
    return any(word.head == place and word.form.lower() in _ALTERNATIVES for word in words)


def _precedes_its_head(words: tuple[Word, ...], place: int) -> bool:
    """Whether a verb is attached as a conjunct of its own object: "love" in "I swim and love running"."""
    above = words[place].head
    return above > place and words[place].tag == "VERB" and 0 <= words[above].head < place


def _swapped(words: tuple[Word, ...], verb: int) -> tuple[Word, ...]:
    object_place = words[verb].head
    found = list(words)
    found[verb] = replace(words[verb], head=words[object_place].head)
    found[object_place] = replace(words[object_place], head=verb)
    return tuple(found)


def _beside_the_object(words: tuple[Word, ...], noun: int) -> tuple[Word, ...]:
    """Another object attached to the first: "parrot" in "I got a dog and a parrot"."""
    verb = words[noun].head
    if words[verb].tag != "VERB" or any(word.head == noun and _is_clausal(word) for word in words):
        return words
    objects = [place for place in range(verb, noun) if words[place].head == verb and words[place].relation == "obj"]
    if not objects or any(word.tag in {"VERB", "AUX"} for word in words[objects[-1] : noun]):
        return words
    found = list(words)
    found[noun] = replace(words[noun], head=objects[-1])
    return tuple(found)


def _beside_the_infinitive(words: tuple[Word, ...], verb: int) -> tuple[Word, ...]:
    """A bare verb attached to the infinitive before it if a negation is involved: "I'm allowed to walk but not run".

    So too in "I can't wait to see Porto and try the wine"; in "I want to see Porto and try the wine" it makes no
    difference.
    """
    above = words[verb].head
    if words[verb].features != _INFINITIVE or not (_is_negated(words, above) or _is_negated(words, verb)):
        return words
    if any(_opens_clause(word) for word in words if word.head == verb):
        return words
    infinitives = [place for place in range(above + 1, verb) if _is_last_infinitive(words, place, above)]
    return _moved(words, verb, infinitives[-1], "conj") if infinitives else words


def _is_last_infinitive(words: tuple[Word, ...], place: int, above: int) -> bool:
    """Whether a verb is an infinitive with "to" below the verb `above`, without one of its own."""
    word = words[place]
    below = {each.relation for each in words if each.head == place}
    return word.head == above and word.features == _INFINITIVE and {"mark"} == below & {"mark", "xcomp"}


def _opens_clause(word: Word) -> bool:
    return word.relation.partition(":")[0] in {"nsubj", "cop", "aux", "mark"}


def _beside_its_opposite(words: tuple[Word, ...], noun: int) -> tuple[Word, ...]:
    """A noun after "not" attached to the noun it contrasts with: "Lisbon" in "I live in Porto, not Lisbon".

    The parser may take it for a verb: "coffee" in "I like tea, not coffee".
    """
    above, word = words[noun].head, words[noun]
    if word.relation not in {"conj", "parataxis"} or not 0 <= above < noun:
        return words
    if word.tag not in {"NOUN", "PROPN"} and not _is_bare(words, noun):
        return words
    denied = any(each.head == noun and each.form.lower() == "not" for each in words)
    if not denied or any(each.head == noun and _opens_clause(each) for each in words):
        return words
    before = [place for place in range(above, noun) if words[place].head == above and _is_nominal(words[place])]
    apart = any(each.tag in {"VERB", "AUX"} for each in words[before[-1] : noun]) if before else True
    named = replace(word, tag="NOUN") if word.tag == "VERB" else word
    return words if apart else _moved((*words[:noun], named, *words[noun + 1 :]), noun, before[-1], "conj")


def _is_bare(words: tuple[Word, ...], place: int) -> bool:
    """Whether a "verb" stands right after "not", without any complements."""
    denied = place > 1 and words[place - 1].form.lower() == "not" and words[place - 2].tag in {"PUNCT", "CCONJ"}
    return denied and words[place].tag == "VERB" and all(word.head != place for word in words[place + 1 :])


def _is_nominal(word: Word) -> bool:
    return word.tag in {"NOUN", "PROPN"} and word.relation.partition(":")[0] in {"obj", "obl"}


def _moved(words: tuple[Word, ...], place: int, head: int, relation: str) -> tuple[Word, ...]:
    return (*words[:place], replace(words[place], head=head, relation=relation), *words[place + 1 :])


def _is_clausal(word: Word) -> bool:
    return word.relation.partition(":")[0] in {"nsubj", "cop", "aux", "case"}


def _with_its_complements(words: tuple[Word, ...], verb: int) -> tuple[Word, ...]:
    """The complements of the second verb moved to it from a negated first one: "I don't drink and work at Google"."""
    first = words[verb].head
    if first > verb or not _is_negated(words, first) or is_alternative(words, verb):
        return words
    return tuple(
        replace(word, head=verb) if place > verb and word.head == first and _is_complement(word) else word
        for place, word in enumerate(words)
    )


def _without_crossing_arcs(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with the complements of a negated verb detached from it after "and I", where trees are unreliable."""
    found = list(words)
    for subject in range(1, len(words)):
        if words[subject].form.lower() in _OWN_SUBJECTS and words[subject - 1].form.lower() in {"and", "but"}:
            for place, word in enumerate(words[subject + 1 :], start=subject + 1):
                if word.head < subject - 1 and _is_complement(word) and _is_negated(words, word.head):
                    found[place] = replace(word, relation="dep")
    return tuple(found)


def _is_negated(words: tuple[Word, ...], place: int) -> bool:
    return any(word.head == place and word.form.lower() in NEGATIONS for word in words) and place >= 0


def _is_complement(word: Word) -> bool:
    return word.relation.partition(":")[0] in _COMPLEMENTS


def escapes_negation(tree: Tree, first: int, second: int) -> bool:
    """Whether the second verb may start its own clause: "I don't drink and work", "I'm not alone and have friends".

    After "doesn't" and "didn't" its bare form shows that it shares the auxiliary, and so the negation.
    """
    if tree.negation(first) is None or is_alternative(tree.words, second):
        return False
    auxiliaries = [tree.words[child].form.lower() for child in tree.below(first, "aux")]
    return all(form == "do" for form in auxiliaries)


def has_unclear_scope(tree: Tree, place: int) -> bool:
    """Whether it is unclear if an earlier negation covers this verb: "I can't drive and take the bus"."""
    first = tree.words[place].head
    if tree.bases[place] != "conj" or tree.negation(first) is None or is_alternative(tree.words, place):
        return False
    if tree.first(place, "nsubj", "aux", "cop") is not None or not tree.has(place, "VerbForm=Inf"):
        return False
    return any(not _carries_no_modality(tree, auxiliary) for auxiliary in tree.below(first, "aux"))


def _carries_no_modality(tree: Tree, auxiliary: int) -> bool:
    return tree.lemma(auxiliary) in {"do", "to", "have", "be"}


def has_remote_negation(tree: Tree) -> bool:
    """Whether a sentence is negated by "neither of", which says of whom only elsewhere."""
    forms = [word.form.lower() for word in tree.words]
    return any(pair == ("neither", "of") for pair in pairwise(forms))
