"""Noun phrases and short clauses as the texts that stand at both ends of a triplet.

"the lovely painting of a sunset that I bought" becomes "lovely painting of sunset"; "my" goes where the subject is
its owner, and names the owner elsewhere ("Ana's sister lives in Oslo"); somebody introduced by name goes by it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.agreement import after_a_name
from convograph.extraction.triplets.gerunds import gerund
from convograph.extraction.triplets.names import name_beside
from convograph.extraction.triplets.phrases import kept_words, trimmed
from convograph.extraction.triplets.predicates import MOST_CLAUSE_WORDS, activity_words, clause_words, subject_beside
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.tree import Tree
from convograph.extraction.triplets.wording import joined
from convograph.extraction.types import EntityKind

_ASKING = frozenset({"how", "what", "which", "whose"})
_NAMING = frozenset({"NOUN", "PROPN", "NUM", "X", "SYM"})
_NOMINAL = _NAMING | {"ADJ"}


@dataclass(frozen=True, slots=True)
class Argument:
    """One end of a triplet; `places` are the first and last word that it stands on, `head` is its noun or verb."""

    text: str
    kind: EntityKind
    head: int
    places: tuple[int, int]


def argument(reading: Reading, place: int, owner: str | None = None, without: Collection[int] = ()) -> Argument | None:
    """What the phrase around `place` names; `None` where it names nothing, such as "it" or "something".

    `owner` is the subject of the triplet whose object this is: its possessive says nothing new. `without` are the
    dependents that are left out.
    """
    tree = reading.tree
    word = tree.words[place]
    antecedent = reading.antecedent(place)
    if antecedent is not None:
        return argument(reading, antecedent, owner, without) if tree.words[antecedent].tag != "PRON" else None
    if word.tag == "PRON":
        return _pronoun(reading, place)
    if word.tag == "VERB":
        return activity(reading, place, owner)
    return _nominal(reading, place, owner, without) if word.tag in _NOMINAL else None


def _nominal(reading: Reading, place: int, owner: str | None, without: Collection[int]) -> Argument | None:
    """A noun phrase by the name beside it, by what there is a quantity of, or by its words."""
    timed = reading.tree.first(place, "compound") if place in reading.times else None
    if timed is not None and timed not in reading.times:
        return argument(reading, timed, owner, without)  # "the big screen yesterday", read as one noun
    name = name_beside(reading, place)
    if name is not None:
        named = bare(reading, name, owner)
        return replace(named, head=place, kind=reading.kind_of(place)) if named is not None else None
    counted = _counted(reading, place)
    if counted is not None:
        return argument(reading, counted, owner, without)
    return _phrase(reading, place, owner, without)


def activity(reading: Reading, place: int, owner: str | None = None) -> Argument | None:
    """What somebody does, named by its verb: "hiking", "playing the piano" as "playing piano".

    `owner` is who does it, the speaker unless another is known: what is theirs needs no possessive.
    """
    tree = reading.tree
    verb = tree.words[place]
    if verb.tag != "VERB":
        return clause_text(reading, place, owner)
    places = trimmed(tree, activity_words(tree, place, reading.times), place, MOST_CLAUSE_WORDS)
    if places == [place] and tree.first(place, "ccomp") is not None:
        return None  # "seeing" of "seeing how they grow"
    said = verb.form.lower() if verb.form.lower().endswith("ing") else gerund(tree.lemma(place))
    return _clausal("activity", place, places, joined(reading, places, owner or reading.speaker, {place: said}))


def clause_text(
    reading: Reading, place: int, owner: str | None = None, without: Collection[int] = ()
) -> Argument | None:
    """A clause without what introduces it, brought down to its verb and what completes it: "Ben should rest".

    `owner` is its subject, where it has none of its own; `without` are places that are left out.
    """
    tree = reading.tree
    subject = subject_beside(tree, place, without)
    meant = reading.meant(subject) if subject is not None and tree.words[subject].tag == "PRON" else None
    left_out = {*reading.times, *without} - {place}
    places = trimmed(tree, clause_words(tree, place, left_out), place, MOST_CLAUSE_WORDS)
    owner = owner if subject is None else meant
    verbs = after_a_name(tree, place) if meant is not None else None
    return _clausal("thing", place, places, joined(reading, places, owner, verbs))


def _clausal(kind: EntityKind, place: int, places: list[int], text: str) -> Argument | None:
    return Argument(text, kind, place, (places[0], places[-1])) if text else None


def quality(tree: Tree, place: int) -> Argument:
    """An adjective or participle by itself: "exhausted"."""
    return Argument(tree.words[place].form.lower(), "thing", place, (place, place))


def arguments(reading: Reading, place: int, owner: str | None = None, without: Collection[int] = ()) -> list[Argument]:
    """The arguments of a coordination: "hiking, painting and reading" are three."""
    found = (argument(reading, each, owner, without) for each in reading.tree.with_conjuncts(place))
    return [one for one in found if one is not None]


def bare(reading: Reading, place: int, owner: str | None = None) -> Argument | None:
    """A noun phrase without what stands behind prepositions: "nurse" of "nurse at the clinic"."""
    behind = [child for child in reading.tree.below(place, "nmod") if child > place]
    return _phrase(reading, place, owner, behind)


def possessor(reading: Reading, place: int) -> tuple[int, str] | None:
    """The word that says whose something is, and the owner's name: "my", "Tom's"; `None` where it is unknown."""
    tree = reading.tree
    for child in tree.children[place]:
        if tree.words[child].relation == "nmod:poss":
            if tree.words[child].tag in {"PRON", "DET"}:
                name = reading.meant(child)
                return (child, name) if name else None
            owner = argument(reading, child)
            return (child, owner.text) if owner else None
    shares = tree.bases[place] == "conj" and tree.first(place, "det", "nummod", "amod") is None
    return possessor(reading, tree.words[place].head) if shares and tree.words[place].tag == "NOUN" else None


def _pronoun(reading: Reading, place: int) -> Argument | None:
    name = reading.meant(place)
    return Argument(name, "person" if name in reading.people else "thing", place, (place, place)) if name else None


def _counted(reading: Reading, place: int) -> int | None:
    """What there is a quantity of: "books" for the "lot" of "a lot of books"."""
    tree = reading.tree
    if tree.lemma(place) not in word_list("quantifiers"):
        return None
    return next(
        (
            child
            for child in tree.below(place, "nmod")
            if any(tree.lemma(case) == "of" for case in tree.below(child, "case"))
        ),
        None,
    )


def _phrase(reading: Reading, place: int, owner: str | None, without: Collection[int]) -> Argument | None:
    tree = reading.tree
    left_out = without if place in reading.times else reading.times.union(without)
    places = trimmed(tree, kept_words(tree, place, left_out), place)
    if not any(tree.words[each].tag in _NAMING for each in places) and tree.bases[place] != "nsubj":
        return None  # an adjective names something as a subject only: "Blue is my favorite color"
    is_empty = len(places) == 1 and tree.lemma(place) in word_list("quantifiers", "empty_arguments")
    if is_empty or tree.lemma(places[0]) in _ASKING:
        return None
    text = joined(reading, places, owner)
    if tree.lemma(place) not in word_list("family"):
        if tree.words[places[0]].head == place:
            text = text.removeprefix(f"{owner}'s ")
    elif tree.first(place, "nmod") is None:
        shared = possessor(reading, place)  # "my friends and family"
        text = f"{shared[1]}'s {text}" if shared is not None else text
    kind = "person" if text in reading.people else reading.kind_of(place)
    return Argument(text, kind, place, (places[0], places[-1])) if text else None
