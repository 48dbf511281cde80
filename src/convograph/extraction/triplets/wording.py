"""Words of a sentence as the text of an argument: pronouns by names, without known possessives."""

from __future__ import annotations

from collections.abc import Iterable

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.reading import RELATIVE, Reading


def joined(
    reading: Reading, places: Iterable[int], owner: str | None = None, instead: dict[int, str] | None = None
) -> str:
    """The words as they stand in the sentence, pronouns by their names, without articles and known possessives."""
    tree = reading.tree
    text = ""
    end = -1
    for place in places:
        word = tree.words[place]
        written = instead.get(place) if instead else None
        said = written or _said(reading, place, owner)
        if said:
            tied = (word.start == end and written is None) or said.startswith("'")
            text += said if tied or not text else f" {said}"
            end = word.end
    return text.strip(' ,;:-–—"“”()*.!')


def _said(reading: Reading, place: int, owner: str | None) -> str:
    tree = reading.tree
    word = tree.words[place]
    form = word.form
    lower = form.lower()
    if word.tag == "PRON" or word.relation == "nmod:poss":
        if _is_half_a_word(reading, place):
            return form
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


def _is_half_a_word(reading: Reading, place: int) -> bool:
    """Whether a hyphen ties a pronoun to a noun: "me-time"."""
    words = reading.tree.words
    following = words[place + 1 : place + 2]
    return bool(following) and following[0].form == "-" and following[0].start == words[place].end


def _is_family(reading: Reading, possessive: int) -> bool:
    return reading.tree.lemma(reading.tree.words[possessive].head) in word_list("family")
