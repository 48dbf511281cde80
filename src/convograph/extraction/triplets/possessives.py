"""Whose somebody or something is, and what it is called: "my sister Maria", "our dog", "Tom, a nurse"."""

from __future__ import annotations

from collections.abc import Iterator

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.arguments import Argument, argument, possessor
from convograph.extraction.triplets.names import name_beside, noun_beside
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.statements import Statement
from convograph.extraction.triplets.tree import Tree
from convograph.extraction.triplets.vocabulary import IS

_OWNED = {"family_member": "family", "has_pet": "animals", "owns": "belongings"}  # labels, and lists of nouns


def of_nouns(reading: Reading) -> Iterator[Statement]:
    """What the nouns of a sentence state by themselves, whatever is said of them: these hold in questions too."""
    for place, word in enumerate(reading.tree.words):
        if word.tag == "NOUN":
            name = name_beside(reading, place)
            yield from _introduced(reading, place, name) if name is not None else _owned(reading, place)
        elif word.tag == "PROPN":
            noun = noun_beside(reading.tree, place)
            if noun is not None:
                yield from _introduced(reading, noun, place)


def belongs(reading: Reading, noun: int, owner: Argument, name: Argument) -> Iterator[Statement]:
    """That somebody's pet, sister, band … is `name`."""
    lemma = reading.tree.lemma(noun)
    if lemma in word_list("animals"):
        yield Statement(owner, "has_pet", f"have {lemma}", name)
        yield _being(reading, noun, name)
    else:
        phrase = described(reading, noun)
        yield Statement(owner, phrase, phrase, name)


def owner_of(reading: Reading, noun: int) -> Argument | None:
    """To whom a noun belongs, as an end of a triplet."""
    owner = possessor(reading, noun)
    if owner is None:
        return None
    place, name = owner
    kind = "person" if name in reading.people else reading.kind_of(place)
    return Argument(name, kind, place, (place, place))


def _introduced(reading: Reading, noun: int, name: int) -> Iterator[Statement]:
    """A noun with the names beside it: each belongs to the owner, if there is one, else it is what the noun says."""
    tree = reading.tree
    owner = owner_of(reading, noun) or owner_of(reading, name)
    for each in [name, *(one for one in tree.below(name, "conj") if tree.words[one].tag == "PROPN")]:
        target = _name(reading, each, noun)
        if target is None:
            continue
        if owner is None and target.kind == "thing":
            continue  # "Congrats, Tom": more often an address than a name
        if owner is None:
            yield _being(reading, noun, target)
        else:
            yield from belongs(reading, noun, owner, target)


def _owned(reading: Reading, noun: int) -> Iterator[Statement]:
    """Family, pets and belongings without a name: that there are any is worth knowing."""
    lemma = reading.tree.lemma(noun)
    relation = next((label for label, nouns in _OWNED.items() if lemma in word_list(nouns)), None)
    if relation is None or reading.tree.bases[noun] == "compound" or _is_named_by_clause(reading.tree, noun):
        return
    owner = owner_of(reading, noun)
    if owner is None:
        return
    target = argument(reading, noun, owner.text)
    if target is not None:
        yield Statement(owner, relation, "have", target)


def _is_named_by_clause(tree: Tree, noun: int) -> bool:
    """Whether the clause says who it is: "Tom is my brother", "My sister's name is Maria"."""
    above = tree.words[noun].head
    return tree.first(noun, "cop") is not None or (above >= 0 and tree.lemma(above) == "name")


def _being(reading: Reading, noun: int, name: Argument) -> Statement:
    tree = reading.tree
    target = Argument(described(reading, noun), reading.kind_of(noun), noun, (noun, noun))
    relation = "occupation" if tree.lemma(noun) in word_list("jobs") and name.kind == "person" else IS
    return Statement(name, relation, "be", target)


def _name(reading: Reading, place: int, noun: int) -> Argument | None:
    named = argument(reading, place)
    if named is None:
        return None
    return Argument(named.text, reading.kind_of(noun), place, named.places)


def described(reading: Reading, noun: int) -> str:
    """The noun with its adjectives and compounds: "little sister", "favorite band"."""
    tree = reading.tree
    before = [
        child for child in tree.below(noun, "amod", "compound") if child < noun and tree.words[child].tag != "PROPN"
    ]
    lemma = tree.lemma(noun)
    return " ".join([*(tree.words[child].form.lower() for child in before), lemma])
