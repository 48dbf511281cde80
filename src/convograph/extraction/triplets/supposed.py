"""What is said as no fact: asked, wished, or under a condition."""

from __future__ import annotations

from convograph.extraction.triplets.reading import FIRST, Reading
from convograph.extraction.triplets.tree import Tree
from convograph.extraction.triplets.verbs import VerbGroup

_CONDITIONS = frozenset({"if", "unless", "whether"})
_WISHES = frozenset({"hope", "wish", "imagine", "suppose", "wonder", "ask", "doubt", "pretend"})
_ASKING = frozenset({"what", "who", "whom", "whose", "which", "where", "when", "why", "how"})
_BESIDE = frozenset({"conj", "parataxis"})


def is_hypothetical(reading: Reading, group: VerbGroup, governed: bool | None) -> bool:
    """Whether a clause is no fact; `governed` is whether that holds of the clause above it, `None` if there is none."""
    tree, place = reading.tree, group.first
    base = tree.bases[place]
    conditions = (_CONDITIONS.intersection(tree.marks(each)) for each in [place, *tree.below(place, "advcl")])
    wished = base == "ccomp" and tree.lemma(tree.words[place].head) in _WISHES
    if group.modality == "would" or wished or any(conditions):
        return True
    if base in {"acl", "advcl"}:
        return False
    own = base in _BESIDE and tree.first(place, "nsubj") is not None
    return governed if governed is not None and not own else reading.is_question() and _is_asked(tree, place)


def _is_asked(tree: Tree, place: int) -> bool:
    """Whether a clause of a sentence that asks is what is asked: "I have a cat, do you have pets?" states the first."""
    subject = tree.first(place, "nsubj")
    if _is_inverted(tree, place) or any(tree.lemma(each) in _ASKING for each in tree.children[place]):
        return True
    if subject is not None and tree.words[subject].form.lower() in FIRST:
        return False
    return not any(_is_inverted(tree, other) for other in range(len(tree.words)) if other != place)


def _is_inverted(tree: Tree, place: int) -> bool:
    subject = tree.first(place, "nsubj")
    return subject is not None and any(child < subject for child in tree.below(place, "aux", "cop"))
