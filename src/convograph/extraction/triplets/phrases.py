"""Which words of a noun phrase say what is meant, and which only introduce it or tell more of it."""

from __future__ import annotations

from collections.abc import Collection

from convograph.extraction.triplets.names import noun_beside
from convograph.extraction.triplets.prepositions import preposition
from convograph.extraction.triplets.tree import Tree
from convograph.extraction.triplets.word_lists import FAMILY

MOST_WORDS = 12  # of an argument; what runs on for longer is cut
OUTSIDE_CLAUSE = frozenset({"parataxis", "discourse", "vocative", "advcl"})

_APART = frozenset({"appos", "conj", "cc", "punct", "parataxis", "discourse", "vocative", "dep", "cop", "nsubj"})
_MODIFIERS = frozenset({"amod", "compound", "flat", "nummod", "nmod", "case", "fixed", "goeswith", "list"})
_DEGREES = frozenset("very so really super too quite pretty just also even only such own".split())
_HYPHENS = frozenset({"-", "–", "/"})


def kept_words(tree: Tree, place: int, without: Collection[int]) -> list[int]:
    """The words of a noun phrase that say which one is meant, without the dependents `without`."""
    found: list[int] = []
    family = tree.lemma(place) in FAMILY
    waiting = [(place, True)]
    while waiting:
        current, top = waiting.pop()
        found.append(current)
        introducer = noun_beside(tree, current)
        for child in tree.children[current]:
            base = tree.bases[child]
            if child == introducer or child in without or (base == "amod" and tree.lemma(child) in _DEGREES):
                continue
            if base == "nmod" and child > current and tree.first(child, "case") is None:
                continue  # "support group yesterday"
            if base == "case" and top:
                continue  # the preposition of the whole phrase belongs to the relation, its 's to what is owned
            if top and family and base == "nmod" and _stands_apart(tree, current, child):
                continue
            if tree.words[child].relation == "nmod:poss" and introducer is not None:
                continue
            if base in _MODIFIERS or _says_which(tree, current, child):
                waiting.append((child, False))
    return sorted(found)


def _stands_apart(tree: Tree, noun: int, child: int) -> bool:
    """Whether a noun behind a relative's says where they are, and not who: "in Oslo", not "of Ben" or "-in-law"."""
    return child > noun and preposition(tree, child) != "of" and tree.words[noun + 1].form not in _HYPHENS


def _says_which(tree: Tree, parent: int, child: int) -> bool:
    """Whether a dependent that is no plain modifier belongs to the text: "hand-painted and blue", "courage to go"."""
    base, parent_base = tree.bases[child], tree.bases[parent]
    if base == "punct":
        return tree.words[child].form in _HYPHENS
    if parent_base == "amod" and tree.words[child].relation in {"obl:unmarked", "nmod:unmarked"}:
        return True  # "2 year old"
    if parent_base in {"amod", "nummod"}:
        return base in {"conj", "cc", "advmod"} and tree.lemma(child) not in _DEGREES
    if parent_base == "nmod":
        return base in {"conj", "cc"}
    if tree.words[parent].tag == "VERB":
        return base not in _APART and base not in OUTSIDE_CLAUSE
    return base == "acl" and tree.marked_to(child) and len(tree.subtree(child)) <= MOST_WORDS // 2
