"""What a clause with "be" states: occupations, feelings, ages, places, favorites, and what else something is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.arguments import (
    Argument,
    activity,
    argument,
    bare,
    clause_text,
    is_informative,
    obliques,
    quality,
)
from convograph.extraction.triplets.clauses import Clause
from convograph.extraction.triplets.polarity import lacks_apart, negated_by, opposed
from convograph.extraction.triplets.possession import attributed
from convograph.extraction.triplets.statements import Proposition, being, related, stated
from convograph.extraction.triplets.tree import Tree, preposition
from convograph.extraction.triplets.utterance import ParsedUtterance
from convograph.extraction.triplets.verb_groups import verb_group
from convograph.extraction.triplets.verbal_predicates import of_verb

_LOVERS = frozenset({"fan", "lover", "enthusiast", "person"})
_OF_SOMETHING = frozenset({"fan", "lover", "part", "member", "type", "kind"})  # say nothing without an of-phrase
# Suffixes of occupations, as no list has them all: "cardiologist", "shopkeeper".
_OCCUPATION_ENDINGS = tuple("ologist ician iatrist therapist keeper maker smith worker writer trader trainer".split())
_AGING = frozenset({"person", "animal"})
_ROUGHLY = frozenset(
    "just only now almost about nearly already still over under around approximately exactly not barely currently"
    " actually also really like maybe probably roughly turning soon even then today".split()
)
_FEELING = frozenset({"person", "animal"})
_UNITS = frozenset("foot inch meter metre cm mile kilometer km pound kilo kg year month week".split())


def of_copula(utterance: ParsedUtterance, clause: Clause) -> Iterator[Proposition]:
    """The statements of a clause with a copula, for each of its subjects."""
    tree, place = utterance.tree, clause.group.last
    if tree.bases[place] == "vocative":
        return
    clause = negated_by(tree, clause, tree.first(clause.group.first, "nsubj"))
    for subject in clause.subjects:
        if tree.words[place].tag == "VERB" and not tree.has(place, "Tense=Past"):
            target = _equated(utterance, place)
            if target is not None:
                said = _apart_from(clause) if len(tree.below(place, "nsubj")) > 1 else clause
                yield from attributed(utterance, said, subject, target) or [being(said, subject, target)]
            continue
        for each in tree.with_conjuncts(place):
            if each == place or not (tree.is_predicate(each) or lacks_apart(tree, place, each)):
                own = negated_by(tree, clause, each)
                yield from _predicate(utterance, own if each == place else opposed(tree, own, each), subject, each)


def _apart_from(clause: Clause) -> Clause:
    """The clause without the negation and modality of its predicate clause: "My advice is that you should rest"."""
    return replace(clause, group=replace(clause.group, before=(), negated=False, modality=None))


def _equated(utterance: ParsedUtterance, place: int) -> Argument | None:
    """The activity or clause that a subject is equated with: "to open a studio", "that Ben helped"."""
    tree = utterance.tree
    subjects = tree.below(place, "nsubj")
    if len(subjects) < 2:
        return activity(utterance, place)
    outside = [subjects[0], *tree.below(place, "cop")]
    return clause_text(utterance, place, without=outside)


def _predicate(utterance: ParsedUtterance, clause: Clause, subject: Argument, place: int) -> Iterator[Proposition]:
    tree = utterance.tree
    words = preposition(tree, place) or preposition(tree, clause.group.last)
    if words:
        yield from _prepositional(utterance, clause, subject, place, words)
    elif tree.words[place].tag in {"ADJ", "VERB", "ADV"}:
        yield from of_adjective(utterance, clause, subject, place)
    else:
        yield from of_noun(utterance, clause, subject, place)


def _prepositional(
    utterance: ParsedUtterance, clause: Clause, subject: Argument, place: int, words: str
) -> Iterator[Proposition]:
    """A place, an origin, a topic, a time: "I'm from Spain", "The book is about war", "My birthday is in June"."""
    target = argument(utterance, place, subject.text)
    if target is None:
        return
    values = attributed(utterance, clause, subject, target)
    if values:
        yield from values
        return
    statement = related(utterance, clause, subject, f"be {words}", target)
    located = target.kind == "place" and not clause.group.before and words in {"in", "at"}
    yield replace(statement, relation="location") if located else statement


def of_noun(utterance: ParsedUtterance, clause: Clause, subject: Argument, place: int) -> Iterator[Proposition]:
    """What somebody or something is: (Ana, occupation, nurse), (Tom, age, 10), (Bruno, is, beagle)."""
    tree, group = utterance.tree, clause.group
    lemma = tree.lemma(place)
    if lemma in _OF_SOMETHING or (lemma in _LOVERS and tree.first(place, "compound") is not None):
        yield from _of_something(utterance, clause, subject, place)
        return
    if subject.kind == "person" and (lemma in word_list("jobs") or lemma.endswith(_OCCUPATION_ENDINGS)):
        yield from _occupation(utterance, clause, subject, place)
        return
    target = argument(utterance, place, subject.text)
    if target is None or target.text == subject.text:
        return
    values = attributed(utterance, clause, subject, target)
    if values:
        yield from values
    elif tree.words[place].tag == "NUM" and subject.kind in _AGING and not (group.before or _numbers(tree, place)):
        yield stated(clause, subject, "age", "be", replace(target, kind="time"))
    else:
        yield being(clause, subject, target)


def _numbers(tree: Tree, place: int) -> bool:
    """Whether a number labels a noun ("im line 4"); an age follows the verb, or a word like "just"."""
    before = tree.words[place - 1] if place else None
    return before is not None and before.tag != "AUX" and before.lemma.lower() not in _ROUGHLY


def _of_something(utterance: ParsedUtterance, clause: Clause, subject: Argument, place: int) -> Iterator[Proposition]:
    """What somebody is a fan, a member … of: "a rugby fan", "a fan of jazz", "a member of the choir"."""
    tree = utterance.tree
    core = f"be {tree.lemma(place)}"
    liked = tree.first(place, "compound") if tree.lemma(place) in _LOVERS else None
    named = argument(utterance, liked) if liked is not None else None
    pairs = [("be fan of", named)] if named is not None else obliques(utterance, place, core, subject.text, base="nmod")
    for words, target in pairs:
        yield related(utterance, clause, subject, words, target)


def _occupation(utterance: ParsedUtterance, clause: Clause, subject: Argument, place: int) -> Iterator[Proposition]:
    """What somebody works as, and where: (Ana, occupation, nurse), (Ana, be nurse at, St. Mary's)."""
    target = bare(utterance, place, subject.text)
    if target is None or target.text == subject.text:
        return
    values = attributed(utterance, clause, subject, target)
    statement = being(clause, subject, target)
    yield from values or [statement if clause.group.before else replace(statement, relation="occupation")]
    for base in ("nmod", "obl"):
        for words, other in obliques(utterance, place, f"be {utterance.tree.lemma(place)}", subject.text, base=base):
            yield related(utterance, clause, subject, words, other)


def of_adjective(utterance: ParsedUtterance, clause: Clause, subject: Argument, place: int) -> Iterator[Proposition]:
    """An adjective, and what it is about: (Ana, emotion, excited), (Ana, be excited about, trip)."""
    tree = utterance.tree
    form = tree.words[place].form.lower()
    years = _years(tree, place)
    if years is not None:
        yield stated(clause, subject, "age", "be", Argument(tree.words[years].form, "time", years, (years, place)))
        return
    values = attributed(utterance, clause, subject, quality(tree, place))
    if values:
        yield from values
        return
    about = list(_adjective_complements(utterance, clause, subject, place, form))
    if clause.group.negated and not about and tree.below(place, "xcomp", "ccomp"):
        return  # "I'm not ready to talk about it" does not say that Ana is not ready
    feels = form in word_list("emotions") and subject.kind in _FEELING and not clause.group.before
    if (
        feels
        or form in word_list("life_states")
        or not (about or form in word_list("empty_qualities") or tree.words[place].tag == "ADV")
    ):
        statement = being(clause, subject, Argument(_adjective_text(tree, place), "thing", place, (place, place)))
        yield replace(statement, relation="emotion") if feels else statement
    yield from about


def _adjective_complements(
    utterance: ParsedUtterance, clause: Clause, subject: Argument, place: int, form: str
) -> Iterator[Proposition]:
    """The complements of an adjective: obliques, infinitives ("be excited to see"), clauses ("be sure that …")."""
    tree, group = utterance.tree, clause.group
    core = f"be {form}"
    for words, target in obliques(utterance, place, core, subject.text):
        yield related(utterance, opposed(tree, clause, target.head), subject, words, target)
    for child in tree.below(place, "xcomp", "advcl", "ccomp"):
        if tree.is_predicate(child) and tree.marked_to(child) and tree.first(child, "nsubj") is None:
            yield from _infinitive(utterance, clause, subject, child, core)
        elif tree.bases[child] == "ccomp" and is_informative(utterance, child):
            said = clause_text(utterance, child)
            if said is not None:
                yield stated(clause, subject, group.phrase(core), group.phrase(core), said)


def _infinitive(
    utterance: ParsedUtterance, clause: Clause, subject: Argument, place: int, core: str
) -> Iterator[Proposition]:
    group = clause.group
    inner = verb_group(utterance.tree, place)
    if inner.core:
        chained = replace(
            inner,
            before=(*group.before, core, "to", *inner.before),
            tense=group.tense,
            negated=group.negated or inner.negated,
            modality=group.modality or inner.modality,
        )
        yield from of_verb(utterance, replace(clause, group=chained, subjects=(subject,), gap=None))


def _years(tree: Tree, place: int) -> int | None:
    """The number of "10 years old"."""
    if tree.lemma(place) != "old":
        return None
    measures = [child for child in tree.children[place] if tree.lemma(child) in {"year", "yr", "month", "week"}]
    return next((number for child in measures for number in tree.below(child, "nummod")), None)


def _adjective_text(tree: Tree, place: int) -> str:
    """An adjective with the words that belong to it, as in "more tired" and "color blind", but without "not"."""
    words = [
        child
        for child in tree.children[place]
        if child < place
        and (tree.bases[child] in {"compound", "amod"} or tree.lemma(child) in {"more", "most", "less", "least", "too"})
    ]
    measures = [child for child in tree.below(place, "obl") if child < place and tree.lemma(child) in _UNITS]
    words = [*(each for child in measures for each in tree.subtree(child)), *words]
    return " ".join(tree.words[each].form.lower() for each in [*words, place])
