"""Which words of a noun phrase say what is meant, and which only introduce it or tell more of it."""

from __future__ import annotations

from collections.abc import Collection

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.names import noun_beside
from convograph.extraction.triplets.prepositions import preposition
from convograph.extraction.triplets.tree import Tree

MOST_WORDS = 8  # of a noun phrase; what runs on for longer is cut
_LONGEST_INFINITIVE = 6  # "courage to embrace myself" says which courage; more tells a story
OUTSIDE_CLAUSE = frozenset({"parataxis", "discourse", "vocative", "advcl"})
HYPHENS = frozenset({"-", "–", "/"})

_APART = frozenset({"appos", "conj", "cc", "punct", "parataxis", "discourse", "vocative", "dep", "cop", "nsubj"})
_MODIFIERS = frozenset({"amod", "compound", "flat", "nummod", "nmod", "case", "fixed", "goeswith", "list"})
_DEGREES = frozenset("very so really super too quite pretty just also even only such own".split())
_INTRODUCING = frozenset({"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "PUNCT", "SCONJ"})
_IN_FRONT = frozenset({"amod", "compound", "nummod", "nmod", "det"})
_ASKING_BACK = frozenset({"what", "how"})


def kept_words(tree: Tree, place: int, without: Collection[int]) -> list[int]:
    """The words of a noun phrase that say which one is meant, without the dependents `without`."""
    found: list[int] = []
    family = tree.lemma(place) in word_list("family")
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


def trimmed(tree: Tree, places: list[int], head: int, most: int = MOST_WORDS) -> list[int]:
    """The words of a phrase, at most so many, without what trails behind it: "chess haha", "cake what about you"."""
    first = max(0, places.index(head) + 1 - most)
    asked = next((index for index, each in enumerate(places) if asks_back(tree, each)), len(places))
    kept = places[first : min(asked, first + most)]
    cut = first + len(kept) < len(places)
    while kept and kept[-1] != head and (_is_aside(tree, kept[-1]) or (cut and _leads_on(tree, kept))):
        kept.pop()
    return kept


def asks_back(tree: Tree, place: int) -> bool:
    """Whether a word begins "what about you" or "how about you"."""
    following = tree.words[place + 1 : place + 2]
    return tree.lemma(place) in _ASKING_BACK and bool(following) and following[0].form.lower() == "about"


def _is_aside(tree: Tree, place: int) -> bool:
    return tree.lemma(place) in word_list("discourse_markers")


def _leads_on(tree: Tree, places: list[int]) -> bool:
    """Whether the last word only introduces what was cut off behind it."""
    last = places[-1]
    introduces = tree.words[last].tag in _INTRODUCING and tree.bases[last] not in {"obj", "obl", "iobj"}
    return introduces or (tree.bases[last] in _IN_FRONT and tree.words[last].head > last)


def _stands_apart(tree: Tree, noun: int, child: int) -> bool:
    """Whether a noun behind a relative's says where they are, and not who: "in Oslo", not "of Ben" or "-in-law"."""
    return child > noun and preposition(tree, child) != "of" and tree.words[noun + 1].form not in HYPHENS


def _says_which(tree: Tree, parent: int, child: int) -> bool:
    """Whether a dependent that is no plain modifier belongs to the text: "hand-painted and blue", "courage to go"."""
    base, parent_base = tree.bases[child], tree.bases[parent]
    if base == "punct":
        return tree.words[child].form in HYPHENS
    if parent_base == "amod" and tree.words[child].relation in {"obl:unmarked", "nmod:unmarked"}:
        return True  # "2 year old"
    if parent_base in {"amod", "nummod"}:
        return base in {"conj", "cc", "advmod"} and tree.lemma(child) not in _DEGREES
    if parent_base == "nmod":
        return base in {"conj", "cc"}
    if tree.words[parent].tag == "VERB":
        return base not in _APART and base not in OUTSIDE_CLAUSE
    return base == "acl" and tree.marked_to(child) and len(tree.subtree(child)) <= _LONGEST_INFINITIVE
