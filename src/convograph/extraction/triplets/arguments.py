"""Noun phrases and short clauses as arguments of a predicate: the subjects and objects of triplets.

"the lovely painting of a sunset that I bought" becomes "lovely painting of sunset". "my" is left out if the subject is
the owner, and becomes the owner's name elsewhere ("Ana's sister lives in Oslo"). A name replaces the noun it is in
apposition to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.phrases import (
    MOST_CLAUSE_WORDS,
    activity_words,
    asks_back,
    clause_words,
    kept_words,
    name_beside,
    subject_beside,
    trimmed,
)
from convograph.extraction.triplets.realization import after_a_name, gerund, joined
from convograph.extraction.triplets.tree import Tree, is_behind_preposition, preposition
from convograph.extraction.triplets.utterance import RELATIVE, ParsedUtterance
from convograph.extraction.types import EntityKind

_IN_LAW = ["-", "in", "-", "law"]
_INTERROGATIVES = frozenset({"how", "what", "which", "whose"})
_NOUN_TAGS = frozenset({"NOUN", "PROPN", "NUM", "X", "SYM"})
_NOMINAL = _NOUN_TAGS | {"ADJ"}
_INTRODUCING = frozenset({"ADP", "SCONJ", "DET"})
_FIXED_PHRASES = frozenset({"of course", "at least", "at all", "for sure", "in fact", "by far", "in general", "like"})
_DEMONSTRATIVES = frozenset({"this", "that", "these", "those", "there", "it"})


@dataclass(frozen=True, slots=True)
class Argument:
    """A subject or object of a triplet; `places` are its first and last word, `head` is its noun or verb."""

    text: str
    kind: EntityKind
    head: int
    places: tuple[int, int]


def argument(
    utterance: ParsedUtterance, place: int, owner: str | None = None, without: Collection[int] = ()
) -> Argument | None:
    """What the phrase headed by `place` names; `None` if it names nothing, as "it" or "something".

    `owner` is the subject of the triplet whose object this is: its possessive says nothing new. Dependents in `without`
    are left out.
    """
    tree = utterance.tree
    word = tree.words[place]
    antecedent = utterance.antecedent(place)
    if antecedent is not None:
        named = tree.words[antecedent].tag not in {"PRON", "VERB"}  # not what is done: "He cried, which surprised me"
        return argument(utterance, antecedent, owner, without) if named else None
    if word.tag == "PRON":
        return _pronoun(utterance, place)
    if word.tag == "VERB":
        return activity(utterance, place, owner)
    return _nominal(utterance, place, owner, without) if word.tag in _NOMINAL else None


def _nominal(utterance: ParsedUtterance, place: int, owner: str | None, without: Collection[int]) -> Argument | None:
    """A noun phrase as its time expression, the name in apposition, the noun that it quantifies, or its words."""
    timed = utterance.tree.first(place, "compound") if place in utterance.times else None
    if timed is not None and timed not in utterance.times:
        return argument(utterance, timed, owner, without)  # "the big screen yesterday", parsed as a compound
    if utterance.times.get(place):
        return _time(utterance, place)
    name = name_beside(utterance, place)
    if name is not None:
        named = bare(utterance, name, owner)
        return replace(named, head=place, kind=utterance.kind_of(place)) if named is not None else None
    counted = _counted(utterance, place)
    if counted is not None:
        return argument(utterance, counted, owner, without)
    return _phrase(utterance, place, owner, without)


def _time(utterance: ParsedUtterance, place: int) -> Argument | None:
    """A temporal expression as a whole, without the preposition or article in front: "12 July 2019"."""
    tree = utterance.tree
    whole = utterance.times[place]
    first = next((at for at, each in enumerate(whole) if tree.words[each].tag not in _INTRODUCING), len(whole))
    places = whole[first:]
    text = joined(utterance, places)
    return Argument(text, "time", place, (places[0], places[-1])) if text else None


def activity(utterance: ParsedUtterance, place: int, owner: str | None = None) -> Argument | None:
    """What somebody does, as a gerund: "hiking", "playing the piano" as "playing piano".

    `owner` does it, by default the speaker; the owner's possessives are left out.
    """
    tree = utterance.tree
    verb = tree.words[place]
    if verb.tag != "VERB":
        return clause_text(utterance, place, owner)
    places = trimmed(tree, activity_words(tree, place, utterance.times), place, MOST_CLAUSE_WORDS)
    if places == [place] and tree.first(place, "ccomp") is not None:
        return None  # "seeing" in "seeing how they grow"
    said = verb.form.lower() if verb.form.lower().endswith("ing") else gerund(tree.lemma(place))
    if tree.negation(place) is not None and tree.first(place, "aux") is None:
        said = f"not {said}"  # "prefer not to talk"
    return _clausal("activity", place, places, joined(utterance, places, owner or utterance.speaker, {place: said}))


def clause_text(
    utterance: ParsedUtterance, place: int, owner: str | None = None, without: Collection[int] = ()
) -> Argument | None:
    """A clause without its subordinator, reduced to its predicate and complements: "Ben should rest".

    `owner` is its subject if it has none of its own; places in `without` are left out.
    """
    tree = utterance.tree
    subject = subject_beside(tree, place, without)
    meant = utterance.meant(subject) if subject is not None and tree.words[subject].tag == "PRON" else None
    left_out = {*utterance.times, *without} - {place}
    places = trimmed(tree, clause_words(tree, place, left_out), place, MOST_CLAUSE_WORDS)
    owner = owner if subject is None else meant
    verbs = after_a_name(tree, place) if meant is not None else None
    return _clausal("thing", place, places, joined(utterance, places, owner, verbs))


def _clausal(kind: EntityKind, place: int, places: list[int], text: str) -> Argument | None:
    return Argument(text, kind, place, (places[0], places[-1])) if text else None


def quality(tree: Tree, place: int) -> Argument:
    """An adjective or participle by itself: "exhausted"."""
    return Argument(tree.words[place].form.lower(), "thing", place, (place, place))


def arguments(
    utterance: ParsedUtterance, place: int, owner: str | None = None, without: Collection[int] = ()
) -> list[Argument]:
    """The arguments of a coordination: "hiking, painting and reading" are three; conjuncts with a subject are none."""
    tree = utterance.tree
    places = [each for each in tree.with_conjuncts(place) if each == place or tree.first(each, "nsubj") is None]
    found = (argument(utterance, each, owner, without) for each in places)
    return [one for one in found if one is not None]


def bare(utterance: ParsedUtterance, place: int, owner: str | None = None) -> Argument | None:
    """A noun phrase without prepositional phrases after it: "nurse" for "nurse at the clinic"."""
    behind = [child for child in utterance.tree.below(place, "nmod") if child > place]
    return _phrase(utterance, place, owner, behind)


def possessor(utterance: ParsedUtterance, place: int) -> tuple[int, str] | None:
    """The place of a noun's possessive ("my", "Tom's") and the possessor's name; `None` if unknown."""
    tree = utterance.tree
    for child in tree.children[place]:
        if tree.words[child].relation == "nmod:poss":
            if tree.words[child].tag in {"PRON", "DET"}:
                name = utterance.meant(child)
                return (child, name) if name else None
            owner = argument(utterance, child)
            return (child, owner.text) if owner else None
    shares = tree.bases[place] == "conj" and tree.first(place, "det", "nummod", "amod") is None
    return possessor(utterance, tree.words[place].head) if shares and tree.words[place].tag == "NOUN" else None


def _pronoun(utterance: ParsedUtterance, place: int) -> Argument | None:
    name = utterance.meant(place)
    return Argument(name, "person" if name in utterance.people else "thing", place, (place, place)) if name else None


def _counted(utterance: ParsedUtterance, place: int) -> int | None:
    """The noun that a quantifier counts: "books" in "a lot of books"."""
    tree = utterance.tree
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


def _phrase(utterance: ParsedUtterance, place: int, owner: str | None, without: Collection[int]) -> Argument | None:
    tree = utterance.tree
    left_out = without if place in utterance.times else {*utterance.times, *without}
    places = _with_in_law(tree, trimmed(tree, kept_words(tree, place, left_out), place), place)
    if not any(tree.words[each].tag in _NOUN_TAGS for each in places) and tree.bases[place] != "nsubj":
        return None  # an adjective names something as a subject only: "Blue is my favorite color"
    is_empty = len(places) == 1 and tree.lemma(place) in word_list("quantifiers", "empty_arguments")
    if not places or is_empty or tree.lemma(places[0]) in _INTERROGATIVES:
        return None
    text = joined(utterance, places, owner)
    if tree.lemma(place) not in word_list("family"):
        if tree.words[places[0]].head == place:
            text = text.removeprefix(f"{owner}'s ")
    elif tree.first(place, "nmod") is None:
        shared = possessor(utterance, place)  # "my friends and family"
        text = f"{shared[1]}'s {text}" if shared is not None else text
    kind = "person" if text in utterance.people else utterance.kind_of(place)
    return Argument(text, kind, place, (places[0], places[-1])) if text else None


def _with_in_law(tree: Tree, places: list[int], noun: int) -> list[int]:
    """The words of a phrase with the "-in-law" of its kinship noun: a "brother-in-law" is not a brother."""
    behind = range(noun + 1, noun + 1 + len(_IN_LAW))
    is_in_law = [word.form.lower() for word in tree.words[behind.start : behind.stop]] == _IN_LAW
    kin = is_in_law and tree.lemma(noun) in word_list("family")
    return sorted({*places, *behind}) if kin and noun in places else places


def obliques(
    utterance: ParsedUtterance,
    place: int,
    core: str,
    owner: str,
    *,
    times: bool = False,
    base: str = "obl",
    also: Sequence[int] = (),
) -> Iterator[tuple[str, Argument]]:
    """The relation and object for each oblique, a noun or gerund with a preposition: ("go with", Maria).

    With `times`, only those that tell a time, else only the others. `base` is the relation that attaches them, `also`
    are further ones.
    """
    tree = utterance.tree
    gerunds = [
        child for child in tree.below(place, "advcl" if base == "obl" else "acl") if is_behind_preposition(tree, child)
    ]
    for oblique in [*tree.below(place, base), *gerunds, *also]:
        if any(case > 0 and asks_back(tree, case - 1) for case in tree.below(oblique, "case")):
            continue
        shared = preposition(tree, oblique)
        for each in tree.with_conjuncts(oblique):
            words = preposition(tree, each) or shared
            target = argument(utterance, each, owner) if words and words not in _FIXED_PHRASES else None
            if target is not None and times == (target.kind == "time"):
                yield f"{core} {words}", target


def is_informative(utterance: ParsedUtterance, place: int) -> bool:
    """Whether a complement clause has a known subject: not "that it works", not "so", not "what you mean".

    An open question says nothing: "I'm not sure if Tom likes tea", "I don't know what Tom likes".
    """
    tree = utterance.tree
    if not tree.is_predicate(place) or _is_open_question(tree, place):
        return False
    subject = tree.first(place, "nsubj", "csubj", "expl")
    if subject is None:
        return False
    word = tree.words[subject]
    if word.tag not in {"PRON", "DET"}:
        return True
    return word.form.lower() not in _DEMONSTRATIVES | RELATIVE and argument(utterance, subject) is not None


def is_complemented(utterance: ParsedUtterance, place: int) -> bool:
    """Whether a word has a complement, which may say nothing by itself: "proud of it", "ready to talk about it"."""
    tree = utterance.tree
    phrases = [child for child in tree.below(place, "obl") if child > place and child not in utterance.times]
    return bool(tree.below(place, "xcomp", "ccomp")) or any(preposition(tree, child) for child in phrases)


def _is_open_question(tree: Tree, place: int) -> bool:
    opening = [child for child in tree.children[place] if child < place]
    asked = any(tree.has(each, "PronType=Int") or tree.lemma(each) == "what" for each in [place, *opening])
    unknown = asked and tree.negation(tree.words[place].head) is not None
    return unknown or not {"if", "whether"}.isdisjoint(tree.marks(place))
