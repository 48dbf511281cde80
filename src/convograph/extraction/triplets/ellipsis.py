"""Clauses that omit their predicate: "but my wife isn't", "and so does my sister", "neither does Tom".

An auxiliary ends the clause, or stands between "so" or "neither" and its subject. "A bigger crowd than I did" is a
comparison, and states nothing by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from convograph.extraction.triplets.tree import NEGATIONS, Tree

_AUXILIARIES = frozenset(
    {"be", "do", "have", "can", "ca", "could", "will", "wo", "would", "must", "should", "might", "may"}
)
_AFTERTHOUGHTS = frozenset({"too", "either", "anymore", "yet"})
_JOINING = frozenset({"and", "but", "or", "while", "whereas", "though", "although"})
_INVERTING = {"so": False, "neither": True, "nor": True}


@dataclass(frozen=True, slots=True)
class EllipticalClause:
    """A clause without a predicate: its auxiliary, its subject, and whether it is negated.

    `head` is the word that heads it in the tree: the auxiliary, what follows it, or the subject.
    """

    head: int
    auxiliary: int
    subject: int
    negated: bool


def ellipses(tree: Tree) -> Mapping[int, EllipticalClause]:
    """The elliptical clauses of a sentence, by their heads."""
    places = [place for place in range(1, len(tree.words)) if tree.lemma(place) in _AUXILIARIES]
    found = (_inverted(tree, place) or _plain(tree, place) for place in places)
    return {one.head: one for one in found if one is not None}


def _plain(tree: Tree, auxiliary: int) -> EllipticalClause | None:
    """A clause that ends with its auxiliary: "but my wife isn't", "and Tom does too"."""
    end = auxiliary + 1
    while end < len(tree.words) and tree.words[end].form.lower() in NEGATIONS | _AFTERTHOUGHTS:
        end += 1
    head = tree.words[auxiliary].head if auxiliary < tree.words[auxiliary].head < end else auxiliary
    subject = tree.first(head, "nsubj")
    if not _ends(tree, end) or subject is None or subject > auxiliary:
        return None
    before = min(tree.subtree(subject)) - 1
    if before < 0 or not (tree.words[before].form.lower() in _JOINING or tree.words[before].tag == "PUNCT"):
        return None
    negated = any(word.form.lower() in NEGATIONS for word in tree.words[auxiliary + 1 : end])
    return EllipticalClause(head, auxiliary, subject, negated)


def _inverted(tree: Tree, auxiliary: int) -> EllipticalClause | None:
    """A clause that opens with "so" or "neither": "and so does my sister", "neither can Tom"."""
    opening = tree.words[auxiliary - 1].form.lower()
    above = tree.words[auxiliary].head
    subject = above if above > auxiliary else tree.first(auxiliary, "nsubj", "obj")
    if opening not in _INVERTING or subject is None or subject < auxiliary:
        return None
    named = tree.words[subject].tag in {"NOUN", "PROPN"} or tree.has(subject, "Case=Nom")
    if not named or not _ends(tree, max(tree.subtree(subject)) + 1):
        return None
    return EllipticalClause(subject if subject == above else auxiliary, auxiliary, subject, _INVERTING[opening])


def _ends(tree: Tree, place: int) -> bool:
    """Whether a clause ends before a place."""
    return all(word.tag in {"PUNCT", "CCONJ"} for word in tree.words[place : place + 1])
