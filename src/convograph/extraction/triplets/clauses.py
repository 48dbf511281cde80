"""The clauses of a sentence: who is spoken of, by which verbs, and whether it is said as a fact."""

from __future__ import annotations

from dataclasses import dataclass, replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.arguments import Argument, activity, argument
from convograph.extraction.triplets.prepositions import is_behind_preposition
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.scope import is_unclear, leaves_open
from convograph.extraction.triplets.supposed import is_hypothetical
from convograph.extraction.triplets.tree import Tree
from convograph.extraction.triplets.verbs import VerbGroup, coordinated, verb_group
from convograph.extraction.types import Tense

_CLAUSAL = frozenset({"root", "conj", "ccomp", "advcl", "acl", "parataxis", "list"})
_ACTED_ON = frozenset({"me", "us"})
_BACK_TO_THE_HEAD = frozenset({"conj", "advcl", "parataxis"})


@dataclass(frozen=True, slots=True)
class Clause:
    """One predicate with its subjects.

    `gap` is the noun that a relative clause leaves out as an object: "book" of "the book Ben gave me".
    """

    group: VerbGroup
    subjects: tuple[Argument, ...]
    hypothetical: bool
    gap: int | None = None

    @property
    def is_copular(self) -> bool:
        """Whether a noun, adjective or place stands with a form of "be"."""
        return not self.group.core


def clauses(reading: Reading) -> list[Clause]:
    """The clauses that state something of somebody, each after the one that it hangs on."""
    tree = reading.tree
    if leaves_open(tree):
        return []
    found: dict[int, Clause] = {}
    taken: set[int] = set()
    for place in tree.from_the_root():
        if place in taken or not _opens_clause(reading, place) or is_unclear(tree, place):
            continue
        if tree.bases[place] == "conj" and tree.is_loose_gerund(place) and tree.words[place].head not in found:
            continue  # one more of what the speaker loves, not of what is said
        group = verb_group(tree, place)
        if tree.bases[place] == "conj" and not group.before and not _is_finite(tree, place):
            group = replace(group, tense=_tense_of(found, tree.words[place].head) or group.tense)
        clause = Clause(
            group, _subjects(reading, place, found), is_hypothetical(reading, group, _above(found, tree, place))
        )
        clause = replace(clause, gap=_gap(reading, clause))
        found[place] = clause
        for sibling in coordinated(tree, group):
            taken.add(sibling.last)
            found[sibling.last] = replace(clause, group=sibling, gap=None)
    return [clause for clause in found.values() if clause.subjects]


def denied_by(tree: Tree, clause: Clause, noun: int | None) -> Clause:
    """The clause with the "no" of an object or a predicate moved to the verb: "I have no siblings", "I'm no expert"."""
    group = clause.group
    if group.negated or noun is None or all(tree.lemma(child) != "no" for child in tree.below(noun, "det")):
        return clause
    return replace(clause, group=replace(group, before=(*group.before, "not"), negated=True))


def _above(found: dict[int, Clause], tree: Tree, place: int) -> bool | None:
    governor = found.get(tree.words[place].head)
    return governor.hypothetical if governor is not None else None


def _opens_clause(reading: Reading, place: int) -> bool:
    tree = reading.tree
    if tree.bases[place] not in _CLAUSAL:
        return False
    if not tree.is_predicate(place):
        return _feels(reading, place)
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


def _feels(reading: Reading, place: int) -> bool:
    """Whether an adjective without subject and verb tells how the speaker feels: "So happy for you!"."""
    tree = reading.tree
    alone = tree.first(place, "nsubj", "csubj", "aux", "cop") is None
    return tree.words[place].head < 0 and tree.lemma(place) in word_list("emotions") and alone


def _is_finite(tree: Tree, place: int) -> bool:
    return any(tree.has(each, "VerbForm=Fin") for each in [place, *tree.below(place, "aux", "cop")])


def _tense_of(found: dict[int, Clause], place: int) -> Tense | None:
    return found[place].group.tense if place in found else None


def _subjects(reading: Reading, place: int, found: dict[int, Clause]) -> tuple[Argument, ...]:
    tree = reading.tree
    clausal = tree.first(place, "csubj")
    if clausal is not None:
        done = activity(reading, clausal)
        return (done,) if done is not None else ()
    subject = tree.first(place, "nsubj")
    if subject is not None:
        named = [one for one in tree.with_conjuncts(subject) if not tree.lemma(one).endswith(("self", "selves"))]
        each = (_identified(reading, reading.antecedent(one)) or argument(reading, one) for one in named)
        return tuple(one for one in each if one is not None)
    if tree.first(place, "expl") is not None:
        return ()
    return _implied_subjects(reading, place, found)


def _identified(reading: Reading, noun: int | None) -> Argument | None:
    """Who is said to be what a relative clause describes: Tom of "Tom is a nurse who lives in Oslo"."""
    tree = reading.tree
    subject = tree.first(noun, "nsubj") if noun is not None and tree.first(noun, "cop") is not None else None
    return argument(reading, subject) if subject is not None else None


def _implied_subjects(reading: Reading, place: int, found: dict[int, Clause]) -> tuple[Argument, ...]:
    """The subject of a clause that has none: its governor's, the noun that it describes, or the speaker."""
    tree = reading.tree
    head, base = tree.words[place].head, tree.bases[place]
    if base == "acl":
        described = _identified(reading, head) or argument(reading, head)
        return (described,) if described is not None else ()
    if base in _BACK_TO_THE_HEAD and head in found and (base != "parataxis" or not _is_finite(tree, place)):
        return found[head].subjects
    if (head < 0 or base in {"parataxis", "conj"}) and _speaks_for_oneself(reading, place):
        return (Argument(reading.speaker, "person", place, (place, place)),)
    return ()


def _speaks_for_oneself(reading: Reading, place: int) -> bool:
    """Whether a clause without subject is about the speaker: "Went hiking", "Love it", no command and no question."""
    tree = reading.tree
    if reading.is_question():
        return False
    if tree.words[place].tag != "VERB":
        return _feels(reading, place)
    if any(tree.words[child].form.lower() in _ACTED_ON for child in tree.below(place, "obj", "iobj")):
        return False  # "Made me think": something did
    if tree.lemma(place) in word_list("subjectless_verbs"):
        return True
    helpers = [tree.lemma(child) for child in tree.below(place, "aux")]
    if "do" in helpers or any(tree.has(each, "Mood=Imp") for each in [place, *tree.below(place, "aux")]):
        return False
    form = tree.words[place].form.lower()
    return bool(helpers) or tree.has(place, "Tense=Past") or form == "gon" or form.endswith("ing")


def _gap(reading: Reading, clause: Clause) -> int | None:
    """The noun before a relative clause that has a subject of its own and no relative pronoun."""
    tree = reading.tree
    place = clause.group.first
    if tree.words[place].relation != "acl:relcl" or tree.first(place, "nsubj") is None:
        return None
    head = tree.words[place].head
    places = {place, clause.group.last}
    inside = [child for each in places for child in tree.children[each]]
    if any(reading.antecedent(child) == head for child in inside):
        return None
    if any(tree.lemma(child) in {"where", "when", "why", "how"} for child in inside):
        return None
    return None if tree.first(clause.group.last, "obj") is not None else head
