"""Who or what belongs to somebody, and its name: "my sister Maria", "our dog", "Tom is my brother"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.arguments import Argument, argument, possessor
from convograph.extraction.triplets.clauses import Clause
from convograph.extraction.triplets.phrases import name_beside, noun_beside
from convograph.extraction.triplets.statements import IS, Proposition, stated
from convograph.extraction.triplets.tree import Tree, preposition
from convograph.extraction.triplets.utterance import ParsedUtterance

_OWNED = {"family_member": "family", "has_pet": "animals", "owns": "belongings"}  # labels and their lists of nouns
_LABELS = {"job": "occupation", "profession": "occupation", "occupation": "occupation", "career": "occupation"}


def of_nouns(utterance: ParsedUtterance) -> Iterator[Proposition]:
    """What the nouns of a sentence state by themselves; it holds in questions too."""
    for place, word in enumerate(utterance.tree.words):
        if word.tag == "NOUN":
            name = name_beside(utterance, place)
            yield from _introduced(utterance, place, name) if name is not None else _owned(utterance, place)
        elif word.tag == "PROPN":
            noun = noun_beside(utterance.tree, place)
            if noun is not None:
                yield from _introduced(utterance, noun, place)


def belongs(utterance: ParsedUtterance, noun: int, owner: Argument, name: Argument) -> Iterator[Proposition]:
    """The statements that somebody's pet, sister, band … is `name`."""
    lemma = utterance.tree.lemma(noun)
    if lemma in word_list("animals"):
        yield Proposition(owner, "has_pet", f"have {lemma}", name)
        yield _being(utterance, noun, name)
    else:
        phrase = described(utterance, noun)
        yield Proposition(owner, phrase, phrase, name)


def owner_of(utterance: ParsedUtterance, noun: int) -> Argument | None:
    """The possessor of a noun, as an argument."""
    owner = possessor(utterance, noun)
    if owner is None:
        return None
    place, name = owner
    kind = "person" if name in utterance.people else utterance.kind_of(place)
    return Argument(name, kind, place, (place, place))


def _introduced(utterance: ParsedUtterance, noun: int, name: int) -> Iterator[Proposition]:
    """A noun with names in apposition: each belongs to the possessor if there is one, else it is what the noun says."""
    tree = utterance.tree
    owner = owner_of(utterance, noun) or owner_of(utterance, name)
    for each in [name, *(one for one in tree.below(name, "conj") if tree.words[one].tag == "PROPN")]:
        target = _name(utterance, each, noun)
        if target is None:
            continue
        if owner is None and target.kind == "thing":
            continue  # "Congrats, Tom": more often a vocative than an apposition
        if owner is None:
            yield _being(utterance, noun, target)
        else:
            yield from belongs(utterance, noun, owner, target)


def _owned(utterance: ParsedUtterance, noun: int) -> Iterator[Proposition]:
    """Family, pets and belongings without a name: having any is a statement of its own."""
    lemma = utterance.tree.lemma(noun)
    relation = next((label for label, nouns in _OWNED.items() if lemma in word_list(nouns)), None)
    if relation is None or utterance.tree.bases[noun] == "compound" or _is_named_by_clause(utterance.tree, noun):
        return
    owner = owner_of(utterance, noun)
    if owner is None:
        return
    target = argument(utterance, noun, owner.text)
    if target is not None:
        yield Proposition(owner, relation, "have", target)


def _is_named_by_clause(tree: Tree, noun: int) -> bool:
    """Whether the clause names what the noun means: "Tom is my brother", "My sister's name is Maria"."""
    above = tree.words[noun].head
    return tree.first(noun, "cop") is not None or (above >= 0 and tree.lemma(above) == "name")


def _being(utterance: ParsedUtterance, noun: int, name: Argument) -> Proposition:
    tree = utterance.tree
    target = Argument(described(utterance, noun), utterance.kind_of(noun), noun, (noun, noun))
    relation = "occupation" if tree.lemma(noun) in word_list("jobs") and name.kind == "person" else IS
    return Proposition(name, relation, "be", target)


def _name(utterance: ParsedUtterance, place: int, noun: int) -> Argument | None:
    named = argument(utterance, place)
    if named is None:
        return None
    return Argument(named.text, utterance.kind_of(noun), place, named.places)


def described(utterance: ParsedUtterance, noun: int) -> str:
    """The noun with its adjectives and the nouns compounded with it: "little sister", "favorite band"."""
    tree = utterance.tree
    before = [
        child for child in tree.below(noun, "amod", "compound") if child < noun and tree.words[child].tag != "PROPN"
    ]
    lemma = tree.lemma(noun)
    return " ".join([*(tree.words[child].form.lower() for child in before), lemma])


def attributed(utterance: ParsedUtterance, clause: Clause, subject: Argument, value: Argument) -> list[Proposition]:
    """The triplets about the possessor of the subject or the predicate noun, if either has one.

    (Ana, favorite food, pizza) for "My favorite food is pizza" and for "Pizza is my favorite food", (Ana, brother,
    Tom) for "Tom is my brother", (Ana, sister, Maria) for "My sister's name is Maria".
    """
    if clause.group.before:
        return []
    for noun, other in ((_one_of(utterance, subject.head), value), (_one_of(utterance, value.head), subject)):
        found = _value(utterance, clause, noun, other)
        if found:
            return found
    return []


def _value(utterance: ParsedUtterance, clause: Clause, noun: int, other: Argument) -> list[Proposition]:
    tree = utterance.tree
    if tree.words[noun].tag == "PRON":
        return []
    owner = owner_of(utterance, noun)
    if owner is None or owner.text == other.text:
        return []
    lemma = tree.lemma(noun)
    is_name = tree.words[other.head].tag == "PROPN" and not preposition(tree, other.head)
    if lemma == "name":
        return _called(utterance, noun, owner, other)
    if is_name and lemma in word_list("related", "animals"):
        return list(belongs(utterance, noun, owner, replace(other, kind=utterance.kind_of(noun))))
    if _is_favorite(utterance, noun) or (
        lemma in word_list("attributes") and (noun < other.head or other.kind != "person")
    ):
        relation = described(utterance, noun)
        return [stated(clause, owner, _LABELS.get(lemma, relation), relation, other)]
    return []


def _called(utterance: ParsedUtterance, noun: int, owner: Argument, name: Argument) -> list[Proposition]:
    """The statements about a name: "my sister's name is", and "my cats name is", as people type."""
    tree = utterance.tree
    owned = owner_of(utterance, owner.head)
    if owned is not None:
        return list(belongs(utterance, owner.head, owned, replace(name, kind=utterance.kind_of(owner.head))))
    typed = tree.first(noun, "compound")
    if typed is not None and tree.lemma(typed) in word_list("related", "animals"):
        return list(belongs(utterance, typed, owner, replace(name, kind=utterance.kind_of(typed))))
    return [Proposition(owner, "name", "name", name)]


def _is_favorite(utterance: ParsedUtterance, noun: int) -> bool:
    tree = utterance.tree
    return any(tree.lemma(each) in word_list("favorites") for each in [noun, *tree.below(noun, "amod")])


def _one_of(utterance: ParsedUtterance, noun: int) -> int:
    """The noun after "one of", as in "one of my favorite places"; any other noun unchanged."""
    tree = utterance.tree
    return next(iter(tree.below(noun, "nmod")), noun) if tree.lemma(noun) == "one" else noun
