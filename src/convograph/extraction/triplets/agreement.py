"""Verbs as they are written after a name, where a pronoun stood: "I'm" is "Caroline is", "you want" is "Ben wants"."""

from __future__ import annotations

from convograph.extraction.triplets.tree import Tree

_AFTER_A_NAME = {
    **dict.fromkeys(["am", "'m", "m", "are", "'re", "re"], "is"),
    **dict.fromkeys(["have", "'ve", "ve"], "has"),
    **dict.fromkeys(["'ll", "ll"], "will"),
    "were": "was",
    "do": "does",
}
_CUT_SHORT = {"be": "is", "have": "has", "would": "would"}
_SIBILANTS = ("s", "x", "z", "ch", "sh", "o")


def after_a_name(tree: Tree, predicate: int) -> dict[int, str]:
    """How the finite verb of a clause is written when a name takes the place of its pronoun, by its place.

    `{1: "is"}` for "I 'm not coming"; nothing where it is the same after a name: "I came", "you can".
    """
    helpers = tree.below(predicate, "aux", "cop")
    if not helpers and tree.words[predicate].tag == "VERB":
        return {predicate: _third_person(tree, predicate)} if _is_plain(tree, predicate) else {}
    return {each: written for each in helpers[:1] if (written := _written(tree, each)) is not None}


def _written(tree: Tree, helper: int) -> str | None:
    form = tree.words[helper].form.lower()
    if form in _AFTER_A_NAME:
        return _AFTER_A_NAME[form]
    if form in {"'s", "s"}:
        return _CUT_SHORT.get(tree.lemma(helper))
    if form in {"'d", "d"}:
        return "had" if tree.lemma(helper) == "have" else "would"
    return None


def _is_plain(tree: Tree, verb: int) -> bool:
    """Whether a verb stands in the present as after "I" or "they"."""
    present = tree.has(verb, "VerbForm=Fin") and tree.has(verb, "Tense=Pres")
    return present and tree.words[verb].form.lower() == tree.lemma(verb)


def _third_person(tree: Tree, verb: int) -> str:
    lemma = tree.lemma(verb)
    if lemma == "have":
        return "has"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return f"{lemma[:-1]}ies"
    return f"{lemma}es" if lemma.endswith(_SIBILANTS) else f"{lemma}s"
