"""Names beside nouns: "my sister Maria", "a dog, Bruno", "Maria, my sister"."""

from __future__ import annotations

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.tree import Tree

_NAMED = frozenset({"PROPN", "X"})


def name_beside(reading: Reading, place: int) -> int | None:
    """The name that is given to a common noun: "my sister Maria", "a dog, Bruno", "a parakeet named Cookie"."""
    tree = reading.tree
    if tree.words[place].tag != "NOUN":
        return None
    for child in tree.children[place]:
        base = tree.bases[child]
        named = tree.words[child].tag in _NAMED and child not in reading.times
        if named and child > place and base in {"appos", "flat"}:
            return None if reading.is_addressed(child) and tree.lemma(place) not in word_list("related") else child
    above = tree.words[place].head
    if tree.bases[place] == "obj" and tree.lemma(above) in word_list("naming_verbs"):
        return next((name for name in tree.below(above, "xcomp") if tree.words[name].tag in _NAMED), None)
    for child in tree.children[place]:
        base = tree.bases[child]
        if base == "acl" and tree.lemma(child) in word_list("naming_verbs"):
            return next(
                (name for name in tree.below(child, "xcomp", "obj", "flat") if tree.words[name].tag in _NAMED), None
            )
    return None


def noun_beside(tree: Tree, place: int) -> int | None:
    """The noun for whom a name stands, where the tree hangs it on the name: "my sister Maria", "Maria, my sister"."""
    if tree.words[place].tag != "PROPN":
        return None
    for child in tree.children[place]:
        if tree.words[child].tag == "NOUN":
            if tree.bases[child] == "appos":
                return child
            before = tree.bases[child] == "compound" or tree.words[child].relation == "nmod:desc"
            if before and child < place and tree.lemma(child) in word_list("related"):
                return child
    return None
