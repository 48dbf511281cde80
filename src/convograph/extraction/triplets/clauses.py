"""The clauses of a sentence: their subjects, their verbs, and whether they are stated as facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.arguments import Argument, activity, argument
from convograph.extraction.triplets.coordination import has_remote_negation, has_unclear_scope
from convograph.extraction.triplets.ellipsis import EllipticalClause, ellipses
from convograph.extraction.triplets.tree import CONTRACTED_NOT, Tree, is_behind_preposition
from convograph.extraction.triplets.utterance import FIRST, ParsedUtterance
from convograph.extraction.triplets.verb_groups import VerbGroup, coordinated, repeated, verb_group
from convograph.extraction.types import Tense

_CLAUSAL = frozenset({"root", "conj", "ccomp", "advcl", "acl", "parataxis", "list"})
_OBJECT_PRONOUNS = frozenset({"me", "us"})
_SHARING_SUBJECTS = frozenset({"conj", "advcl", "parataxis"})
_CONDITIONS = frozenset({"if", "unless", "whether"})
_WISHES = frozenset({"hope", "wish", "imagine", "suppose", "wonder", "ask", "doubt", "pretend", "ensure"})
OPINIONS = frozenset({"think", "believe", "feel"})  # negated, they negate what is thought
_OMISSIONS = frozenset({"without", "instead", "rather"})  # what follows them was not done
_INTERROGATIVES = frozenset({"what", "who", "whom", "whose", "which", "where", "when", "why", "how"})
_STATES = frozenset({"like", "want", "need", "know", "have", "prefer"})  # rarely commanded
_OF_OTHERS = frozenset({"does", "is", "are", "has"})  # without a subject, they are not about the speaker
_ACTORS = frozenset({"person", "animal", "organization"})
_JOINING = frozenset({"and", "but", "or"})
_COORDINATE = frozenset({"conj", "parataxis"})


@dataclass(frozen=True, slots=True)
class Clause:
    """A predicate with its subjects.

    `gap` is the noun that fills the gap of a relative clause: "book" in "the book Ben gave me".
    """

    group: VerbGroup
    subjects: tuple[Argument, ...]
    hypothetical: bool
    gap: int | None = None

    @property
    def is_copular(self) -> bool:
        """Whether the predicate is a noun, an adjective or a place with a form of "be"."""
        return not self.group.core


def clauses(utterance: ParsedUtterance) -> list[Clause]:
    """The clauses with a subject, each after the clause that it depends on."""
    tree = utterance.tree
    if has_remote_negation(tree):
        return []
    found: dict[int, Clause] = {}
    taken: set[int] = set()
    elliptical = ellipses(tree)
    for place in tree.from_the_root():
        if place in elliptical:
            repetition = _repetition(utterance, elliptical[place], found)
            if repetition is not None:
                found[place] = repetition
            continue
        if place in taken or not _opens_clause(utterance, place) or has_unclear_scope(tree, place):
            continue
        if tree.bases[place] == "conj" and tree.is_loose_gerund(place) and tree.words[place].head not in found:
            continue  # another object of "love", not a clause
        group = verb_group(tree, place)
        if tree.bases[place] == "conj" and not group.before and not _is_finite(tree, place):
            group = replace(group, tense=_tense_of(found, tree.words[place].head) or group.tense)
        if tree.bases[place] == "advcl" and not _OMISSIONS.isdisjoint(tree.marks(place)):
            group = group.with_polarity(True)
        elif _is_doubted(tree, place, found):
            group = group.with_polarity(not group.negated)
        clause = Clause(
            group, _subjects(utterance, place, found), is_hypothetical(utterance, group, _above(found, tree, place))
        )
        clause = replace(clause, gap=_gap(utterance, clause))
        found[place] = clause
        for sibling in coordinated(tree, group):
            taken.add(sibling.last)
            found[sibling.last] = replace(clause, group=sibling, gap=None)
    return [clause for clause in found.values() if clause.subjects]


def _repetition(utterance: ParsedUtterance, ellipsis: EllipticalClause, found: Mapping[int, Clause]) -> Clause | None:
    """The clause before, with another subject: "Tom isn't" in "I'm tired but Tom isn't"; `None` if there is none."""
    tree = utterance.tree
    earlier = [place for place in found if place < ellipsis.subject]
    above = tree.words[ellipsis.head].head
    before = found[above] if above in earlier else found[max(earlier)] if earlier else None
    group = repeated(tree, before.group, ellipsis.auxiliary, ellipsis.negated) if before is not None else None
    if before is None or group is None:
        return None
    hypothetical = before.hypothetical or group.modality == "would"
    return Clause(group, _named(utterance, ellipsis.subject), hypothetical, before.gap)


def _is_doubted(tree: Tree, place: int, found: Mapping[int, Clause]) -> bool:
    """Whether the verb above negates a clause: "I don't think Tom eats fish".

    "I don't think so", "I can't believe" and "I didn't think" do not: what follows may be true.
    """
    above = tree.words[place].head
    if tree.bases[place] != "ccomp" or above not in found or tree.lemma(above) not in OPINIONS:
        return False
    opinion = found[above].group
    if not opinion.negated or opinion.modality is not None or opinion.tense != "present":
        return False
    return all(word.form.lower() != "so" for word in tree.words[above + 1 : place])


def _above(found: dict[int, Clause], tree: Tree, place: int) -> bool | None:
    governor = found.get(tree.words[place].head)
    return governor.hypothetical if governor is not None else None


def _opens_clause(utterance: ParsedUtterance, place: int) -> bool:
    tree = utterance.tree
    if tree.bases[place] not in _CLAUSAL:
        return False
    if not tree.is_predicate(place):
        return _feels(utterance, place)
    base = tree.bases[place]
    if base in {"conj", "parataxis"} and tree.is_loose_gerund(place):
        above = tree.words[place].head
        if (
            tree.lemma(above) in word_list("liking_verbs", "disliking_verbs")
            and tree.first(above, "xcomp", "obj") is not None
        ):
            return False
    if base == "conj":
        above = tree.words[place].head
        return tree.first(place, "nsubj") is not None or (tree.is_predicate(above) and tree.bases[above] != "csubj")
    if base == "acl" and tree.words[place].relation != "acl:relcl":
        inside = tree.marked_to(place) or is_behind_preposition(tree, place)
        return not inside and tree.lemma(place) not in word_list("naming_verbs")
    return not (base == "advcl" and (tree.marked_to(place) or is_behind_preposition(tree, place)))


def _feels(utterance: ParsedUtterance, place: int) -> bool:
    """Whether a word without a subject or verb says how the speaker feels: "So happy for you!", "Big fan of jazz"."""
    tree = utterance.tree
    alone = tree.first(place, "nsubj", "csubj", "aux", "cop") is None
    felt = tree.lemma(place) in word_list("emotions") or (tree.lemma(place) == "fan" and tree.first(place, "nmod"))
    return tree.words[place].head < 0 and alone and bool(felt)


def _is_finite(tree: Tree, place: int) -> bool:
    return any(tree.has(each, "VerbForm=Fin") for each in [place, *tree.below(place, "aux", "cop")])


def _tense_of(found: dict[int, Clause], place: int) -> Tense | None:
    return found[place].group.tense if place in found else None


def _subjects(utterance: ParsedUtterance, place: int, found: dict[int, Clause]) -> tuple[Argument, ...]:
    tree = utterance.tree
    clausal = tree.first(place, "csubj")
    if clausal is not None:
        done = activity(utterance, clausal)
        return (done,) if done is not None else ()
    subject = tree.first(place, "nsubj")
    if subject is not None:
        denial = tree.negation(subject)  # "not everyone"; what "neither Tom nor Maria" does is denied of both
        denied = denial is not None and tree.lemma(denial) != "neither"
        return () if denied or _is_fragment(utterance, subject, place) else _named(utterance, subject)
    if tree.first(place, "expl") is not None:
        return ()
    return _implied_subjects(utterance, place, found)


def _is_fragment(utterance: ParsedUtterance, subject: int, place: int) -> bool:
    """Whether a supposed subject stands alone: "No kayaks, the sea is rough", "My first job, don't tell"."""
    tree = utterance.tree
    if all(word.tag != "PUNCT" for word in tree.words[subject:place]):
        return False
    thing = utterance.kind_of(subject) not in _ACTORS and tree.negation(place) is not None and _opens_late(tree, place)
    return thing or _commands(tree, place) or any(tree.lemma(child) == "no" for child in tree.below(subject, "det"))


def _opens_late(tree: Tree, place: int) -> bool:
    """Whether the auxiliary of a clause follows punctuation, where it leaves out "I": "The meeting, can't find it"."""
    first = tree.first(place, "aux")
    return first is not None and first > 0 and tree.words[first - 1].tag == "PUNCT"


def _named(utterance: ParsedUtterance, subject: int) -> tuple[Argument, ...]:
    tree = utterance.tree
    named = [one for one in tree.with_conjuncts(subject) if not tree.lemma(one).endswith(("self", "selves"))]
    each = (_identified(utterance, utterance.antecedent(one)) or argument(utterance, one) for one in named)
    return tuple(one for one in each if one is not None)


def _identified(utterance: ParsedUtterance, noun: int | None) -> Argument | None:
    """The subject of the predicate noun that a relative clause modifies: Tom in "Tom is a nurse who lives in Oslo"."""
    tree = utterance.tree
    subject = tree.first(noun, "nsubj") if noun is not None and tree.first(noun, "cop") is not None else None
    return argument(utterance, subject) if subject is not None else None


def _implied_subjects(utterance: ParsedUtterance, place: int, found: dict[int, Clause]) -> tuple[Argument, ...]:
    """The subject of a clause without one: its governor's, the noun that it modifies, or the speaker."""
    tree = utterance.tree
    head, base = tree.words[place].head, tree.bases[place]
    if base == "acl":
        described = _identified(utterance, head) or argument(utterance, head)
        return (described,) if described is not None else ()
    joined = any(tree.lemma(child) in _JOINING for child in tree.below(place, "cc"))
    if _commands(tree, place) and not joined and not (head in found and _is_speaker(utterance, found[head])):
        return ()
    if base in _SHARING_SUBJECTS and head in found and _shares_subjects(utterance, place, found[head]):
        return found[head].subjects
    if (head < 0 or base in {"parataxis", "conj"}) and _speaks_for_oneself(utterance, place):
        return (Argument(utterance.speaker, "person", place, (place, place)),)
    return ()


def _shares_subjects(utterance: ParsedUtterance, place: int, before: Clause) -> bool:
    """Whether a clause without a subject has those of the clause `before`, not "I": "It's at two, can't find it"."""
    tree = utterance.tree
    if _opens_late(tree, place) and all(subject.kind not in _ACTORS for subject in before.subjects):
        return False
    return tree.bases[place] != "parataxis" or not _is_finite(tree, place)


def _commands(tree: Tree, place: int) -> bool:
    """Whether a clause without a subject has "don't", like a command: "so don't wait", but not "don't like it"."""
    forms = [tree.words[child].form.lower() for child in tree.below(place, "aux")]
    return "do" in forms and tree.negation(place) is not None and tree.lemma(place) not in _STATES


def _is_speaker(utterance: ParsedUtterance, clause: Clause) -> bool:
    return any(subject.text == utterance.speaker for subject in clause.subjects)


def _speaks_for_oneself(utterance: ParsedUtterance, place: int) -> bool:
    """Whether a clause without a subject, no imperative or question, is about the speaker: "Went hiking", "Love it"."""
    tree = utterance.tree
    if utterance.is_question():
        return False
    if tree.words[place].tag != "VERB":
        return _feels(utterance, place)
    if any(tree.words[child].form.lower() in _OBJECT_PRONOUNS for child in tree.below(place, "obj", "iobj")):
        return False  # "Made me think": something else did
    auxiliaries = {tree.words[child].form.lower() for child in tree.below(place, "aux")}
    if auxiliaries & _OF_OTHERS:
        return False
    if tree.lemma(place) in word_list("subjectless_verbs"):
        return True
    commands = any(tree.has(each, "Mood=Imp") for each in [place, *tree.below(place, "aux")])
    form = tree.words[place].form.lower()
    told = bool(auxiliaries) or tree.has(place, "Tense=Past") or form == "gon" or form.endswith("ing")
    return told and not commands and not ("do" in auxiliaries and tree.lemma(place) not in _STATES)


def _gap(utterance: ParsedUtterance, clause: Clause) -> int | None:
    """The noun before a relative clause that has its own subject, and no relative pronoun or object."""
    tree = utterance.tree
    place = clause.group.first
    if tree.words[place].relation != "acl:relcl" or tree.first(place, "nsubj") is None:
        return None
    head = tree.words[place].head
    places = {place, clause.group.last}
    inside = [child for each in places for child in tree.children[each]]
    if tree.words[head].tag == "VERB" or any(utterance.antecedent(child) == head for child in inside):
        return None
    if any(tree.lemma(child) in {"where", "when", "why", "how"} for child in inside):
        return None
    return None if tree.first(clause.group.last, "obj") is not None else head


def is_hypothetical(utterance: ParsedUtterance, group: VerbGroup, governed: bool | None) -> bool:
    """Whether a clause states no fact: it is asked, wished, aimed at or conditional.

    `governed` is whether the clause above is hypothetical, `None` if there is none.
    """
    tree, place = utterance.tree, group.first
    base = tree.bases[place]
    inside = [place, _first_conjunct(tree, place), *tree.below(place, "advcl")]
    conditions = (_CONDITIONS.intersection(tree.marks(each)) for each in inside)
    wished = base == "ccomp" and _is_wish(tree, tree.words[place].head)
    if group.modality == "would" or wished or any(conditions) or _is_purpose(tree, place):
        return True
    if base in {"acl", "advcl"}:
        return False
    if _asks_whether_not(tree, place):
        return True
    own = base in _COORDINATE and tree.first(place, "nsubj") is not None
    return governed if governed is not None and not own else utterance.is_question() and _is_asked(tree, place)


def _first_conjunct(tree: Tree, place: int) -> int:
    """The first of the clauses that this one is coordinated with: a condition on it applies to all."""
    while tree.bases[place] == "conj" and tree.words[place].head >= 0:
        place = tree.words[place].head
    return place


def _is_wish(tree: Tree, place: int) -> bool:
    """Whether the complement of a word is wished or aimed at: "hope", "ensure", "make sure"."""
    above = tree.words[place].head
    return tree.lemma(place) in _WISHES or (tree.lemma(place) == "sure" and above >= 0 and tree.lemma(above) == "make")


def _is_purpose(tree: Tree, place: int) -> bool:
    """Whether a clause begins with "so that"."""
    marks = [each for mark in tree.below(place, "mark") for each in [mark, *tree.below(mark, "fixed")]]
    return {"so", "that"} <= {tree.lemma(each) for each in marks}


def _is_asked(tree: Tree, place: int) -> bool:
    """Whether a clause is what a question asks: "I have a cat, do you have pets?" states its first clause."""
    subject = tree.first(place, "nsubj")
    if _is_inverted(tree, place) or any(tree.lemma(each) in _INTERROGATIVES for each in tree.children[place]):
        return True
    if subject is not None and tree.words[subject].form.lower() in FIRST:
        return False
    return not any(_is_inverted(tree, other) for other in range(len(tree.words)) if other != place)


def _asks_whether_not(tree: Tree, place: int) -> bool:
    """Whether "n't" stands before the subject, as in a question: "didn't you have a boat"."""
    negation, subject = tree.negation(place), tree.first(place, "nsubj")
    if negation is None or subject is None:
        return False
    return negation < subject and tree.words[negation].form.lower() in CONTRACTED_NOT


def _is_inverted(tree: Tree, place: int) -> bool:
    subject = tree.first(place, "nsubj")
    return subject is not None and any(child < subject for child in tree.below(place, "aux", "cop"))
