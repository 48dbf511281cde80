"""Noun phrases and short clauses as the texts that stand at both ends of a triplet.

"the lovely painting of a sunset that I bought" becomes "lovely painting of sunset"; "my" goes where the subject is
its owner, and names the owner elsewhere ("Ana's sister lives in Oslo"); somebody introduced by name goes by it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from convograph.extraction.triplets.gerunds import gerund
from convograph.extraction.triplets.names import name_beside
from convograph.extraction.triplets.phrases import MOST_WORDS, OUTSIDE_CLAUSE, kept_words
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.tree import Tree
from convograph.extraction.triplets.word_lists import EMPTY_NOUNS, FAMILY, QUANTITIES
from convograph.extraction.triplets.wording import joined
from convograph.extraction.types import EntityKind

_AROUND_ACTIVITY = OUTSIDE_CLAUSE | {"conj", "cc", "nsubj", "mark", "aux", "cop", "punct", "expl"}
_ASKING = frozenset({"how", "what", "which", "whose"})
_NOMINAL = frozenset({"NOUN", "PROPN", "NUM", "X", "SYM", "ADJ"})
_EDGES = frozenset({"punct", "cc", "mark", "discourse"})


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
        return activity(reading, place)
    return _nominal(reading, place, owner, without) if word.tag in _NOMINAL else None


def _nominal(reading: Reading, place: int, owner: str | None, without: Collection[int]) -> Argument | None:
    """A noun phrase by the name beside it, by what there is a quantity of, or by its words."""
    name = name_beside(reading, place)
    if name is not None:
        named = bare(reading, name, owner)
        return replace(named, head=place, kind=reading.kind_of(place)) if named is not None else None
    counted = _counted(reading, place)
    if counted is not None:
        return argument(reading, counted, owner, without)
    return _phrase(reading, place, owner, without)


def activity(reading: Reading, place: int) -> Argument | None:
    """What somebody does, named by its verb: "hiking", "playing the piano" as "playing piano"."""
    tree = reading.tree
    verb = tree.words[place]
    if verb.tag != "VERB":
        return clause_text(reading, place)
    inside = [
        child
        for child in tree.children[place]
        if tree.bases[child] not in _AROUND_ACTIVITY and (child > place or tree.bases[child] != "advmod")
    ]
    below = [each for child in inside for each in tree.subtree(child, OUTSIDE_CLAUSE)]
    places = sorted([place, *(each for each in below if tree.words[each].tag != "DET")])
    said = verb.form.lower() if verb.form.lower().endswith("ing") else gerund(tree.lemma(place))
    text = joined(reading, places[:MOST_WORDS], owner=reading.speaker, instead={place: said})
    return Argument(text, "activity", place, (places[0], places[-1])) if text else None


def clause_text(reading: Reading, place: int, without: Collection[int] = ()) -> Argument | None:
    """A clause as it was said, without what introduces it, at most `MOST_WORDS` words."""
    tree = reading.tree
    places = tree.subtree(place, {*OUTSIDE_CLAUSE, "conj", "cc"} if tree.first(place, "nsubj") is None else ())
    places = [each for each in places if each not in without]
    while places and tree.bases[places[0]] in _EDGES and places[0] != place:
        places.pop(0)
    places = places[:MOST_WORDS]
    while places and tree.bases[places[-1]] in _EDGES and places[-1] != place:
        places.pop()
    text = joined(reading, places)
    return Argument(text, "thing", place, (places[0], places[-1])) if text else None


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
    if tree.lemma(place) not in QUANTITIES:
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
    places = kept_words(tree, place, without)
    if not any(tree.words[each].tag in {"NOUN", "PROPN", "NUM", "X", "SYM"} for each in places):
        return None
    if (len(places) == 1 and tree.lemma(place) in EMPTY_NOUNS) or tree.lemma(places[0]) in _ASKING:
        return None
    text = joined(reading, places[:MOST_WORDS], owner)
    if tree.lemma(place) not in FAMILY:
        text = text.removeprefix(f"{owner}'s ")
    elif tree.first(place, "nmod") is None:
        shared = possessor(reading, place)  # "my friends and family"
        text = f"{shared[1]}'s {text}" if shared is not None else text
    kind = "person" if text in reading.people else reading.kind_of(place)
    return Argument(text, kind, place, (places[0], places[-1])) if text else None
