"""The text of an argument: its words with names for pronouns, verbs that agree with the names, and gerunds.

"I'm not coming" becomes "Caroline is not coming"; "like to swim" and "like swimming" name the same activity.
"""

from __future__ import annotations

from collections.abc import Iterable

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.tree import Tree
from convograph.extraction.triplets.utterance import RELATIVE, ParsedUtterance
from convograph.patterns import lazy_pattern

_AFTER_A_NAME = {
    **dict.fromkeys(["am", "'m", "m", "are", "'re", "re"], "is"),
    **dict.fromkeys(["have", "'ve", "ve"], "has"),
    **dict.fromkeys(["'ll", "ll"], "will"),
    "were": "was",
    "do": "does",
}
_CONTRACTED = {"be": "is", "have": "has", "would": "would"}
_SIBILANTS = ("s", "x", "z", "ch", "sh", "o")
# One syllable with one vowel and one final consonant that can be doubled: "swim", "jog".
_DOUBLED = lazy_pattern(r"[^aeiou]*(?:qu)?[aeiou][bdgklmnprtvz]")
_STRESSED_AT_THE_END = frozenset(
    {"begin", "forget", "prefer", "refer", "admit", "commit", "submit", "control", "equip"}
)


def joined(
    utterance: ParsedUtterance, places: Iterable[int], owner: str | None = None, instead: dict[int, str] | None = None
) -> str:
    """The words as they stand in the sentence, with names for pronouns and without the owner's possessives."""
    tree = utterance.tree
    text = ""
    end = -1
    for place in places:
        word = tree.words[place]
        written = instead.get(place) if instead else None
        said = written or _said(utterance, place, owner)
        if said:
            tied = (word.start == end and written is None) or said.startswith("'")
            text += said if tied or not text else f" {said}"
            end = word.end
    return text.strip(' ,;:-–—"“”()*.!')


def _said(utterance: ParsedUtterance, place: int, owner: str | None) -> str:
    tree = utterance.tree
    word = tree.words[place]
    form = word.form
    lower = form.lower()
    if word.tag == "PRON" or word.relation == "nmod:poss":
        if _is_hyphenated(utterance, place):
            return form
        possessive = word.relation == "nmod:poss" and word.tag in {"PRON", "DET"}
        name = utterance.meant(place) if lower not in RELATIVE and not lower.endswith("selves") else None
        if possessive:
            return _owned(utterance, place, name, owner)
        return name or form
    if place == 0 and word.tag != "PROPN" and form.istitle():
        return lower
    return form


def _owned(utterance: ParsedUtterance, place: int, name: str | None, owner: str | None) -> str:
    """A possessive pronoun as the possessor's name; empty if unknown, or if it is the owner's and not of family."""
    if name is None or (name == owner and not _is_family(utterance, place)):
        return ""
    return f"{name}'s"


def _is_hyphenated(utterance: ParsedUtterance, place: int) -> bool:
    """Whether a pronoun is part of a hyphenated word: "me-time"."""
    words = utterance.tree.words
    following = words[place + 1 : place + 2]
    return bool(following) and following[0].form == "-" and following[0].start == words[place].end


def _is_family(utterance: ParsedUtterance, possessive: int) -> bool:
    return utterance.tree.lemma(utterance.tree.words[possessive].head) in word_list("family")


def after_a_name(tree: Tree, predicate: int) -> dict[int, str]:
    """The form of a clause's finite verb that agrees with a name in place of the subject pronoun, by the verb's place.

    `{1: "is"}` for "I 'm not coming"; empty if the form stays: "I came", "you can".
    """
    auxiliaries = tree.below(predicate, "aux", "cop")
    if not auxiliaries and tree.words[predicate].tag == "VERB":
        return {predicate: _third_person(tree, predicate)} if _is_base_form(tree, predicate) else {}
    return {each: written for each in auxiliaries[:1] if (written := _written(tree, each)) is not None}


def _written(tree: Tree, auxiliary: int) -> str | None:
    form = tree.words[auxiliary].form.lower()
    if form in _AFTER_A_NAME:
        return _AFTER_A_NAME[form]
    if form in {"'s", "s"}:
        return _CONTRACTED.get(tree.lemma(auxiliary))
    if form in {"'d", "d"}:
        return "had" if tree.lemma(auxiliary) == "have" else "would"
    return None


def _is_base_form(tree: Tree, verb: int) -> bool:
    """Whether a verb is in the present, but not in the third person singular."""
    present = tree.has(verb, "VerbForm=Fin") and tree.has(verb, "Tense=Pres")
    return present and tree.words[verb].form.lower() == tree.lemma(verb)


def _third_person(tree: Tree, verb: int) -> str:
    lemma = tree.lemma(verb)
    if lemma == "have":
        return "has"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return f"{lemma[:-1]}ies"
    return f"{lemma}es" if lemma.endswith(_SIBILANTS) else f"{lemma}s"


def gerund(lemma: str) -> str:
    """The -ing form of a verb.

    >>> [gerund(verb) for verb in ("swim", "dance", "lie", "see", "paint", "play")]
    ['swimming', 'dancing', 'lying', 'seeing', 'painting', 'playing']
    """
    if lemma.endswith("ie"):
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")) and len(lemma) > 2:
        return lemma[:-1] + "ing"
    if lemma in _STRESSED_AT_THE_END or _DOUBLED.fullmatch(lemma):
        return lemma + lemma[-1] + "ing"
    return lemma + "ing"
