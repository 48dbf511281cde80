"""Words that change the polarity of a clause for one of its nouns: "no siblings", "tea, not coffee", "only tea"."""

from __future__ import annotations

from dataclasses import replace

from convograph.extraction.triplets.clauses import Clause
from convograph.extraction.triplets.tree import Tree

_INSTEAD = frozenset({"only", "just", "but", "rather"})


def opposed(tree: Tree, clause: Clause, noun: int) -> Clause:
    """The clause with the polarity that it has for `noun`.

    A conjunct may contrast with the first noun ("tea, not coffee", "only tea"); other nouns may have "no" ("with no
    sugar").
    """
    negated = clause.group.negated
    if tree.bases[noun] != "conj":
        return negated_by(tree, clause, noun)
    affirmed = negated and any(tree.lemma(child) in _INSTEAD for child in tree.below(noun, "cc", "advmod"))
    denied = not negated and tree.negation(noun) is not None
    return replace(clause, group=clause.group.with_polarity(denied)) if affirmed or denied else clause


def negated_by(tree: Tree, clause: Clause, noun: int | None) -> Clause:
    """The clause, negated if `noun` has "no": "I have no siblings", "I'm no expert"."""
    group = clause.group
    if group.negated or noun is None or all(tree.lemma(child) != "no" for child in tree.below(noun, "det")):
        return clause
    return replace(clause, group=replace(group, before=(*group.before, "not"), negated=True))
