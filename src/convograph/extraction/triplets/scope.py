"""How far a denial reaches among coordinated verbs."""

from __future__ import annotations

from convograph.extraction.triplets.conjuncts import joins_alternatives
from convograph.extraction.triplets.tree import Tree


def is_free_of_denial(tree: Tree, first: int, second: int) -> bool:
    """Whether the second verb may be a clause of its own: "I don't drink and work", "I'm not alone and have friends".

    Behind "doesn't" and "didn't" its bare form shows that it shares the auxiliary, and so the denial.
    """
    if tree.negation(first) is None or joins_alternatives(tree.words, second):
        return False
    helpers = [tree.words[child].form.lower() for child in tree.below(first, "aux")]
    return all(form == "do" for form in helpers)


def is_unclear(tree: Tree, place: int) -> bool:
    """Whether a denial before may or may not cover this verb.

    As in "I can't drive and take the bus" or "I don't want to go and see Rome".
    """
    first = tree.words[place].head
    if tree.bases[place] != "conj" or tree.negation(first) is None or joins_alternatives(tree.words, place):
        return False
    if tree.first(place, "nsubj", "aux", "cop") is not None or not tree.has(place, "VerbForm=Inf"):
        return False
    wanted = any(tree.marked_to(child) for child in tree.below(first, "xcomp") if child < place)
    return wanted or any(not _is_support(tree, helper) for helper in tree.below(first, "aux"))


def _is_support(tree: Tree, helper: int) -> bool:
    return tree.lemma(helper) in {"do", "to", "have", "be"}


def leaves_open(tree: Tree) -> bool:
    """Whether a sentence denies by "neither … nor" or "neither of", whose denial stands on no verb."""
    forms = [word.form.lower() for word in tree.words]
    return "neither" in forms and bool({"nor", "of"} & set(forms[forms.index("neither") :]))
