"""Words of a sentence as the text of an argument: pronouns by names, without known possessives."""

from __future__ import annotations

from collections.abc import Iterable

from convograph.extraction.triplets.reading import RELATIVE, Reading
from convograph.extraction.triplets.word_lists import FAMILY


def joined(
    reading: Reading, places: Iterable[int], owner: str | None = None, instead: dict[int, str] | None = None
) -> str:
    """The words as they stand in the sentence, pronouns by their names, without articles and known possessives."""
    tree = reading.tree
    text = ""
    end = -1
    for place in places:
        word = tree.words[place]
        said = instead[place] if instead and place in instead else _said(reading, place, owner)
        if said:
            text += said if word.start == end or not text or said.startswith("'") else f" {said}"
            end = word.end
    return text.strip(' ,;:-–—"“”()*.!')


def _said(reading: Reading, place: int, owner: str | None) -> str:
    tree = reading.tree
    word = tree.words[place]
    form = word.form
    lower = form.lower()
    if word.tag == "PRON" or word.relation == "nmod:poss":
        possessive = word.relation == "nmod:poss" and word.tag in {"PRON", "DET"}
        name = reading.meant(place) if lower not in RELATIVE and not lower.endswith("selves") else None
        if possessive:
            return _owned(reading, place, name, owner)
        return name or form
    if place == 0 and word.tag != "PROPN" and form.istitle():
        return lower
    return form


def _owned(reading: Reading, place: int, name: str | None, owner: str | None) -> str:
    """A possessive pronoun by its owner's name; nothing where the subject owns, or nobody knows who does."""
    if name is None or (name == owner and not _is_family(reading, place)):
        return ""
    return f"{name}'s"


def _is_family(reading: Reading, possessive: int) -> bool:
    return reading.tree.lemma(reading.tree.words[possessive].head) in FAMILY
