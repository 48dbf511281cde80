"""Words that change the polarity of a clause for one of its nouns: "no siblings", "tea, not coffee", "only tea"."""

from __future__ import annotations

from dataclasses import replace

from convograph.extraction.triplets.clauses import Clause
from convograph.extraction.triplets.tree import Tree

_INSTEAD = frozenset({"only", "just", "but", "rather"})
_NONE = frozenset({"no", "neither"})


def opposed(tree: Tree, clause: Clause, noun: int) -> Clause:
    """The clause with the polarity that it has for `noun`.

    A noun may have "no" or "not" ("with no sugar", "a garden but no balcony", "tea, not coffee"), and a conjunct may
    contrast with a denied one ("only tea").
    """
    if tree.bases[noun] != "conj":
        clause = negated_by(tree, clause, noun)
        denied = tree.negation(noun) is not None and not tree.is_predicate(noun)
    elif clause.group.negated:
        affirmed = any(tree.lemma(child) in _INSTEAD for child in tree.below(noun, "cc", "advmod"))
        return replace(clause, group=clause.group.with_polarity(False)) if affirmed else clause
    else:
        first = tree.words[noun].head
        shares = is_none(tree, first) and any(tree.lemma(child) == "nor" for child in tree.below(noun, "cc"))
        denied = shares or is_none(tree, noun) or tree.negation(noun) is not None
    return replace(clause, group=clause.group.with_polarity(True)) if denied and not clause.group.negated else clause


def negated_by(tree: Tree, clause: Clause, noun: int | None) -> Clause:
    """The clause, negated if `noun` has "no": "I have no siblings", "I'm no expert"."""
    group = clause.group
    if group.negated or noun is None or not is_none(tree, noun):
        return clause
    return replace(clause, group=replace(group, before=(*group.before, "not"), negated=True))


def is_none(tree: Tree, noun: int) -> bool:
    """Whether a noun has "no" or "neither"."""
    return any(tree.lemma(child) in _NONE for child in tree.below(noun, "det", "cc"))


def lacks_apart(tree: Tree, predicate: int, noun: int) -> bool:
    """Whether a noun with "no" is a remark of its own behind a predicate: "She was in bed, no breakfast"."""
    between = tree.words[predicate:noun]
    return is_none(tree, noun) and any(word.tag == "PUNCT" or word.form.lower() == "so" for word in between)
