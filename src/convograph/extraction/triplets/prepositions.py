"""Prepositions, in front of nouns and of gerunds that stand for nouns."""

from __future__ import annotations

from convograph.extraction.triplets.tree import Tree

_NOMINAL = frozenset({"about", "at", "for", "from", "in", "into", "of", "on", "to", "with"})


def preposition(tree: Tree, place: int) -> str:
    """The preposition in front of a noun, with its parts: "in", "because of"; empty where there is none."""
    words: list[str] = []
    for case in tree.below(place, "mark" if is_behind_preposition(tree, place) else "case"):
        if case < place:
            words += [tree.lemma(each) for each in [case, *tree.below(case, "fixed")]]
    return " ".join(words)


def is_behind_preposition(tree: Tree, place: int) -> bool:
    """Whether a gerund stands where a noun might: "good at swimming", "think about moving"."""
    gerund = tree.words[place].tag == "VERB" and tree.words[place].form.lower().endswith("ing")
    return gerund and tree.first(place, "nsubj") is None and bool(_NOMINAL.intersection(tree.marks(place)))
