"""What a verb takes: its objects, those behind prepositions, its states, its clauses."""

from __future__ import annotations

from collections.abc import Iterator

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.arguments import Argument, activity, argument, arguments, clause_text, quality
from convograph.extraction.triplets.clauses import Clause
from convograph.extraction.triplets.obliques import obliques
from convograph.extraction.triplets.prepositions import preposition
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.reported import says_something
from convograph.extraction.triplets.tree import Tree

_BESIDE = frozenset({"at", "in", "near", "with"})
Pair = tuple[str, Argument]
"""The last words of a relation, and what stands behind them."""


def complements(reading: Reading, clause: Clause, owner: str) -> list[Pair]:
    """The last words of a relation with each object of a clause's verb; `owner` is its subject."""
    tree, place, core = reading.tree, clause.group.last, clause.group.core
    object_place = tree.first(place, "obj")
    apart = _circumstances(reading, object_place) if object_place is not None else []
    objects = arguments(reading, object_place, owner, apart) if object_place is not None else []
    found = [(core, target) for target in objects if tree.first(place, "xcomp") is None]
    found += _recipients(reading, place, core, objects, owner)
    found += _completions(reading, place, core, objects, owner)
    found += _clauses(reading, place, core, owner, has_object=object_place is not None)
    found += _into_the_gap(reading, clause, owner)
    light = f"{core} {objects[0].text}" if objects and core in word_list("light_verbs") else core
    found += obliques(reading, place, light, owner, also=apart)
    return found or list(obliques(reading, place, core, owner, times=True))


def _circumstances(reading: Reading, place: int) -> list[int]:
    """Where and with whom, which may hang on the object as well as on the verb: "study biology at Stanford"."""
    tree = reading.tree
    behind = [child for each in tree.with_conjuncts(place) for child in tree.below(each, "nmod")]
    return [
        child
        for child in behind
        if preposition(tree, child) in _BESIDE and reading.kind_of(child) in {"person", "place", "organization"}
    ]


def _recipients(reading: Reading, place: int, core: str, objects: list[Argument], owner: str) -> Iterator[Pair]:
    """To whom something goes: "give necklace to" Ana."""
    receiver = reading.tree.first(place, "iobj")
    personal = receiver is not None and reading.tree.words[receiver].tag == "PRON"
    if receiver is not None and (objects or not personal or reading.tree.first(place, "obj") is None):
        for target in arguments(reading, receiver, owner):
            yield (f"{core} {objects[0].text} to" if objects else core), target


def _completions(reading: Reading, place: int, core: str, objects: list[Argument], owner: str) -> Iterator[Pair]:
    """States and activities: "feel accepted", "love hiking", "make Ana feel accepted"."""
    tree = reading.tree
    if core == "feel":
        states = [quality(tree, child) for child in tree.below(place, "advmod")]
        yield from ((core, state) for state in states if state.text in word_list("emotions"))
    if tree.lemma(place) in word_list("liking_verbs", "disliking_verbs"):
        each = (activity(reading, one, owner) for one in _liked(tree, place))
        yield from ((core, one) for one in each if one is not None)
        return
    for child in tree.below(place, "xcomp"):
        if objects:
            target = clause_text(reading, child, objects[0].text)
            if target is not None and target.text != objects[0].text:
                yield f"{core} {objects[0].text}", target
        elif tree.first(place, "obj") is None:
            for each_state in tree.with_conjuncts(child):
                target = _state(reading, each_state, owner)
                if target is not None:
                    yield core, target


def _liked(tree: Tree, place: int) -> list[int]:
    """The activities that somebody likes or not, wherever they hang: "like chess and playing games"."""
    verbs = [child for child in tree.below(place, "xcomp") if tree.words[child].tag == "VERB"]
    verbs += [child for child in tree.below(place, "ccomp") if tree.is_loose_gerund(child)]
    verbs += [child for child in tree.below(place, "advcl") if tree.marked_to(child)]
    if verbs:
        return [each for verb in verbs for each in tree.activities(verb)]
    loose = [child for child in tree.below(place, "conj", "parataxis") if tree.is_loose_gerund(child)]
    return loose if tree.first(place, "obj") is not None else []


def _state(reading: Reading, place: int, owner: str) -> Argument | None:
    tree = reading.tree
    if tree.words[place].form.lower() in word_list("empty_qualities"):
        return None
    if tree.words[place].tag == "ADJ" or (tree.has(place, "VerbForm=Part") and tree.has(place, "Tense=Past")):
        return quality(tree, place)
    return argument(reading, place, owner) if tree.words[place].tag in {"NOUN", "PROPN"} else None


def _clauses(reading: Reading, place: int, core: str, owner: str, *, has_object: bool) -> Iterator[Pair]:
    """What is thought or said, and what for: "think" that yoga helps, "paint to" relax."""
    tree = reading.tree
    if tree.lemma(place) in word_list("liking_verbs", "disliking_verbs"):
        return
    for child in tree.below(place, "ccomp"):
        target = clause_text(reading, child) if says_something(reading, child) else None
        if target is not None:
            yield core, target
    for child in tree.below(place, "advcl"):
        if not has_object and tree.marked_to(child) and tree.first(child, "nsubj") is None:
            target = clause_text(reading, child, owner)
            if target is not None:
                yield f"{core} to", target


def _into_the_gap(reading: Reading, clause: Clause, owner: str) -> Iterator[Pair]:
    """The noun before a relative clause as its object: (Ben, work with, people) of "people that Ben works with"."""
    tree, group = reading.tree, clause.group
    if clause.gap is None:
        return
    stranded = next(
        (child for child in tree.below(group.last, "obl", "case", "advmod") if tree.words[child].tag == "ADP"), None
    )
    target = argument(reading, clause.gap, owner)
    if target is not None and target.kind != "time":
        yield (f"{group.core} {tree.lemma(stranded)}" if stranded is not None else group.core), target
